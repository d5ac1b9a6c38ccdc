"""The row of cards as the store keeps it for lists."""

import random

import pytest

from shanghaien.rules import (
    Options,
    Sailor,
    State,
    advance,
    apply,
    draw,
    is_chance,
    legal_actions,
    new_game,
    takings_now,
)
from shanghaien.web.tables.summary import decode_row, encode_row, result_of, summary_of


def states(seed: int) -> list[State]:
    """Every state of a game by whoever chooses anything."""
    chance, found = random.Random(seed), [new_game(Options())]
    while not found[-1].over:
        state = found[-1]
        if is_chance(state):
            found.append(advance(state, draw(state, chance))[0])
        else:
            found.append(apply(state, chance.choice(legal_actions(state)))[0])
    return found


def test_of_every_row_nations_and_takers_come_back() -> None:
    told = 0
    for state in states(1):
        row, takings = decode_row(encode_row(state)), takings_now(state)
        if row:
            nations = [card.nation if isinstance(card, Sailor) else None for card in state.tavern]
            assert [card.nation for card in row] == nations
            assert [card.taker for card in row] == ([taking.taker for taking in takings] or [None] * 6)
            told += any(card.taker is not None for card in row)
    assert told > 20


def test_a_row_that_is_not_dealt_yet_and_one_of_a_game_that_is_over_are_not_shown() -> None:
    played = states(2)
    assert encode_row(played[0]) == ""
    assert summary_of(played[-1], result_of(played[-1]), None).tavern == ""
    assert decode_row("") == decode_row(None) == ()


@pytest.mark.parametrize("text", ["9-", "0", "02", "x-", "--", "0a"])
def test_a_damaged_row_is_none(text: str) -> None:
    assert decode_row(text) == ()
