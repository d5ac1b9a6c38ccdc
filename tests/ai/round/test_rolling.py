"""The mean of the better of two dice, without listing the rolls."""

from itertools import product

import numpy as np
import pytest

from shanghaien.ai.round.rolling import NETWORK, Choices, Odds, Roller


def test_the_network_sorts_everything() -> None:
    """A network that sorts all zeros and ones sorts all values."""
    for values in product((0, 1), repeat=6):
        row = list(values)
        for low, high in NETWORK:
            row[low], row[high] = sorted((row[low], row[high]))
        assert row == sorted(values)


@pytest.mark.rule(9)
def test_the_better_die_has_its_rank_as_often_as_the_36_rolls_say() -> None:
    best = [max(roll) for roll in product(range(6), repeat=2)]

    assert Odds(doubles=True).of_rank == pytest.approx([best.count(rank) / 36 for rank in range(6)])


@pytest.mark.rule(38)
def test_without_doubles_each_pair_of_different_numbers_is_equally_likely() -> None:
    best = [max(roll) for roll in product(range(6), repeat=2) if roll[0] != roll[1]]

    assert Odds(doubles=False).of_rank == pytest.approx([best.count(rank) / 30 for rank in range(6)])


@pytest.mark.parametrize("doubles", [True, False])
@pytest.mark.parametrize("mover", [0, 1])
def test_the_mean_over_rolls_equals_the_list_of_rolls_for_many_states(mover: int, doubles: bool) -> None:
    rng = np.random.default_rng(3)
    place, both = rng.random((4, 6, 900)), rng.random((4, 21, 900))
    add, add_two = np.arange(6)[:, None], np.arange(21)[:, None]
    best = np.maximum if mover == 0 else np.minimum
    roller = Roller(Odds(doubles), np.float64)
    pairs = [(low, high) for low, high in product(range(6), repeat=2) if doubles or low != high]
    number = {pair: n for n, pair in enumerate((low, high) for low in range(6) for high in range(low, 6))}

    plain = np.mean([best(place[:, i], place[:, j]) for i, j in pairs], axis=0)
    with_both = np.mean(
        [best(best(place[:, i], place[:, j]), both[:, number[min(i, j), max(i, j)]]) for i, j in pairs], axis=0
    )

    assert np.allclose(roller.mean(mover, Choices(place), add, add_two)[:, 0], plain)
    assert np.allclose(roller.mean(mover, Choices(place, both=both), add, add_two)[:, 0], with_both)
