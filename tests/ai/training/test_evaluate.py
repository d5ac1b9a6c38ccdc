from itertools import permutations

import numpy as np
import pytest

from shanghaien.ai.training.evaluate import accuracy, calibration, distinct_orders, held_out, value_of_order
from shanghaien.ai.training.fit import NetSize, fresh_net
from shanghaien.ai.training.packed_states import COLUMNS, Rows, pack, unpack
from shanghaien.ai.value.net_features import LEFT, Between, between
from shanghaien.ai.value.trained import TrainedValue
from shanghaien.rules import Options, new_game


def last_round(cards: dict[int, tuple[int, ...]], tricks: tuple[int, int, int] = (0, 0, 0)) -> Rows:
    """The state before round 8 with these cards left, by nation, and a few crews."""
    start = between(new_game(Options.from_dict({"first": "a"})))
    crews = np.array([[3, 0, 2, 5, 0, 4, 1, 0], [1, 4, 2, 0, 0, 3, 3, 2]])
    left = np.array([LEFT.index(cards.get(nation, (0, 0, 0, 0))) for nation in range(8)])
    state = start._replace(strengths=crews, left=left, pile_tricks=np.array(tricks))
    row: Rows = pack(Between(*(part[None] for part in state)))[0]
    return row


ALIKE = last_round({0: (0, 0, 2, 0), 4: (1, 0, 0, 0)}, (2, 0, 1))
"""Two equal sailors, and four cards that are worth a point each: three tricks (R21) and a sailor 1 whom nobody meets."""


def test_orders_that_cannot_differ_are_counted_as_one() -> None:
    counts = distinct_orders(ALIKE)
    assert sum(counts.values()) == 720
    assert len(counts) == 9  # 6!/(4!·2!) = 15 rows; three are their own mirror image, the others come in pairs


def test_the_mean_over_kinds_is_the_mean_over_all_orders() -> None:
    counts = distinct_orders(ALIKE)
    some = list(permutations(range(6)))[::72]
    kinds = {order: value_of_order(ALIKE, order) for order in counts}
    for order in some:
        value = value_of_order(ALIKE, order)
        assert min(abs(value - kind) for kind in kinds.values()) < 1e-6


def test_every_order_counts_when_all_cards_differ() -> None:
    different = last_round({0: (1, 0, 0, 0), 1: (0, 1, 1, 0), 3: (0, 0, 1, 0), 5: (0, 0, 0, 1), 6: (0, 1, 0, 0)})
    assert len(distinct_orders(different)) == 360


def test_the_error_does_not_count_what_the_choice_of_orders_adds() -> None:
    net = fresh_net(NetSize(8, 8, 8, 8), np.random.default_rng(1))
    value = TrainedValue({7: net}, {})
    rows = np.stack([ALIKE] * 4000)
    truth = value.chance(7, unpack(rows))
    rng = np.random.default_rng(2)
    told = truth + 0.03 + rng.normal(0, 0.05, len(rows))
    found = accuracy(value, np.column_stack([rows, told, np.full(len(rows), 0.05**2)]))
    assert found.states == 4000
    assert found.sampled == 4000
    assert found.error == pytest.approx(0.03, abs=0.005)


def test_held_out_states_repeat_and_their_truth_is_a_chance() -> None:
    first, second = held_out("a seed", 1), held_out("a seed", 1)
    np.testing.assert_array_equal(first, second)
    assert 0 <= first[COLUMNS] <= 1


def test_calibration_puts_what_was_foretold_beside_what_came_true() -> None:
    games = np.array([[0.1] * 7 + [0.0], [0.15] * 7 + [1.0], [0.9] * 7 + [1.0]])
    low, high = calibration(games)[:2]
    assert (low.rounds_played, low.count, low.came_true) == (1, 2, 0.5)
    assert low.foretold == pytest.approx(0.125)
    assert (high.count, high.came_true) == (1, 1.0)
