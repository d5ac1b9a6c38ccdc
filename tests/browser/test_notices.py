"""Notices in a real browser: shown with buttons that play the turn, no page without network, an app to install."""

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, CDPSession, Page, Worker, expect

from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.channels.payload import push_payload
from shanghaien.web.notices.model import Notice, NoticeAct, NoticeKind
from tests.browser.conftest import Visitors
from tests.browser.playing import WHATEVER, press, seen, start, until
from tests.web.notices.pages.noticing import subscription
from tests.web.randomness import SECRET

SIGNER = Signer(SECRET)
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({title, body, actions}) => ({title, body, actions: actions.map((each) => each.title)}))"""
NOTE_WHAT_IS_SHOWN = """() => {
  self.told = [];
  const show = registration.showNotification.bind(registration);
  registration.showNotification = async (title, options) => {
    await show(title, options);
    self.told.push(options.body);
  };
}"""
CLICK = """async (action) => {
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", {notification, action}));
}"""
NOTE_WHAT_IS_OPENED = """() => {
  self.opened = [];
  self.clients.matchAll = async () => [];
  self.clients.openWindow = async (address) => self.opened.push(address);
}"""
"""A browser opens windows only for a finger that really pressed."""
BROWSER_THAT_SUBSCRIBES = """
  let present = localStorage.getItem("subscribed") === "1";
  const told = {toJSON: () => ({endpoint: SENT.endpoint, keys: SENT}), endpoint: SENT.endpoint,
    unsubscribe: async () => { localStorage.removeItem("subscribed"); present = false; return true; }};
  PushManager.prototype.getSubscription = async () => (present ? told : null);
  PushManager.prototype.subscribe = async () => { localStorage.setItem("subscribed", "1"); present = true; return told; };
"""
"""Without a push service in reach a browser cannot subscribe by itself."""


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Chromium itself: without windows it shows no notices."""
    with browser_type.launch(**browser_type_launch_args | {"executable_path": shutil.which("chromium")}) as browser:
        yield browser


