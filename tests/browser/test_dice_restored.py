"""A server that was restored from a copy goes back behind what a page has seen: it is told, and both commit anew."""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import A_WHILE, STEADY
from tests.browser.dice_pages import dice, followed, tags
from tests.browser.playing import press
from tests.browser.serving import serving


def shell(command: str, copy: Path, data: Path) -> None:
    """A command of its own process, since the test's own has an event loop running."""
    line = [sys.executable, "-m", "shanghaien", command, str(copy), "--data", str(data)]
    subprocess.run(line, check=True, capture_output=True)


def moved(page: Page, address: str) -> None:
    """The same site at another port, which browsers take for another one: what they keep of it comes along."""
    kept = page.evaluate("({ ...localStorage })")
    page.goto(f"{address}/dice")
    page.evaluate("(kept) => Object.assign(localStorage, kept)", kept)


def test_a_game_goes_on_from_the_copy_with_fresh_chains_and_the_page_says_why(browser: Browser, tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    context = browser.new_context(locale="en", reduced_motion="reduce")
    context.set_default_timeout(A_WHILE)
    context.add_init_script(STEADY)
    page = context.new_page()
    with serving(data) as address:
        page.goto(f"{address}/new")
        page.locator("[name=mode][value=hot-seat]").check(force=True)
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url("**/t/*")
        press(page, ("roll",))
        shell("backup", copy, data)
        while dice(page)["group"] < 4:
            press(page)
        followed(page)
        path = page.url.removeprefix(address)
    shell("restore", copy, data)
    with serving(data) as again:
        moved(page, again)
        page.goto(again + path)
        expect(page.locator("#notice")).to_contain_text("The server says that it was restored from a copy")
        while dice(page)["group"] < 4:
            press(page)
        memory = followed(page)
        assert dice(page)["chain"] == "creator-2"
        assert [entry.split(" ")[:2] for entry in tags(page, again + path)["Anew"].split(", ")] == [
            ["s", "2"],
            ["c", "2"],
        ]
        assert memory["restores"] == [2]
        page.goto(f"{again}{path}/dice")
        expect(page.locator("#checks")).to_contain_text("the server said that it was restored from a copy")
        expect(page.locator("#checks")).to_contain_text(
            "this browser opened link 3 of creator-1; the record has another"
        )
    context.close()
