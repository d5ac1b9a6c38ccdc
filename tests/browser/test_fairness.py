"""The dice are checked by the visitor's own browser, and the review can be stepped through."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from shanghaien.rules.record import Record
from shanghaien.rules.record_json import to_json
from shanghaien.rules.record_text import to_text
from tests.browser.conftest import Visitors
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


def test_a_browser_checks_the_dice_of_its_own_game_and_what_it_added(visitor: Visitors) -> None:
    page = visitor()
    address = resigned_game(page)
    page.goto(f"{address}/dice")
    expect(page.locator("#verdict")).to_have_text("Nothing is wrong with these dice.")
    checks = page.locator("#checks").inner_text()
    assert "this browser saw before the game" in checks
    assert "The chain that this browser made is the one in the record." in checks
    assert faults(page) == []


@pytest.mark.parametrize("write", [to_text, to_json])
def test_a_whole_game_in_a_file_is_checked_draw_by_draw(visitor: Visitors, tmp_path: Path, write: object) -> None:
    assert callable(write)
    file = tmp_path / "game.txt"
    file.write_text(write(RECORD), encoding="utf-8")
    page = visitor()
    page.goto("/dice")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#verdict")).to_have_text("Nothing is wrong with these dice.")
    outcomes = sum(not hasattr(step, "__dataclass_fields__") for step in RECORD.steps)
    assert page.locator("#draws tbody tr").count() == outcomes


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"tags": {"Seed": "ff" * 32}}, "The opened seed is not the one that was promised for this game."),
        ({"tags": {"Contribution-A": "Ahoi"}}, "What seat A added does not match its seal."),
        ({"steps": {1: "both"}}, "1 of "),
    ],
)
def test_tampering_is_named_by_the_browser(
    visitor: Visitors, tmp_path: Path, change: dict[str, dict[object, str]], told: str
) -> None:
    values = json.loads(to_json(Record(RECORD.options, RECORD.steps, RECORD.tags)))
    for part, changes in change.items():
        for key, value in changes.items():
            assert values[part][key] != value
            values[part][key] = value
    file = tmp_path / "game.json"
    file.write_text(json.dumps(values), encoding="utf-8")
    page = visitor()
    page.goto("/dice")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#verdict")).to_have_text("Something is wrong with this record.")
    assert told in page.locator("#checks").inner_text()


def test_a_file_that_is_no_record_is_told_so(visitor: Visitors, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear captain", encoding="utf-8")
    page = visitor()
    page.goto("/dice")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#verdict")).to_have_text("This file is no record of a game.")


@pytest.mark.parametrize("phone", [False, True])
def test_a_review_is_stepped_through_without_scrolling_sideways(visitor: Visitors, phone: bool) -> None:
    page = visitor(phone=phone)
    address = resigned_game(page)
    page.goto(f"{address}/review")
    page.wait_for_selector("main .review", timeout=900_000)
    assert faults(page) == []
    page.goto(f"{address}/review?step=1")
    first = page.locator("output").inner_text()
    page.get_by_role("link", name="Next ▶").click()
    expect(page.locator("output")).not_to_have_text(first)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
