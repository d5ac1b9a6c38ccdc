"""What is hidden never shows: two orders of the pile look the same until they differ on the table (R5)."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules.cards import Card, cards_in
from shanghaien.rules.options import Options
from shanghaien.rules.state import Phase, State
from tests.conformance.playing import MIXES, mix_name, some_setups

SEATS = (0, 1, None)


def step(state: State, deck: list[Card], rng: random.Random) -> State:
    """One step of a game whose cards come from a shuffled deck."""
    if state.phase is Phase.DEAL:
        return rules.advance(state, deck[48 - sum(state.pile)]).state
    if rules.is_chance(state):
        node = rules.chance(state)
        return rules.advance(state, node.pick(rng.randrange(node.total))).state
    return rules.apply(state, rng.choice(rules.legal_actions(state))).state


def two_decks(options: Options, seed: int) -> tuple[list[Card], list[Card], int]:
    """Two orders of the pile that agree on the cards of the first few rounds and differ at once after them."""
    rng = random.Random(seed)
    deck = cards_in(rules.new_game(options).pile)
    rng.shuffle(deck)
    dealt = 6 * rng.randint(1, 6)
    other = deck[dealt:]
    while other[0] == deck[dealt]:
        rng.shuffle(other)
    return deck, deck[:dealt] + other, dealt


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_two_orders_of_the_pile_look_the_same_until_they_differ_on_the_table(mix: dict[str, bool]) -> None:
    for seed, options in enumerate(some_setups(mix, 3, seed=9)):
        deck, other_deck, dealt = two_decks(options, seed)
        rng, other_rng = random.Random(seed), random.Random(seed)
        state = other = rules.new_game(options)
        while not (state.phase is Phase.DEAL and 48 - sum(state.pile) == dealt):
            state, other = step(state, deck, rng), step(other, other_deck, other_rng)
            assert state == other
            assert rules.legal_actions(state) == rules.legal_actions(other)
            assert [rules.view(state, seat) for seat in SEATS] == [rules.view(other, seat) for seat in SEATS]
        assert step(state, deck, rng) != step(other, other_deck, other_rng)


@pytest.mark.parametrize("mix", [MIXES[0], MIXES[-1]], ids=mix_name)
def test_only_the_seat_that_is_asked_sees_choices(mix: dict[str, bool]) -> None:
    (options,) = some_setups(mix, 1, seed=10)
    state, rng = rules.new_game(options), random.Random(11)
    deck = cards_in(state.pile)
    while not state.over:
        asked = rules.to_move(state)
        choices = {seat: rules.view(state, seat).legal for seat in SEATS}
        assert {seat for seat, legal in choices.items() if legal} == ({asked} if asked is not None else set())
        state = step(state, deck, rng)
