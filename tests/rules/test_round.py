"""A round: rolling, placing, the end of the row, Shanghai (R8-R14)."""

from fractions import Fraction

import pytest

from shanghaien import rules
from shanghaien.rules import DiePlaced, End, EndNamed, Nation, Phase, Sailor, Taking
from tests.rules.positions import ROW, A, B, after, follow, legal, position, refusal, side


def takers(dice_a: str, dice_b: str) -> list[int | None]:
    return [taking.taker for taking in rules.takings_now(position(side(dice_a), side(dice_b)))]


@pytest.mark.rule(8)
def test_players_alternate_turns_and_choose_between_rolling_and_calling() -> None:
    state = position(side("12"), side("34"))
    assert legal(state) == ["roll", "shanghai"]
    assert rules.to_move(after(state, "roll, 1-4, place 4")) == B


@pytest.mark.rule(8)
def test_nothing_can_be_placed_before_the_roll() -> None:
    assert refusal(position(), "place 3") == ("turn-choice-due", "R8")


@pytest.mark.rule(9)
def test_two_dice_are_rolled_one_is_placed_and_the_other_goes_back() -> None:
    state = after(position(side("1")), "roll, 2-5")
    assert legal(state) == ["place 2", "place 5"]
    placed, events = follow(state, "place 5")
    assert (placed.players[A].dice, placed.players[A].supply, placed.rolled) == ((1, 0, 0, 0, 1, 0), 4, ())
    assert events == [DiePlaced(A, 5)]


@pytest.mark.rule(9)
def test_a_die_that_was_not_rolled_cannot_be_placed() -> None:
    assert refusal(position(roll="25"), "place 3") == ("die-not-rolled", "R9")


@pytest.mark.rule(9)
def test_two_equal_dice_are_one_choice() -> None:
    assert legal(position(roll="55")) == ["place 5"]


@pytest.mark.rule(9)
def test_a_roll_of_two_dice_has_21_outcomes_with_exact_chances() -> None:
    node = rules.chance(after(position(), "roll"))
    assert (len(node), node.probability((2, 5)), node.probability((5, 5))) == (21, Fraction(1, 18), Fraction(1, 36))
    assert node.probability((5, 2)) == 0


@pytest.mark.rule(9, 11)
def test_rolling_needs_two_dice_in_the_supply() -> None:
    assert legal(position(side("1234"))) == ["roll", "shanghai"]
    assert refusal(position(side("12345")), "roll") == ("must-call", "R11")


@pytest.mark.rule(10)
def test_the_first_die_of_a_round_names_the_end_where_card_1_lies() -> None:
    state = position(roll="25", end=None)
    assert legal(state) == ["place 2 left", "place 2 right", "place 5 left", "place 5 right"]
    named, events = follow(state, "place 2 right")
    assert (named.end, events) == (End.RIGHT, [EndNamed(A, End.RIGHT), DiePlaced(A, 2)])
    assert refusal(state, "place 2") == ("end-not-named", "R10")


@pytest.mark.rule(10)
@pytest.mark.parametrize(("end", "card"), [(End.LEFT, 0), (End.RIGHT, 5)])
def test_the_cards_are_numbered_from_the_end_that_was_named(end: End, card: int) -> None:
    state = position(end=end)
    assert state.card_numbered(1) == state.tavern[card]
    assert {taking.number: taking.position for taking in rules.takings_now(state)}[1] == card


@pytest.mark.rule(10)
def test_the_end_holds_for_the_round_and_is_open_again_in_the_next() -> None:
    state = after(position(end=None, roll="25"), "place 2 right, roll, 1-3")
    assert refusal(state, "place 3 left") == ("end-named", "R10")
    assert after(position(side("12"), end=End.RIGHT), "shanghai").end is None


@pytest.mark.rule(11)
def test_calling_needs_two_own_dice_on_cards() -> None:
    assert refusal(position(side("1"), side("123")), "shanghai") == ("too-few-dice", "R11")
    assert legal(position(side("1"))) == ["roll"]


@pytest.mark.rule(11)
@pytest.mark.parametrize("dice", ["12345", "123456"])
def test_with_fewer_than_two_dice_left_the_call_is_forced(dice: str) -> None:
    assert legal(position(side(dice))) == ["shanghai"]


@pytest.mark.rule(12)
def test_more_dice_take_the_card_whatever_lies_beside_it() -> None:
    assert takers("22", "2333")[1] == A


@pytest.mark.rule(12)
def test_a_card_without_dice_is_removed() -> None:
    ended = after(position(side("22")), "shanghai")
    taken = Sailor(Nation.FRENCH, 2)
    assert ended.players[A].crews[Nation.FRENCH] == (2,)
    assert taken not in ended.removed
    assert [rules.card_text(card) for card in ended.removed[-5:]] == [card for card in ROW.split() if card != "FRE2"]


@pytest.mark.rule(12)
def test_a_tie_goes_to_the_higher_sum_of_pips_on_the_neighbouring_cards() -> None:
    assert rules.takings_now(position(side("34"), side("322")))[2] == Taking(
        2, 3, Sailor(Nation.GERMAN, 3), None, (1, 1), (4, 4)
    )
    assert takers("34", "32")[2] == A


@pytest.mark.rule(12)
def test_an_end_card_has_one_neighbour() -> None:
    assert takers("12", "16")[0] == A
    assert takers("16", "6")[5] is None
    assert takers("65", "61")[5] == A


@pytest.mark.rule(12)
def test_equal_dice_with_equal_neighbours_remove_the_card() -> None:
    assert takers("3", "3")[2] is None


@pytest.mark.rule(12)
def test_dice_on_a_card_already_decided_still_count_for_the_next() -> None:
    assert takers("112", "23")[:2] == [A, B]  # A: 2 pips beside card 2, B: 3
    assert takers("1112", "2")[:2] == [A, A]


@pytest.mark.rule(13)
def test_dice_and_captains_go_back_to_their_owners() -> None:
    state = after(position(side("12", used=True), side("345", used=True)), "shanghai")
    assert [(player.supply, player.trick_used) for player in state.players] == [(6, False), (6, False)]


@pytest.mark.rule(13)
@pytest.mark.parametrize("caller", [A, B])
def test_who_did_not_call_starts_the_next_round(caller: int) -> None:
    state = after(position(side("12"), side("34"), turn=caller), "shanghai")
    assert (state.starter, state.turn, state.round, state.phase) == (1 - caller, 1 - caller, 2, Phase.DEAL)


@pytest.mark.rule(13)
@pytest.mark.parametrize("caller", [A, B])
def test_the_start_can_be_set_to_alternate_whoever_calls(caller: int) -> None:
    state = after(position(side("12"), side("34"), turn=caller, starter="alternate"), "shanghai")
    assert state.starter == B


@pytest.mark.rule(14)
def test_the_worked_example_of_the_dice() -> None:
    assert takers("22366", "34566") == [None, A, None, B, B, B]
    decided = rules.takings_now(position(side("22366"), side("34566")))
    assert decided[2].neighbours == (4, 4)
    assert decided[5].neighbours == (0, 5)
