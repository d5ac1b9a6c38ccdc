"""Whole games by pressing buttons."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from shanghaien.rules import EXPANSIONS
from tests.browser.conftest import Visitors
from tests.browser.playing import mover_first, play_to_the_end, press, seen, start

Keep = Callable[[Page, str], None]


def test_two_clicks_lead_from_the_start_page_into_a_game_against_a_bot(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator("#counter")).to_be_visible()
    press(page)


def test_a_whole_game_against_a_bot_on_a_desktop(visitor: Visitors, keep: Keep) -> None:
    page = visitor()
    start(page, "bot")
    assert play_to_the_end(page) > 8
    expect(page.locator("#res")).to_have_text(re.compile(r"win|draw", re.IGNORECASE))
    keep(page, "game-over-desktop")


def test_a_whole_hot_seat_game_with_every_expansion_on_a_phone_never_scrolls_sideways(
    visitor: Visitors, keep: Keep
) -> None:
    page = visitor(phone=True)
    start(page, "hot-seat", "everything")

    def look(shown: Page) -> None:
        assert shown.evaluate("document.documentElement.scrollWidth") <= 360

    play_to_the_end(page, look)
    keep(page, "game-over-phone")


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_a_whole_game_with_one_expansion(visitor: Visitors, expansion: str) -> None:
    page = visitor()
    page.goto("/new")
    page.locator("[name=mode][value=hot-seat]").check(force=True)
    page.locator("[name=preset][value=custom]").check(force=True)
    page.locator(f"[name={expansion}]").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    pressed = play_to_the_end(page)
    assert pressed > 16
    expect(page.locator("#res")).to_have_text(re.compile(r"wins|draw", re.IGNORECASE))


def test_two_browsers_by_link_and_a_watcher_see_the_same_game(visitor: Visitors) -> None:
    host, guest, watcher = visitor(), visitor(phone=True), visitor()
    address = start(host, "invite")
    link = host.locator("#invitation").input_value()
    watcher.goto(address.replace("/t/", "/watch/"))
    guest.goto(link)
    guest.get_by_label("Your name").first.fill("Marta")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#counter")).to_contain_text("Marta")  # without a reload
    for _ in range(2000):
        if seen(host).over:
            break
        for mover in (host, guest):
            if seen(mover).asks:
                press(mover)
    version = host.locator("#now").get_attribute("data-version")
    for page in (guest, watcher):
        expect(page.locator("#now")).to_have_attribute("data-version", str(version))
        expect(page.locator("#now")).to_have_attribute("data-over", "")
    assert watcher.locator("button[name=action]").count() == 0
    host.get_by_role("button", name="Rematch").click()
    guest.get_by_role("button", name="wants a rematch: sit down").click()
    for player in (host, guest):
        player.wait_for_url(lambda url: url.split("?")[0] != address)
    expect(watcher.get_by_role("link", name="To the rematch")).to_be_visible()
    expect(host.locator("#counter button.card").first).to_be_visible()
    expect(guest.locator("#counter button.card").first).to_be_visible()
    mover, other = mover_first(host, guest)
    press(mover)
    version = str(mover.locator("#now").get_attribute("data-version"))
    expect(other.locator("#now")).to_have_attribute("data-version", version)


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


def test_a_whole_game_without_javascript(visitor: Visitors) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/new")
    page.locator("[name=mode][value=hot-seat]").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    for _ in range(400):
        if page.locator("#now[data-over]").count():
            break
        _press_unscripted(page)
    expect(page.locator("#res")).to_be_visible()


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
