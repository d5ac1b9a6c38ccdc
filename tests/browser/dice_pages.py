"""What tests ask pages about the dice of a game: what they were told, what they remember, what the check says."""

from typing import Any

from playwright.sync_api import Page, Request, expect

WELL = "Nothing is wrong with these dice."
MEMORY = "() => JSON.parse(localStorage.getItem('chain:' + document.getElementById('main').dataset.game))"
DICE = "() => JSON.parse(document.getElementById('now').dataset.dice ?? 'null')"
A_LOOK = 50
LOOKS = 1200
"""Milliseconds between looks, and how many of them before something is given up, on however busy a machine."""


def dice(page: Page) -> dict[str, Any]:
    """What the page was told about the dice."""
    told = page.evaluate(DICE)
    assert isinstance(told, dict)
    return told


def followed(page: Page) -> dict[str, Any]:
    """What the browser remembers, once it has followed all that was drawn."""
    for _ in range(LOOKS):
        memory, told = page.evaluate(MEMORY), dice(page)
        if memory and memory["at"] == [told["group"], told["head"]] and not told["waits"]:
            return dict(memory)
        page.wait_for_timeout(A_LOOK)
    raise AssertionError(f"The page is behind: {page.locator('#notice').inner_text()}")


def checked(page: Page, address: str) -> str:
    """What the page that checks the dice says, if nothing is wrong."""
    page.goto(f"{address}/dice")
    expect(page.locator("#verdict")).to_have_text(WELL)
    return page.locator("#checks").inner_text()


def tags(page: Page, address: str) -> dict[str, str]:
    """The tags of the record."""
    return dict(page.request.get(f"{address}/record.json").json()["tags"])


def posts(page: Page) -> list[Request]:
    """What a page sends from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    return sent


def sent_first(page: Page, sent: list[Request]) -> Request:
    """What the page sends, once it does."""
    for _ in range(LOOKS):
        if sent:
            return sent[0]
        page.wait_for_timeout(A_LOOK)
    raise AssertionError("The page sent nothing.")


def last_part(request: Request) -> str:
    """Where something was sent, without the game."""
    return request.url.split("/")[-1]
