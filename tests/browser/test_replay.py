"""A replay by hand and by itself: no page is loaded, the address goes along, and whoever listens is told."""

import re
from dataclasses import replace

from playwright.sync_api import Page, expect

from shanghaien.rules import to_text
from tests.ai.review.test_reviewer import random_game
from tests.browser.conftest import Visitors
from tests.browser.test_pages import faults

RECORD = replace(random_game(12), tags={"Player-A": "Anna", "Player-B": "Marta"})
PLACE = "document.querySelector('#moves [aria-current] a')?.dataset.step ?? ''"


def brought(page: Page) -> Page:
    """The replay of the record, marked so that a page load would be noticed."""
    page.goto("/import")
    page.get_by_label("Record").fill(to_text(RECORD))
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.evaluate("window.same = true")
    return page


def at(page: Page, step: int) -> None:
    """The page tells everywhere that it shows this step, and is still the same page."""
    expect(page.locator("#count")).to_contain_text(f"Move {step} of")
    expect(page.locator("#slider")).to_have_value(str(step))
    assert page.url.endswith(f"?step={step}")
    assert page.evaluate("window.same")


def test_a_replay_goes_by_keys_slider_links_and_log_without_loading_a_page(visitor: Visitors) -> None:
    page = brought(visitor(reduced_motion="no-preference"))
    last = int(page.locator("#slider").get_attribute("max") or 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 3)
    assert int(page.evaluate(PLACE)) >= 3
    expect(page.locator("#status")).to_contain_text("Move 3 of")
    page.keyboard.press("End")
    at(page, last)
    expect(page.get_by_role("link", name="One move on")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("link", name="One move back").click()
    at(page, last - 1)
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#slider").fill("20")
    at(page, 20)
    page.locator("#moves a").nth(4).click()
    expect(page.locator("#moves [aria-current] a")).to_have_text(page.locator("#moves a").nth(4).inner_text())
    assert faults(page) == []


def test_a_replay_plays_by_itself_until_it_is_held_and_its_link_leads_back(visitor: Visitors) -> None:
    page = brought(visitor(phone=True))
    page.get_by_label("4×").check(force=True)
    page.locator("#board").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#count")).to_contain_text(re.compile(r"Move ([3-9]|\d\d+) of"))  # some may pass unseen
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    step, link = page.locator("#slider").input_value(), page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(str(page.locator("#here").get_attribute("href")))
    expect(page.locator("#count")).to_contain_text(f"Move {step} of")
    assert page.url == link
    expect(page.get_by_role("heading", name="Anna vs Marta", exact=True)).to_be_visible()
    assert faults(page) == []
