"""The end of a game in a browser: the reckoning that is played, a rematch of two people, the film of two bots."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import asked, press, start


def give_up(page: Page, address: str) -> None:
    page.goto(f"{address}?ask=resign")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#now")).to_have_attribute("data-over", "")


def led_on(address: str, *pages: Page) -> str:
    """All are led to another table by themselves, and its cards lie there."""
    for page in pages:
        page.wait_for_url(lambda url: "/t/" in url and url.split("?")[0] != address)
        expect(page.locator("#counter button.card").first).to_be_visible()
    assert len({page.url for page in pages}) == 1
    return pages[0].url.split("?")[0]


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
    expect(marta.get_by_role("button", name="Rematch")).to_be_visible()
    ines.get_by_role("button", name="Rematch").click()
    marta.get_by_role("button", name="wants a rematch: sit down").click()
    address = led_on(address, ines, marta)
    expect(ines.locator("#counter")).to_contain_text("Marta")
    give_up(marta, address)
    expect(ines.get_by_role("button", name="Rematch")).to_be_visible()
    for page in (ines, marta):  # both at the same moment
        page.evaluate("document.querySelector('form[data-after] button').click()")
    led_on(address, ines, marta)
    for page in (ines, marta):
        assert '"kind":"person"' in str(page.locator("#now").get_attribute("data-dice"))


def play_with_motion_at_the_end(page: Page) -> None:
    """A game on one screen whose last round is shown as it happens."""
    start(page, "hot-seat")
    for _ in range(600):
        if asked(page).over:
            return
        if page.locator("#where").inner_text().startswith("Round 8"):
            page.emulate_media(reduced_motion="no-preference")
        press(page)
    raise AssertionError("The game does not end.")


def test_the_end_is_told_nation_by_nation_and_a_key_leads_to_what_it_comes_to(visitor: Visitors) -> None:
    page = visitor()
    play_with_motion_at_the_end(page)
    film = page.locator(".reckon")
    expect(film).to_be_visible()
    expect(film.get_by_role("button", name="Skip to the end")).to_be_focused()
    page.keyboard.press("Space")
    held = film.locator(".capt p").inner_text()
    page.wait_for_timeout(1500)  # longer than a meeting takes
    assert film.locator(".capt p").inner_text() == held
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


def version(page: Page) -> int:
    return int(str(page.locator("#now").get_attribute("data-version")))


def test_a_film_of_two_bots_is_held_and_gone_on_with_step_by_step(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/new")
    page.locator("[name=mode][value=bots]").check(force=True)
    for field in ("level", "level_b"):  # who thinks for a while, so that the game goes on when the page is there
        page.locator(f"[name={field}][value=captain]").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    held = version(page)
    page.get_by_role("button", name="One step").click()
    expect(page.locator("#now")).not_to_have_attribute("data-version", str(held))
    stepped = version(page)
    page.wait_for_timeout(400)
    assert version(page) == stepped
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#now")).to_have_attribute("data-over", "")
    assert page.get_by_role("button", name="Pause").count() == 0
