"""A server and a browser for all tests; pictures of every page are kept in artefacts/ for looking at."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.serving import serving, tell
from tests.web.patience import PATIENCE

ARTEFACTS = Path("artefacts")
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
WITHOUT = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
"""What Playwright switches off itself, and two menus of the address bar that each window would load as pages of their
own: nobody sees them here, and they cost half a second of processor time."""
ARGUMENTS = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
    f"--disable-features={','.join(WITHOUT)}",
)

STEADY = "crypto.getRandomValues = numbers => numbers.fill(7);"
"""What a browser adds to the dice is the same in every run."""

A_WHILE = PATIENCE * 1000
"""After so many milliseconds nothing is expected any more, on however busy a machine."""
expect.set_options(timeout=A_WHILE)

Visitors = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Where there is one, the same engine without windows: it takes a quarter less processor time than chromium."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return {**browser_type_launch_args, "executable_path": chromium, "args": list(ARGUMENTS)}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture
def randomness(server: str, request: pytest.FixtureRequest) -> None:
    """Every test has games of its own, the same ones in every run and in every order of tests."""
    name = hashlib.sha256(request.node.name.encode()).hexdigest()[:16]
    tell(server, "randomness", name)


@pytest.fixture
def visitor(browser: Browser, server: str, randomness: None) -> Iterator[Visitors]:
    """Somebody with a browser of their own, perhaps behind a proxy that lets no socket through.

    What its pages complain about fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(*, phone: bool = False, sockets: bool = True, **options: Any) -> Page:
        usual = {"viewport": PHONE if phone else DESKTOP, "reduced_motion": "reduce", "locale": "en"}
        usual["service_workers"] = "block"  # it would stand between tests and what they watch; see test_notices.py
        context = browser.new_context(base_url=server, **{**usual, **options})
        context.set_default_timeout(A_WHILE)
        context.add_init_script(STEADY)
        if not sockets:
            context.route_web_socket("**/socket?*", lambda socket: socket.close())
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def release_bots(server: str) -> Iterator[Callable[[], None]]:
    """No bot acts before this is called."""
    tell(server, "bots", "hold")
    yield lambda: tell(server, "bots", "go")
    tell(server, "bots", "go")


@pytest.fixture
def keep() -> Callable[[Page, str], None]:
    """Keep a picture of a page."""
    ARTEFACTS.mkdir(exist_ok=True)

    def picture(page: Page, name: str) -> None:
        page.screenshot(path=ARTEFACTS / f"{name}.png")

    return picture
