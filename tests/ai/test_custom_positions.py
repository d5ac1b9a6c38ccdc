"""Positions made by hand: what a game can come to is taken, what it can't is refused in one sentence."""

import random
from collections import Counter
from typing import Any

import pytest

from shanghaien import rules
from shanghaien.ai.custom_positions import ImpossiblePosition, Row, checked, position_from, what_if
from shanghaien.rules import (
    ROUNDS,
    TAVERN_SIZE,
    Card,
    End,
    Options,
    Phase,
    Player,
    State,
    Trick,
    cards_in,
    full_pile,
    parse_card,
    without,
)
from tests.rules.positions import side

MIXES = [Options(), *(Options(**{name: True}) for name in rules.EXPANSIONS), rules.PRESETS["everything"]]
ROW = "AME1 FRE2 GER3 CHI3 DUT4 TUR1"
EVERYTHING = rules.PRESETS["everything"]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def made(
    a: Player | None = None,
    b: Player | None = None,
    *,
    tavern: str = ROW,
    number: int = 5,
    options: Options | None = None,
    more: int = 0,
    row: dict[str, Any] | None = None,
    **rest: Any,
) -> State:
    """A position in a round; the pile gets cards that lie nowhere else, `more` of them than there must be."""
    players, setup, lying = (a or side(), b or side()), options or Options(), cards(tavern)
    pile = full_pile(setup.tricks)
    held = [rules.Sailor(rules.Nation(nation), value) for one in players for nation, crew in enumerate(one.crews) for value in crew]  # fmt: skip
    tricks = [card for one in players for card in (*one.hand, *(wild for crew in one.wilds for wild in crew))]
    for card in (*lying, *held, *tricks):
        if card in rules.KIND_NUMBER and pile[rules.KIND_NUMBER[card]]:
            pile = without(pile, card)
    left = cards_in(pile)[: TAVERN_SIZE * (ROUNDS + 1 - number) - len(lying) + more]
    on_table = {"end": End.LEFT} | (row or {})
    return position_from(setup, number, Row(lying, tuple(left), **on_table), players, **rest)


def test_a_position_made_by_hand_is_one_that_the_engine_plays_on() -> None:
    state = made(side("135", hand="shift", crews="SPA3"), side("22", hand="again"), rolled=(4, 2), turn=0)
    assert (state.phase, state.rolled) == (Phase.PLACE, (2, 4))
    assert rules.Place(4) in rules.legal_actions(state)
    game = Counter(cards_in(full_pile(state.options.tricks)))
    held = Counter(cards("SPA3 shift again"))
    assert Counter(state.removed) == game - held - Counter(state.tavern) - Counter(cards_in(state.pile))


@pytest.mark.rule(38)
def test_a_double_puts_the_question_of_the_double_and_the_card_lies_in_the_middle() -> None:
    state = made(options=EVERYTHING, rolled=(3, 3))
    assert state.phase not in (Phase.PLACE, Phase.ROLL)
    assert state.middle == (Trick("double"),)
    assert made(side(hand="double"), options=EVERYTHING).middle == ()


def test_a_row_that_is_being_dealt_is_a_position_between_two_rounds() -> None:
    state = made(tavern="AME1 FRE2", number=6, row={"end": None})
    assert state.phase == Phase.DEAL
    assert rules.is_chance(state)


