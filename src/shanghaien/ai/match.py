"""One game of two bots, with the deal and each seat's dice from streams of their own."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from shanghaien import rules
from shanghaien.rules import Action, Chooser, Options, Phase, Seat, State

Watcher = Callable[[State, Action], None]
"""Sees every decision before it is carried out."""


class Streams:
    """The chances of one game; two games with the same streams have the same deal and the same dice for each seat."""

    def __init__(self, name: str) -> None:
        self._deal = random.Random(f"{name} deal")
        self._dice = random.Random(f"{name} dice 0"), random.Random(f"{name} dice 1")

    def next(self, state: State) -> State:
        """The state after what chance decides in it."""
        stream = self._deal if state.phase in (Phase.DEAL, Phase.WHO_STARTS) else self._dice[state.turn]
        return rules.advance(state, rules.draw(state, stream)).state


@dataclass
class MatchResult:
    """How a game ended, and how long the seats thought."""

    points: tuple[int, int] = (0, 0)
    winner: Seat | None = None
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def score(self, seat: Seat) -> float:
        """1 for a win of the seat, half for a draw, 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner == seat)


def play(
    options: Options, players: tuple[Chooser, Chooser], streams: Streams, watch: Watcher | None = None
) -> MatchResult:
    """Play a whole game; decisions with a single legal action are not counted."""
    state, result = rules.new_game(options), MatchResult()
    while not state.over:
        seat = rules.to_move(state)
        if seat is None:
            state = streams.next(state)
            continue
        action = _decide(state, seat, players[seat], result)
        if watch is not None:
            watch(state, action)
        state = rules.apply(state, action).state
    result.points, result.winner = rules.points(state), rules.winner(state)
    return result


def _decide(state: State, seat: Seat, chooser: Chooser, result: MatchResult) -> Action:
    legal = rules.legal_actions(state)
    if len(legal) == 1:
        return legal[0]
    start = time.perf_counter()
    action = chooser(state)
    result.seconds[seat] += time.perf_counter() - start
    result.decisions[seat] += 1
    return action
