"""Where a decision lost: what the round would be worth if it ended with the best choice, and with the one made."""

from shanghaien import rules
from shanghaien.ai.round.judge import Judge
from shanghaien.rules import Action, Place, Play, Seat, State, Taking

from .comparison import taken_effect
from .grades import BELOW, Grade
from .model import Ends

SMALLEST = BELOW[Grade.FINE]
"""Decisions that lost less need no telling."""


def ends_of(judge: Judge, state: State, best: Action, played: Action) -> Ends | None:
    """The difference of two choices as the dice lie after each; None where one of them leaves the turn open or ends the round."""
    seat = rules.to_move(state)
    assert seat is not None
    wins, had = _still_open(state, best), _still_open(state, played)
    if wins is None or had is None:
        return None
    takings, others = rules.takings_now(wins), rules.takings_now(had)
    value = judge.if_ended(wins, seat, takings)
    cards = []
    for place, (taking, other) in enumerate(zip(takings, others, strict=True)):
        if taking.taker != other.taker:
            gain = value - judge.if_ended(wins, seat, _given(takings, place, other.taker))
            cards.append((place, gain if seat == 0 else -gain))
    return Ends(value, judge.if_ended(had, seat, others), tuple(cards))


def _still_open(state: State, action: Action) -> State | None:
    """The state after a die or a trick card that ends the turn, if the round goes on."""
    if not isinstance(action, Place | Play):
        return None
    after = taken_effect(state, action)
    return None if after.over or after.round != state.round or after.turn == state.turn else after


def _given(takings: tuple[Taking, ...], place: int, taker: Seat | None) -> tuple[Taking, ...]:
    """The row shared out the same way, but for one card."""
    return tuple(each._replace(taker=taker) if number == place else each for number, each in enumerate(takings))
