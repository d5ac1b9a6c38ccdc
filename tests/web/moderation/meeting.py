"""People who meet at a table, and those who keep order there."""

from dataclasses import dataclass
from html import unescape
from typing import Any

import httpx

from shanghaien.web.core.i18n import gettext, language_context
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.tables.service import Tables
from tests.web.people.arriving import NewResident, Resident, run_in


@dataclass
class Pair:
    """Two browsers at one table."""

    house: "House"
    ada: Resident
    ben: Resident
    game: str
    names: tuple[str, str]
    ids: tuple[str, str] = ("", "")

    @property
    def page(self) -> str:
        """The table."""
        return f"/t/{self.game}"

    def say(self, browser: Resident, phrase: str = "hello") -> httpx.Response:
        """Press a phrase."""
        return browser.post(f"{self.page}/say", {"say": phrase})

    def write(self, browser: Resident, text: str) -> httpx.Response:
        """Say something in one's own words."""
        return browser.post(f"{self.page}/say", {"text": text})

    def reads(self, browser: Resident, words: str) -> bool:
        """Whether something stands on the page of the table as somebody sees it."""
        return words in said_on(browser.get(self.page))

    def wish(self, browser: Resident, **switches: bool) -> None:
        """Set the switches of talk at the table."""
        wished = {"phrases": "1"} | {name: "1" for name, on in switches.items() if on}
        for name, on in switches.items():
            if not on:
                wished.pop(name, None)
        assert browser.post(f"{self.page}/talk", wished).status_code == 303

    def talk_freely(self) -> None:
        """Both switch free text on."""
        self.wish(self.ada, free=True)
        self.wish(self.ben, free=True)

    def report(self, browser: Resident, reason: str = "words", words: str = "", **more: str) -> httpx.Response:
        """Report the other player."""
        return browser.post("/report", {"game": self.game, "reason": reason, "words": words, **more})

    def finish(self) -> None:
        """Let Ada give the game up."""
        self.ada.resign({"id": self.game})


class House:
    """A server, and whoever comes to it."""

    def __init__(self, parts: Parts, new: NewResident) -> None:
        self.parts, self.new = parts, new

    def pair(self, first: str = "", second: str = "", **setup: Any) -> Pair:
        """Two people at a table, guests if they have no names."""
        ada, ben = self.new(), self.new()
        ids = (ada.keep(first) if first else "", ben.keep(second) if second else "")
        table = ada.create(mode="invite", seat="a", **({} if first else {"name": "Ada"}), **setup)
        ben.join(table["invitation"], **({} if second else {"name": "Ben"}))
        return Pair(self, ada, ben, table["id"], (first or "Ada", second or "Ben"), ids)

    def keeper(self, name: str, role: str) -> Resident:
        """Somebody who looks after the site."""
        browser = self.new()
        person = browser.keep(name)
        self.run(PeopleStore(self.parts.database).give_role, PersonId(person), role)
        self.parts[Sessions].forget(PersonId(person))
        self.parts[Tables].words.forget()
        return browser

    def run(self, function: Any, *values: Any) -> Any:
        """Call something asynchronous on the server's own loop."""
        return run_in(self.new(), function, *values)

    def queue(self, moderator: Resident) -> list[str]:
        """The addresses of the reports that wait, in order."""
        page = moderator.get("/order").text
        return [part.partition('"')[0] for part in page.split('href="')[1:] if part.startswith("/order/reports/")]


def said_on(answer: httpx.Response) -> str:
    """The lines of the log of a table's page that tell what was said, as people read them."""
    page = unescape(answer.text)
    return " ".join(line.partition("</li>")[0] for line in page.split("<li") if "data-said" in line)


def told_in(language: str, text: str) -> str:
    """A text in another language, as the catalogues have it."""
    with language_context(language):
        return gettext(text)
