"""What a page asks the server for while a game goes on: as little as can be, and more only when something was lost."""

from collections.abc import Callable

from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import follows, mover_first, press, start

Asked = list[str]


def asked_by(page: Page) -> Asked:
    """What a page asks for from now on, without what a slow machine may ask for more often, or later, than a quick one."""
    asked: Asked = []

    def note(request: Request) -> None:
        what = request.url.split("/")[-1].split("?")[0]
        if what not in {"parts", "groups", "record.json", "icon.svg"}:  # the icon where the address has changed
            asked.append(what)

    page.on("request", note)
    return asked


def two_players(visitor: Visitors, *, sockets: bool = True) -> tuple[Page, Page]:
    host, guest = visitor(sockets=sockets), visitor(sockets=sockets)
    start(host, "invite")
    guest.goto(host.locator("#invitation").input_value())
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.locator("#counter button.card").first.wait_for()
        expect(page.locator("#live")).to_have_text("Live")
    return mover_first(host, guest)


def test_over_sockets_nobody_asks_for_anything(visitor: Visitors) -> None:
    mover, other = two_players(visitor)
    moving, looking = asked_by(mover), asked_by(other)
    for wanted in ("roll", "?end=", "place"):
        press(mover, (wanted,))
    follows(other, mover)
    assert moving == looking == []  # only the open choice in between was fetched


def test_without_sockets_a_move_is_sent_and_nobody_asks_for_a_page(visitor: Visitors) -> None:
    mover, other = two_players(visitor, sockets=False)
    moving, looking = asked_by(mover), asked_by(other)
    for wanted in ("roll", "?end=", "place"):
        press(mover, (wanted,))
    follows(other, mover)
    assert moving == ["act", "act"]  # the end of the row is an open choice in between, which only this page sees
    assert looking == []


def test_overviews_are_fetched_when_they_are_wanted_and_again_when_the_score_has_changed(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    asked = asked_by(page)
    french = page.get_by_role("button", name="French", exact=True)
    for _ in range(2):
        french.click()
        expect(page.locator("#pop-fr")).to_be_visible()
        page.keyboard.press("Escape")
    assert asked.count("overviews") == 1
    page.mouse.move(0, 0)  # else the button below it, when it is renewed, is looked at again
    while page.locator("#counter.told").count() == 0:
        press(page, ("shanghai", "ask=call", "place", "?end=", "roll"))
    french.click()
    expect(page.locator("#pop-fr")).to_be_visible()
    assert asked.count("overviews") == 2


def stream_of(body: str) -> Callable[[Route], None]:
    """A stream that says only this."""
    return lambda route: route.fulfill(content_type="text/event-stream", body=body)


def test_a_sign_of_life_with_another_version_makes_the_page_look(visitor: Visitors) -> None:
    page, second = visitor(), visitor(sockets=False)
    address = start(page, "hot-seat")
    second.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    second.route("**/events?*", stream_of('event: alive\ndata: {"version": 1000}\n\n'))
    second.goto(address)
    press(page)
    follows(second, page)


def test_a_stream_that_asks_to_come_back_is_opened_again_without_alarm(visitor: Visitors) -> None:
    page = visitor(sockets=False)
    page.route("**/events?*", stream_of("retry: 1000\n\nevent: come-back\ndata: {}\n\n"), times=1)
    start(page, "hot-seat")
    expect(page.locator("#live")).to_have_text("Live")
    expect(page.locator("#lost")).to_be_hidden()
    press(page)


def test_moves_go_on_where_no_stream_comes_through(visitor: Visitors) -> None:
    page = visitor(sockets=False)
    page.route("**/events?*", lambda route: route.abort())
    start(page, "hot-seat")
    for wanted in ("roll", "?end=", "place"):
        press(page, (wanted,))


def test_a_choice_that_is_put_away_leaves_the_page_as_it_was(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    press(page, ("roll",))
    before = unlooked(page)
    title = page.title()
    press(page, ("?end=",))
    assert page.title() != title
    page.get_by_role("link", name="Other end").click()
    expect(page.locator("#ask")).to_have_text("Where is number 1?")
    assert (unlooked(page), page.title()) == (before, title)


def unlooked(page: Page) -> str:
    """The board when nothing on it is looked at: what is shows elsewhere too what it would bring."""
    expect(page.locator("#tray :focus")).to_have_count(1)
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("[data-looked], #main[data-numbers]")).to_have_count(0)
    return page.locator("#board").inner_html()


KEY_WHILE_RENEWED = """() => {
  window.unfinished = [];
  const now = document.getElementById("now");
  new MutationObserver(async () => {
    if (now.dataset.renewing === undefined) return;
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
    for (let turn = 0; turn < 500; turn += 1) await null; // no task comes in between, so nothing that waits for one
    window.unfinished.push(now.dataset.renewing !== undefined);
  }).observe(now, { attributeFilter: ["data-renewing"] });
}"""


def test_a_key_while_the_page_is_being_renewed_has_the_rest_done_first(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    page.evaluate(KEY_WHILE_RENEWED)
    press(page, ("roll",))
    assert page.evaluate("unfinished") == [False]


def test_a_refused_move_says_why_and_shows_how_the_table_stands(visitor: Visitors) -> None:
    page = visitor()
    start(page, "hot-seat")
    page.evaluate("document.querySelector('#move [name=version]').value = 1")
    page.locator("#tray [value=roll]").click()
    expect(page.locator("#notice")).to_contain_text("The game has moved on")
    page.evaluate(
        "document.querySelector('#move [name=version]').value = document.querySelector('#now').dataset.version"
    )
    press(page, ("roll",))
    expect(page.locator("#notice")).to_be_empty()
