"""Bot against bot: paired games with the same deal and the same dice for each seat, seats swapped."""

import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any, NamedTuple

from shanghaien import rules
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.memory import enough_memory
from shanghaien.ai.value.trained import shipped_value
from shanghaien.rules import Action, Chooser, Options, Phase, Seat, State

from .bots import bot

Watcher = Callable[[State, Action], None]
"""Sees every decision before it is carried out."""


class Streams:
    """The chances of one game; two games with the same streams have the same deal and the same dice for each seat."""

    def __init__(self, name: str) -> None:
        self._deal = random.Random(f"{name} deal")
        self._dice = random.Random(f"{name} dice 0"), random.Random(f"{name} dice 1")

    def next(self, state: State) -> State:
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


NEAR_CERTAIN = 1.96
"""Standard errors on either side of a mean that make a 95 % interval."""


@dataclass(frozen=True)
class Bout:
    """What is to be played: who against whom, under which options, from which seed."""

    first: str
    second: str
    options: Options
    seed: int = 1
    losses: bool = False
    """Whether the loss of every decision is worked out by the Captain's judgement."""


class Pair(NamedTuple):
    """Two games of a pair, as the first bot sees them."""

    scores: tuple[float, float]
    leads: tuple[int, int]
    decisions: tuple[int, int]
    """Decisions of the first bot and of the second."""
    seconds: tuple[float, float]
    losses: tuple[float, float]
    """Chances of winning given away by each bot."""


class BoutSummary(NamedTuple):
    """The outcome of a bout for the first bot."""

    pairs: int
    win_rate: float
    margin: float
    """Half the width of the 95 % interval of the win rate, from the spread over pairs."""
    lead: float
    lead_margin: float
    decision_ms: tuple[float, float]
    losses: tuple[float, float]
    """Mean loss per decision of each bot; 0 unless asked for."""

    def as_dict(self) -> dict[str, Any]:
        return {name: None if value == math.inf else value for name, value in self._asdict().items()}


def play_pair(bout: Bout, number: int) -> Pair:
    sums = _LossSums(bout.losses)
    results = [_play_one(bout, number, swapped, sums) for swapped in (False, True)]
    scores = results[0].score(0), results[1].score(1)
    leads = _lead(results[0]), -_lead(results[1])
    decisions = tuple(results[0].decisions[seat] + results[1].decisions[1 - seat] for seat in (0, 1))
    seconds = tuple(results[0].seconds[seat] + results[1].seconds[1 - seat] for seat in (0, 1))
    losses = sums.of_bot[0], sums.of_bot[1]
    return Pair(scores, leads, (decisions[0], decisions[1]), (seconds[0], seconds[1]), losses)


def run(bout: Bout, pairs: int, executor: Executor | None = None) -> Iterator[Pair]:
    """The pairs of a bout one by one; an executor spreads them over processes and changes nothing else."""
    numbers = range(pairs)
    if executor is None:
        return (play_pair(bout, number) for number in numbers)
    return executor.map(play_pair, [bout] * pairs, numbers)


def summary(pairs: Sequence[Pair]) -> BoutSummary:
    """Win rate, point difference and time of a bout; pairs, not games, are independent."""
    decisions = [max(1, sum(pair.decisions[bot] for pair in pairs)) for bot in (0, 1)]
    milliseconds = [1000 * sum(pair.seconds[bot] for pair in pairs) / decisions[bot] for bot in (0, 1)]
    losses = [sum(pair.losses[bot] for pair in pairs) / decisions[bot] for bot in (0, 1)]
    win_rate, margin = mean_and_margin(fmean(pair.scores) for pair in pairs)
    lead, lead_margin = mean_and_margin(fmean(pair.leads) for pair in pairs)
    times = milliseconds[0], milliseconds[1]
    return BoutSummary(len(pairs), win_rate, margin, lead, lead_margin, times, (losses[0], losses[1]))


def mean_and_margin(values: Iterable[float]) -> tuple[float, float]:
    """A mean and half the width of its 95 % interval; endless for a single value."""
    listed = list(values)
    margin = NEAR_CERTAIN * stdev(listed) / math.sqrt(len(listed)) if len(listed) > 1 else math.inf
    return fmean(listed), margin


class _LossSums:
    """Adds up what each bot gives away."""

    def __init__(self, wanted: bool) -> None:
        self.of_bot = [0.0, 0.0]
        self._judge = Judge(shipped_value(), thrifty=True, foresee=enough_memory()) if wanted else None

    def add(self, bot_of_seat: tuple[int, int], state: State, action: Action) -> None:
        legal = rules.legal_actions(state)
        seat = rules.to_move(state)
        if self._judge is None or len(legal) == 1 or seat is None:
            return
        values = self._judge.action_values(state, {*self._judge.needed_actions(state), action})
        best = max(values.values()) if seat == 0 else min(values.values())
        self.of_bot[bot_of_seat[seat]] += abs(best - values[action])


def _play_one(bout: Bout, number: int, swapped: bool, sums: _LossSums) -> MatchResult:
    name = f"{bout.seed} {number}"
    first, second = (
        bot(which, random.Random(f"{name} {swapped} {role}")).choose
        for role, which in (("first", bout.first), ("second", bout.second))
    )
    seats = (second, first) if swapped else (first, second)
    bot_of_seat = (1, 0) if swapped else (0, 1)
    return play(bout.options, seats, Streams(name), lambda state, action: sums.add(bot_of_seat, state, action))


def _lead(result: MatchResult) -> int:
    return result.points[0] - result.points[1]
