"""Chance: weights count the ways of distinct dice, and every number stands for an outcome."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.rules import KIND_NUMBER, PILE_KINDS, deal, rolls


@pytest.mark.rule(9, 34)
@pytest.mark.parametrize("count", range(1, 7))
def test_a_multiset_of_dice_weighs_as_many_as_the_ways_to_throw_it(count: int) -> None:
    thrown = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))
    node = rolls(count)
    assert dict(zip(node.outcomes, node.weights, strict=True)) == thrown
    assert [*node.outcomes] == sorted(thrown)


@pytest.mark.parametrize("count", range(1, 4))
def test_each_outcome_has_as_many_numbers_as_its_weight(count: int) -> None:
    node = rolls(count)
    picked = Counter(node.pick(number) for number in range(node.total))
    assert picked == dict(zip(node.outcomes, node.weights, strict=True))
    for number in (-1, node.total):
        with pytest.raises(ValueError, match="number must be from 0 to"):
            node.pick(number)


@pytest.mark.rule(5)
@given(st.lists(st.integers(0, 3), min_size=len(PILE_KINDS), max_size=len(PILE_KINDS)).filter(any))
def test_a_deal_weighs_each_kind_by_the_cards_that_are_left(pile: list[int]) -> None:
    node = deal(tuple(pile))
    weights = dict(zip(node.outcomes, node.weights, strict=True))
    assert node.total == sum(pile)
    assert [weights.get(card, 0) for card in KIND_NUMBER] == pile
