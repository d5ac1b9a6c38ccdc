"""The first voyage in a browser: by keyboard, without a page load, on a phone; and the pictures of the rules page."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import until

PHONE = {"width": 390, "height": 844}
PRESSES = (
    *("roll", "place 4", "go on"),
    *("place 1", "place 4", "go on"),
    *("place 5", "go on"),
    *("shanghai", "go on"),
    *("half", "3+", "place 4", "go on"),
    *("6", "5"),
)
"""What a learner presses from the first step to the last; the first 1 and the 6 are not what is meant."""


def press(page: Page, what: str) -> None:
    """Press it by the keyboard and wait until the words have changed."""
    tray = page.locator("#tray")
    before = tray.inner_html()
    if what == "go on":
        page.keyboard.press("Enter")  # the focus is on the heading
    elif what == "half":
        tray.locator("a.half").last.press("Enter")
    else:
        tray.locator(f"button[value$='{what}']").press("Enter")
    expect(page.locator("#tray")).to_be_visible()
    page.locator("#ask:focus").wait_for()
    until(page, lambda: tray.inner_html() != before, f"Nothing happened after {what}")


def test_a_newcomer_sails_by_keyboard_to_a_game_on_a_phone_without_a_page_load(visitor: Visitors) -> None:
    page = visitor(viewport=PHONE)
    page.goto("/")
    page.get_by_role("link", name="First voyage").click()
    page.wait_for_url("**/voyage/1")
    page.evaluate("window.sameDocument = true")
    for what in PRESSES:
        press(page, what)
        assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
    assert page.evaluate("window.sameDocument")
    page.go_back()
    expect(page.locator("#ask")).to_contain_text("How many points")
    page.go_forward()
    page.get_by_role("button", name="To a real game").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".guide")).to_be_visible()


def test_a_press_while_a_die_flies_ends_its_flight_and_counts(visitor: Visitors) -> None:
    page = visitor(reduced_motion="no-preference")
    page.goto("/voyage/2")
    page.locator(".ghost").dispatch_event("click")
    go_on = page.locator("[data-on]")
    go_on.wait_for(state="attached")
    go_on.click(force=True)
    page.wait_for_url("**/voyage/3")
    expect(page.locator("#ask")).to_contain_text("Two dice each")


def test_a_die_is_pressed_or_dragged_onto_a_card_of_a_picture(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/rules")
    trial = page.locator("#trial-place")
    trial.locator(".slot:nth-child(4) a[data-of=me]").click()
    expect(trial.locator(".because")).to_contain_text("Card 4: French 4. You would")
    expect(trial.locator(".slot:nth-child(4) a[data-of=me]")).to_be_focused()
    trial.locator(".supply[data-of=them] .die").first.drag_to(trial.locator(".slot:nth-child(4) .stand"))
    expect(trial.locator(".slot:nth-child(4) a[data-of=them] .die")).to_have_count(2)
    expect(trial.locator(".because")).to_contain_text("Marta would")
