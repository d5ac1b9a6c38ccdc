"""Random play goes everywhere, so that what the other tests here find is found in every corner."""

from shanghaien.rules import STEPS, TRICK_CARDS, Options, Phase, Play
from tests.conformance.playing import LATER, MIXES, play

KNOWN = [card for card in TRICK_CARDS if card.option not in LATER]
KNOWN_STEPS = {*STEPS} - {name for card in TRICK_CARDS if card not in KNOWN for name in card.steps}


def test_a_few_games_meet_every_phase_every_act_and_every_kind_of_action() -> None:
    moves = [move for seed in range(8) for move in play(Options.from_dict(MIXES[-1]), seed)]
    assert {move.before.phase for move in moves} | {moves[-1].after.phase} >= {*KNOWN_STEPS, Phase.OVER}
    assert {move.done.act for move in moves if isinstance(move.done, Play)} >= {
        act.key for card in KNOWN for act in card.acts
    }
    assert {move.after.refused is None for move in moves} == {True, False}
    assert {move.after.must_roll for move in moves} == {True, False}
