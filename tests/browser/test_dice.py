"""The page shows games of the second protocol: chains, draws, notes, and what this browser remembers."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from shanghaien.fairness.receipts import LogHead, Receipt, ReceiptSigner
from tests.browser.conftest import Visitors
from tests.browser.test_pages import faults
from tests.fairness import cheating
from tests.fairness.honest import House, text_of
from tests.fairness.test_cheating import WITH_BOT, ZEROS

WELL, WRONG = "Nothing is wrong with these dice.", "Something is wrong with this record."
SIGNER = ReceiptSigner(bytes(range(32)))


def check(page: Page, tmp_path: Path, text: str, memory: str = "") -> str:
    """Give the page a record, in a browser that remembers this, and read what it says.

    The games are not of the server that shows the page, so that its public log, which knows nothing of them, is away.
    """
    page.route("**/dice/log/*", lambda route: route.abort())
    page.goto("/dice")
    if memory:
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", ["chain:game-2", memory])
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#verdict")).not_to_be_empty()
    return page.locator("#checks").inner_text()


def test_a_game_that_goes_on_is_checked_with_its_chains_and_every_draw_so_far(
    visitor: Visitors, tmp_path: Path
) -> None:
    page = visitor()
    house = House(stop=12, **WITH_BOT).play()
    said = check(page, tmp_path, text_of(house), house.remembered("creator"))
    expect(page.locator("#verdict")).to_have_text(WELL)
    assert "The chain that this browser made is the one in the record." in said
    assert "The links that this browser opened (12) stand where it opened them." in said
    assert page.locator("#chains tbody tr").count() == 2
    assert "creator-1 1 · server 1" in page.locator("#draws tbody tr").first.inner_text()
    assert faults(page) == []


def test_notes_tell_what_is_not_proved(visitor: Visitors, tmp_path: Path) -> None:
    page = visitor()
    said = check(page, tmp_path, text_of(House(kinds=("entrusted", "person"), words=("", "x"), stop=5).play()))
    expect(page.locator("#verdict")).to_have_text(WELL)
    assert re.search(r"The server held the chain of seat [AB]", said)
    assert re.search(r"Seat [AB] typed no word either", said)
    assert "Groups drawn without a witness: 5." in said


def test_a_new_chain_that_this_browser_did_not_make_is_told_before_everything_else(
    visitor: Visitors, tmp_path: Path
) -> None:
    page = visitor()
    house = cheating.ForgesANewChain().play()
    check(page, tmp_path, text_of(house), house.remembered("guest"))
    expect(page.locator("#verdict")).to_have_text(WRONG)
    first = page.locator("#checks li").first
    expect(first).to_contain_text("Somebody committed anew for your seat before group 9")
    expect(first).to_have_attribute("data-loud", "")


def test_a_link_that_was_sent_for_one_choice_and_used_for_another_is_found(visitor: Visitors, tmp_path: Path) -> None:
    page = visitor()
    house = House(stop=12, **WITH_BOT).play()
    memory = json.loads(house.remembered("creator"))
    group, (chain, number, choice, _) = memory["opened"].popitem()
    told = [[chain, number, choice, int(group)], [chain, number + 1, "roll", int(group) + 1]]
    check(page, tmp_path, text_of(house), json.dumps(memory | {"told": told}))
    expect(page.locator("#verdict")).to_have_text(WELL)
    told[0][2] = "play nothing"
    said = check(page, tmp_path, text_of(house), json.dumps(memory | {"told": told}))
    assert f"For group {group} this browser opened its link after “play nothing”" in said


RECEIPTS: tuple[tuple[dict[str, str], str], ...] = (
    ({}, "The receipts of the server (1) are signed and say the same as the record."),
    ({"signature": "0" * 128}, "A receipt does not bear the server’s signature."),
    ({"reservation": ZEROS}, "The server signed other ends of chains"),
    ({"contract": ZEROS}, "a receipt for something else than the record says."),
    ({"game_id": "another"}, "a receipt for something else than the record says."),
)
"""What is changed in a receipt, and what is said of it."""


def test_receipts_are_compared_and_their_signatures_checked(visitor: Visitors, tmp_path: Path) -> None:
    page, house = visitor(), House(stop=3).play()
    fields = {"game_id": house.game, "reservation": house.reservation.hash, "contract": house.ledger.contract.hash}
    for change, told in RECEIPTS:
        named = {name: value for name, value in change.items() if name in fields}
        line = SIGNER.receipt(Receipt(**(fields | named), head=LogHead(7, "ab" * 32, 1_795_000_000))).text
        line = " ".join([*line.split()[:-1], change.get("signature", line.split()[-1])])
        memory = json.loads(house.remembered("creator")) | {"receipts": [line], "key": SIGNER.public}
        assert told in check(page, tmp_path, text_of(house), json.dumps(memory))
        expect(page.locator("#verdict")).to_have_text(WRONG if change else WELL)


def test_a_server_that_signed_two_things_is_found(visitor: Visitors, tmp_path: Path) -> None:
    house = House(stop=3).play()
    head, hashes = LogHead(7, "ab" * 32, 1_795_000_000), (house.reservation.hash, house.ledger.contract.hash)
    lines = [SIGNER.receipt(Receipt(house.game, *hashes, each)).text for each in (head, LogHead(7, "cd" * 32, 9))]
    memory = json.loads(house.remembered("creator")) | {"receipts": lines, "key": SIGNER.public}
    said = check(visitor(), tmp_path, text_of(house), json.dumps(memory))
    assert "The server has signed two things that contradict each other." in said
