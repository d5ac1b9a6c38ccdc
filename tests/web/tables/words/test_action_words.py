"""Actions in a few words."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules import PRESETS, State, parse_action
from shanghaien.web.tables.words.drawings import action_words
from tests.rules.positions import position, side


def said(state: State, action: str, of: str = "me") -> str:
    return " ".join(action_words(state, parse_action(action), of).striptags().split())


def rolled(hand: str = "shift") -> State:
    return position(side("13", hand=hand, crews="FRE4"), side("22"), roll="24", extra_2=True, extra_3=True)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("roll", "Roll"),
        ("shanghai", "Call Shanghai"),
        ("place 4", "4 on Chinese 3"),
        ("place 4 right", "4 on German 3, 1 on the right"),
        ("play shift sailors FRE", "Two sailors: French"),
        ("play shift 2+", "Die ±1: 2 → 3"),
        ("play both left", "Both dice, 1 on the left"),
        ("play extra2 sharks 4", "To the sharks: 4"),
        ("object", "Object!"),
        ("take right", "Take the Double, 1 on the right"),
        ("keep 2", "Take the 2 back, place all the others"),
    ],
)
def test_each_action_says_what_it_does(action: str, words: str) -> None:
    assert said(rolled(), action) == words


def test_with_several_kinds_of_card_it_is_said_which_one_is_given_away() -> None:
    assert said(rolled("shift both"), "play both sailors FRE") == "Two sailors: French (Both dice)"


def test_a_card_with_one_act_is_told_from_the_others_by_its_name() -> None:
    assert said(rolled("wild shift"), "play wild sailors FRE") == "Two sailors: French (Extra wild card)"


def test_dice_are_drawn_in_the_colour_of_whoever_acts() -> None:
    assert 'data-of="them"' in action_words(rolled(), parse_action("place 4"), "them")
    assert 'data-of="me"' in action_words(rolled(), parse_action("place 4"), "me")


def test_no_two_choices_of_a_position_read_the_same() -> None:
    rng, state = random.Random(4), rules.new_game(PRESETS["everything"])
    while not state.over:
        if rules.is_chance(state):
            state = rules.advance(state, rules.draw(state, rng)).state
            continue
        legal = rules.legal_actions(state)
        texts = [str(action_words(state, action, "me")) for action in legal]
        assert len(set(texts)) == len(legal), texts
        state = rules.apply(state, rng.choice(legal)).state
