"""The start page of whoever has games: each is told by its row of cards, on a phone as on a desk."""

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Visitors
from tests.browser.playing import WHATEVER, press, start
from tests.browser.test_pages import Keep, check_in_both_lights


def test_games_show_their_rows_and_shut_nobody_out(visitor: Visitors, keep: Keep) -> None:
    page = visitor(phone=True)
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
    for size, view in (("phone", PHONE), ("desktop", DESKTOP)):
        page.set_viewport_size(view)  # type: ignore[arg-type]
        check_in_both_lights(page, f"start-with-games-{size}", keep)


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
