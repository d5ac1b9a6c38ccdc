"""The arrays over multisets of dice say the same as the rules."""

import random

import pytest

from shanghaien.ai.round.dice_sets import (
    ADD,
    ADD_TWO,
    PAIRS,
    RANK,
    SETS,
    SIZES,
    sharing,
    sharing_for,
    sharings_by_number,
)
from shanghaien.ai.value.payoff import SHARINGS
from shanghaien.rules import End, Nation, Sailor, takings

ROW = tuple(Sailor(nation, 1) for nation in list(Nation)[:6])


def shared_by_rules(dice: tuple[tuple[int, ...], tuple[int, ...]], end: End, out: tuple[int, ...] = ()) -> list[int]:
    """What happens to each card of the row, in the numbers of `SHARINGS`."""
    return [0 if taking.taker is None else 1 + taking.taker for taking in takings(ROW, dice, end, out)]


def test_there_are_as_many_multisets_as_the_mathematics_says() -> None:
    assert SIZES == (1, 6, 21, 56, 126, 252, 462)


@pytest.mark.rule(12)
@pytest.mark.parametrize("end", list(End))
def test_cards_go_where_the_rules_send_them(end: End) -> None:
    rng = random.Random(1)
    for _ in range(3000):
        dice = rng.choice(SETS[rng.randrange(7)]), rng.choice(SETS[rng.randrange(7)])
        by_number = sharing(sum(dice[0]), sum(dice[1]))[RANK[dice[0]], RANK[dice[1]]]
        by_place = SHARINGS[sharings_by_number(end)[by_number]]

        assert by_place.tolist() == shared_by_rules(dice, end)


@pytest.mark.rule(35)
@pytest.mark.parametrize("end", list(End))
def test_face_down_cards_go_to_nobody(end: End) -> None:
    dice = (2, 1, 0, 0, 1, 1), (0, 0, 2, 1, 0, 1)
    by_number = sharing(5, 4)[RANK[dice[0]], RANK[dice[1]]]

    assert SHARINGS[sharings_by_number(end, (1, 4))[by_number]].tolist() == shared_by_rules(dice, end, (1, 4))


def test_the_view_of_the_other_seat_is_the_same_table_turned() -> None:
    assert (sharing_for(1, 3, 2) == sharing(2, 3).T).all()


def test_adding_dice_leads_to_the_multiset_with_them() -> None:
    rng = random.Random(2)
    for size in range(5):
        rank = rng.randrange(SIZES[size])
        for number, (low, high) in enumerate(PAIRS):
            counts = list(SETS[size][rank])
            counts[low] += 1
            assert SETS[size + 1][ADD[size][low, rank]] == tuple(counts)
            counts[high] += 1
            assert SETS[size + 2][ADD_TWO[size][number, rank]] == tuple(counts)
