"""Whole games by pressing buttons."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import LIKING, asked, follows, led_from, mover_first, press, start

Keep = Callable[[Page, str], None]
KINDS = {"roll", "place", "keep", "one", "take", "ask=call", "shanghai"}
KINDS |= {f"play {trick}" for trick in ("again", "both", "double", "extra roll-all")}
"""What a game with every expansion brings at least, if nothing is pressed twice while there is something new."""
OFFERED = "[...document.querySelectorAll('#tray button[name=action]:not([disabled])')].map(each => each.value)"


def test_two_clicks_lead_from_the_start_page_into_a_game_against_a_bot(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator("#counter")).to_be_visible()
    press(page)


def test_a_whole_hot_seat_game_with_every_expansion_on_a_phone_never_scrolls_sideways(
    visitor: Visitors, keep: Keep
) -> None:
    page, pressed = visitor(phone=True), set[str]()
    start(page, "hot-seat", "everything")
    while not asked(page).over:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        offered = [str(each) for each in page.evaluate(OFFERED)]
        unknown = [each for each in offered if kind(each) not in pressed]  # so that as many kinds as can be are pressed
        pressed.add(kind(press(page, (*unknown, *LIKING))))
    assert pressed >= KINDS
    expect(page.locator("#res")).to_have_text(re.compile(r"wins|draw", re.IGNORECASE))
    keep(page, "game-over-phone")


def kind(action: str) -> str:
    """What is done, whatever it is done to."""
    return re.sub(r"\d+|[A-Z]{3}|left|right", "", action.rpartition("?")[2]).strip()


def test_two_browsers_by_link_and_a_watcher_see_the_same_game(visitor: Visitors) -> None:
    host, guest, watcher = visitor(), visitor(phone=True), visitor()
    address = start(host, "invite")
    link = host.locator("#invitation").input_value()
    watcher.goto(address.replace("/t/", "/watch/"))
    guest.goto(link)
    guest.get_by_label("Your name").first.fill("Marta")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#counter")).to_contain_text("Marta")  # without a reload
    for _ in range(12):
        press(mover_first(host, guest)[0])
    host.goto(f"{address}?ask=resign")
    host.get_by_role("button", name="Resign").click()
    expect(host.locator("#now")).to_have_attribute("data-over", "")
    version = host.locator("#now").get_attribute("data-version")
    for page in (guest, watcher):
        expect(page.locator("#now")).to_have_attribute("data-version", str(version))
        expect(page.locator("#now")).to_have_attribute("data-over", "")
    assert watcher.locator("button[name=action]").count() == 0
    host.get_by_role("button", name="Rematch").click()
    guest.get_by_role("button", name="wants a rematch: sit down").click()
    led_from(address, host, guest)
    expect(watcher.get_by_role("link", name="To the rematch")).to_be_visible()
    expect(host.locator("#counter button.card").first).to_be_visible()
    expect(guest.locator("#counter button.card").first).to_be_visible()
    mover, other = mover_first(host, guest)
    press(mover)
    follows(other, mover)


def test_a_second_visitor_of_the_same_invitation_watches(visitor: Visitors) -> None:
    host, first, second = visitor(), visitor(), visitor()
    start(host, "invite")
    link = host.locator("#invitation").input_value()
    for page in (first, second):
        page.goto(link)
    first.get_by_role("button", name="Sit down").click()
    expect(first.locator("#counter")).to_be_visible()
    second.get_by_role("button", name="Sit down").click()
    expect(second.get_by_text("Somebody has taken this seat already")).to_be_visible()


def test_a_round_without_javascript(visitor: Visitors) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/new")
    page.locator("[name=mode][value=hot-seat]").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    while "Round 1" in page.locator("#where").inner_text():
        _press_unscripted(page)
    expect(page.locator("#log")).to_contain_text("Shanghai")


def test_overviews_open_without_javascript(visitor: Visitors) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/new")
    page.locator("[name=mode][value=hot-seat]").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="French", exact=True).click()
    expect(page.locator("#pop-fr")).to_be_visible()


def _press_unscripted(page: Page) -> None:
    page.wait_for_load_state()  # a press leads to a page that comes piece by piece
    for wanted in ("[value=shanghai]", "[href$='ask=call']", "[value^=place]", "[href$='?end=left']", "[value=roll]"):
        offered = page.locator(f":is(button, a){wanted}:not([disabled])")
        if offered.count():
            offered.first.click()
            return
    raise AssertionError(page.title())
