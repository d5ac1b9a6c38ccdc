"""Receipts and the public log: a server that says two things at once is seen by whoever compares."""

from dataclasses import replace
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.fairness.merkle_tree import (
    EMPTY,
    Frontier,
    consistency_path,
    entry,
    head_of,
    inclusion_path,
    is_consistent,
    is_included,
    leaf,
)
from shanghaien.fairness.messages import FairnessError
from shanghaien.fairness.receipts import (
    LogHead,
    Receipt,
    ReceiptSigner,
    against_record,
    contradictions,
    is_signed,
)
from tests.fairness.honest import House

LEAVES = [leaf(entry("reservation", f"game-{number}", f"{number:064x}")) for number in range(40)]
SIGNER = ReceiptSigner(bytes(range(32)))
HOUSE = House()
CONTRACT = HOUSE.ledger.contract
HEAD = LogHead(7, head_of(LEAVES[:7]), 1_795_000_000)
RECEIPT = SIGNER.receipt(Receipt(HOUSE.game, HOUSE.reservation.hash, CONTRACT.hash, HEAD))


def plain_head(leaves: list[str]) -> str:
    """The head as RFC 6962 defines it, word for word."""
    if not leaves:
        return sha256(b"").hexdigest()
    if len(leaves) == 1:
        return leaves[0]
    half = max(2**power for power in range(10) if 2**power < len(leaves))
    parts = bytes.fromhex(plain_head(leaves[:half])) + bytes.fromhex(plain_head(leaves[half:]))
    return sha256(b"\x01" + parts).hexdigest()


@given(st.integers(0, 40))
def test_a_growing_log_has_the_head_of_the_standard(size: int) -> None:
    assert head_of(LEAVES[:size]) == plain_head(LEAVES[:size])


def test_a_log_goes_on_from_its_right_edge() -> None:
    frontier = Frontier()
    for each in LEAVES[:21]:
        frontier.add(each)
    again = Frontier(frontier.size, frontier.edge)
    again.add(LEAVES[21])
    assert (again.size, again.head) == (22, plain_head(LEAVES[:22]))
    assert Frontier().head == EMPTY


@given(st.integers(1, 40), st.data())
def test_every_entry_is_shown_to_be_in_the_log_and_no_other_is(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    path, head = inclusion_path(LEAVES[:size], index), head_of(LEAVES[:size])
    assert is_included(LEAVES[index], index, size, head, path)
    assert not is_included(leaf(b"forged"), index, size, head, path)
    assert not is_included(LEAVES[index], size, size, head, path)
    assert not is_included(LEAVES[index], index, size, leaf(b"another head"), path)
    assert not is_included(LEAVES[index], index, size, head, [*path, EMPTY])


@given(st.integers(0, 40), st.integers(0, 40))
def test_every_log_is_shown_to_go_on_from_every_earlier_one(one: int, two: int) -> None:
    first, second = sorted((one, two))
    heads = (first, head_of(LEAVES[:first])), (second, head_of(LEAVES[:second]))
    path = consistency_path(LEAVES[:second], first)
    assert is_consistent(*heads, path)
    assert not is_consistent(*heads, [*path, EMPTY])


@given(st.integers(1, 39), st.data())
def test_a_log_that_was_rewritten_can_not_be_shown_to_go_on(first: int, data: st.DataObject) -> None:
    changed = data.draw(st.integers(0, first - 1))
    forged = [*LEAVES[:changed], leaf(b"forged"), *LEAVES[changed + 1 :]]
    path = consistency_path(forged, first)
    assert not is_consistent((first, head_of(LEAVES[:first])), (40, head_of(forged)), path)
    assert not is_consistent((40, head_of(LEAVES)), (first, head_of(LEAVES[:first])), path)


def test_a_receipt_is_signed_over_what_the_page_describes() -> None:
    lines = ["shanghaien-fair-2", "receipt", HOUSE.game, HOUSE.reservation.hash, CONTRACT.hash, "7", HEAD.root]
    told = "\n".join([*lines, "1795000000"]).encode()
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(SIGNER.public)).verify(bytes.fromhex(RECEIPT.signature), told)
    assert is_signed(RECEIPT, SIGNER.public)


@pytest.mark.parametrize(
    "forged",
    [
        replace(RECEIPT, game_id="other"),
        replace(RECEIPT, reservation="0" * 64),
        replace(RECEIPT, contract="-"),
        replace(RECEIPT, head=replace(HEAD, size=8)),
        replace(RECEIPT, head=replace(HEAD, root="0" * 64)),
        replace(RECEIPT, head=replace(HEAD, time=1)),
        replace(RECEIPT, signature="00" * 64),
        replace(RECEIPT, signature="no hexadecimal digits"),
    ],
)
def test_no_word_of_a_receipt_can_be_changed(forged: Receipt) -> None:
    assert not is_signed(forged, SIGNER.public)
    assert "signature" in [check.name for check in against_record(forged, CONTRACT, SIGNER.public)]


def test_a_receipt_of_another_key_or_for_another_purpose_counts_for_nothing() -> None:
    assert not is_signed(RECEIPT, ReceiptSigner(ReceiptSigner.new_key()).public)
    assert not is_signed(RECEIPT, "no key")
    head = SIGNER.head(HEAD)
    assert is_signed(head, SIGNER.public)
    assert not is_signed(replace(RECEIPT, signature=head.signature), SIGNER.public)


def test_an_honest_receipt_agrees_with_the_record() -> None:
    early = SIGNER.receipt(replace(RECEIPT, contract="-"))
    assert not [*against_record(RECEIPT, CONTRACT, SIGNER.public), *against_record(early, CONTRACT, SIGNER.public)]
    assert not list(contradictions([RECEIPT, early, HEAD]))


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        (replace(RECEIPT, game_id="game-3"), "receipt"),
        (replace(RECEIPT, reservation="0" * 64), "reservation"),
        (replace(RECEIPT, contract="0" * 64), "receipt"),
    ],
)
def test_a_receipt_that_the_server_signed_for_something_else_is_named(changed: Receipt, name: str) -> None:
    assert [check.name for check in against_record(SIGNER.receipt(changed), CONTRACT, SIGNER.public)] == [name]


@pytest.mark.parametrize(
    ("other", "name"),
    [
        (replace(RECEIPT, reservation="0" * 64), "two-reservations"),
        (replace(RECEIPT, contract="0" * 64), "two-contracts"),
        (replace(RECEIPT, head=replace(HEAD, root="0" * 64)), "two-logs"),
        (replace(HEAD, root="0" * 64), "two-logs"),
    ],
)
def test_a_server_that_signs_two_things_at_once_is_seen(other: Receipt | LogHead, name: str) -> None:
    assert [check.name for check in contradictions([RECEIPT, other])] == [name]


def test_a_receipt_is_kept_in_one_line() -> None:
    assert Receipt.read(RECEIPT.text) == RECEIPT
    assert len(RECEIPT.text) < 400
    for damaged in ("", RECEIPT.text[:-1], RECEIPT.text + " x", RECEIPT.text.replace(" 7 ", " seven ")):
        with pytest.raises(FairnessError):
            Receipt.read(damaged)
