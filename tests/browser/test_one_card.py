"""A card that hits the opponent's dice, which no page has been told of, played with the page's script."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import WHATEVER, asked, press, until
from tests.browser.serving import serving
from tests.browser.test_motion import LISTEN, MOVING, moved
from tests.one_card.planted import environment, planted

FLOWN = "moved.filter(each => each === 'stage die').length"
"""How many dice have flown over the page."""
THEIR_DICE = "#counter .dice[data-of=them] > .die"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has the made-up cards."""
    copy = planted(tmp_path_factory.mktemp("house"))
    with serving(tmp_path_factory.mktemp("data"), environment(copy)) as address:
        yield address


def broadside(page: Page) -> None:
    """Two people on one screen place dice until whoever is asked can choose among two of the other's."""
    page.goto("/new")
    page.locator("[name=mode][value=hot-seat]").check(force=True)
    page.locator("[name=preset][value=custom]").check(force=True)
    page.locator("[name=broadside]").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    half = page.locator("#tray a.half", has_text="Broadside")
    asked(page)
    while not (half.count() and page.locator(THEIR_DICE).count() == 2):
        press(page, WHATEVER)
        asked(page)
    half.click()


def test_two_dice_of_the_opponent_are_pressed_one_after_the_other_and_both_fly_home(visitor: Visitors) -> None:
    page = visitor(**MOVING)
    page.add_init_script(LISTEN)
    broadside(page)
    expect(page.locator("#ask")).to_have_text("Broadside: which of the opponent’s dice on cards?")
    expect(page.locator("#tray .put .die").first).to_have_attribute("data-of", "them")
    page.locator("#tray a.put").first.click()
    expect(page.locator("#tray")).to_contain_text("Chosen so far:")
    moved(page)
    page.locator("#tray button.put").first.click()
    expect(page.locator(THEIR_DICE)).to_have_count(0)
    until(page, lambda: page.evaluate(FLOWN) >= 2, "Not both dice went back")
    expect(page.locator(".log")).to_contain_text("sent the opponent’s")


def test_one_of_them_will_do_and_the_choice_can_begin_anew(visitor: Visitors) -> None:
    page = visitor()
    broadside(page)
    page.locator("#tray a.put").first.click()
    page.get_by_role("link", name="Choose again").click()
    expect(page.locator("#tray")).not_to_contain_text("Chosen so far:")
    page.locator("#tray a.put").first.click()
    page.locator("#tray").get_by_role("button", name="Broadside:").last.click()
    expect(page.locator(THEIR_DICE)).to_have_count(1)