@pytest.mark.parametrize("options", MIXES)
def test_no_position_that_a_game_comes_to_is_refused_or_changed(options: Options) -> None:
    for seed in range(3):
        luck, state = random.Random(seed), rules.new_game(options)
        while not state.over:
            assert checked(state) == state
            if rules.is_chance(state):
                state = rules.advance(state, rules.draw(state, luck)).state
            else:
                state = rules.apply(state, luck.choice(rules.legal_actions(state))).state


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"number": 9}, "A game has rounds 1 to 8, not 9."),
    ({"turn": 2}, "Whose turn it is and who starts is 0 or 1, not 2 and 2."),
    ({"a": Player(dice=(0, 0))}, "A player has eight crews, and dice on six cards."),
    ({"a": Player(hand=(Trick("kraken"),))}, "There is no card kraken in this game."),
    ({"a": side(hand="captain")}, "There is no card captain in this game."),
    ({"tavern": "wild FRE2 GER3 CHI3 DUT4 TUR1"}, "There is no card wild in this game."),
    (
        {"tavern": "wild FRE2 GER3 CHI3 DUT4 TUR1", "options": EVERYTHING},
        "wild is never dealt, so it can’t lie in the row.",
    ),
    ({"a": side("1234566")}, "A has 7 dice on cards, but only 6 dice."),
    ({"a": Player(dice=(-1, 1, 0, 0, 0, 0))}, "No card can have fewer dice than none on it."),
    ({"b": side("12345"), "turn": 1, "rolled": (1, 2)}, "B can’t roll 2 dice with 5 on cards."),
    ({"rolled": (1, 7)}, "A roll is two dice from 1 to 6, not 1-7."),
    ({"rolled": (1, 2, 3)}, "A roll is two dice from 1 to 6, not 1-2-3."),
    ({"a": side(crews="AME1")}, "AME1 is there 2 times, but the game has it 1 times."),
    ({"a": side(hand="both both"), "b": side(hand="both")}, "both is there 3 times, but the game has it 2 times."),
    (
        {"a": side(hand="captain captain"), "options": EVERYTHING},
        "A has captain 2 times, but each player gets it once.",
    ),
    ({"more": 1}, "In round 5, with 6 cards in the row, the pile has 18 cards, not 19."),
    ({"more": -2}, "In round 5, with 6 cards in the row, the pile has 18 cards, not 16."),
    ({"tavern": f"{ROW} SPA1"}, "The row has at most six cards, not 7."),
    (
        {"a": side(crews="SPA4 SPA+shift SPA+again"), "number": 2},
        "A has used 2 trick cards, but one a round makes 1 at most.",
    ),
    (
        {"options": EVERYTHING, "number": 2, "a": side(hand="wild captain extra1 extra2")},
        "B has used 4 trick cards, but one a round makes 1 at most.",
    ),
    ({"a": side(crews="SPA+shift")}, "A trick card can join only a crew that has a sailor card (R16)."),
    ({"a": side(force="shift")}, "shift does not work until the round ends."),
    (
        {"options": EVERYTHING, "a": side(force="captain")._replace(trick_used=False)},
        "Whoever has a card in force has used their trick card of the round.",
    ),
    (
        {"options": EVERYTHING, "a": side(force="captain"), "number": 8},
        "captain can’t be played in the last round.",
    ),
    ({"a": side("12"), "row": {"end": None}}, "Dice lie on the cards, so it must be said at which end card 1 lies."),
    (
        {"row": {"end": None}, "turn": 1, "starter": 0},
        "Until an end has been named it is the turn of the player who starts the round.",
    ),
    ({"tavern": "AME1"}, "The row must be full before dice lie on it, tricks are used or an end is named."),
    ({"tavern": "AME1", "row": {"end": None}, "rolled": (1, 2)}, "The row must be full before dice are rolled."),
    (
        {"row": {"face_down": (3,)}},
        "So many cards can’t lie face down: no trick card used in this round has turned them.",
    ),
    (
        {"row": {"face_down": (7,)}, "options": EVERYTHING, "a": side(used=True)},
        "Cards that lie face down are named once each by their numbers 1 to 6, from a named end.",
    ),
]


@pytest.mark.parametrize(("wrong", "sentence"), IMPOSSIBLE, ids=[sentence for _, sentence in IMPOSSIBLE])
def test_an_impossible_position_is_refused_in_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ImpossiblePosition) as refused:
        made(**wrong)
    assert str(refused.value) == sentence


def test_a_pile_of_cards_that_are_never_dealt_is_refused() -> None:
    with pytest.raises(ImpossiblePosition, match="captain is never dealt, so it can’t lie in the pile"):
        position_from(EVERYTHING, 8, Row(cards(ROW), (Trick("captain"),)))


def test_another_hand_end_or_starter_is_a_position_of_its_own() -> None:
    state = made(side("12", hand="shift"), side("3"))
    other = what_if(state, hands=((Trick("again"),), ()), end=End.RIGHT)
    assert other.players[0].hand == (Trick("again"),)
    assert Trick("shift") in other.removed
    assert other.end is End.RIGHT
    assert what_if(state) == state
    begun = what_if(state, starter=1)
    assert (begun.starter, begun.turn) == (1, 0)
    fresh = what_if(made(row={"end": None}), starter=1)
    assert (fresh.starter, fresh.turn) == (1, 1)


def test_what_if_is_refused_like_a_position_made_by_hand() -> None:
    state = made(side("12"), side("3"))
    with pytest.raises(ImpossiblePosition, match="both is there 3 times, but the game has it 2 times"):
        what_if(state, hands=((Trick("both"),) * 3, ()))
    with pytest.raises(ImpossiblePosition, match="Whose turn it is and who starts is 0 or 1, not 0 and 5"):
        what_if(state, starter=5)
    with pytest.raises(ImpossiblePosition, match="The game is over, so nothing can be changed any more"):
        what_if(state.evolve(phase=Phase.OVER), starter=1)
