"""The end of a game in a browser: the reckoning that is played, a rematch of two people, the film of two bots."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import Program, led_from, start, until, version

LAST_ROUND = 8
PRESS_REMATCH = "document.querySelector('form[data-after] button').click()"
PRESSED_JUST_NOW = "game => sessionStorage.setItem('rematch', JSON.stringify([game, Date.now()]))"
LONG_FILM = """
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    return animate.call(this, frames, document.querySelector(".reckon") ? { ...options, duration: 1e8 } : options);
  };
"""
"""The film of the end never ends by itself, however long a test takes to look at it."""
RATES = "[...new Set(document.getAnimations().map(each => each.playbackRate))]"
"""How fast everything on a page moves."""


def give_up(page: Page, address: str) -> None:
    page.goto(f"{address}?ask=resign")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#now")).to_have_attribute("data-over", "")


def led_on(address: str, *pages: Page) -> str:
    """All are led to another table by themselves, and its cards lie there."""
    table = led_from(address, *pages)
    for page in pages:
        expect(page.locator("#counter button.card").first).to_be_visible()
    return table


def test_two_browsers_go_through_rematches_with_their_names_and_their_own_chains(visitor: Visitors) -> None:
    ines, marta = visitor(), visitor(phone=True)
    address = start(ines, "invite")
    marta.goto(ines.locator("#invitation").input_value())
    marta.get_by_label("Your name").first.fill("Marta")
    marta.get_by_role("button", name="Sit down").click()
    expect(ines.locator("#counter")).to_contain_text("Marta")
    give_up(ines, address)
    ines.get_by_role("button", name="Rematch").click()
    expect(marta.locator("#status")).to_contain_text("wants a rematch")
    ines.get_by_role("button", name="Withdraw the offer").click()
    expect(marta.locator("form[data-after]")).to_be_visible()
    ines.get_by_role("button", name="Rematch").click()
    marta.get_by_role("button", name="wants a rematch: sit down").click()
    address = led_on(address, ines, marta)
    expect(ines.locator("#counter")).to_contain_text("Marta")
    give_up(marta, address)
    expect(ines.get_by_role("button", name="Rematch")).to_be_visible()
    for page in (ines, marta):  # both at the same moment
        page.evaluate(PRESS_REMATCH)
    led_on(address, ines, marta)
    for page in (ines, marta):
        assert '"kind":"person"' in str(page.locator("#now").get_attribute("data-dice"))


def test_a_press_counts_for_an_offer_that_came_meanwhile_and_leads_to_a_table_that_has_begun(visitor: Visitors) -> None:
    ines, marta = visitor(), visitor(phone=True)
    address = start(ines, "invite")
    marta.goto(ines.locator("#invitation").input_value())
    marta.get_by_role("button", name="Sit down").click()
    expect(marta.locator("#counter button.card").first).to_be_visible()
    give_up(ines, address)
    held: list[Route] = []
    ines.route("**/reserve", lambda route: held.append(route), times=1)  # noqa: PLW0108 - a builtin can't be a handler
    ines.get_by_role("button", name="Rematch").click()
    until(ines, lambda: held, "Nothing was reserved")
    marta.get_by_role("button", name="Rematch").click()
    led_on(address, ines, marta)
    assert '"kind":"person"' in str(ines.locator("#now").get_attribute("data-dice"))
    ines.goto(address)
    expect(ines.get_by_role("link", name="To the rematch")).to_be_visible()
    ines.evaluate(PRESSED_JUST_NOW, address.split("/")[-1])
    ines.reload()
    led_on(address, ines, marta)


def before_the_last_press(page: Page) -> None:
    """A game on one screen that the next press ends; from now on what happens moves."""
    program = Program(page)
    game = program.play(
        program.create(), lambda game: game["state"]["round"] == LAST_ROUND and "shanghai" in game["legal"]
    )
    page.goto(f"/t/{game['id']}?ask=call")
    page.emulate_media(reduced_motion="no-preference")


def test_the_end_is_told_nation_by_nation_and_a_key_leads_to_what_it_comes_to(visitor: Visitors) -> None:
    page = visitor()
    page.add_init_script(LONG_FILM)
    before_the_last_press(page)
    page.locator("#tray [value=shanghai]").click()
    film = page.locator(".reckon")
    expect(film).to_be_visible()
    expect(film.get_by_role("button", name="Skip to the end")).to_be_focused()
    until(page, lambda: page.evaluate(RATES) == [1], "The film does not run")
    page.keyboard.press("Space")
    until(page, lambda: page.evaluate(RATES) == [0], "The film is not held")
    page.keyboard.press("Enter")
    expect(film).to_have_count(0)
    expect(page.locator("#res")).to_be_focused()
    expect(page.get_by_role("button", name="Rematch")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#decided a")).to_have_text("See that turn")
    totals = page.locator(".verdict .big span").all_inner_texts()
    so_far = page.locator(".story .last .run").inner_text()
    assert [total.split("\n")[-1] for total in totals] == so_far.split(" : ")
    page.get_by_role("button", name="Show it again").click()
    expect(film).to_be_visible()
    page.mouse.click(5, 5)
    expect(film).to_have_count(0)


def is_over(page: Page) -> bool:
    """Whether the game is over for whoever would load its page now."""
    return "data-over" in page.request.get(page.url).text()


def test_a_film_of_two_bots_is_held_and_gone_on_with_step_by_step(
    visitor: Visitors, release_bots: Callable[[], None]
) -> None:
    page = visitor()
    start(page, "bots")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#live")).to_have_text("Live")
    held = version(page)
    release_bots()
    page.get_by_role("button", name="One step").click()
    expect(page.locator("#now")).not_to_have_attribute("data-version", str(held))
    stepped = version(page)
    until(page, lambda: is_over(page), "The bots do not come to an end")
    assert version(page) == stepped
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#now")).to_have_attribute("data-over", "")
    assert page.get_by_role("button", name="Pause").count() == 0
