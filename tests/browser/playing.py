"""How tests play: by pressing what the page offers, as a person would."""

import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from playwright.sync_api import Error, Page

from tests.web.patience import PATIENCE

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
HELD_TIMERS = """
  const after = window.setTimeout;
  window.held = [];
  window.setTimeout = (act, ms, ...more) => (3000 < ms && ms <= 5000 ? held.push(act) : after(act, ms, ...more));
"""
"""What a page shows for some seconds stays until a test says that they are over, however long it takes to look."""
TIME_IS_UP = "held.splice(0).forEach(act => act())"
POLL = 15
"""Milliseconds between two looks."""
Found = TypeVar("Found")


class Seen(NamedTuple):
    """What a page shows."""

    asks: bool
    over: bool
    what: str


def until(page: Page, so: Callable[[], Found | None], missing: str) -> Found:
    """Look until something is so, and tell what was found; the Content-Security-Policy forbids the page to wait itself."""
    end = time.monotonic() + PATIENCE
    while not (found := so()):
        assert time.monotonic() < end, f"{missing}: {page.title()}, {page.url}"
        page.wait_for_timeout(POLL)
    return found


def seen(page: Page) -> Seen:
    """What the page shows now."""
    return until(page, lambda: _state(page), "No table")


def _state(page: Page) -> Seen | None:
    try:
        state = page.evaluate(STATE)
    except Error:  # a page is being loaded
        return None
    return Seen(*state) if state else None


def asked(page: Page) -> Seen:
    """Wait until the page asks something or the game is over."""
    return until(page, lambda: shown if (shown := seen(page)).asks or shown.over else None, "Nothing was asked")


def mover_first(one: Page, other: Page) -> tuple[Page, Page]:
    """Two players as soon as the page of one of them asks something, that one first."""
    both = ((one, other), (other, one))
    return until(one, lambda: next((pages for pages in both if seen(pages[0]).asks), None), "Nobody was asked")


def changed(page: Page, before: Seen, after: str) -> None:
    """Wait until a page shows something else than before."""
    until(page, lambda: seen(page).what != before.what, f"Nothing happened after {after}")


def version(page: Page) -> int:
    """The version of the game that a page shows."""
    return int(str(page.locator("#now").get_attribute("data-version")))


def follows(page: Page, leader: Page) -> None:
    """Wait until a page shows what another one shows already; it may be ahead, since a press can bring two versions."""
    wanted = version(leader)
    until(page, lambda: version(page) >= wanted, f"Version {wanted} did not come")


def press(page: Page, liking: tuple[str, ...] = LIKING) -> str:
    """Press the best of what is offered and wait until the page has changed."""
    before = asked(page)
    said = str(page.evaluate(CHOOSE, liking))
    changed(page, before, said)
    return said


def play_to_the_end(page: Page, most: int = 600) -> int:
    """Play whatever the page asks until the game is over; the number of presses."""
    for presses in range(most):
        if asked(page).over:
            return presses
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


def led_from(address: str, *pages: Page) -> str:
    """Wait until all are at one other table, however often they were led there; its address."""

    def there() -> str | None:
        found = {page.url.split("?")[0] for page in pages}
        return found.pop() if len(found) == 1 and address not in found and all("/t/" in url for url in found) else None

    return until(pages[0], there, "Nobody was led to another table")


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
