import numpy as np
import pytest

from shanghaien.ai.value.net_features import (
    LEFT,
    STRENGTHS,
    between,
    hand_counts,
    left_in,
    nation_code,
    nation_table,
    tricks_in,
)
from shanghaien.rules import Options, Trick, full_pile, new_game


def test_every_nation_there_can_be_has_a_row_of_its_own() -> None:
    codes = {
        int(nation_code(np.array(own), np.array(other), np.array(left)))
        for own in range(STRENGTHS)
        for other in range(STRENGTHS)
        for left in range(len(LEFT))
    }
    assert codes == set(range(len(nation_table())))


def test_no_two_nations_look_alike_below_the_strongest() -> None:
    rows = nation_table().reshape(STRENGTHS, STRENGTHS, len(LEFT), -1)[:8, :8].reshape(8 * 8 * len(LEFT), -1)
    assert len(np.unique(rows, axis=0)) == len(rows)


def test_a_crew_stronger_than_the_table_counts_as_the_strongest_in_it() -> None:
    top = np.array(STRENGTHS - 1)
    assert nation_code(top + 4, np.array(0), np.array(3)) == nation_code(top, np.array(0), np.array(3))


def test_a_full_pile_has_all_cards_of_every_nation_left() -> None:
    assert left_in(full_pile((3, 3, 2))) == [LEFT.index((1, 1, 2, 1))] * 8
    assert tricks_in(full_pile((1, 2, 5))) == (1, 2, 5)


def test_a_hand_is_counted_by_kind_with_the_expansions_in_one_place() -> None:
    hand = (Trick("shift"), Trick("shift"), Trick("wild"), Trick("extra1"), Trick("double"))
    assert hand_counts(hand) == (2, 0, 0, 1, 2)


@pytest.mark.parametrize("starter", ["after-shanghai", "alternate"])
def test_the_state_before_round_1_shows_its_set_up(starter: str) -> None:
    options = Options.from_dict({"starter": starter, "extra_wild": True, "first": "b"})
    seen = between(new_game(options))
    assert seen.starter == 1
    assert seen.alternate == (starter == "alternate")
    assert not seen.strengths.any()
    assert seen.hands.tolist() == [[0, 0, 0, 1, 0]] * 2


def test_what_the_shipped_weights_were_trained_to_read_stays_as_it_was() -> None:
    # Other features need other weights: then these numbers change together with the shipped file.
    table = nation_table().astype(np.float64)
    rows, columns = table.shape
    assert (rows, columns) == (11616, 46)
    assert float(table.sum()) == pytest.approx(151610.405, abs=0.01)
    assert float((table * np.arange(1, columns + 1)).sum()) == pytest.approx(4094508.23, abs=0.1)
    assert float((table * np.arange(1, rows + 1)[:, None]).sum()) == pytest.approx(1181708422.9, abs=10)


@pytest.mark.rule(16, 22)
@pytest.mark.parametrize(
    ("own", "to_own", "to_other"), [(0, 0.0, -0.4), (1, 0.2, -0.2), (2, 0.0, -0.6), (3, 0.0, -0.2)]
)
def test_a_trick_card_may_join_a_crew_of_any_strength_but_none(own: int, to_own: float, to_other: float) -> None:
    rows = nation_table().reshape(STRENGTHS, STRENGTHS, len(LEFT), -1)
    joined = rows[own, 1, LEFT.index((0, 0, 0, 0)), 38:40]
    assert joined == pytest.approx(np.array([to_own, to_other]), abs=1e-6)
