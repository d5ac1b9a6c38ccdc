"""Records that were downloaded once are the games that they were, for ever; see tests/fixtures/stored/README.md."""

import json
import re
from pathlib import Path

import pytest

from shanghaien import rules

STORED = Path(__file__).parents[1] / "fixtures" / "stored"
FILES = sorted(path.name for path in (STORED / "records").iterdir())
NAMES = sorted({name.partition(".")[0] for name in FILES})
GAMES = json.loads((STORED / "people.json").read_text(encoding="utf-8"))["games"]


def stored(name: str) -> str:
    return (STORED / "records" / name).read_text(encoding="utf-8")


def stated(text: str) -> tuple[str, str]:
    """The result and the check as they are written in a record of either form."""
    if text.startswith("{"):
        values = json.loads(text)
        return values["result"], values["check"]
    (result,), (check,) = (re.findall(rf"^\[{tag} (.*)\]$", text, re.MULTILINE) for tag in ("Result", "Check"))
    return result, check


def test_every_game_is_there_in_both_forms() -> None:
    assert sorted(f"{name}.{form}" for name in NAMES for form in ("json", "txt")) == FILES
    assert {f"finished-{option}" for option in ("base", "everything", "alternate", "extra_wild")} <= set(NAMES)


@pytest.mark.parametrize("name", FILES)
def test_the_stated_result_and_check_hold(name: str) -> None:
    record = rules.load(stored(name))
    assert (record.result, record.check) == stated(stored(name))


@pytest.mark.parametrize("name", FILES)
def test_a_record_that_is_written_again_is_the_same_record(name: str) -> None:
    record = rules.load(stored(name))
    assert rules.load(rules.to_text(record)) == record
    assert rules.load(rules.to_json(record)) == record


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_hold_the_same_game(name: str) -> None:
    assert rules.load(stored(f"{name}.txt")) == rules.load(stored(f"{name}.json"))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_leads_to_the_same_points_and_choices(name: str) -> None:
    record, game = rules.load(stored(f"{name}.txt")), GAMES[name]
    assert list(rules.points(record.final)) == game["state"]["points"]
    choices = [] if record.resigned is not None else rules.legal_actions(record.final)
    assert [rules.action_text(action) for action in choices] == max(own["legal"] for own in game["seen_by"].values())
