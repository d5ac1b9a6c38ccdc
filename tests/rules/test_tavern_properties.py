"""Who takes which card: what holds for any dice on any row (R12, R35)."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.rules import PILE_KINDS, Card, Counts, End, takings

ALL_COUNTS = [
    tuple(dice.count(number) for number in range(1, 7))
    for size in range(7)
    for dice in combinations_with_replacement(range(1, 7), size)
]
"""Every way to lay up to six dice on the six cards."""

rows = st.permutations(PILE_KINDS).map(lambda cards: tuple(cards[:6]))
dice = st.tuples(st.sampled_from(ALL_COUNTS), st.sampled_from(ALL_COUNTS))
ends = st.sampled_from(End)
face_down = st.sets(st.integers(1, 6), max_size=2).map(lambda numbers: tuple(sorted(numbers)))
numbers = st.integers(1, 6)
seats = st.integers(0, 1)


def takers(counts: tuple[Counts, Counts], out: tuple[int, ...] = ()) -> dict[int, int | None]:
    """Who takes the card with each number."""
    return {taking.number: taking.taker for taking in takings(tuple(PILE_KINDS[:6]), counts, End.LEFT, out)}


def with_die(counts: tuple[Counts, Counts], seat: int, number: int) -> tuple[Counts, Counts]:
    """The dice with one more of a seat's on a card."""
    more = tuple(count + (place == number) for place, count in enumerate(counts[seat], start=1))
    return (more, counts[1]) if seat == 0 else (counts[0], more)


def worth(taker: int | None, seat: int) -> int:
    """How good it is for a seat who takes a card: mine, nobody's, theirs."""
    return 0 if taker is None else 1 if taker == seat else -1


@pytest.mark.rule(10)
@given(rows, dice, ends, face_down)
def test_a_mirrored_row_counted_from_the_other_end_is_the_same_row(
    row: tuple[Card, ...], counts: tuple[Counts, Counts], end: End, out: tuple[int, ...]
) -> None:
    other_end = End.RIGHT if end is End.LEFT else End.LEFT
    mirrored = takings(row[::-1], counts, other_end, out)
    decided = takings(row, counts, end, out)
    assert [taking._replace(position=5 - taking.position) for taking in reversed(mirrored)] == [*decided]


@pytest.mark.rule(10)
@given(rows, dice, ends)
def test_takings_are_told_from_left_to_right_with_the_cards_that_lie_there(
    row: tuple[Card, ...], counts: tuple[Counts, Counts], end: End
) -> None:
    decided = takings(row, counts, end)
    assert [(taking.position, taking.card) for taking in decided] == [*enumerate(row)]
    expected = [1, 2, 3, 4, 5, 6] if end is End.LEFT else [6, 5, 4, 3, 2, 1]
    assert [taking.number for taking in decided] == expected


@pytest.mark.rule(12)
@given(dice, face_down)
def test_swapped_seats_swap_who_takes(counts: tuple[Counts, Counts], out: tuple[int, ...]) -> None:
    swapped = {number: None if taker is None else 1 - taker for number, taker in takers(counts, out).items()}
    assert takers((counts[1], counts[0]), out) == swapped


@pytest.mark.rule(12)
@given(dice, face_down, seats, numbers)
def test_one_more_die_never_loses_a_card_neither_its_own_nor_any_other(
    counts: tuple[Counts, Counts], out: tuple[int, ...], seat: int, number: int
) -> None:
    before, after = takers(counts, out), takers(with_die(counts, seat, number), out)
    assert all(worth(after[card], seat) >= worth(before[card], seat) for card in range(1, 7))


@pytest.mark.rule(12)
@given(dice, face_down, seats, numbers)
def test_one_more_die_changes_nothing_beyond_its_card_and_the_neighbours(
    counts: tuple[Counts, Counts], out: tuple[int, ...], seat: int, number: int
) -> None:
    before, after = takers(counts, out), takers(with_die(counts, seat, number), out)
    assert {card for card in before if before[card] != after[card]} <= {number - 1, number, number + 1}


@pytest.mark.rule(12)
@given(dice, seats, numbers)
def test_one_more_die_breaks_a_tie_on_its_card(counts: tuple[Counts, Counts], seat: int, number: int) -> None:
    more = with_die(counts, seat, number)
    if counts[0][number - 1] == counts[1][number - 1]:
        assert takers(more)[number] == seat


@pytest.mark.rule(12)
@given(dice)
def test_nobody_takes_a_card_on_which_he_has_no_die(counts: tuple[Counts, Counts]) -> None:
    assert all(counts[taker][number - 1] for number, taker in takers(counts).items() if taker is not None)


@pytest.mark.rule(35)
@given(dice, face_down)
def test_a_face_down_card_goes_to_nobody_and_leaves_the_others_as_they_are(
    counts: tuple[Counts, Counts], out: tuple[int, ...]
) -> None:
    expected = takers(counts) | dict.fromkeys(out)
    assert takers(counts, out) == expected


@pytest.mark.rule(12)
@given(dice)
def test_the_reasons_given_are_enough_to_see_who_takes(counts: tuple[Counts, Counts]) -> None:
    for taking in takings(tuple(PILE_KINDS[:6]), counts, End.LEFT):
        a, b = ((own, beside if own else 0) for own, beside in zip(taking.dice, taking.neighbours, strict=True))
        if taking.dice[0] != taking.dice[1]:
            a, b = (a[0], 0), (b[0], 0)
        assert taking.taker == (None if a == b else int(b > a))
