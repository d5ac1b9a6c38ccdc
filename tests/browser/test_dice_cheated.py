"""A server that changes what its bot did once it knows the link: the page says so, opens nothing more, and proves it."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from shanghaien.cli.main import main
from tests.browser import cheating_bots
from tests.browser.conftest import A_WHILE, STEADY
from tests.browser.dice_pages import MEMORY, Sent, posts
from tests.browser.playing import CHOOSE, seen, start, until
from tests.browser.serving import serving

WARNING = "The server shows other moves than before your browser opened its link for the dice"
LONG_ROUNDS = ("take", "allow", "keep", "place", "?end=", "one", "roll", "shanghai")


def play_until_warned(page: Page) -> None:
    """Press what the page offers until it warns."""
    pressed = ""

    def warned() -> bool:
        nonlocal pressed
        if WARNING in page.locator("#notice").inner_text():
            return True
        shown = seen(page)
        if shown.asks and shown.what != pressed:
            pressed = shown.what
            page.evaluate(CHOOSE, LONG_ROUNDS)
        return False

    until(page, warned, "The page did not warn")


def links(sent: list[Sent]) -> list[str]:
    """The links among what a page has sent."""
    bodies = (each.fields for each in sent)
    return [field for body in bodies for field in body.split("&") if field.startswith("link=")]


@pytest.mark.parametrize("way", ["ChangesTheChoice", "ChangesThePlacement"])
def test_a_bots_move_that_was_changed_after_the_link_is_told_at_once_and_found_by_both_verifiers(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    name, said = {
        "ChangesTheChoice": ("choice ", "this browser opened its link after “"),
        "ChangesThePlacement": ("steps ", "this browser opened its link after other moves than the record tells"),
    }[way]
    with serving(tmp_path / "data", None, cheating_bots.__name__, way) as address:
        page, _ = newcomer(browser, address)
        play_until_warned(page)
        game = page.url.split("?")[0]
        mine, record = tmp_path / "mine.json", tmp_path / "game.json"
        mine.write_text(json.dumps(page.evaluate(MEMORY)), encoding="utf-8")
        record.write_text(page.request.get(f"{game}/record.json").text(), encoding="utf-8")
        assert main(["verify", str(record)]) == 0
        assert main(["verify", str(record), "--mine", str(mine)]) == 1
        assert f"  {name}" in capsys.readouterr().out
        page.goto(f"{game}/dice")
        expect(page.locator("#verdict")).to_have_text("Something is wrong with this record.")
        expect(page.locator("#checks")).to_contain_text(said)
        page.context.close()


@pytest.mark.parametrize("way", ["AsksAgainForTheChoice", "AsksAgainAfterThePlacement"])
def test_a_link_is_opened_once_and_not_again_for_what_the_bot_did_instead(
    browser: Browser, tmp_path: Path, way: str
) -> None:
    with serving(tmp_path / "data", None, cheating_bots.__name__, way) as address:
        page, sent = newcomer(browser, address)
        play_until_warned(page)
        page.reload()
        expect(page.locator("#notice")).to_contain_text(WARNING)
        assert len(links(sent)) == len(set(links(sent))) > 0
        assert page.evaluate(MEMORY)["told"]
        page.context.close()


def newcomer(browser: Browser, address: str) -> tuple[Page, list[Sent]]:
    """The page of somebody who has begun a game against the bot of this server, and the forms that it sends."""
    context = browser.new_context(base_url=address, locale="en", reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(A_WHILE)
    context.add_init_script(STEADY)
    page = context.new_page()
    sent = posts(page)
    start(page, "bot")
    return page, sent
