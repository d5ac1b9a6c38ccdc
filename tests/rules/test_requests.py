"""What the engine does with requests that are wrong, or only nearly right."""

from dataclasses import replace
from typing import Any

import pytest

from shanghaien import rules
from shanghaien.rules import Act, End, Nation, Place, Play, Sailor, Trick
from tests.rules.positions import A, B, after, position, refusal, side


def test_the_wrong_seat_is_told_so_before_anything_else() -> None:
    state = position(side("12"))
    with pytest.raises(rules.NotYourTurn):
        rules.apply(state, rules.Roll(), seat=B)
    assert rules.apply(state, rules.Roll(), seat=A).state == rules.apply(state, rules.Roll()).state


def test_the_seat_that_is_asked_about_an_objection_is_the_other_one() -> None:
    asked = after(position(side("1"), side("12", force="captain"), roll="14", crazy_captain=True), "place 4")
    with pytest.raises(rules.NotYourTurn):
        rules.apply(asked, rules.Answer("allow"), seat=A)
    assert rules.apply(asked, rules.Answer("allow"), seat=B).state.players[A].supply == 4


def test_no_action_is_taken_while_chance_decides_and_no_outcome_while_a_player_does() -> None:
    assert refusal(after(position(), "roll"), "place 3") == ("chance-due", "R9")
    with pytest.raises(rules.Malformed, match="left to chance"):
        rules.advance(position(), (1, 2))
    with pytest.raises(rules.Malformed, match="left to chance"):
        rules.chance(position())


@pytest.mark.parametrize("outcome", [(2, 1), (1,), (1, 7), (1, 2, 3), 0, "1-2", [1, 2], None, Trick("shift")])
def test_what_cannot_be_rolled_is_refused(outcome: Any) -> None:
    with pytest.raises(rules.Malformed, match="can’t happen here"):
        rules.advance(after(position(), "roll"), outcome)


def test_a_card_that_is_not_in_the_pile_cannot_be_dealt() -> None:
    state = rules.new_game(rules.Options(first=rules.First.SEAT_A, tricks=(8, 0, 0)))
    with pytest.raises(rules.Malformed, match="can’t happen here"):
        rules.advance(state, Trick("both"))


@pytest.mark.parametrize("action", [Place(2.0, "right"), Place(2, "right")])  # type: ignore[arg-type]
def test_a_value_equal_to_a_listed_action_is_taken_for_the_listed_one(action: Place) -> None:
    state = rules.apply(position(roll="25", end=None), action).state
    assert state.end is End.RIGHT
    assert state.players[A].dice == (0, 1, 0, 0, 0, 0)


def test_a_value_equal_to_a_listed_outcome_is_taken_for_the_listed_one() -> None:
    state = rules.new_game(rules.Options(first=rules.First.SEAT_A))
    dealt: Any = (0, 1)
    assert type(rules.advance(state, dealt).state.tavern[0]) is Sailor


@pytest.mark.parametrize(
    "play",
    [
        Play(Trick("shift"), Act("shift")),
        Play(Trick("shift"), Act("shift"), dice=(1,), step=3),
        Play(Trick("shift"), Act("shift"), dice=(1,), step=1, end=End.LEFT),
        Play(Trick("shift"), Act("sailors")),
        Play(Trick("both"), Act("both"), dice=(1,), end=End.LEFT),
        Play(Trick("both"), Act("both"), nation=Nation.DUTCH, end=End.LEFT),
    ],
)
def test_missing_or_foreign_details_are_refused_as_such(play: Play) -> None:
    state = position(side(hand="shift both", crews="DUT1"), roll="15", end=None)
    with pytest.raises(rules.Illegal) as refused:
        rules.apply(state, play)
    assert refused.value.code == "details"


PLAYS = ["play shift 1+", "play both sailors DUT", "play extra2 exchange 3"]
DETAILS = [(text, detail) for text in PLAYS for detail in Play.__slots__] + [("place 1", "die"), ("place 1", "end")]


ODD = [
    (text, detail, odd)
    for odd in ("x", 1.5, (), 99, -1)
    for text, detail in DETAILS
    if getattr(rules.parse_action(text), detail) != odd
]


@pytest.mark.parametrize(("text", "detail", "odd"), ODD)
def test_details_of_a_wrong_type_are_refused_like_any_other(text: str, detail: str, odd: Any) -> None:
    state = position(side("3", hand="shift both extra2", crews="DUT1"), roll="15", extra_2=True)
    action: Any = rules.parse_action(text)
    with pytest.raises(rules.Illegal):
        rules.apply(state, replace(action, **{detail: odd}))


def test_an_error_says_its_sentence_and_its_rule() -> None:
    with pytest.raises(rules.Illegal, match=r"^You have not rolled a 3\. \(R9\)$"):
        rules.apply(position(roll="25"), Place(3))


def test_states_are_values_and_can_be_kept_in_sets() -> None:
    assert position(side("12"), roll="14") == position(side("12"), roll="14")
    assert len({position(), position(), position(roll="14")}) == 2
    with pytest.raises(AttributeError):
        position().round = 2  # type: ignore[misc]
