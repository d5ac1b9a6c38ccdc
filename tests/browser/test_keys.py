"""A round by keys alone: they press what can be seen, walk where they fit twice, and can be switched off."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import asked, changed, press, start


def test_keys_roll_choose_the_end_place_and_take_back(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    _hit(page, "r")
    expect(page.locator("#ask")).to_have_text("Where is number 1?")
    expect(page.locator(".plate b").first).to_have_text("?")
    left = page.locator("#tray [data-end=left]").first
    number = left.get_attribute("aria-keyshortcuts") or ""
    left.focus()
    page.keyboard.press(number)
    right = page.locator(f"#tray [data-end=right][aria-keyshortcuts='{number}']")
    expect(right).to_be_focused()
    expect(page.locator(f"#slot-{right.get_attribute('data-at')}[data-looked]")).to_be_visible()
    expect(page.locator("#seat-me .to")).to_be_visible()
    _hit(page, "Enter")
    expect(page.locator("#ask")).to_have_text("Roll the dice")
    _hit(page, "u")
    expect(page.locator("#ask")).to_have_text("Where is number 1?")


def test_an_end_that_was_chosen_survives_a_reload_and_escape_goes_back(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    _hit(page, "r")
    page.locator("#end-right").click()
    expect(page.locator("#ask")).to_have_text("Place one die")
    page.reload()
    expect(page.locator("#ask")).to_have_text("Place one die")
    expect(page.locator(".plate b").first).to_have_text("6")
    _hit(page, "Escape")
    expect(page.locator("#ask")).to_have_text("Where is number 1?")


def test_keys_and_figures_go_when_they_are_not_wanted(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    _hit(page, "r")
    expect(page.locator("#tray .stakes").first).to_be_visible()
    page.locator("#menu summary").click()
    for name in ("worth", "keys"):
        with page.expect_response("**/settings"):
            page.locator(f"[name={name}]").uncheck()
    page.locator("#menu summary").click()
    expect(page.locator("#tray .stakes").first).to_be_hidden()
    while not page.locator("#tray .btn-shanghai .stakes").count():
        press(page, ("place", "?end=", "roll"))
    expect(page.locator("#tray .btn-shanghai .stakes")).to_be_hidden()
    page.locator("body").press("?")
    assert page.url.endswith(page.locator("#main").get_attribute("data-address") or "none")


def _hit(page: Page, key: str) -> None:
    """Hit a key as soon as something is asked, and wait until the page has changed."""
    before = asked(page)
    page.keyboard.press(key)
    changed(page, before, key)
