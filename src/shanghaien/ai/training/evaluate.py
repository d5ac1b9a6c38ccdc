"""How good a trained value is: its error at the end of round 7 against the truth, and whether its chances come true."""

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy import typing as npt

from shanghaien import rules
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.position import Position
from shanghaien.ai.round.solver import solve
from shanghaien.ai.value.net_features import Between, Floats, between
from shanghaien.ai.value.payoff import SHARINGS, FinalScore, HandMade
from shanghaien.ai.value.trained import TrainedValue, load_value
from shanghaien.rules import TAVERN_SIZE, Action, Options, Phase, State

from .labels import STAGES
from .packed_states import COLUMNS, Rows, cards_left, next_round, pack, unpack
from .quick_games import Habits, random_options, states_between

LAST = 7
Order = tuple[int, ...]


def value_of_order(row: Rows, order: Order) -> float:
    """The exact value of the eighth round with its cards in this order."""
    cards = cards_left(row)
    return solve(next_round(row, LAST, tuple(cards[number] for number in order)), FinalScore()).value


def distinct_orders(row: Rows) -> dict[Order, int]:
    """One order of each kind, with how many of the 720 are of that kind.

    Two orders are of a kind if they differ only by exchanging cards that do the same to every score, or by turning the
    row round, since the starting player names the end (R10).
    """
    alike = interchangeable(next_round(row, LAST, tuple(cards_left(row))))
    kinds: dict[Order, Order] = {}
    counts: dict[Order, int] = {}
    for order in permutations(range(TAVERN_SIZE)):
        kind = tuple(alike[card] for card in order)
        first = kinds.setdefault(min(kind, kind[::-1]), order)
        counts[first] = counts.get(first, 0) + 1
    return counts


def interchangeable(position: Position) -> list[int]:
    """For each place of the row the first place whose card does the same to every final score."""
    worth = _by_place(position)
    swap = [
        [np.array_equal(worth, worth.swapaxes(place, other)) for other in range(TAVERN_SIZE)]
        for place in range(TAVERN_SIZE)
    ]
    return [same.index(True) for same in swap]


def _by_place(position: Position) -> Floats:
    """The payoffs of the last round with one axis per place of the row."""
    ways = position.ways(0), position.ways(1)
    worth = np.asarray(FinalScore().finished_round(position, ways))[0]
    places = np.empty((3,) * TAVERN_SIZE + worth.shape[:2])
    places[tuple(SHARINGS.T)] = worth.transpose(2, 0, 1)
    return places


Numbers = npt.NDArray[np.float64]

CAREFUL = Habits(careless_round=0.0)
"""Held-out states come from games without careless rounds."""


class Accuracy(NamedTuple):
    """The error of a value at the end of round 7."""

    states: int
    sampled: int
    """States whose truth is a mean over some orders of the last six cards that differ in value; the others are exact."""
    error: float
    """Root mean square error; what the choice of orders adds by chance is taken off."""


@dataclass(frozen=True)
class Bin:
    """States with about the same chance, at the end of one round."""

    rounds_played: int
    count: int
    foretold: float
    """The mean chance that the value gave seat 0."""
    came_true: float
    """The mean result of seat 0 (a draw is half)."""


def held_out(seed: str, orders: int) -> Numbers:
    """One held-out state after round 7 with its truth: row, mean value over orders, variance of that mean.

    Of the orders that differ, `orders` are drawn without repetition; if there are not more, the mean is exact.
    """
    rng = Random(seed)
    *_, last = states_between(random_options(rng), HandMade(), rng, CAREFUL)
    row: Rows = pack(Between(*(part[None] for part in between(last))))[0]
    kinds = list(distinct_orders(row).items())
    rng.shuffle(kinds)
    some = kinds[:orders]
    weights = np.array([weight for _, weight in some], dtype=np.float64)
    values = np.array([value_of_order(row, order) for order, _ in some])
    mean = float(np.average(values, weights=weights))
    return np.array([*row, mean, _variance_of_mean(values, mean, len(kinds))], dtype=np.float64)


def _variance_of_mean(values: Numbers, mean: float, kinds: int) -> float:
    """How far a mean over some of all kinds of orders strays from the mean over all, squared."""
    count = len(values)
    if count == kinds:
        return 0.0
    spread = float(np.sum((values - mean) ** 2)) / max(count - 1, 1)
    return spread / count * (1 - count / kinds)


def accuracy(value: TrainedValue, truths: Numbers) -> Accuracy:
    """The error of a value against held-out states from `held_out`."""
    rows, mean, stray = truths[:, :COLUMNS].astype(np.int8), truths[:, COLUMNS], truths[:, COLUMNS + 1]
    squares = (value.chance(LAST, unpack(rows)) - mean) ** 2
    error = float(np.sqrt(max(float(np.mean(squares - stray)), 0.0)))
    return Accuracy(len(truths), int(np.sum(stray > 0)), error)


def foretell(weights: Path, seed: str) -> Numbers:
    """One base game of the exact solver with a value against itself: its chances after rounds 1 to 7, then the result."""
    rng, value = Random(seed), load_value(weights)
    judge, chances = Judge(value, thrifty=True), list[float]()

    def choose(state: State) -> Action:
        sign = 1 - 2 * (rules.to_move(state) or 0)
        worth = judge.action_values(state, judge.needed_actions(state))
        return max(worth, key=lambda action: sign * worth[action])

    state = rules.new_game(Options())
    for step in rules.play(Options(), (choose, choose), rng):
        state = step.after
        if state.phase == Phase.DEAL and state.round > 1 and not state.tavern:
            chances.append(float(value.chance(state.round - 1, between(state))))
    result = {0: 1.0, 1: 0.0, None: 0.5}[rules.winner(state)]
    return np.array([*chances, result])


def calibration(games: Numbers, bins: int = 5) -> list[Bin]:
    """Foretold and real results of games from `foretell`, by round and by equally wide bins of the chance."""
    result = games[:, STAGES]
    table = []
    for rounds_played in range(1, STAGES + 1):
        chance = games[:, rounds_played - 1]
        number = np.minimum((chance * bins).astype(int), bins - 1)
        for chosen in (number == wanted for wanted in range(bins)):
            if chosen.any():
                count = int(chosen.sum())
                table.append(Bin(rounds_played, count, float(chance[chosen].mean()), float(result[chosen].mean())))
    return table
