"""Pages on a desktop, and the table in both sizes: nobody is shut out (axe), nothing is too wide, a picture is kept.

All pages on a phone are looked at in `test_every_page.py`, in both lights.
"""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.conftest import Visitors
from tests.browser.playing import WHATEVER, asked, press, start

Keep = Callable[[Page, str], None]
PAGES = {
    "start": "/",
    "new": "/new",
    "rules": "/rules",
    "voyage": "/voyage/5",
    "voyage-told": "/voyage/3?at=0&action=place+5",
    "voyage-crews": "/voyage/6?answer=6&answer=5",
    "import": "/import",
    "help": "/help",
    "standings": "/standings",
    "uncertain": "/standings?list=days&uncertain=1",
    "meaning": "/standings/meaning",
    "missing": "/no-such-page",
    "dice": "/dice",
    "log": "/dice/log",
    "lobby": "/lobby",
    "lobby-new": "/lobby/new",
    "notices": "/notices",
    "vacation": "/vacation",
    "offline": "/offline",
    "talk": "/talk",
}
STEPS = {
    "roll": (),
    "end": ("roll",),
    "place": ("roll", "?end="),
    "other": ("roll", "?end=", "place"),
    "shanghai": ("roll", "?end=", "place", "roll", "place", "roll", "place", "roll", "place", "ask=call", "shanghai"),
}
"""Tables in different states, by what was pressed before."""

ONLY_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def faults(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """What axe finds wrong with a page."""
    violations = Axe().run(page, options=options).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in violations]


def check(page: Page, name: str, keep: Keep) -> None:
    keep(page, name)
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []


def check_in_both_lights(page: Page, name: str, keep: Keep) -> None:
    """Look at a page by day, and at its colours by night: what else is wrong is wrong in both lights."""
    check(page, f"{name}-light", keep)
    page.emulate_media(color_scheme="dark")
    keep(page, f"{name}-dark")
    assert faults(page, ONLY_COLOURS) == []
    page.emulate_media(color_scheme="light")


def test_every_page_is_open_to_everybody_on_a_desktop(visitor: Visitors, keep: Keep) -> None:
    page = visitor()
    for name, path in PAGES.items():
        page.goto(path)
        check(page, f"{name}-desktop", keep)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_table_is_open_to_everybody_whatever_it_asks(visitor: Visitors, keep: Keep, phone: bool) -> None:
    page = visitor(phone=phone)
    size = "phone" if phone else "desktop"
    start(page, "hot-seat", "everything" if phone else "base")
    done: tuple[str, ...] = ()
    for name, steps in STEPS.items():
        for step in steps[len(done) :]:
            press(page, (step, *WHATEVER))
        done = steps
        check_in_both_lights(page, f"table-{name}-{size}", keep)


def test_replay_and_the_end_of_a_game_are_open_to_everybody(visitor: Visitors, keep: Keep) -> None:
    page = visitor()
    start(page, "bot")
    press(page)
    asked(page)  # what the bot does meanwhile would lie over the menu
    page.locator("#menu summary").click()
    page.get_by_role("link", name="Resign…").click()
    page.get_by_role("button", name="Resign").click()
    page.locator("#res").wait_for()
    check(page, "over-desktop", keep)
    page.get_by_role("link", name="Replay").click()
    page.locator(".stepper").wait_for()
    check(page, "replay-desktop", keep)
    heights = page.evaluate("[document.documentElement.scrollHeight, document.querySelector('#board').offsetHeight]")
    assert heights[0] < heights[1] + 200  # a long log scrolls inside its frame


def test_a_record_can_be_brought_and_replayed_step_by_step(visitor: Visitors, keep: Keep) -> None:
    page = visitor()
    address = start(page, "hot-seat")
    for _ in range(4):
        press(page)
    record = page.request.get(f"{address}/record.txt").text()
    page.goto("/import")
    page.get_by_label("Record").fill(record)
    page.get_by_role("button", name="Replay").click()
    page.get_by_text("Move 0 of").wait_for()
    page.get_by_role("link", name="Last move").click()
    page.get_by_text("Move 4 of 4", exact=True).wait_for()
    check(page, "import-replay-desktop", keep)
    page.goto("/import")
    page.get_by_label("Record").fill("no record at all")
    page.get_by_role("button", name="Replay").click()
    page.get_by_text("This record cannot be replayed").wait_for()
