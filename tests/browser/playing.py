"""How tests play: by pressing what the page offers, as a person would."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Error, Page

# What to press, in the order of liking: short rounds make short games.
LIKING = ("shanghai", "ask=call", "take", "allow", "keep", "play", "place", "?end=", "roll", "one")

WHATEVER = ("place", "?end=", "keep", "take", "one", "allow", "roll", "shanghai")
"""For tests that want one thing: what to press where the dice do not offer it."""

CHOOSE = """
liking => {
  const open = [...document.querySelectorAll(
    '#counter :is(button[name=action], a[data-live]), #tray :is(button[name=action], a[data-live])')]
    .filter(each => !each.disabled);
  const worth = each => liking.findIndex(word => (each.value || each.getAttribute('href')).includes(word));
  const best = open.filter(each => worth(each) >= 0 && !(each.getAttribute("href") ?? "").includes("half=")).sort((a, b) => worth(a) - worth(b))[0];
  if (!best) throw new Error('nothing to press: ' + document.title);
  const said = best.value || best.getAttribute('href');
  best.click();
  return said;
}
"""
STATE = """
() => {
  const now = document.querySelector('#now');
  const tray = document.querySelector('#tray');
  if (!now || !tray || now.dataset.renewing !== undefined) return null;
  const offered = [...document.querySelectorAll('[name=action], a[data-live]')].map(each => each.value || each.href);
  const asks = tray.querySelector('h2').textContent;
  return [now.hasAttribute('data-yours'), now.hasAttribute('data-over'), [now.outerHTML, asks, ...offered].join('|')];
}
"""
POLL = 15
PATIENCE = 60_000
"""Milliseconds between looks, and after how many of them nothing is expected any more, on however busy a machine."""


class Seen(NamedTuple):
    """What a page shows."""

    asks: bool
    over: bool
    what: str


def seen(page: Page) -> Seen:
    """What the page shows now; the Content-Security-Policy forbids the browser to wait by itself."""
    for _ in range(PATIENCE // POLL):
        try:
            state = page.evaluate(STATE)
        except Error:  # a page is being loaded
            state = None
        if state:
            return Seen(*state)
        page.wait_for_timeout(POLL)
    raise AssertionError(f"No table at {page.url}: {page.title()}")


def asked(page: Page) -> Seen:
    """Wait until the page asks something or the game is over."""
    for _ in range(PATIENCE // POLL):
        shown = seen(page)
        if shown.asks or shown.over:
            return shown
        page.wait_for_timeout(POLL)
    raise AssertionError(f"Nothing was asked: {page.title()}")


def mover_first(one: Page, other: Page) -> tuple[Page, Page]:
    """Two players as soon as the page of one of them asks something, that one first."""
    for _ in range(PATIENCE // POLL):
        for pages in ((one, other), (other, one)):
            if seen(pages[0]).asks:
                return pages
        one.wait_for_timeout(POLL)
    raise AssertionError(f"Nobody was asked: {one.title()}, {other.title()}")


def version(page: Page) -> int:
    """The version of the game that a page shows."""
    return int(str(page.locator("#now").get_attribute("data-version")))


def follows(page: Page, leader: Page) -> None:
    """Wait until a page shows what another one shows already; either may be ahead, since a press can bring two versions."""
    wanted = version(leader)
    for _ in range(PATIENCE // POLL):
        if version(page) >= wanted:
            return
        page.wait_for_timeout(POLL)
    raise AssertionError(f"Version {wanted} did not come: {page.title()}")


def press(page: Page, liking: tuple[str, ...] = LIKING) -> str:
    """Press the best of what is offered and wait until the page has changed."""
    before = asked(page)
    said = str(page.evaluate(CHOOSE, liking))
    for _ in range(PATIENCE // POLL):
        if seen(page).what != before.what:
            return said
        page.wait_for_timeout(POLL)
    raise AssertionError(f"Nothing happened after {said}: {page.title()}")


def play_to_the_end(page: Page, look: Callable[[Page], None] = lambda page: None, most: int = 600) -> int:
    """Play whatever the page asks until the game is over; the number of presses."""
    for presses in range(most):
        if asked(page).over:
            return presses
        look(page)
        press(page)
    raise AssertionError("The game did not end.")


def start(page: Page, mode: str, preset: str = "base") -> str:
    """Set up a game by the form; the address of its table."""
    page.goto("/new")
    page.locator(f"[name=mode][value={mode}]").check(force=True)
    page.locator(f"[name=preset][value={preset}]").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    return page.url


class Program:
    """A program of whoever looks at a page: it plays for them where pressing is not what a test is about."""

    def __init__(self, page: Page) -> None:
        self._http = page.request
        self._http.get("/tokens")
        cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        form: dict[str, str | float | bool] = {"_csrf_token": cookies["csrftoken"], "name": "a program"}
        found = re.search(r"shg_[\w-]+", self._http.post("/tokens", form=form).text())
        assert found, "no token was made"
        self._headers = {"authorization": f"Bearer {found[0]}"}

    def create(self, **setup: str) -> dict[str, Any]:
        """Set up a table, on one screen if nothing else is said."""
        return self._post("", {"mode": "hot-seat", **setup})

    def play(self, game: dict[str, Any], until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Play short rounds until something is so, or the game is over; the table then."""
        while game["legal"] and not until(game):
            action = min(game["legal"], key=_liked)
            act = {"version": game["version"], "id": f"act-{game['version']}", "action": action}
            game = self._post(f"/{game['id']}/actions", act)
        return game

    def _post(self, path: str, values: dict[str, Any]) -> dict[str, Any]:
        answer = self._http.post(f"/api/v1/games{path}", headers=self._headers, data=values)
        assert answer.ok, answer.text()
        table: dict[str, Any] = answer.json()
        return table


def _liked(action: str) -> int:
    return next(place for place, word in enumerate(("shanghai", "place", "roll", "")) if word in action)
