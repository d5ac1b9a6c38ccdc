"""The dirty tricks of the base game (R15-R21)."""

import pytest

from shanghaien import rules
from shanghaien.rules import DiePlaced, EndNamed, Nation, Trick, TrickPlayed
from tests.rules.positions import A, B, after, follow, legal, position, refusal, side


@pytest.mark.rule(15)
def test_a_trick_can_be_played_only_between_the_roll_and_the_placing() -> None:
    state = position(side(hand="again"), side(hand="again"))
    assert refusal(state, "play again") == ("turn-choice-due", "R8")
    assert "play again" in legal(after(state, "roll, 1-4"))
    assert refusal(after(state, "roll, 1-4, place 1"), "play again") == ("turn-choice-due", "R8")


@pytest.mark.rule(15)
def test_a_player_plays_one_trick_card_a_round() -> None:
    state = after(position(side(hand="again shift")), "roll, 1-4, play again, 2-3")
    assert legal(state) == ["place 2", "place 3"]
    assert refusal(state, "play shift 2+") == ("trick-used", "R15")
    later = after(state, "place 2, roll, 1-1, place 1, roll, 5-6")
    assert legal(later) == ["place 5", "place 6"]


@pytest.mark.rule(15)
def test_the_captain_shows_whose_trick_is_used_up_until_the_round_ends() -> None:
    state = after(position(side("12", hand="again shift"), side("12"), roll="14"), "play again, 2-3, place 2")
    assert [player.trick_used for player in state.players] == [True, False]
    assert not after(state, "shanghai").players[A].trick_used


@pytest.mark.rule(15)
def test_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    assert refusal(position(side(), side(hand="again"), roll="14"), "play again") == ("no-such-card", "R15")


@pytest.mark.rule(15)
def test_two_cards_of_a_kind_are_one_choice() -> None:
    assert legal(position(side(hand="again again"), roll="14")) == ["place 1", "place 4", "play again"]


@pytest.mark.rule(16)
def test_two_sailors_join_a_crew_for_good_and_count_two() -> None:
    state = position(side("12", hand="shift", crews="SPA3"), roll="14")
    played = after(state, "play shift sailors SPA")
    assert played.players[A].wilds[Nation.SPANISH] == (Trick("shift"),)
    assert played.players[A].strength(Nation.SPANISH) == 5
    assert played.players[A].hand == ()
    assert after(played, "place 1, roll, 2-2, place 2, shanghai").players[A].strength(Nation.SPANISH) == 5


@pytest.mark.rule(16)
def test_after_two_sailors_the_turn_goes_on_with_the_same_roll() -> None:
    state = position(side(hand="shift", crews="SPA3"), roll="14")
    assert legal(after(state, "play shift sailors SPA")) == ["place 1", "place 4"]


@pytest.mark.rule(16)
def test_two_sailors_need_a_sailor_card_of_the_nation() -> None:
    state = position(side(hand="both", crews="SPA3"), roll="14")
    assert refusal(state, "play both sailors ITA") == ("no-such-crew", "R16")
    assert legal(state) == ["place 1", "place 4", "play both sailors SPA", "play both"]


@pytest.mark.rule(17)
def test_die_shift_changes_one_of_the_dice_and_either_may_be_placed() -> None:
    state = position(side(hand="shift"), roll="14")
    assert legal(state) == ["place 1", "place 4", "play shift 1+", "play shift 4-", "play shift 4+"]
    assert legal(after(state, "play shift 4+")) == ["place 1", "place 5"]


@pytest.mark.rule(17)
def test_a_die_stays_within_one_and_six() -> None:
    state = position(side(hand="shift"), roll="16")
    assert legal(state) == ["place 1", "place 6", "play shift 1+", "play shift 6-"]
    assert refusal(state, "play shift 6+") == ("off-the-die", "R17")
    assert refusal(state, "play shift 3+") == ("die-not-rolled", "R17")


@pytest.mark.rule(17)
def test_one_of_two_equal_dice_can_be_changed() -> None:
    assert legal(after(position(side(hand="shift"), roll="33"), "play shift 3-")) == ["place 2", "place 3"]


@pytest.mark.rule(18)
def test_both_dice_places_both_and_ends_the_turn() -> None:
    state = after(position(side("1", hand="both"), roll="34"), "play both")
    assert (state.players[A].dice, state.turn) == ((1, 0, 1, 1, 0, 0), B)


@pytest.mark.rule(18, 11)
def test_both_dice_can_use_up_the_supply() -> None:
    state = after(position(side("1234", hand="both"), side("1"), roll="34"), "play both, roll, 1-2, place 1")
    assert (state.players[A].supply, legal(state)) == (0, ["shanghai"])


@pytest.mark.rule(18, 10)
def test_both_dice_as_the_first_of_a_round_name_the_end() -> None:
    state = position(side(hand="both"), roll="34", end=None)
    assert legal(state)[-2:] == ["play both left", "play both right"]
    _, events = follow(state, "play both right")
    play = rules.parse_action("play both right")
    assert isinstance(play, rules.Play)
    assert events == [TrickPlayed(A, play), EndNamed(A, rules.End.RIGHT), DiePlaced(A, 3), DiePlaced(A, 4)]


@pytest.mark.rule(19)
def test_roll_again_forgets_the_first_result() -> None:
    rolling = after(position(side(hand="again"), roll="34"), "play again")
    assert (rules.is_chance(rolling), rolling.rolled) == (True, ())
    assert legal(after(rolling, "1-1")) == ["place 1"]


@pytest.mark.rule(20)
@pytest.mark.parametrize(
    ("card", "play"), [("shift", "play shift 3+"), ("both", "play both"), ("again", "play again, 2-2")]
)
def test_a_trick_played_for_its_own_action_leaves_the_game(card: str, play: str) -> None:
    state = after(position(side(hand=card), roll="34"), play)
    assert (state.removed[-1], state.players[A].hand) == (Trick(card), ())


@pytest.mark.rule(21)
def test_a_trick_won_in_round_eight_is_never_playable_but_counts_a_point() -> None:
    row = "shift FRE2 GER3 CHI3 DUT4 TUR1"
    state = after(position(side("11"), number=8, tavern=row), "shanghai")
    assert (state.players[A].hand, rules.points(state), legal(state)) == ((Trick("shift"),), (1, 0), [])