class Told:
    """Somebody whose browser shows notices: its page, its service worker, and how notices reach it."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self.server = page, server
        context: BrowserContext = page.context
        context.grant_permissions(["notifications"], origin=server)
        self._line: CDPSession = context.new_cdp_session(page)
        self._known: list[dict[str, Any]] = []
        self._line.on("ServiceWorker.workerRegistrationUpdated", lambda news: self._known.extend(news["registrations"]))
        self._line.send("ServiceWorker.enable")
        page.goto("/notices")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => 1)")
        self.wait(lambda: bool(context.service_workers))
        self.worker.evaluate(NOTE_WHAT_IS_SHOWN)

    @property
    def worker(self) -> Worker:
        return self.page.context.service_workers[0]

    @property
    def person(self) -> PersonId:
        cookie = next(each for each in self.page.context.cookies() if each["name"] == "shanghaien_guest")
        values = SIGNER.read("guest", cookie["value"])
        assert values is not None
        return PersonId(str(values[0]))

    def deliver(self, message: bytes) -> None:
        """Let the push service bring a message; again if the browser, which has no screen, loses what it has shown."""
        self.wait(lambda: bool(self._known))
        number = self._known[-1]["registrationId"]
        values = {"origin": self.server, "registrationId": number, "data": message.decode()}
        while True:
            told = len(self.told())
            self._line.send("ServiceWorker.deliverPushMessage", values)
            self.wait(lambda told=told: len(self.told()) > told)
            if self.shown():
                return

    def told(self) -> list[str]:
        """What the lines of all notices said that were shown so far."""
        lines: list[str] = self.worker.evaluate("() => self.told")
        return lines

    def shown(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(SHOWN)
        return found

    def wait(self, so: Any) -> None:
        """Wait until something is so, on however busy a machine."""
        until(self.page, so, "It never was so")


def notice(told: Told) -> Notice:
    """The notice of what the table on the page asks, with the first and the last die as buttons."""
    page = told.page
    version = int(page.locator("#move [name=version]").input_value())
    offered = page.locator("#tray [name=action][value^=place]")
    texts = [str(offered.nth(place).get_attribute("value")) for place in (0, offered.count() - 1)]
    acts = tuple(NoticeAct(text, f"Die {place}") for place, text in enumerate(texts))
    game = GameId(page.url.rpartition("/t/")[2].partition("?")[0])
    line = "Round 1 · rolled for you"
    kind, title = NoticeKind.TURN, "Your turn against Deckhand"
    return Notice(kind, told.person, title, line, f"/t/{game}", "en", game, 1, Version(version), 0, acts)


def test_a_notice_has_two_buttons_one_plays_the_turn_and_the_other_then_opens_the_table(
    visitor: Visitors, server: str
) -> None:
    ada = Told(visitor(service_workers="allow"), server)
    start(ada.page, "hot-seat")
    for step in ("roll", "?end="):
        press(ada.page, (step, *WHATEVER))
    message, before = push_payload(notice(ada), SIGNER), seen(ada.page).what
    ada.deliver(message)
    (first,) = ada.shown()
    assert (first["title"], first["actions"]) == ("Your turn against Deckhand", ["Die 0", "Die 1"])
    ada.worker.evaluate(CLICK, "1")
    ada.wait(lambda: seen(ada.page).what != before)
    ada.wait(lambda: ada.told()[-1].startswith("Done."))
    after = seen(ada.page).what
    ada.worker.evaluate(NOTE_WHAT_IS_OPENED)
    ada.deliver(message)
    assert [each["actions"] for each in ada.shown()] == [["Die 0", "Die 1"]]
    ada.worker.evaluate(CLICK, "0")
    ada.wait(lambda: ada.worker.evaluate("() => self.opened.length"))
    assert ada.worker.evaluate("() => self.opened") == [server + json.loads(message)["url"]]
    assert seen(ada.page).what == after
    ada.deliver(message)
    ada.page.reload()
    ada.wait(lambda: ada.shown() == [])  # whoever looks at the table needs no notice of it


def test_without_network_a_page_says_so_in_the_reader_s_language_and_goes_on_by_itself(
    visitor: Visitors, server: str
) -> None:
    told = Told(visitor(service_workers="allow", locale="de"), server)
    told.page.goto("/rules")
    told.page.context.set_offline(True)
    told.page.goto("/new")
    expect(told.page.get_by_role("heading", level=1)).to_have_text("Kein Netz")
    panel = told.page.locator(".panel").evaluate("each => getComputedStyle(each).borderRadius")
    assert panel == "14px"  # its sheet was kept too
    told.page.context.set_offline(False)
    expect(told.page.locator("#setup")).to_be_visible()


def test_a_browser_finds_nothing_that_keeps_it_from_installing_the_app(visitor: Visitors, server: str) -> None:
    page = visitor(service_workers="allow")
    page.goto("/")
    line = page.context.new_cdp_session(page)
    assert line.send("Page.getAppManifest")["errors"] == []
    found = [each["errorId"] for each in line.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [each for each in found if each != "in-incognito"] == []


def test_the_switch_of_this_browser_asks_when_pressed_and_knows_itself_again(visitor: Visitors, server: str) -> None:
    page = visitor(service_workers="allow")
    page.add_init_script(f"const SENT = {json.dumps(subscription('browser'))};{BROWSER_THAT_SUBSCRIBES}")
    told = Told(page, server)
    switch = page.get_by_role("switch", name="In this browser")
    expect(switch).to_be_enabled()
    switch.check()
    expect(page.get_by_role("status").filter(has_text="From now on")).to_be_visible()
    page.reload()
    expect(switch).to_be_checked()
    expect(page.locator("[data-mark]")).to_have_count(0)
    page.get_by_role("radio", name="Once a day").check()
    expect(page.locator("#told")).to_have_text("Saved.")
    page.reload()
    expect(page.get_by_role("radio", name="Once a day")).to_be_checked()
    switch.uncheck()
    expect(page.get_by_role("status").filter(has_text="You get no more notices in this browser.")).to_be_visible()
    told.page.reload()
    expect(switch).not_to_be_checked()
