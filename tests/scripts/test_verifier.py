"""The page's own verifier agrees with the one in Python on every game, word by word and digest by digest."""

import json
from typing import Any

from shanghaien.fairness import Chain, choices_before, verify
from shanghaien.fairness.evidence import read_evidence, reading_table
from shanghaien.rules import EXPANSIONS, load, seat_letter, to_json
from shanghaien.web.tables.dice.script_texts import sentences
from tests.fairness.honest import House, names
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
    assert found >= {"opening", "choice", "history", "stale"}


def test_the_json_form_says_whose_turn_it_was_only_with_the_seats_that_a_page_adds() -> None:
    record = House(seat="a").play().record()
    other = {"c": "g", "g": "c"}
    chance = record.tags["Chance"]
    values = json.loads(to_json(record))
    values["tags"]["Chance"] = chance[:5] + other[chance[5]] + chance[6:]
    actors = [choice and seat_letter(choice.seat) for choice in choices_before(record)]
    plain, seated = told((json.dumps(values), ""), (json.dumps(values | {"actors": actors}), ""))
    assert plain["findings"] == names(verify(read_evidence(json.dumps(values))))
    assert "actors-unknown" in plain["notes"]
    assert "owner 5" not in plain["findings"]
    assert "owner 5" in seated["findings"]
    assert "actors-unknown" not in seated["notes"]


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
