"""Every page that there is, as everybody sees it on a phone: open to all (axe) in both lights, and never wider."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Browser, ConsoleMessage, Page

from shanghaien.web.core import clock
from tests.browser.conftest import PHONE
from tests.browser.house import CLOSED, House, furnish
from tests.browser.serving import ClockOfTests, serving
from tests.web.scale.crowd import name

ALL = {"resultTypes": ["violations"]}
ONLY_COLOURS = {**ALL, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What else is wrong with a page is wrong in both lights."""
ASK = "async options => (await axe.run(document, options)).violations.map(each => [each.id, each.nodes[0].html])"
ANSWERED = "Failed to load resource: the server responded with a status of 4"
"""How a browser tells of a page that is refused: those are looked at too."""


class Walk:
    """Somebody's way through the house; what is wrong is gathered, so that one run tells all of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(ANSWERED):
            self.faults.append(f"{self.page.url}: {message.text}")

    def see(self, address: str) -> None:
        """Go to a page, and look at it."""
        self.page.goto(address)
        self.look(address)

    def look(self, address: str) -> None:
        """Look at the page in both lights."""
        width = self.page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            self.faults.append(f"{address} is {width} wide")
        self.page.evaluate(AXE_SCRIPT)
        self.page.emulate_media(color_scheme="light")
        self._ask(address, ALL)
        self.page.emulate_media(color_scheme="dark")
        self._ask(f"{address} in the dark", ONLY_COLOURS)

    def _ask(self, address: str, options: dict[str, Any]) -> None:
        self.faults += [f"{address}: {rule} {html[:300]}" for rule, html in self.page.evaluate(ASK, options)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, House]]:
    data = tmp_path_factory.mktemp("house")
    with clock.set_clock(ClockOfTests()), ThreadPoolExecutor(1) as aside:  # here the loop of the browser runs
        furnished = aside.submit(furnish, data).result()
    with serving(data) as address:
        yield address, furnished


@pytest.fixture
def walk(browser: Browser, house: tuple[str, House], request: pytest.FixtureRequest) -> Iterator[Walk]:
    """A walk as whoever the test names."""
    address, furnished = house
    usual: dict[str, Any] = {"viewport": PHONE, "reduced_motion": "reduce", "locale": "en"}
    context = browser.new_context(base_url=address, service_workers="block", **usual)
    cookies = furnished.cookies.get(request.param, {})
    context.add_cookies([{"name": key, "value": value, "url": address} for key, value in cookies.items()])
    yield Walk(context.new_page())
    context.close()


@pytest.mark.parametrize("walk", ["guest", "player", "friend", "keeper"], indirect=True)
def test_every_page_is_open_to_everybody_who_comes_to_it(
    walk: Walk, house: tuple[str, House], request: pytest.FixtureRequest
) -> None:
    part = request.node.callspec.params["walk"]
    for address in house[1].pages[part]:
        walk.see(address)
    assert not walk.faults, "\n".join(walk.faults)


@pytest.mark.parametrize("walk", ["nobody"], indirect=True)
def test_whoever_s_account_is_closed_reads_why_on_such_a_page_too(walk: Walk, house: tuple[str, House]) -> None:
    walk.see("/sign-in")
    walk.page.locator("#code-name").fill(name(CLOSED))
    walk.page.locator("#code").fill(house[1].code)
    walk.page.locator("form[action='/sign-in/code'] button").click()
    walk.page.get_by_text("Rude to everybody").wait_for()
    walk.look("the closed account")
    assert not walk.faults, "\n".join(walk.faults)
