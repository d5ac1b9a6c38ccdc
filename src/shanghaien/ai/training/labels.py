"""The two kinds of work that training spreads over processes: playing quick games and labelling their states."""

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from shanghaien.ai.round.kept_rounds import TOLERANCE
from shanghaien.ai.round.solver import solve
from shanghaien.ai.value.net_features import LEADS, LEFT, Between, Ints, between
from shanghaien.ai.value.payoff import FinalScore, HandMade, Payoff
from shanghaien.ai.value.trained import TrainedValue, load_value
from shanghaien.rules import ROUNDS

from .packed_states import NATIONS, Rows, deal_row, pack, unpack
from .quick_games import Habits, random_options, states_between

Labelled = npt.NDArray[np.float32]
"""(states, columns + 1): rows of states, each with the chance of seat 0 behind it."""

LEFT_COUNTS = np.array([sum(left) for left in LEFT])

STAGES = ROUNDS - 1
"""States between rounds are told apart by the number of rounds played, 1 to 7."""


def play_games(games: int, seed: str, nets: Path | None, habits: Habits) -> Rows:
    """The states of quick games, (games, stage, columns), judged by trained nets or by the rule of thumb."""
    rng = Random(seed)
    payoff: Payoff = _trained(nets) if nets else HandMade()
    return np.stack([_one_game(payoff, rng, habits) for _ in range(games)])


def _one_game(payoff: Payoff, rng: Random, habits: Habits) -> Rows:
    states = [between(state) for state in states_between(random_options(rng), payoff, rng, habits)]
    return pack(Between(*(np.stack(parts) for parts in zip(*states, strict=True))))


def label(rows: Rows, rounds_played: int, seed: str, nets: Path | None) -> Labelled:
    """The states, each with the exact value of one random deal of its next round; nets judge how that round ends."""
    rng = Random(seed)
    last = rounds_played == STAGES
    assert last or nets is not None
    payoff: Payoff = FinalScore() if last or nets is None else _trained(nets)
    # A label that rests on a trained value need not be exact: it is as thrifty as a judge who will use it.
    tolerance = 0.0 if last else TOLERANCE
    deals = [deal_row(row, rounds_played, rng) for row in rows]
    values = [solve(deal, payoff, tolerance=tolerance, thrifty=not last).value for deal in deals]
    return np.column_stack([rows, np.array(values)]).astype(np.float32)


def mixed(rows: Rows, rng: np.random.Generator, hands_kept: int) -> Rows:
    """As many new states whose nations come from different states, with the tricks of nobody, of one or of both players.

    They cost no game, and those with an empty hand are labelled many times faster. A nation is exchanged only for one with
    as many cards left, so that the pile keeps its size; then nations change sides until the leads are spread as in the
    states that were played, because decided games teach nothing.
    """
    states, which = unpack(rows), np.arange(len(rows))
    hands = states.hands if hands_kept == 2 else np.zeros_like(states.hands)
    if hands_kept == 1:
        fuller = states.hands.sum(axis=-1).argmax(axis=-1)
        hands[which, rng.integers(2, size=len(rows))] = states.hands[which, fuller]
    tries, left = _mixed_nations(states, rng, 8)
    wanted = rng.permutation(lead(states.strengths, states.hands))
    closest = np.abs(lead(tries, hands) - wanted).argmin(axis=0)
    return pack(states._replace(strengths=tries[closest, which], left=left, hands=hands))


def as_open(rows: Rows, rng: np.random.Generator, nets: Path) -> Rows:
    """Like `mixed` with both hands, but the sides are chosen so that the games are as open as those that were played.

    The last stage of trained nets says how open they are: equal leads leave too many games decided.
    """
    states, which, value = unpack(rows), np.arange(len(rows)), _trained(nets)
    tries, left = _mixed_nations(states, rng, 16)
    wanted = rng.permutation(value.chance(STAGES, states))
    chances = np.stack([value.chance(STAGES, states._replace(strengths=some, left=left)) for some in tries])
    closest = np.abs(chances - wanted).argmin(axis=0)
    return pack(states._replace(strengths=tries[closest, which], left=left))


def _mixed_nations(states: Between, rng: np.random.Generator, tries: int) -> tuple[Ints, Ints]:
    """Strengths, with so many choices of sides for the nations (first axis), and what is left, from all over the states."""
    strengths, left = _exchange_nations(states, rng)
    sides = rng.integers(2, size=(tries, len(strengths), NATIONS)).astype(bool)
    return np.where(sides[:, :, None], strengths, strengths[:, ::-1]), left


def lead(strengths: Ints, hands: Ints) -> Ints:
    """Points of seat 0 minus points of seat 1 as they stand (R22, R23)."""
    tricks = hands.sum(axis=-1)
    crews: Ints = LEADS[strengths[..., 0, :], strengths[..., 1, :]].sum(axis=-1)
    ahead: Ints = crews + tricks[..., 0] - tricks[..., 1]
    return ahead


def _exchange_nations(states: Between, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Strengths and what is left, as in `Between`, with nations from all over the states."""
    strengths, left = states.strengths.swapaxes(1, 2).reshape(-1, 2).copy(), states.left.reshape(-1).copy()
    count = LEFT_COUNTS[left]
    for cards in np.unique(count):
        alike = np.flatnonzero(count == cards)
        source = rng.permutation(alike)
        strengths[alike], left[alike] = strengths[source], left[source]
    return strengths.reshape(-1, NATIONS, 2).swapaxes(1, 2), left.reshape(-1, NATIONS)


@cache
def _trained(nets: Path) -> TrainedValue:
    return load_value(nets)
