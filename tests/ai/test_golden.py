"""What the AI thought before its house was rebuilt: every value to six digits, every bot's choice from its seed.

`values` are those of a judge that plans no card of an expansion in advance; `foreseen` those of one that plans all. Those
came with the exact round for every card, and so did the values of playing a Crazy Captain, whose owner refuses tricks
exactly since, and one choice of the Boatswain. `golden_values.json` has positions of games with every expansion. Only a
change that is meant to change how well bots play makes it anew.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from shanghaien import rules
from shanghaien.ai.bots import bot
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.value.trained import shipped_value
from shanghaien.rules import Options, State, action_text, parse_action, parse_outcome

GOLDEN = json.loads(Path(__file__).with_name("golden_values.json").read_text(encoding="utf-8"))
NUMBERS = [str(number) for number in range(len(GOLDEN))]


def state_of(told: dict[str, Any]) -> State:
    state = rules.new_game(Options(**dict.fromkeys(told["options"], True)))
    for text in told["steps"].split(" · "):
        step = parse_outcome(text) if rules.is_chance(state) else parse_action(text)
        state, _ = rules.take(state, step)
    return state


@pytest.mark.parametrize("told", GOLDEN, ids=NUMBERS)
@pytest.mark.parametrize(("foresee", "values"), [(True, "foreseen"), (False, "values")])
def test_every_action_is_worth_what_it_was(told: dict[str, Any], foresee: bool, values: str) -> None:
    found = Judge(shipped_value(), foresee=foresee).action_values(state_of(told))

    assert {action_text(action): value for action, value in found.items()} == pytest.approx(told[values], abs=1e-6)


@pytest.mark.parametrize("told", GOLDEN, ids=NUMBERS)
def test_every_bot_chooses_as_it_did(told: dict[str, Any]) -> None:
    state = state_of(told)
    for name, choices in told["bots"].items():
        for number, choice in enumerate(choices):
            assert action_text(bot(name, random.Random(f"{told['seed']} {number}")).choose(state)) == choice
