"""What the shell says of an action: the words of the card's own file, and the detail that was chosen."""

from typing import Any

import pytest

from shanghaien import rules
from shanghaien.rules import REPLIES, TRICK_CARDS, Action, Answer, Options, Play, State, Trick, act_of
from shanghaien.terminal.menu import detail_words, entry_words, question_words
from shanghaien.terminal.wording import action_words, acts_in_play, card_name, dice_words, explanation, trick_name
from tests.rules.positions import after, position, side

READY = position(
    side("135", hand="shift again both captain extra2", crews="AME3"),
    roll="14",
    crazy_captain=True,
    extra_1=True,
    extra_2=True,
)


def said(words: str, state: State = READY) -> str:
    return action_words(state, rules.parse_action(words))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("roll", "roll two dice"),
        ("shanghai", "call Shanghai"),
        ("place 4", "place the 4 on Chinese 3"),
        ("play again", "play Roll again"),
        ("play captain", "play Crazy Captain"),
        ("play shift 4+", "play Die ±1: the 4 becomes a 5"),
        ("play shift sailors AME", "play Two sailors with Die ±1 for the American crew"),
        ("play extra2 sharks 4", "play To the sharks: the 4 (Chinese 3)"),
        ("play extra2 exchange 3", "play Exchange: the 3 (German 3)"),
        ("object", "Object!"),
        ("one", "Roll one die again"),
        ("keep 2", "Take the 2 back, place all the others"),
    ],
)
def test_an_action_is_said_by_what_it_asks_for(action: str, words: str) -> None:
    assert said(action) == words


@pytest.mark.rule(10)
@pytest.mark.parametrize("action", ["place 4 right", "play both right", "play extra2 sharks 4 right", "take right"])
def test_whoever_names_the_end_reads_where_card_1_lies(action: str) -> None:
    assert said(action, position(roll="14", end=None, extra_2=True)).endswith(", card 1 is on the right")


def test_a_die_is_said_with_the_card_at_the_end_that_is_named() -> None:
    unnamed = position(roll="14", end=None, extra_2=True)
    assert said("place 4 left", unnamed).startswith("place the 4 on Chinese 3")
    assert said("place 4 right", unnamed).startswith("place the 4 on German 3")


def every_play_and_answer() -> list[Action]:
    plays = (play for card in TRICK_CARDS for act in card.acts for play in act.every_play(card.key))
    return [*plays, *(answer for reply in REPLIES.values() for answer in reply.every_answer())]


def test_every_play_and_answer_that_can_ever_occur_has_words_of_its_own() -> None:
    actions = every_play_and_answer()
    assert len({action_words(READY, action) for action in actions}) == len(actions)


def test_the_menu_explains_a_card_with_its_own_help() -> None:
    for action in every_play_and_answer():
        line = entry_words(READY, (action,))
        if isinstance(action, Play):
            assert line.endswith(act_of(action.card, action.act).help)
        assert explanation(action) in line


def test_a_list_of_details_says_what_each_die_does() -> None:
    sharks = [rules.parse_action(f"play extra2 sharks {die}") for die in (1, 4)]
    assert entry_words(READY, tuple(sharks)).startswith("play To the sharks ... – Place a die")
    assert detail_words(READY, (sharks[1],)).endswith("– Put the 4 on card 4 and turn it face down")
    assert detail_words(READY, (rules.parse_action("play shift 4+"),)) == "play Die ±1: the 4 becomes a 5"


@pytest.mark.rule(28)
def test_whoever_may_object_reads_what_was_announced_and_what_an_objection_does() -> None:
    state = after(position(side("135"), side(force="captain"), crazy_captain=True), "roll, 1-4, place 4")
    assert question_words(state) == (
        "Object? Announced: place the 4 on Chinese 3. If you object, the die is taken back and both are rolled again."
    )


@pytest.mark.parametrize("words", ["", "roll, 1-4"])
def test_a_turn_and_a_placing_put_no_question_besides_their_lines(words: str) -> None:
    state = after(position(side("135")), words) if words else position(side("135"))
    assert question_words(state) == ""


def test_an_answer_with_a_die_is_not_explained_twice() -> None:
    assert explanation(Answer("keep", (2,))) == ""


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("shift", "Die ±1"),
        ("wild", "Extra wild card (Two sailors)"),
        ("extra1", "Extra card 1 (No Shanghai / Roll all again)"),
    ],
)
def test_a_card_whose_name_does_not_say_what_it_does_is_listed_with_that(card: str, name: str) -> None:
    assert trick_name(Trick(card)) == name


def test_cards_and_dice_have_plain_names() -> None:
    assert card_name(rules.parse_card("FRE3")) == "French 3"
    assert card_name(Trick("again")) == "trick Roll again"
    assert [dice_words(dice) for dice in ((4,), (3, 5), (1, 1, 6))] == ["4", "3 and 5", "1, 1 and 6"]


@pytest.mark.parametrize(
    ("options", "absent"),
    [({}, {"no-shanghai", "double"}), ({"extra_1": True}, {"double"}), ({"extra_3": True}, set())],
)
def test_only_the_acts_of_cards_in_play_are_counted(options: dict[str, Any], absent: set[str]) -> None:
    counted = acts_in_play(Options(**options))
    assert not absent & set(counted)
    assert {"sailors", "shift", "again", "both"} <= set(counted)
