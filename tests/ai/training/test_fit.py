from importlib.resources import as_file, files

import numpy as np

from shanghaien.ai.training.fit import Examples, NetSize, Plan, Weights, error, fit, fresh_net, gradients, predictions
from shanghaien.ai.training.labels import as_open, mixed, play_games
from shanghaien.ai.training.packed_states import Rows, cards_left, pack, unpack
from shanghaien.ai.training.quick_games import Habits
from shanghaien.ai.value.net import Net
from shanghaien.ai.value.net_features import Floats
from shanghaien.ai.value.trained import SHIPPED, shipped_value

ROWS: Rows = play_games(6, "fit", None, Habits()).reshape(42, -1)
RNG = np.random.default_rng(0)
SIZE = NetSize(16, 8, 12, 6)


def examples(labels: Floats) -> Examples:
    return Examples.of(unpack(ROWS), labels)


def test_rows_hold_the_whole_state() -> None:
    np.testing.assert_array_equal(pack(unpack(ROWS)), ROWS)


def test_the_gradients_are_the_slopes_of_the_loss() -> None:
    some = examples(RNG.random(len(ROWS)))
    fresh = fresh_net(SIZE, RNG).weights.items()
    # Biases of zero would put states that tell nothing on the very edge, where there is no slope.
    weights: Weights = {name: array + RNG.normal(0, 0.05, array.shape) for name, array in fresh}
    slopes = gradients(weights, some)

    def loss(name: str, place: tuple[int, ...], change: float) -> float:
        moved = weights[name].copy()
        moved[place] += change
        chance = predictions(Net(weights | {name: moved}), some)
        return float(-np.mean(some.labels * np.log(chance) + (1 - some.labels) * np.log(1 - chance)))

    for name, array in weights.items():
        place = tuple(map(int, np.unravel_index(np.abs(slopes[name]).argmax(), array.shape)))
        slope = (loss(name, place, 1e-6) - loss(name, place, -1e-6)) / 2e-6
        np.testing.assert_allclose(slopes[name][place], slope, rtol=1e-4, err_msg=name)


def test_fitting_finds_what_the_labels_say() -> None:
    lead = unpack(ROWS).strengths.sum(axis=-1) @ np.array([1, -1])
    some = examples(1 / (1 + np.exp(-lead / 5)))
    start = fresh_net(SIZE, np.random.default_rng(1))
    fitted = fit(start, some, Plan(passes=60, batch=16), np.random.default_rng(2))
    assert error(fitted, some) < 0.3 * error(start, some)


def test_the_same_seed_fits_the_same_net() -> None:
    some = examples(RNG.random(len(ROWS)))
    start = fresh_net(SIZE, np.random.default_rng(1))
    first, second = (fit(start, some, Plan(passes=2), np.random.default_rng(5)) for _ in range(2))
    assert all(np.array_equal(first.weights[name], second.weights[name]) for name in first.weights)


def test_mixed_states_keep_the_size_of_the_pile_and_as_many_hands_as_asked() -> None:
    late = ROWS.reshape(6, 7, -1)[:, 6]
    for kept in (0, 1, 2):
        mix = mixed(late, np.random.default_rng(1), kept)
        assert all(len(cards_left(row)) == 6 for row in mix)
        hands = unpack(mix).hands.sum(axis=-1)
        assert hands.any(axis=-1).any() == (kept > 0)
        assert hands.all(axis=-1).any() == (kept == 2)
        assert not np.array_equal(unpack(mix).strengths, unpack(late).strengths)


def test_open_states_keep_their_tricks_and_get_the_chances_of_the_states_that_were_played() -> None:
    late = np.repeat(ROWS.reshape(6, 7, -1)[:, 6], 5, axis=0)
    with as_file(files("shanghaien.ai.value") / SHIPPED) as nets:
        opened = as_open(late, np.random.default_rng(1), nets)

    def off(rows: Rows) -> float:
        chances = [np.sort(shipped_value().chance(7, unpack(some))) for some in (rows, late)]
        return float(np.abs(chances[0] - chances[1]).mean())

    assert off(opened) < off(mixed(late, np.random.default_rng(1), 2))
    np.testing.assert_array_equal(unpack(opened).hands, unpack(late).hands)
    assert all(len(cards_left(row)) == 6 for row in opened)
