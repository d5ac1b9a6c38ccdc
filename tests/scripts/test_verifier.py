"""The page's own verifier agrees with the one in Python on every game, word by word and digest by digest."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from shanghaien.fairness import Chain, verify
from shanghaien.fairness.evidence import read_evidence, reading_table
from shanghaien.rules import EXPANSIONS, Record, load, to_json, to_text
from shanghaien.web.tables.dice.script_texts import sentences
from tests.fairness.honest import House, names
from tests.fairness.test_faulty_records import RECORDS
from tests.scripts.dice_cases import Case, changed_cases, honest_cases
from tests.scripts.node import call

TABLE = reading_table() | {"expansions": list(EXPANSIONS)}
"""What the page tells its script about the words of records."""


def told(*cases: tuple[str, str]) -> list[dict[str, Any]]:
    """What the page's verifier says of records and of what a page remembers of each."""
    found: list[dict[str, Any]] = call("verify", cases, TABLE)
    return found


def agreed(cases: list[Case]) -> list[dict[str, Any]]:
    """What both verifiers say of the cases, which has to be the same."""
    found = told(*((case.text, case.memory) for case in cases))
    for case, said in zip(cases, found, strict=True):
        assert {name: said[name] for name in case.told} == case.told
    return found


def test_every_honest_game_passes_and_is_drawn_again_digest_by_digest() -> None:
    said = agreed(list(honest_cases()))
    assert all(each["findings"] == [] for each in said)
    assert max(len(each["draws"]) for each in said) > 100


def test_whatever_was_changed_is_named_as_in_python() -> None:
    said = agreed(list(changed_cases()))
    assert all(each["findings"] for each in said)
    found = {finding.split()[0] for each in said for finding in each["findings"]}
    assert found >= {"protocol", "tags", "contract", "seat", "links", "chain", "server-chain", "groups", "owner"}
    assert found >= {"outcome", "order", "outcomes", "game", "reservation", "receipt", "own-chain", "anew"}
    assert found >= {"opening", "choice", "steps", "history", "stale"}


@pytest.mark.parametrize("write", [to_text, to_json])
def test_whose_chain_was_used_is_checked_in_both_forms(write: Callable[[Record], str]) -> None:
    record = House(seat="a").play().record()
    chance = record.tags["Chance"]
    other = {"c": "g", "g": "c"}[chance[5]]
    forged = replace(record, tags={**record.tags, "Chance": chance[:5] + other + chance[6:]})
    (said,) = told((write(forged), ""))
    assert "owner 5" in said["findings"]
    assert said["findings"] == names(verify(read_evidence(write(forged))))


def test_in_every_faulty_record_the_page_finds_what_has_to_be_found_and_nothing_else() -> None:
    memories = (json.dumps(each["mine"]) if each["mine"] else "" for each in RECORDS)
    said = told(*((each["record"], memory) for each, memory in zip(RECORDS, memories, strict=True)))
    assert [set(each["findings"]) for each in said] == [set(each["finds"]) for each in RECORDS]


def test_both_forms_of_a_record_give_the_same_draws() -> None:
    text = next(honest_cases()).text
    first, second = told((text, ""), (to_json(load(text)), ""))
    assert first["draws"] == second["draws"]


def test_a_link_of_a_chain_is_the_one_that_python_makes_of_the_secret() -> None:
    chain = Chain(bytes([7] * 32), "game-7", "guest-1")
    assert call("link", (b"\7" * 32).hex(), "game-7", "guest-1", 0) == chain.end
    assert call("link", (b"\7" * 32).hex(), "game-7", "guest-1", 1000) == chain.link(1000)


def test_the_page_has_a_sentence_for_everything_that_is_found() -> None:
    cases = [*honest_cases(), *changed_cases()]
    said = {key for report in told(*((case.text, case.memory) for case in cases)) for key in report["says"]}
    assert len(said) > 40
    assert said <= set(sentences())
