"""Everybody asks for everything that there is."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx

from tests.web.people.arriving import Resident
from tests.web.scale.addresses import addresses, further, is_text
from tests.web.scale.world import World

FIGURES = "a token for figures"
WHOLE = {"/account/export", "/people/{name:str}/records.zip"}
"""Archives of all games of somebody: they grow with the games, are sent while they are made, and pause for others."""


class Answer(NamedTuple):
    """What somebody was answered."""

    part: str
    route: str
    address: str
    response: httpx.Response

    @property
    def text(self) -> str:
        """The page, feed or JSON; empty for pictures and archives."""
        return self.response.text if is_text(self.response) else ""

    def __str__(self) -> str:
        return f"{self.part} {self.address}"


def sweep(world: World, before: Callable[[str], Any] = lambda asked: None) -> Iterator[Answer]:
    """All answers: of every route for everybody, and of the further addresses to which the pages lead."""
    for part, browser in world.people.items():
        known, seen = world.known[part], set[str]()
        token = "" if known.get("programs") == "none" else browser.token
        for route, address in addresses(known):
            if route in WHOLE and known.get("archive") == "long":
                continue
            before(f"{part} {address}")
            answer = Answer(part, route, address, ask(browser, address, token))
            yield answer
            for link in further(route, answer.text, seen):
                before(f"{part} {link}")
                yield Answer(part, route, link, browser.get(link))


def ask(browser: Resident, address: str, token: str = "") -> httpx.Response:
    shown = FIGURES if address == "/metrics" else token if address.startswith("/api") else ""
    headers = {"authorization": f"Bearer {shown}"} if shown else {}
    return browser.http.get(address, headers={"accept": "text/html", **headers}, follow_redirects=False)
