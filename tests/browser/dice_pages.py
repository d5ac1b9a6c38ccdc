"""What tests ask pages about the dice of a game: what they were told, what they remember, what the check says."""

import json
from typing import Any, NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Page, Request, expect

from tests.browser.playing import until

WELL = "Nothing is wrong with these dice."
MEMORY = "() => JSON.parse(localStorage.getItem('chain:' + document.getElementById('main').dataset.game))"
DICE = "() => JSON.parse(document.getElementById('now').dataset.dice ?? 'null')"


def dice(page: Page) -> dict[str, Any]:
    """What the page was told about the dice."""
    told = page.evaluate(DICE)
    assert isinstance(told, dict)
    return told


def followed(page: Page) -> dict[str, Any]:
    """What the browser remembers, once it has followed all that was drawn."""

    def memory() -> dict[str, Any] | None:
        kept, told = page.evaluate(MEMORY), dice(page)
        behind = not kept or kept["at"] != [told["group"], told["head"]] or told["waits"]
        return None if behind else dict(kept)

    return until(page, memory, "The page is behind")


def checked(page: Page, address: str) -> str:
    """What the page that checks the dice says, if nothing is wrong."""
    page.goto(f"{address}/dice")
    expect(page.locator("#verdict")).to_have_text(WELL)
    return page.locator("#checks").inner_text()


def tags(page: Page, address: str) -> dict[str, str]:
    """The tags of the record."""
    return dict(page.request.get(f"{address}/record.json").json()["tags"])


class Sent(NamedTuple):
    """A form that a page has sent."""

    to: str
    """The end of its address, without the game."""
    fields: str


def posts(page: Page) -> list[Sent]:
    """The forms that a page sends from now on, as requests, or over the sockets that it opens from now on."""
    sent: list[Sent] = []

    def by_request(request: Request) -> None:
        if request.method == "POST":
            sent.append(Sent(request.url.split("/")[-1], request.post_data or ""))

    def by_socket(text: str | bytes) -> None:
        told = json.loads(text)
        sent.append(Sent(told["to"], urlencode(told["form"])))

    page.on("request", by_request)
    page.on("websocket", lambda socket: socket.on("framesent", by_socket))
    return sent


def changes(sent: list[Sent]) -> set[str]:
    """The kinds of changes of a table among them."""
    return {each.to for each in sent if "version=" in each.fields}


def sent_first(page: Page, sent: list[Sent]) -> Sent:
    """What the page sends, once it does."""
    return until(page, lambda: sent[0] if sent else None, "The page sent nothing")
