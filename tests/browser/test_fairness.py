"""The dice are checked by the visitor's own browser, and the review can be stepped through."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from shanghaien.rules.record import Record
from shanghaien.rules.record_json import to_json
from shanghaien.rules.record_text import to_text
from tests.browser.conftest import PHONE, Visitors
from tests.browser.playing import asked
from tests.browser.test_pages import faults
from tests.cli.test_verify import RECORD


def resigned_game(page: Page) -> str:
    """A game against a bot that this browser added to, given up at once."""
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_url("**/t/*")
    asked(page)  # a move of the bot would renew the page and put the question away
    address = page.url.split("?")[0]
    page.goto(f"{address}?ask=resign")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#res")).to_be_visible()
    return address


def checked(page: Page, text: str) -> Locator:
    """Give a file to the page that checks dice; what it says about it."""
    page.goto("/dice")
    page.locator("#file").set_input_files({"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
    return page.locator("#verdict")


def test_a_whole_game_in_a_file_is_checked_draw_by_draw(visitor: Visitors) -> None:
    page = visitor()
    outcomes = sum(not hasattr(step, "__dataclass_fields__") for step in RECORD.steps)
    for write in (to_text, to_json):
        expect(checked(page, write(RECORD))).to_have_text("Nothing is wrong with these dice.")
        assert page.locator("#draws tbody tr").count() == outcomes


def test_tampering_is_named_by_the_browser(visitor: Visitors) -> None:
    page = visitor()
    for part, key, value, told in (
        ("tags", "Game-Id", "game-3", "The opened links of the chain server do not lead to its published end."),
        ("steps", 1, "both", "Draw 0.1 gives GER1, but the record says both."),
    ):
        values: dict[str, Any] = json.loads(to_json(Record(RECORD.options, RECORD.steps, RECORD.tags)))
        assert values[part][key] != value
        values[part][key] = value
        expect(checked(page, json.dumps(values))).to_have_text("Something is wrong with this record.")
        assert told in page.locator("#checks").inner_text()


def test_a_file_that_is_no_record_is_told_so(visitor: Visitors) -> None:
    expect(checked(visitor(), "Dear captain")).to_have_text("This file is no record of a game.")


def test_a_review_is_stepped_through_without_scrolling_sideways(visitor: Visitors) -> None:
    page = visitor()
    address = resigned_game(page)
    page.goto(f"{address}/review")
    page.wait_for_selector("main .review")
    assert faults(page) == []
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert faults(page) == []
    page.goto(f"{address}/review?step=1")
    first = page.locator("output").inner_text()
    page.get_by_role("link", name="Next ▶").click()
    expect(page.locator("output")).not_to_have_text(first)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
