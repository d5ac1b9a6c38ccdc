"""Every trick card is told here, and random play goes everywhere: what the other tests find is found in every corner."""

from shanghaien.rules import ACTS, STEPS, TRICK_CARDS, Options, Phase, Play
from tests.conformance.plain import EXPANSIONS, SECOND_ACTIONS
from tests.conformance.playing import MIXES, play


def test_every_trick_card_is_told_a_second_time() -> None:
    untold = [card.key for card in TRICK_CARDS if card.key not in {*SECOND_ACTIONS, *EXPANSIONS}]
    assert untold == [], f"Tell {', '.join(untold)} in tests/conformance: its rule in plain.py, its events in table.py."
    assert {card.key: card.option for card in TRICK_CARDS if card.option} == EXPANSIONS


def test_a_few_games_meet_every_phase_every_act_and_every_kind_of_action() -> None:
    moves = [move for seed in range(20) for move in play(Options.from_dict(MIXES[-1]), seed)]
    assert {move.before.phase for move in moves} | {moves[-1].after.phase} >= {*STEPS, Phase.OVER}
    assert {move.done.act for move in moves if isinstance(move.done, Play)} == {*ACTS}
    assert {move.after.refused is None for move in moves} == {True, False}
    assert {move.after.must_roll for move in moves} == {True, False}
