"""Ways into a game: the browser agrees on the dice before the form is sent, or lets the server hold its chain."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.dice_pages import checked, dice, followed, posts, tags
from tests.browser.playing import asked, led_from, press, start


def test_without_script_the_server_shows_its_commitment_before_it_takes_a_word(visitor: Visitors) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/new")
    page.locator("summary").filter(has_text="More options").click()
    page.get_by_label("Add to the randomness (optional)").fill("Ahoy")
    page.get_by_role("button", name="Start the game").click()
    promised = page.locator("dl.promise dd").all_inner_texts()
    page.get_by_label("Add to the randomness (optional)").fill("Ahoj")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    told = tags(page, page.url)
    assert promised[:4] == [told["Game-Id"], *told["Reserved"].split(" ")]
    assert told["Creator"].split(" ")[1::2] == ["entrusted", b"Ahoj".hex()]
    page.locator("[value=roll]").click()
    expect(page.locator("[value^=place], [href*='end=']").first).to_be_visible()


def test_whoever_turns_scripts_off_can_entrust_their_chain(visitor: Visitors) -> None:
    page, plain = visitor(), visitor(java_script_enabled=False)
    address = start(page, "hot-seat")
    plain.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    page.goto("/dice")
    plain.goto(address)
    plain.locator("[value=roll]").click()
    plain.get_by_role("button", name="Let the server keep it").click()
    expect(plain.locator("[value^=place], [href*='end=']").first).to_be_visible()
    assert tags(plain, address)["Anew"] == "c 1 held"
    page.goto(address)
    expect(page.locator("#notice")).to_contain_text("this browser did not ask for it")


def test_one_press_makes_one_game_and_none_waits_for_a_server_that_reserves_nothing(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    sent = posts(page)
    page.route("**/reserve", lambda route: route.abort())
    page.evaluate(
        "() => { const [button] = document.querySelectorAll('[value=bot]'); button.click(); button.click(); }"
    )
    page.wait_for_url("**/t/*")
    assert [each.to for each in sent] == ["reserve", "new"]
    assert dice(page)["kind"] == "entrusted"
    press(page)


def by_the_guide(page: Page) -> None:
    page.goto("/")
    page.context.add_cookies([{"name": "voyage", "value": "done", "url": page.url}])
    page.goto("/")
    page.get_by_role("button", name="Play the Cabin Boy").click()


def by_an_own_mix(page: Page) -> None:
    page.goto("/new")
    page.locator("[name=mode][value=hot-seat]").check(force=True)
    page.locator("summary").filter(has_text="More options").click()
    page.locator("[name=starter][value=alternate]").dispatch_event("click")
    for count, number in zip(page.locator("[data-count]").all(), "251", strict=True):
        count.fill(number)
    page.locator("[data-box]").nth(2).dispatch_event("click")
    page.get_by_role("button", name="Start the game").click()


def by_a_rematch(page: Page) -> None:
    address = start(page, "bot", "online")
    asked(page)
    page.goto(f"{address}?ask=resign")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Rematch").click()
    led_from(address, page)


@pytest.mark.parametrize("way", [by_the_guide, by_an_own_mix, by_a_rematch])
def test_whichever_way_a_game_begins_the_browser_knows_what_was_agreed_on(
    visitor: Visitors, way: Callable[[Page], None]
) -> None:
    page = visitor()
    way(page)
    page.wait_for_url("**/t/*")
    asked(page)
    assert dice(page)["kind"] == "person"
    assert followed(page)["contract"]
    expect(page.locator("#notice")).to_be_empty()
    assert "What was fixed is what the server gave this browser a receipt for." in checked(page, page.url)


def test_who_preferences_lets_the_server_keep_their_chain(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/new")
    page.locator("summary", has_text="More options").click()
    page.get_by_label("Let the server keep my part of the dice").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    assert tags(page, page.url)["Creator"].split(" ")[1] == "entrusted"
