"""After a game the browser compares the server's public log with what it has seen, and says what is wrong with it."""

from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitors
from tests.browser.test_fairness import resigned_game

REMEMBERED = "JSON.parse(localStorage.getItem('public-log') ?? 'null')"


def remembered(page: Page) -> dict[str, Any]:
    """What this browser keeps of the log, once it has asked for it."""
    page.wait_for_function(f"() => {REMEMBERED} !== null")
    kept: dict[str, Any] = page.evaluate(REMEMBERED)
    return kept


def shown_again(page: Page, old: str) -> None:
    """From now on the server shows a head of before, which it has signed."""

    def answer(route: Route) -> None:
        route.fulfill(content_type="application/json", body=old)

    page.route("**/dice/log/head", answer)


def test_the_log_is_compared_after_a_game_and_on_the_page_that_checks_the_dice(visitor: Visitors) -> None:
    page = visitor()
    address = resigned_game(page)
    first = remembered(page)
    assert set(first["heads"]) == set(first["keys"]) == {"1"}
    resigned_game(page)
    page.wait_for_function(f"() => {REMEMBERED}.heads[1].size > {first['heads']['1']['size']}")
    expect(page.locator("#notice")).to_be_empty()
    page.goto(f"{address}/dice")
    expect(page.locator("#verdict")).to_have_text("Nothing is wrong with these dice.")
    expect(page.locator("#checks")).to_contain_text("goes on from what this browser saw before")


def test_a_server_that_shows_an_older_log_is_named_at_the_table_and_on_the_page_that_checks_the_dice(
    visitor: Visitors,
) -> None:
    page = visitor()
    resigned_game(page)
    first = remembered(page)["heads"]["1"]
    old = page.request.get("/dice/log/head").text()
    address = resigned_game(page)
    page.wait_for_function(f"() => {REMEMBERED}.heads[1].size > {first['size']}")
    shown_again(page, old)
    page.goto(address)
    expect(page.locator("#notice")).to_contain_text("The public log of this server contradicts")
    page.goto(f"{address}/dice")
    expect(page.locator("#checks")).to_contain_text("entries now, and had")
    expect(page.locator("#verdict")).to_have_text("Something is wrong with this record.")


def test_a_log_that_cannot_be_asked_is_a_note(visitor: Visitors) -> None:
    page = visitor()
    page.route("**/dice/log/**", lambda route: route.abort())
    page.goto(f"{resigned_game(page)}/dice")
    expect(page.locator("#checks")).to_contain_text("The public log could not be asked now")
    expect(page.locator("#verdict")).to_have_text("Nothing is wrong with these dice.")
