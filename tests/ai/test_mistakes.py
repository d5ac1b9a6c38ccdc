"""Opponents err like people."""

import math
import random
from collections import Counter

from shanghaien.ai import bots as people
from shanghaien.rules import Act, Action, Nation, Place, Play, Trick

SMALL, LARGE = Place(2), Place(3)
VALUES: dict[Action, float] = {Place(1): 0.60, SMALL: 0.59, LARGE: 0.30}


def chosen(values: dict[Action, float], haste: float, seat: int = 0) -> Counter[Action]:
    rng = random.Random(1)
    return Counter(people.choose_with_haste(values, seat, haste, rng) for _ in range(2000))


def test_without_haste_the_best_action_is_always_chosen_for_either_seat() -> None:
    assert set(chosen(VALUES, 0.0)) == {Place(1)}
    assert set(chosen(VALUES, 0.0, seat=1)) == {LARGE}


def test_small_losses_are_common_and_large_ones_rare() -> None:
    counts = chosen(VALUES, 0.03)

    assert counts[SMALL] > 400
    assert 0 < counts[LARGE] < 60


def test_more_haste_loses_more() -> None:
    losses = [sum(0.60 - VALUES[action] for action in chosen(VALUES, haste).elements()) for haste in (0.01, 0.05, 0.2)]

    assert losses == sorted(losses)


def test_many_ways_to_do_the_same_thing_do_not_make_it_more_likely() -> None:
    sailors: dict[Action, float] = {Play(Trick("wild"), Act("sailors"), nation): 0.5 for nation in Nation}
    counts = chosen({Place(1): 0.5, **sailors}, 0.1)

    assert 900 < counts[Place(1)] < 1100


def test_endless_haste_takes_any_action() -> None:
    counts = chosen(VALUES, math.inf)

    assert min(counts.values()) > 550
