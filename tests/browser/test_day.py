"""A whole deal of the day on a phone: begun, left, gone on with, played to its end, ranked, and told to others."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.playing import play_to_the_end, press


def test_a_day_on_a_phone_from_its_first_row_to_the_text_to_share(visitor: Visitors) -> None:
    page = visitor(phone=True)
    page.goto("/day")
    expect(page.locator(".covered")).to_contain_text("Play first")
    expect(page.locator(".btn-roll")).to_have_count(1)
    page.get_by_role("button", name="Play today’s deal").click()
    page.wait_for_url("**/t/*")
    press(page)
    page.goto("/day")
    page.get_by_role("button", name=re.compile("Continue with round 1")).click()
    page.wait_for_url("**/t/*")
    play_to_the_end(page)
    expect(page.get_by_text("Rematch")).to_have_count(0)
    page.get_by_role("link", name="Table of the day").click()
    expect(page.locator(".rounds li")).to_have_count(8)  # the page looks again by itself until the review is there
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    told = page.locator("#share-text").input_value().splitlines()
    assert told[0].startswith("Shanghaien, ")
    assert re.fullmatch(r"[●◐○]{8}  mistakes cost [\d.]+", told[1])
    assert told[2] == "place 1 of 1"
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.locator(".dtab .mine")).to_contain_text("a guest")
    page.get_by_role("link", name="The Captain’s line").click()
    expect(page.get_by_role("heading", name="Captain vs Boatswain", exact=True)).to_be_visible()
