"""A puzzle is played at the table: tried, tried again, solved, remembered, and the next one is a press away."""

from playwright.sync_api import Page, expect

from shanghaien.ai.puzzles import shipped_puzzles
from tests.browser.conftest import Visitors
from tests.browser.test_pages import faults

BEST, OTHER = (choice.action for choice in shipped_puzzles()[0].choices[:2])


def answer(page: Page, action: str) -> None:
    page.locator(f'#tray [name=action][value="{action}"]').click()


def test_a_puzzle_is_answered_at_the_table_and_remembered(visitor: Visitors) -> None:
    page = visitor(phone=True)
    page.goto("/puzzles")
    assert faults(page) == []
    page.get_by_role("link", name="Start with the easiest").click()
    page.wait_for_url("**/puzzles/1")
    page.evaluate("window.same = true")
    answer(page, OTHER)
    expect(page.locator("#status")).to_contain_text("There is something better.")
    expect(page.locator(f'#tray [name=action][value="{OTHER}"]')).to_have_count(0)
    expect(page.locator("#came")).to_be_focused()
    expect(page.get_by_role("button", name="Show the solution")).to_be_visible()
    answer(page, BEST)
    expect(page.locator("#status")).to_contain_text("That is the best choice.")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    assert page.evaluate("window.same")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert faults(page) == []
    page.keyboard.press("Enter")
    page.wait_for_url("**/puzzles/2")
    page.goto("/puzzles")
    expect(page.locator("[data-solved]")).to_have_count(1)
