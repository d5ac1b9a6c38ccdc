"""Simple players, for trying things out: one that picks at random, and one that looks a single move ahead."""

import random
from collections.abc import Callable

from shanghaien.rules import (
    Action,
    Call,
    Roll,
    Seat,
    State,
    apply,
    legal_actions,
    points,
    standing,
    takings_now,
    to_move,
)
from shanghaien.rules.shanghai import win

Player = Callable[[State], Action]
"""Chooses one of the legal actions of a state in which it is asked."""


def random_player(rng: random.Random) -> Player:
    """Each legal action is as likely as any other."""
    return lambda state: rng.choice(legal_actions(state))


def greedy_player(rng: random.Random) -> Player:
    """Wants the best points if Shanghai were called right after the move; calls as soon as that gains something."""

    def choose(state: State) -> Action:
        legal = legal_actions(state)
        if len(legal) == 1:
            return legal[0]
        seat = to_move(state)
        assert seat is not None
        values = [_value(state, action, seat) for action in legal]
        best = max(values)
        return rng.choice([action for action, value in zip(legal, values, strict=True) if value == best])

    return choose


def _value(state: State, action: Action, seat: Seat) -> int:
    if isinstance(action, Roll):
        return _lead(points(state), seat)  # what a call has to beat
    after = apply(state, action).state
    return _lead(points(after) if isinstance(action, Call) else points_if_called(after), seat)


def _lead(both: tuple[int, int], seat: Seat) -> int:
    return both[seat] - both[1 - seat]


def points_if_called(state: State) -> tuple[int, int]:
    """The points of both seats if Shanghai were called now."""
    players = list(state.players)
    for taking in takings_now(state):
        if taking.taker is not None:
            players[taking.taker] = win(players[taking.taker], taking.card)
    return standing((players[0], players[1])).points


PLAYERS: dict[str, Callable[[random.Random], Player]] = {"random": random_player, "greedy": greedy_player}
"""The simple players by name."""
