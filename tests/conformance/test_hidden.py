"""What is hidden never shows: two orders of the pile look the same until they differ on the table (R5)."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules import Card, Options, Phase, State, cards_in
from tests.conformance.playing import MIXES, mix_name, some_setups


def step(state: State, deck: list[Card], rng: random.Random) -> State:
    """One step of a game whose cards come from a shuffled deck."""
    if state.phase == Phase.DEAL:
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
        while not (state.phase == Phase.DEAL and 48 - sum(state.pile) == dealt):
            state, other = step(state, deck, rng), step(other, other_deck, other_rng)
            assert state == other
            assert rules.legal_actions(state) == rules.legal_actions(other)
        assert step(state, deck, rng) != step(other, other_deck, other_rng)
