"""Whole games: two choosers and a source of chance, from the first card to the last."""

from collections.abc import Callable, Iterator

from .actions import Action
from .game import Source, draw, new_game, to_move
from .options import Options
from .record import PlayedStep, take
from .state import State

Chooser = Callable[[State], Action]
"""Chooses one of the legal actions of a state in which its seat is asked."""


def play(options: Options, choosers: tuple[Chooser, Chooser], source: Source) -> Iterator[PlayedStep]:
    """A game that two choosers play to its end, step by step."""
    state = new_game(options)
    while not state.over:
        seat = to_move(state)
        step = draw(state, source) if seat is None else choosers[seat](state)
        after, events = take(state, step)
        yield PlayedStep(state, step, events, after)
        state = after
