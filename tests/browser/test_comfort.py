"""Keyboard, live updates, lost connections, settings: what makes the table pleasant and open to everybody."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import asked, changed, follows, mover_first, press, seen, start, until

WEIGHT_LIMIT = 150_000


def test_a_round_by_keyboard_alone_from_the_start_page(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    _tab_to(page, "Play a bot now")
    page.keyboard.press("Enter")
    asked(page)
    _tab_to(page, "Roll")
    for _ in range(6):  # after a move the focus is in the tray, so Enter goes on
        before = seen(page)
        if not page.evaluate("document.activeElement.closest('#tray, #counter') !== null"):
            _tab_into_tray(page)
        page.keyboard.press("Enter")
        changed(page, before, "Enter")
        asked(page)
    expect(page.locator("#log li").first).to_be_visible()


def test_the_focus_stays_visible_and_goes_to_the_tray_after_a_move(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    page.locator("#tray [value=roll]").click()
    expect(page.locator("#tray .put").first).to_be_focused()
    page.locator(".end.left").press("Enter")
    expect(page.locator("#tray .put").first).to_be_focused()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"


def test_a_move_of_the_other_appears_without_a_reload_and_the_title_says_whose_turn_it_is(visitor: Visitors) -> None:
    host, guest = _two_players(visitor)
    mover, other = mover_first(host, guest)
    expect(mover).to_have_title(re.compile("Your turn"))
    other.evaluate("window.untouched = true")
    press(mover)
    follows(other, mover)
    assert other.evaluate("window.untouched")
    expect(other.locator("[role=log]")).to_contain_text("rolled")


def test_a_cut_line_is_shown_and_heals_by_itself(visitor: Visitors) -> None:
    host, guest = _two_players(visitor)
    mover, other = mover_first(host, guest)
    other.evaluate("window.untouched = true")
    other.context.set_offline(True)
    expect(other.locator("#lost")).to_be_visible()
    press(mover)
    other.context.set_offline(False)
    follows(other, mover)
    expect(other.locator("#lost")).to_be_hidden()
    assert other.evaluate("window.untouched")


def test_a_move_made_while_the_line_is_cut_is_sent_when_it_is_back(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    asked(page)
    page.context.set_offline(True)
    page.locator("#tray [value=roll]").click()
    expect(page.locator("#lost")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#ask")).to_have_text("Where is number 1?")
    expect(page.locator("#lost")).to_be_hidden()


def test_shanghai_is_asked_about_once_more_unless_that_is_switched_off(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    without_call = ("place", "?end=", "roll")
    while not page.locator("#tray [href*='ask=call']").count():
        press(page, without_call)
    page.get_by_role("link", name="Shanghai!").click()
    expect(page.get_by_role("heading", name="Call Shanghai now?", exact=True)).to_be_visible()
    page.get_by_role("link", name="Not yet").click()
    page.locator("#menu summary").click()
    with page.expect_navigation():
        page.get_by_label("Ask before calling Shanghai").uncheck()
    page.get_by_role("button", name="Shanghai!").click()
    expect(page.locator("#counter.told")).to_be_visible()


def test_a_choice_can_be_taken_back_until_something_is_revealed(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    for wanted in ("roll", "?end=", "place"):
        press(page, (wanted,))
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#ask")).to_have_text("Where is number 1?")


def test_the_theme_can_be_chosen_and_is_kept(visitor: Visitors) -> None:
    page = visitor(color_scheme="dark")
    page.goto("/")
    page.locator("#menu summary").click()
    with page.expect_response("**/settings"):
        page.locator("[name=theme][value=light]").check(force=True)
    page.goto("/new")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_the_reason_for_each_card_is_shown_on_focus(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    page.locator(".slot .card").first.focus()
    expect(page.locator(".slot .why").first).to_be_visible()


@pytest.mark.rule(47)
def test_the_overview_of_a_nation_opens_and_closes(visitor: Visitors) -> None:
    page = visitor(phone=True)
    start(page, "hot-seat")
    page.get_by_role("button", name="French", exact=True).click()
    expect(page.locator("#pop-fr")).to_be_visible()
    page.locator("#pop-fr").get_by_role("button", name="Close").click()
    expect(page.locator("#pop-fr")).to_be_hidden()


@pytest.mark.rule(47)
def test_overviews_show_on_hover_and_on_focus_and_a_press_keeps_them(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    french, score = page.get_by_role("button", name="French", exact=True), page.get_by_role("button", name="Score now")
    french.hover()
    expect(page.locator("#pop-fr.peek")).to_be_visible()
    score.hover()
    expect(page.locator("#pop-fr")).to_be_hidden()
    expect(page.locator("#pop-score.peek")).to_be_visible()
    page.mouse.move(1, 1)
    expect(page.locator(".pop:popover-open")).to_have_count(0)
    score.focus()
    page.keyboard.press("Tab")
    expect(page.locator("#pop-am.peek")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#pop-am:not(.peek)").get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#pop-am")).to_be_hidden()
    expect(page.get_by_role("button", name="American", exact=True)).to_be_focused()


def test_a_host_waits_before_six_cards_face_down_and_is_named_to_the_guest(visitor: Visitors) -> None:
    host, guest = visitor(), visitor(phone=True)
    host.goto("/")
    host.get_by_role("button", name="Invite a friend").click()
    expect(host.locator("#counter .card.down")).to_have_count(6)
    host.get_by_label("Your name").fill("Jonas")
    host.get_by_role("button", name="Save").click()
    expect(host.locator("#now")).to_have_attribute("data-version", "2")
    guest.goto(host.locator("#invitation").input_value())
    expect(guest.get_by_role("heading", level=1)).to_have_text("Jonas invites you to a game")


def test_resigning_is_asked_about_and_offers_a_rematch(visitor: Visitors) -> None:
    page = visitor()
    start(page, "bot")
    asked(page)  # a move of the bot would renew the page and put the question away
    page.locator("#menu summary").click()
    page.get_by_role("link", name="Resign…").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#res")).to_contain_text("wins")
    address = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#tray #ask")).to_be_visible()
    assert page.url != address


def test_a_move_of_the_other_puts_no_open_question_and_no_overview_away(visitor: Visitors) -> None:
    host, guest = _two_players(visitor)
    mover, other = mover_first(host, guest)
    other.locator("#menu summary").click()
    other.get_by_role("link", name="Resign…").click()
    expect(other.get_by_role("button", name="Resign")).to_be_visible()
    other.get_by_role("button", name="French", exact=True).click()
    expect(other.locator("#pop-fr")).to_be_visible()
    for _ in range(2):
        press(mover, ("place", "?end=", "roll"))
        follows(other, mover)
        expect(other.locator("#pop-fr")).to_be_visible()
        expect(other.get_by_role("button", name="Resign")).to_be_visible()
    other.keyboard.press("Escape")
    other.get_by_role("button", name="Resign").click()
    expect(mover.locator("#res")).to_contain_text("win")


def test_a_name_half_typed_survives_what_happens_meanwhile(visitor: Visitors) -> None:
    host, second = visitor(), visitor()
    address = start(host, "invite")
    host.goto(address.replace("/t/", "/seat/of/"))
    host.get_by_role("button", name="Make a private link").click()
    second.goto(host.locator("#carry").input_value())
    second.get_by_role("button", name="Play here").click()
    second.get_by_label("Your name").click()
    second.keyboard.type("Mar")
    before = str(second.locator("#now").get_attribute("data-version"))
    host.goto(address)
    host.get_by_label("Your name").fill("Anna")
    host.get_by_role("button", name="Save").click()
    expect(second.locator("#now")).not_to_have_attribute("data-version", before)
    expect(second.get_by_label("Your name")).to_be_focused()
    expect(second.get_by_label("Your name")).to_have_value("Mar")


def test_an_invitation_can_be_called_off(visitor: Visitors) -> None:
    host, guest = visitor(), visitor()
    start(host, "invite")
    link = host.locator("#invitation").input_value()
    host.get_by_role("button", name="Cancel the invitation").click()
    expect(host.get_by_role("heading", name="Hire the better crew.")).to_be_visible()
    guest.goto(link)
    expect(guest.get_by_text("This invitation was called off.")).to_be_visible()


def test_the_menu_of_a_game_that_has_begun_offers_to_resign_without_a_reload(visitor: Visitors) -> None:
    host, _ = _two_players(visitor)
    host.locator("#menu summary").click()
    expect(host.get_by_role("link", name="Resign…")).to_be_visible()


def test_the_first_visit_of_a_table_loads_less_than_150_kilobytes(visitor: Visitors) -> None:
    page = visitor()
    address = start(page, "hot-seat")
    fresh = visitor()
    session = fresh.context.new_cdp_session(fresh)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    fresh.goto(address)  # until everything that the page names has come
    until(fresh, lambda: len(sizes) > len(loaded(fresh)), "Something named was not loaded")
    assert {"style.css", "table.js"} <= {name.split("/")[-1] for name in loaded(fresh)}
    assert 10_000 < sum(sizes) < WEIGHT_LIMIT


@pytest.mark.parametrize("path", ["/", "/new", "/lobby", "/rules", "/voyage", "/dice", "/puzzles", "table"])
def test_a_page_names_every_script_that_is_loaded_so_that_all_are_asked_for_at_once(
    visitor: Visitors, path: str
) -> None:
    page = visitor()
    page.goto(start(page, "hot-seat") if path == "table" else path)
    named = page.evaluate(
        "[...document.querySelectorAll('link[rel=modulepreload], script[src]')].map((each) => each.href || each.src)"
    )
    assert {name for name in loaded(page) if name.endswith(".js") and "/static/" in name} == set(named)
    assert len(named) == len(set(named))


def loaded(page: Page) -> list[str]:
    """The files that came with a page."""
    names = page.evaluate(
        "performance.getEntriesByType('resource').filter(each => each.responseEnd).map(each => each.name)"
    )
    return [str(name) for name in names]


def _two_players(visitor: Visitors) -> tuple[Page, Page]:
    host, guest = visitor(), visitor()
    start(host, "invite")
    guest.goto(host.locator("#invitation").input_value())
    guest.get_by_role("button", name="Sit down").click()
    guest.locator("#counter button.card").first.wait_for()
    host.locator("#counter button.card").first.wait_for()
    return host, guest


def _tab_to(page: Page, text: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("text => (document.activeElement.textContent ?? '').trim().startsWith(text)", text):
            return
    raise AssertionError(f"No way to {text!r} by keyboard.")


def _tab_into_tray(page: Page) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#tray, .end') !== null"):
            return
    raise AssertionError("No way into the tray by keyboard.")
