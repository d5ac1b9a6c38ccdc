"""A beginner's look at the table: who would be ahead if Shanghai were called right after the move."""

from shanghaien import rules
from shanghaien.rules import Action, Call, Roll, Seat, State, win

CALL_TEMPTATION = 2
"""Whoever looks no further calls Shanghai once it gains at least this many points more than the other player."""


def lead_after_each(state: State) -> dict[Action, float]:
    """For each legal action the lead of seat 0, in points, if the round ended right after it."""
    return {action: _lead_after(state, action) for action in rules.legal_actions(state)}


def _lead_after(state: State, action: Action) -> float:
    seat = rules.to_move(state)
    assert seat is not None
    if isinstance(action, Roll):
        # A roll promises something: a call has to gain more than this.
        return lead(state) + (CALL_TEMPTATION if seat == 0 else -CALL_TEMPTATION)
    after = rules.apply(state, action).state
    if isinstance(action, Call) and after.announced is None:
        return lead(after)
    return lead_if_called(after)


def lead(state: State) -> float:
    """Points of seat 0 minus points of seat 1 as the crews stand."""
    own, other = rules.points(state)
    return own - other


def lead_if_called(state: State) -> float:
    """The same if Shanghai were called now; dice rolled and not yet placed count as placed where they help most."""
    leads = [_lead_with(state, die) for die in (set(state.rolled) or {0})]
    return max(leads) if state.turn == 0 else min(leads)


def _lead_with(state: State, die: int) -> float:
    placed = _placed(state, state.turn, die) if die and state.end is not None else state
    players = list(placed.players)
    for taking in rules.takings_now(placed):
        if taking.taker is not None:
            players[taking.taker] = win(players[taking.taker], taking.card)
    own, other = rules.standing((players[0], players[1])).points
    return own - other


def _placed(state: State, seat: Seat, die: int) -> State:
    player = state.players[seat]
    dice = tuple(count + (number == die) for number, count in enumerate(player.dice, start=1))
    return state.with_player(seat, player._replace(dice=dice))
