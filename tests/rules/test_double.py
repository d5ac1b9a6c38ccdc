"""Extra card 3, the Double (R38-R41)."""

from fractions import Fraction

import pytest

from shanghaien import rules
from shanghaien.rules import DiceRolled, End, Options, Phase, Trick, TrickTaken
from tests.rules.positions import A, B, after, follow, legal, position, refusal, side


@pytest.mark.rule(38)
def test_the_double_lies_in_the_middle_at_the_start() -> None:
    state = rules.new_game(Options(extra_3=True))
    assert (state.middle, [player.hand for player in state.players]) == ((Trick("double"),), [(), ()])


@pytest.mark.rule(38)
def test_a_rolled_double_asks_for_a_new_die_or_the_card() -> None:
    state = after(position(side("1"), extra_3=True), "roll, 4-4")
    assert legal(state) == ["one", "take"]
    assert refusal(state, "place 4") == ("double-due", "R38")


@pytest.mark.rule(38)
def test_without_the_expansion_a_double_is_a_roll_like_any_other() -> None:
    assert legal(after(position(side("1")), "roll, 4-4")) == ["place 4"]


@pytest.mark.rule(38)
def test_one_die_is_rolled_again_until_the_dice_differ() -> None:
    state = after(position(side("1"), extra_3=True), "roll, 4-4, one")
    assert [*rules.chance(state)][2] == ((3,), Fraction(1, 6))
    assert legal(after(state, "4")) == ["one", "take"]
    lies, events = follow(state, "2")
    assert (legal(lies), events) == (["place 2", "place 4"], [DiceRolled(A, (2, 4))])


@pytest.mark.rule(38)
def test_taking_the_double_ends_the_turn_without_a_die() -> None:
    state, events = follow(position(side("1"), extra_3=True), "roll, 4-4, take")
    assert (state.players[A].dice, state.rolled, state.turn) == ((1, 0, 0, 0, 0, 0), (), B)
    assert (state.players[A].hand, state.middle) == ((Trick("double"),), ())
    assert events[-1] == TrickTaken(A, Trick("double"), from_other=False)


@pytest.mark.rule(38)
def test_the_double_can_be_taken_from_the_opponent() -> None:
    state, events = follow(position(side("1"), side(hand="double"), extra_3=True), "roll, 4-4, take")
    assert [player.hand for player in state.players] == [(Trick("double"),), ()]
    assert events[-1] == TrickTaken(A, Trick("double"), from_other=True)


@pytest.mark.rule(38)
def test_who_holds_the_double_can_only_roll_again() -> None:
    state = after(position(side("1", hand="double"), extra_3=True), "roll, 4-4")
    assert legal(state) == ["one"]
    assert refusal(state, "take") == ("holds-double", "R38")


@pytest.mark.rule(38)
def test_a_trick_waits_until_the_roll_is_no_double() -> None:
    state = after(position(side("1", hand="again"), extra_3=True), "roll, 4-4")
    assert refusal(state, "play again") == ("double-due", "R38")
    assert "play again" in legal(after(state, "one, 3"))


@pytest.mark.rule(38, 17)
def test_a_double_made_by_die_shift_does_not_count() -> None:
    state = after(position(side("1", hand="shift"), roll="34", extra_3=True), "play shift 3+")
    assert (state.phase, legal(state)) == (Phase.PLACE, ["place 4"])


@pytest.mark.rule(38, 10)
def test_taking_the_double_in_the_first_turn_names_the_end() -> None:
    state = after(position(end=None, extra_3=True), "roll, 4-4")
    assert legal(state) == ["one", "take left", "take right"]
    assert refusal(state, "take") == ("end-not-named", "R10")
    taken = after(state, "take right, roll, 2-3")
    assert (taken.end, legal(taken)) == (End.RIGHT, ["place 2", "place 3"])


@pytest.mark.rule(38, 10)
def test_who_holds_the_double_is_not_asked_for_the_end() -> None:
    state = after(position(side(hand="double"), end=None, extra_3=True), "roll, 4-4")
    assert refusal(state, "take") == ("holds-double", "R38")


@pytest.mark.rule(39)
def test_played_it_goes_back_to_the_middle_and_both_dice_are_rolled_again() -> None:
    state = after(position(side("1", hand="double"), roll="34", extra_3=True), "play double")
    assert (state.phase, state.middle, state.players[A].hand) == (Phase.ROLL, (Trick("double"),), ())
    assert after(state, "1-2").players[A].trick_used


@pytest.mark.rule(39)
def test_a_double_rolled_after_playing_it_may_win_it_back() -> None:
    state = after(position(side("1", hand="double"), roll="34", extra_3=True), "play double, 5-5")
    assert legal(state) == ["one", "take"]
    assert after(state, "take").players[A].hand == (Trick("double"),)


@pytest.mark.rule(40, 19)
def test_roll_again_can_roll_a_double() -> None:
    state = position(side("1", hand="again"), roll="34", extra_3=True)
    assert legal(after(state, "play again, 5-5")) == ["one", "take"]


@pytest.mark.rule(40, 29)
def test_the_new_roll_after_an_objection_can_be_a_double() -> None:
    state = position(side("1"), side("12", force="captain"), roll="34", crazy_captain=True, extra_3=True)
    assert legal(after(state, "place 3, object, 5-5")) == ["one", "take"]


@pytest.mark.rule(40, 34)
@pytest.mark.parametrize(("dice", "rolled"), [("", "4-4"), ("1", "4-4-4")])
def test_the_dice_of_roll_all_again_never_count_as_a_double(dice: str, rolled: str) -> None:
    state = position(side(dice, hand="extra1"), roll="34", extra_1=True, extra_3=True)
    assert legal(after(state, f"play extra1 roll-all, {rolled}")) == ["keep 4"]


@pytest.mark.rule(41)
def test_held_at_the_end_it_is_a_point_and_in_the_middle_none() -> None:
    held = after(position(side("11"), side(hand="double"), number=8, extra_3=True), "shanghai")
    assert rules.points(held) == (1, 1)  # the American 1, and the Double
    assert rules.points(after(position(side("11"), number=8, extra_3=True), "shanghai")) == (1, 0)


@pytest.mark.rule(41)
def test_it_never_leaves_the_game() -> None:
    state = after(position(side("12", hand="double"), side("12"), extra_3=True), "roll, 3-4, play double, 1-2, place 1")
    ended = after(state, "shanghai")
    assert (ended.middle, Trick("double") in ended.removed) == ((Trick("double"),), False)
