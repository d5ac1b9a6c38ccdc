"""The start page of whoever has games: each is told by its row of cards, on a phone as on a desk."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import WHATEVER, press, start

Keep = Callable[[Page, str], None]


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_games_show_their_rows_and_shut_nobody_out(visitor: Visitors, keep: Keep, light: str, phone: bool) -> None:
    page = visitor(phone=phone, color_scheme=light)
    start(page, "hot-seat")
    for step in ("roll", "?end=", "place"):
        press(page, (step, *WHATEVER))
    page.goto("/day")
    page.get_by_role("button", name="Play today’s deal").click()
    page.wait_for_url("**/t/*")
    deal = page.locator("#where .deal")
    expect(deal).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/")
    expect(page.locator(".btn-roll")).to_have_count(1)
    rows = page.locator(".games .minirow")
    expect(rows).to_have_count(2)
    expect(rows.first.locator(":scope > span")).to_have_count(6)
    expect(page.locator(".minirow > [data-of]").first).to_be_visible()
    expect(page.locator(".games a").filter(has_text="Deal of the day, ")).to_have_count(1)
    keep(page, f"start-with-games-{'phone' if phone else 'desktop'}-{light}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).generate_report().startswith("Found 0 accessibility violations")


def test_a_newcomers_gold_button_is_as_wide_as_its_words_and_fills_a_phone(visitor: Visitors) -> None:
    for phone in (False, True):
        page = visitor(phone=phone)
        page.goto("/")
        gold, around = page.locator(".btn-roll"), page.locator(".hero .acts")
        expect(gold).to_have_count(1)
        wide, room = gold.bounding_box(), around.bounding_box()
        assert wide is not None
        assert room is not None
        assert wide["width"] < 330 if not phone else wide["width"] == room["width"]
