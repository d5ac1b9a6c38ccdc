"""Step by step, the engine and the rules told a second time agree: whose choice, which choices, what chances, points."""

import os
from collections import Counter

import pytest

from shanghaien import rules
from shanghaien.rules import Options, Phase, State
from tests.conformance.plain import PlainGame
from tests.conformance.playing import MIXES, mix_name, play, some_setups

GAMES = int(os.environ.get("SECOND_OPINION_GAMES", "12"))
"""Games of each of the 32 mixes of options; 313 make ten thousand in all."""


def compare(state: State, plain: PlainGame) -> None:
    """Everything the two say about a state."""
    assert rules.to_move(state) == plain.seat()
    assert rules.points(state) == plain.points()
    assert [list(player.dice) for player in state.players] == [
        [dice.count(number) for number in range(1, 7)] for dice in plain.dice
    ]
    if rules.is_chance(state):
        node = rules.chance(state)
        weights = node.weights if state.phase == Phase.DEAL else [1] * len(node)
        assert dict(zip(map(rules.outcome_text, node.outcomes), weights, strict=True)) == plain.outcomes()
    else:
        assert Counter(map(rules.action_text, rules.legal_actions(state))) == Counter(plain.legal())


def follow(options: Options, seed: int) -> None:
    """Play a game on both and compare at every step."""
    plain = PlainGame(options.as_dict())
    for move in play(options, seed):
        compare(move.before, plain)
        if rules.is_chance(move.before):
            plain.chance(rules.outcome_text(move.done))  # type: ignore[arg-type]
        else:
            plain.act(rules.action_text(move.done))  # type: ignore[arg-type]
    assert plain.waits == "over"
    assert plain.points() == rules.points(move.after)


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_two_tellings_of_the_rules_agree_at_every_step(mix: dict[str, bool]) -> None:
    for seed, options in enumerate(some_setups(mix, GAMES, seed=13)):
        follow(options, seed)
