"""A page at its socket, behind a proxy that lets none through, and on a line that is lost in between."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visitors
from tests.browser.dice_pages import posts
from tests.browser.playing import asked, follows, mover_first, play_to_the_end, press, start, until

Sockets = list[str]


def sockets_of(page: Page) -> Sockets:
    """The addresses of the sockets that a page opens from now on."""
    opened: Sockets = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    return opened


def streams_of(page: Page) -> list[str]:
    """The addresses of the streams that a page opens from now on."""
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if "/events?" in request.url else None)
    return opened


def together(host: Page, guest: Page, watcher: Page) -> None:
    """A game of two with a watcher, all live."""
    address = start(host, "invite")
    guest.goto(host.locator("#invitation").input_value())
    guest.get_by_role("button", name="Sit down").click()
    watcher.goto(address.replace("/t/", "/watch/"))
    for page in (host, guest, watcher):
        page.locator("#counter .card").first.wait_for()
        expect(page.locator("#live")).to_have_text("Live")


@pytest.mark.parametrize("sockets", [True, False])
def test_players_and_a_watcher_see_each_move_with_sockets_and_without(visitor: Visitors, sockets: bool) -> None:
    host, guest, watcher = pages = [visitor(sockets=sockets) for _ in range(3)]
    opened, streamed = [sockets_of(page) for page in pages], [streams_of(page) for page in pages]
    together(host, guest, watcher)
    for _ in range(14):
        mover, other = mover_first(host, guest)
        press(mover)
        for page in (other, watcher):
            follows(page, mover)
    assert all(bool(each) is not sockets for each in streamed)
    assert sockets is False or all(opened)


@pytest.mark.parametrize("sockets", [True, False])
def test_a_whole_game_is_played_over_either(visitor: Visitors, sockets: bool) -> None:
    page = visitor(sockets=sockets)
    sent, streamed = posts(page), streams_of(page)
    start(page, "hot-seat")
    assert play_to_the_end(page) > 8
    assert "act" in {each.to for each in sent}
    assert bool(streamed) is not sockets


def test_where_no_socket_comes_through_that_is_remembered_for_the_visit(visitor: Visitors) -> None:
    page = visitor()
    tried: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        tried.append(socket.url)
        socket.close()

    page.route_web_socket("**/socket?*", refuse)
    start(page, "hot-seat")
    expect(page.locator("#live")).to_have_text("Live")
    start(page, "hot-seat")
    expect(page.locator("#live")).to_have_text("Live")
    press(page, ("roll",))
    assert len(tried) == 1


Message = dict[str, object]
LOST: dict[str, Callable[[Message], bool]] = {
    "the move": lambda message: message.get("to") == "act",
    "its answer": lambda message: message.get("event") == "answer",
}


def losing(page: Page, meant: Callable[[Message], bool]) -> list[str]:
    """A line that is lost, once, in place of the message that was meant, to the page or from it; what the page sent."""
    sent: list[str] = []
    lost: list[bool] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def to_server(text: str | bytes) -> None:
            sent.append(str(text))
            pass_on(text, server)

        def pass_on(text: str | bytes, to: WebSocketRoute) -> None:
            messages = json.loads(text)
            if not lost and any(map(meant, messages if isinstance(messages, list) else [messages])):
                lost.append(True)
                socket.close()
                server.close()
            else:
                to.send(text)

        socket.on_message(to_server)
        server.on_message(lambda text: pass_on(text, socket))

    page.route_web_socket("**/socket?*", between)
    return sent


@pytest.mark.parametrize("what", LOST)
def test_a_move_whose_line_is_lost_is_sent_again_and_made_once(visitor: Visitors, what: str) -> None:
    page = visitor()
    sent, requests = losing(page, LOST[what]), posts(page)
    start(page, "hot-seat")
    expect(page.locator("#live")).to_have_text("Live")
    page.locator("#tray [value=roll]").click()
    expect(page.locator("#ask")).to_have_text("Where is number 1?")
    expect(page.locator("#lost")).to_be_hidden()
    again = until(page, lambda: [each for each in requests if each.to == "act"], "The move was not sent again")
    assert json.loads(sent[0])["form"]["id"] in again[0].fields
    assert page.locator("#log li").filter(has_text="rolled").count() == 1
    press(page, ("?end=",))
    press(page, ("place",))
    assert asked(page).asks
