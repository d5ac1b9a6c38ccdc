"""A game seen in a mirror, or with the seats changed, is the same game."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules import Options, Phase, State
from tests.conformance.playing import MIXES, mix_name

OTHER_END = {"left": "right", "right": "left"}


def mirrored(text: str) -> str:
    """An action as it is said by somebody who sees the row from its other side."""
    return " ".join(OTHER_END.get(word, word) for word in text.split())


def legal(state: State) -> set[str]:
    return {rules.action_text(action) for action in rules.legal_actions(state)}


def drawn(state: State, rng: random.Random, dealt: list[rules.Card]) -> rules.Outcome:
    """What chance decides; a whole row is drawn at once, so that a twin game can lay it out the other way round."""
    node = rules.chance(state)
    if state.phase != Phase.DEAL:
        outcome: rules.Outcome = node.pick(rng.randrange(node.total))
        return outcome
    if not dealt:
        left = [card for card, many in zip(node.outcomes, node.weights, strict=True) for _ in range(many)]
        dealt += rng.sample(left, 6)
    return dealt[len(state.tavern)]


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_a_mirrored_game_with_the_seats_changed_has_the_same_choices_and_points(mix: dict[str, bool]) -> None:
    rng = random.Random(mix_name(mix))
    game = rules.new_game(Options.from_dict({**mix, "first": "a"}))
    twin = rules.new_game(Options.from_dict({**mix, "first": "b"}))
    dealt: list[rules.Card] = []
    while not game.over:
        if rules.is_chance(game):
            outcome = drawn(game, rng, dealt)
            twin_outcome = dealt[5 - len(game.tavern)] if game.phase == Phase.DEAL else outcome
            game, twin = rules.advance(game, outcome).state, rules.advance(twin, twin_outcome).state
            if game.phase != Phase.DEAL:
                dealt.clear()
        else:
            assert legal(twin) == {mirrored(text) for text in legal(game)}
            action = rng.choice(rules.legal_actions(game))
            twin_action = rules.parse_action(mirrored(rules.action_text(action)))
            game, twin = rules.apply(game, action).state, rules.apply(twin, twin_action).state
        assert rules.points(twin) == rules.points(game)[::-1]
        assert twin.players[::-1] == game.players
    assert twin.over
