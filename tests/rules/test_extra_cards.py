"""Extra card 1, No Shanghai / Roll all again, and extra card 2, To the sharks / Exchange (R32-R37)."""

import pytest

from shanghaien import rules
from shanghaien.rules import CardTurned, DiePlaced, DieReturned, End, Nation, Phase, Sailor, Trick
from tests.rules.positions import A, B, after, follow, legal, position, refusal, side


@pytest.mark.rule(32)
def test_no_shanghai_forbids_both_players_to_call() -> None:
    state = position(side("12", force="extra1"), side("345"), extra_1=True)
    assert refusal(state, "shanghai") == ("no-shanghai", "R32")
    assert legal(after(state, "roll, 1-1, place 1")) == ["roll"]


@pytest.mark.rule(32)
def test_no_shanghai_lets_who_has_to_call_call() -> None:
    state = position(side("12", force="extra1"), side("34556"), turn=B, extra_1=True)
    assert legal(state) == ["shanghai"]


@pytest.mark.rule(32)
def test_no_shanghai_ends_with_the_round() -> None:
    state = after(position(side("12345", force="extra1"), extra_1=True), "shanghai")
    assert state.players[A].in_force is None


@pytest.mark.rule(33)
def test_no_shanghai_lies_beside_the_tavern_and_one_die_is_placed_as_usual() -> None:
    state = after(position(side("1", hand="extra1"), roll="14", extra_1=True), "play extra1 no-shanghai")
    assert (legal(state), state.players[A].in_force) == (["place 1", "place 4"], Trick("extra1"))
    assert state.players[A].trick_used


@pytest.mark.rule(34)
def test_the_worked_example_of_roll_all_again() -> None:
    state = position(side("13", hand="extra1"), roll="11", extra_1=True)
    rolling = after(state, "play extra1 roll-all")
    assert (len(rules.chance(rolling)), rules.chance(rolling).total) == (126, 6**4)
    assert rolling.players[A].dice == (0,) * 6
    kept, events = follow(rolling, "2-4-5-6, keep 2")
    assert (kept.players[A].dice, kept.turn) == ((0, 0, 0, 1, 1, 1), B)
    back = DieReturned(A, 2, by=A, card=Trick("extra1"), rolled=True)
    assert events[1:] == [back, DiePlaced(A, 4), DiePlaced(A, 5), DiePlaced(A, 6)]


@pytest.mark.rule(34)
def test_any_of_the_dice_rolled_can_go_back() -> None:
    state = after(position(side("13", hand="extra1"), roll="11", extra_1=True), "play extra1 roll-all, 2-2-5-6")
    assert legal(state) == ["keep 2", "keep 5", "keep 6"]
    assert refusal(state, "keep 4") == ("die-not-rolled", "R34")
    assert after(state, "keep 2").players[A].dice == (0, 1, 0, 0, 1, 1)


@pytest.mark.rule(34, 10)
def test_roll_all_again_works_with_no_die_on_cards_and_then_names_the_end() -> None:
    state = position(side(hand="extra1"), roll="14", end=None, extra_1=True)
    rolled = after(state, "play extra1 roll-all, 3-3")
    assert legal(rolled) == ["keep 3 left", "keep 3 right"]
    kept = after(rolled, "keep 3 right")
    assert (kept.end, kept.players[A].dice) == (End.RIGHT, (0, 0, 1, 0, 0, 0))


@pytest.mark.rule(34)
def test_an_end_already_named_stays() -> None:
    state = position(side("2", hand="extra1"), roll="14", end=End.RIGHT, extra_1=True)
    assert after(state, "play extra1 roll-all, 1-2-3, keep 1").end is End.RIGHT


@pytest.mark.rule(34)
def test_with_four_dice_on_cards_all_six_are_rolled() -> None:
    state = after(position(side("1234", hand="extra1"), roll="14", extra_1=True), "play extra1 roll-all")
    assert len(rules.chance(state)) == 462
    assert after(state, "1-1-2-3-4-5, keep 1").players[A].dice == (1, 1, 1, 1, 1, 0)


@pytest.mark.rule(35)
def test_to_the_sharks_places_a_die_and_turns_its_card() -> None:
    state, events = follow(position(side(hand="extra2"), roll="14", extra_2=True), "play extra2 sharks 4")
    assert (state.players[A].dice, state.face_down, state.turn) == ((0, 0, 0, 1, 0, 0), (4,), B)
    assert events[1:] == [DiePlaced(A, 4), CardTurned(A, 4)]


@pytest.mark.rule(35)
def test_a_face_down_card_is_removed_whatever_lies_on_it() -> None:
    state = after(position(side("444"), face_down=(4,), extra_2=True), "shanghai")
    assert Sailor(Nation.CHINESE, 3) in state.removed
    assert state.players[A].crews == ((),) * 8
    assert state.face_down == ()


@pytest.mark.rule(35)
def test_dice_on_a_face_down_card_still_count_for_the_neighbours() -> None:
    takings = rules.takings_now(position(side("45"), side("5"), face_down=(4,), extra_2=True))
    assert (takings[3].taker, takings[3].out, takings[4].taker) == (None, True, A)


@pytest.mark.rule(35)
def test_dice_may_be_placed_on_a_face_down_card_but_it_is_not_turned_twice() -> None:
    state = position(side(hand="extra2"), roll="14", face_down=(4,), extra_2=True)
    assert legal(state) == ["place 1", "place 4", "play extra2 sharks 1"]
    assert refusal(state, "play extra2 sharks 4") == ("face-down", "R35")
    assert refusal(state, "play extra2 sharks 2") == ("die-not-rolled", "R35")


@pytest.mark.rule(35, 10)
def test_to_the_sharks_with_the_first_die_names_the_end() -> None:
    state = position(side(hand="extra2"), roll="14", end=None, extra_2=True)
    assert [text for text in legal(state) if "sharks 4" in text] == [
        "play extra2 sharks 4 left",
        "play extra2 sharks 4 right",
    ]


@pytest.mark.rule(36)
def test_exchange_takes_one_die_back_and_places_both() -> None:
    state = position(side("11", hand="extra2"), roll="44", extra_2=True)
    swapped, events = follow(state, "play extra2 exchange 1")
    assert (swapped.players[A].dice, swapped.turn) == ((1, 0, 0, 2, 0, 0), B)
    back = DieReturned(A, 1, by=A, card=Trick("extra2"))
    assert events[1:] == [back, DiePlaced(A, 4), DiePlaced(A, 4)]


@pytest.mark.rule(37)
def test_exchange_needs_an_own_die_on_that_card() -> None:
    state = position(side("13", hand="extra2"), side("6"), roll="45", extra_2=True)
    assert [text for text in legal(state) if "exchange" in text] == ["play extra2 exchange 1", "play extra2 exchange 3"]
    assert refusal(state, "play extra2 exchange 6") == ("no-die-there", "R37")
    assert not [text for text in legal(position(side(hand="extra2"), roll="45", extra_2=True)) if "exchange" in text]


@pytest.mark.rule(26)
def test_extra_cards_one_and_two_can_be_in_one_game_but_not_in_one_round_of_a_player() -> None:
    state = position(side("1", hand="extra1 extra2"), roll="45", extra_1=True, extra_2=True)
    rolled = after(state, "play extra1 no-shanghai")
    assert (rolled.phase, legal(rolled)) == (Phase.PLACE, ["place 4", "place 5"])
