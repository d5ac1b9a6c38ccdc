"""The trained value with random weights: what must hold whatever it has learned."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from shanghaien.ai.round.layers import payoff_ways
from shanghaien.ai.round.position import UNUSED, Holding, Position, Way, position
from shanghaien.ai.training.fit import NetSize, fresh_net
from shanghaien.ai.training.quick_games import Habits, deal, states_between
from shanghaien.ai.value.net import BadWeights, save_nets
from shanghaien.ai.value.net_features import FEATURE_VERSION, Between, Floats, between, hand_counts, left_in, tricks_in
from shanghaien.ai.value.payoff import SHARINGS, FinalScore, HandMade
from shanghaien.ai.value.trained import TrainedValue, load_value, shipped_value
from shanghaien.rules import Card, Options, Sailor, Starter, State, Trick

NET = fresh_net(NetSize(16, 8, 12, 6), np.random.default_rng(3))
VALUE = TrainedValue(dict.fromkeys(range(1, 8), NET), {})


def games(options: Options, seed: int) -> list[State]:
    return list(states_between(options, HandMade(), Random(seed), Habits(trick=0.05)))


def several(states: list[State]) -> Between:
    return Between(*(np.stack(parts) for parts in zip(*map(between, states), strict=True)))


STATES = several([*games(Options(), 1), *games(Options(starter=Starter.ALTERNATE, extra_wild=True, extra_1=True), 2)])


def test_exchanging_the_players_gives_one_minus_the_value() -> None:
    seen, swapped = VALUE.chance(3, STATES), VALUE.chance(3, STATES.swapped())
    assert np.ptp(seen) > 0.001
    np.testing.assert_allclose(seen, 1 - swapped, atol=1e-6)


def test_the_order_of_nations_does_not_matter() -> None:
    order = np.random.default_rng(1).permutation(8)
    turned = STATES._replace(strengths=STATES.strengths[..., order], left=STATES.left[..., order])
    np.testing.assert_allclose(VALUE.chance(3, STATES), VALUE.chance(3, turned), atol=1e-6)


def test_who_starts_matters() -> None:
    other = STATES._replace(starter=1 - STATES.starter)
    assert np.abs(VALUE.chance(3, STATES) - VALUE.chance(3, other)).min() > 0


def after(where: Position, ways: tuple[Way, Way], sharing: list[int], starter: int) -> Between:
    """The state after a round, put together card by card."""
    cards: list[list[Card]] = [[], []]
    for card, taker in zip(where.tavern, sharing, strict=True):
        if taker:
            cards[taker - 1].append(card)
    held = [where.holdings[seat].after(ways[seat]) for seat in (0, 1)]
    return Between(
        np.array([[_strength(held[seat], cards[seat], nation) for nation in range(8)] for seat in (0, 1)]),
        np.array(left_in(where.pile)),
        np.array([hand_counts((*held[seat].hand, *_tricks(cards[seat]))) for seat in (0, 1)]),
        np.array(tricks_in(where.pile)),
        np.array(int(where.options.starter is Starter.ALTERNATE)),
        np.array(starter),
    )


def _strength(held: Holding, won: list[Card], nation: int) -> int:
    return held.strength(nation) + sum(c.value for c in won if isinstance(c, Sailor) and c.nation == nation)


def _tricks(won: list[Card]) -> list[Trick]:
    return [card for card in won if not isinstance(card, Sailor)]


@pytest.mark.parametrize("starter", Starter)
def test_the_ends_of_a_round_are_worth_what_the_states_after_it_are(starter: Starter) -> None:
    rng = Random(7)
    options = Options(starter=starter, extra_wild=True, crazy_captain=True)
    for state in games(options, 5)[2:5]:
        where = position(deal(state, rng))
        ways = payoff_ways(where.ways(0))[0], payoff_ways(where.ways(1))[0]
        worth = VALUE.finished_round(where, ways)
        assert worth.shape == (2, len(ways[0]), len(ways[1]), 729)
        for _ in range(60):
            caller, sharing = rng.randrange(2), rng.randrange(729)
            number_0, number_1 = rng.randrange(len(ways[0])), rng.randrange(len(ways[1]))
            next_starter = 1 - where.starter if starter is Starter.ALTERNATE else 1 - caller
            used = ways[0][number_0], ways[1][number_1]
            seen = after(where, used, SHARINGS[sharing].tolist(), next_starter)
            expected = VALUE.chance(where.round, seen)
            assert worth[caller, number_0, number_1, sharing] == pytest.approx(float(expected), abs=1e-5)


def test_the_last_round_is_judged_by_the_final_score() -> None:
    where = position(deal(games(Options(), 5)[-1], Random(1)))
    assert where.round == 8
    ways = (UNUSED,), (UNUSED,)
    exact: Floats = FinalScore().finished_round(where, ways)
    np.testing.assert_array_equal(VALUE.finished_round(where, ways), exact)
    assert not np.array_equal(VALUE.finished_round(replace(where, round=7), ways), exact)


def test_weights_come_back_from_their_file_with_what_is_known_of_them(tmp_path: Path) -> None:
    save_nets(tmp_path / "w.npz", {7: NET}, {"command": "shanghaien train here"})
    value = load_value(tmp_path / "w.npz")
    assert value.about["command"] == "shanghaien train here"
    assert value.about["feature_version"] == FEATURE_VERSION
    np.testing.assert_allclose(value.chance(7, STATES), VALUE.chance(7, STATES), atol=1e-3)  # half precision


def test_weights_that_came_from_a_file_are_kept_to_the_bit(tmp_path: Path) -> None:
    save_nets(tmp_path / "first.npz", {7: NET}, {})
    first = load_value(tmp_path / "first.npz")
    save_nets(tmp_path / "second.npz", first.nets, {})
    second = load_value(tmp_path / "second.npz")
    np.testing.assert_array_equal(first.chance(7, STATES), second.chance(7, STATES))


def test_weights_for_other_features_are_refused(tmp_path: Path) -> None:
    save_nets(tmp_path / "w.npz", {7: NET}, {"feature_version": 99})
    with pytest.raises(BadWeights, match=r"^w\.npz was trained for features of version 99, not \d+\.$"):
        load_value(tmp_path / "w.npz")


def test_a_damaged_file_of_weights_is_refused(tmp_path: Path) -> None:
    whole, half = tmp_path / "w.npz", tmp_path / "half.npz"
    save_nets(whole, {7: NET}, {})
    half.write_bytes(whole.read_bytes()[:2000])
    with pytest.raises(BadWeights, match=r"^half\.npz is no file of weights, or it is damaged"):
        load_value(half)


@pytest.mark.parametrize("content", [b"", b"hello", b"\x00" * 100])
def test_a_file_that_never_held_weights_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "w.npz").write_bytes(content)
    with pytest.raises(BadWeights, match=r"^w\.npz is no file of weights"):
        load_value(tmp_path / "w.npz")


def test_a_flipped_bit_in_a_file_of_weights_is_noticed(tmp_path: Path) -> None:
    save_nets(tmp_path / "w.npz", {7: NET}, {})
    content = bytearray((tmp_path / "w.npz").read_bytes())
    content[len(content) // 2] ^= 0xFF
    (tmp_path / "w.npz").write_bytes(content)
    with pytest.raises(BadWeights):
        load_value(tmp_path / "w.npz")


def test_weights_of_the_wrong_shape_are_refused(tmp_path: Path) -> None:
    torn = replace(NET, weights=NET.weights | {"nation_1": NET.weights["nation_1"][:-1]})
    save_nets(tmp_path / "w.npz", {7: torn}, {})
    with pytest.raises(BadWeights, match="don't fit the features"):
        load_value(tmp_path / "w.npz")


def test_a_missing_file_of_weights_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_value(tmp_path / "none.npz")


def test_the_shipped_weights_state_their_version_and_the_command_that_made_them() -> None:
    value = shipped_value()
    assert value.about["feature_version"] == FEATURE_VERSION
    assert value.about["command"].startswith("shanghaien train ")
    assert sorted(value.nets) == list(range(1, 8))


def test_the_shipped_value_likes_a_lead_and_calls_an_even_game_even() -> None:
    even = STATES._replace(
        strengths=STATES.strengths[..., :1, :].repeat(2, axis=-2), hands=STATES.hands[..., :1, :].repeat(2, axis=-2)
    )
    behind = even._replace(hands=even.hands + np.array([[0], [1]]))
    for rounds_played in range(1, 8):
        value = shipped_value()
        as_first, as_second = (value.chance(rounds_played, even._replace(starter=0 * even.starter + s)) for s in (0, 1))
        np.testing.assert_allclose(as_first + as_second, 1, atol=1e-5)
        assert value.chance(rounds_played, behind).mean() < value.chance(rounds_played, even).mean()


def test_states_may_be_judged_in_any_number_of_rows_and_columns() -> None:
    flat = VALUE.chance(3, STATES)
    twice = Between(*(np.stack([part, part[::-1]]) for part in STATES))
    np.testing.assert_allclose(VALUE.chance(3, twice), np.stack([flat, flat[::-1]]), atol=1e-6)
