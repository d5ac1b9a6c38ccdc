"""Games whose dice come from chains in the players' own browsers: played, checked, carried on, and cheated at."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from shanghaien.cli.main import main
from tests.browser.conftest import Visitors
from tests.browser.dice_pages import changes, checked, dice, followed, posts, sent_first, tags
from tests.browser.playing import asked, mover_first, play_to_the_end, press, start, until
from tests.browser.test_pages import Keep, faults


def test_a_whole_game_against_a_bot_is_drawn_from_the_players_own_chain_and_both_verifiers_say_so(
    visitor: Visitors, tmp_path: Path, capsys: pytest.CaptureFixture[str], keep: Keep
) -> None:
    page = visitor()
    sent = posts(page)
    page.goto("/new")
    page.locator("summary").filter(has_text="More options").click()
    page.get_by_label("Add to the randomness (optional)").fill(" Ahoj, 早安! ")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    address = page.url
    assert play_to_the_end(page) > 8
    expect(page.locator("#res")).to_have_text(re.compile(r"win|draw", re.IGNORECASE))
    keep(page, "game-over-desktop")
    assert changes(sent) in ({"act"}, {"act", "open"})
    said = checked(page, address)
    for sentence in ("What was fixed is what", "The chain that this browser made", "The receipts of the server (2)"):
        assert sentence in said
    assert "this browser saw before the game" in said
    assert faults(page) == []
    assert "foresee" not in said
    assert tags(page, address)["Creator"].endswith(" " + "Ahoj, 早安!".encode().hex())
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save what this browser remembers").click()
    mine, record = tmp_path / "mine.json", tmp_path / "game.txt"
    saved.value.save_as(mine)
    record.write_text(page.request.get(f"{address}/record.txt").text(), encoding="utf-8")
    assert main(["verify", str(record), "--mine", str(mine)]) == 0, capsys.readouterr().out
    memory = json.loads(mine.read_text(encoding="utf-8"))
    mine.write_text(json.dumps(memory | {"contract": "0" * 64}), encoding="utf-8")
    assert main(["verify", str(record), "--mine", str(mine)]) == 1


def test_of_two_people_each_opens_a_link_for_their_own_choices_only(visitor: Visitors) -> None:
    host, guest = visitor(), visitor(sockets=False)
    sent = {page: posts(page) for page in (host, guest)}
    address = start(host, "invite")
    guest.goto(host.locator("#invitation").input_value())
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#counter button.card").first).to_be_visible()
    for _ in range(12):
        press(mover_first(host, guest)[0])
    for page, who in ((host, "creator"), (guest, "guest")):
        memory = followed(page)
        assert memory["who"] == who
        assert {chain for chain, *_ in memory["opened"].values()} == {f"{who}-1"}
        assert changes(sent[page]) in ({"act"}, {"act", "open"})
    assert tags(host, address)["Guest"].split(" ")[1] == "person"
    for page in (host, guest):
        assert "The chain that this browser made is the one in the record." in checked(page, address)


def test_a_browser_that_lost_its_chain_commits_anew_and_the_game_goes_on(visitor: Visitors) -> None:
    page = visitor()
    address = start(page, "bot")
    press(page)
    page.evaluate("localStorage.clear()")
    for _ in range(3):
        press(page)
    assert dice(page)["chain"] == "creator-2"
    assert tags(page, address)["Anew"].startswith("c ")
    followed(page)
    assert "committed to a fresh chain before group" in checked(page, address)


def test_a_browser_that_can_keep_nothing_any_more_entrusts_its_chain_and_the_game_goes_on(visitor: Visitors) -> None:
    page = visitor()
    address = start(page, "hot-seat")
    press(page)
    page.evaluate("() => { localStorage.clear(); Storage.prototype.setItem = () => { throw new DOMException(); }; }")
    while dice(page)["group"] < 4:
        press(page)
    assert dice(page)["kind"] == "entrusted"
    assert tags(page, address)["Anew"].endswith(" held")
    expect(page.locator("#notice")).to_be_empty()


def test_a_seat_that_is_carried_to_another_device_brings_a_chain_of_its_own(visitor: Visitors) -> None:
    first, second = visitor(), visitor()
    address = start(first, "bot")
    asked(first)
    first.goto(address.replace("/t/", "/seat/of/"))
    first.get_by_role("button", name="Make a private link").click()
    second.goto(first.locator("#carry").input_value())
    second.get_by_role("button", name="Play here").click()
    for _ in range(3):
        press(second)
    followed(second)
    assert dice(second)["chain"] == "creator-2"
    checked(second, address)
    first.goto(f"{address}/dice")
    expect(first.locator("#checks li").first).to_contain_text("Somebody committed anew for your seat")


def with_other_head(route: Route) -> None:
    """A server that shows another history than before, on the page or where the script asks for it."""
    answer = route.fetch()
    head = re.findall(r"head(?:\W|&#34;)+([0-9a-f]{64})", answer.text())[0]
    route.fulfill(response=answer, body=answer.text().replace(head, "0" * 64))


def test_a_page_opens_nothing_for_a_server_that_shows_another_history(visitor: Visitors) -> None:
    page = visitor(sockets=False)
    address = start(page, "bot")
    asked(page)
    followed(page)
    page.route(address, with_other_head)
    page.route("**/groups?*", with_other_head)
    page.route("**/events?*", lambda route: route.abort())
    sent = posts(page)
    page.goto(address)
    expect(page.locator("#notice")).to_contain_text("The server shows other dice than your browser saw before")
    page.locator("[value=roll]").click()
    first = sent_first(page, sent)
    assert (first.to, "link" in first.fields) == ("act", False)


def refuse_once(route: Route) -> None:
    """A server that has the link, and whose table has moved on meanwhile."""
    route.fulfill(status=409, json={"sentence": "The table has moved on."})


def place(first: Page, second: Page, end: str) -> None:
    """The round's first die is placed, so that the other player is asked."""
    press(first, (f"end={end}", "place"))
    while mover_first(first, second)[0] is first:
        press(first, ("place",))


def test_after_a_choice_that_was_taken_back_while_a_link_was_on_its_way_a_page_goes_on_with_a_fresh_chain(
    visitor: Visitors,
) -> None:
    host, guest = visitor(sockets=False), visitor(sockets=False)
    address = start(host, "invite")
    guest.goto(host.locator("#invitation").input_value())
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#counter button.card").first).to_be_visible()
    first, second = mover_first(host, guest)
    press(first, ("roll",))
    place(first, second, "left")
    second.route("**/act", refuse_once, times=1)
    second.locator("[value=roll]").click()
    expect(second.locator("#notice")).to_contain_text("moved on")
    first.get_by_role("button", name="Take back").click()
    place(first, second, "right")
    own = dice(second)["chain"]
    press(second, ("roll",))
    until(second, lambda: dice(second)["group"] >= 3 or None, "Nothing was rolled")
    assert dice(second)["chain"] == own[:-1] + "2"
    followed(second)
    assert tags(host, address)["Anew"].startswith(own[0])
    checked(second, address)
