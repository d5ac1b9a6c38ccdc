"""Expansion cards in general, and the Crazy Captain (R26-R31)."""

from typing import Any

import pytest

from shanghaien import rules
from shanghaien.rules import (
    Announced,
    DiePlaced,
    Objected,
    Options,
    Phase,
    Player,
    RoundStarted,
    ShanghaiCalled,
    State,
    Trick,
)
from tests.rules.positions import A, B, after, follow, legal, position, refusal, side


def against_captain(a: Player, *, roll: str = "", number: int = 1, **options: Any) -> State:
    """A's turn while B's Crazy Captain is in force."""
    return position(a, side("12", force="captain"), roll=roll, number=number, crazy_captain=True, **options)


@pytest.mark.rule(26)
@pytest.mark.parametrize(
    ("option", "card"), [("crazy_captain", "captain"), ("extra_1", "extra1"), ("extra_2", "extra2")]
)
def test_each_player_starts_with_an_expansion_card_worth_a_point_unused(option: str, card: str) -> None:
    state = rules.new_game(Options.from_dict({option: True}))
    assert [player.hand for player in state.players] == [(Trick(card),)] * 2
    assert rules.points(state) == (1, 1)


@pytest.mark.rule(26, 15)
@pytest.mark.parametrize("play", ["captain", "extra1 no-shanghai", "extra2 sharks 1"])
def test_an_expansion_card_is_the_one_trick_of_the_round(play: str) -> None:
    card = play.split(maxsplit=1)[0]
    options: dict[str, Any] = {"crazy_captain": True, "extra_1": True, "extra_2": True}
    state = position(side("1", hand=f"again {card}", used=True), roll="14", **options)
    assert refusal(state, f"play {play}") == ("trick-used", "R15")
    played = after(position(side("1", hand=f"again {card}"), roll="14", **options), f"play {play}")
    assert played.players[A].trick_used


@pytest.mark.rule(26)
@pytest.mark.parametrize("play", ["extra1 roll-all, 1-2-3, keep 1", "extra2 sharks 1", "extra2 exchange 1"])
def test_an_expansion_card_that_works_at_once_leaves_the_game_at_once(play: str) -> None:
    state = position(side("1", hand=play.split(maxsplit=1)[0]), roll="14", extra_1=True, extra_2=True)
    assert after(state, f"play {play}").removed[-1] == Trick(play.split(maxsplit=1)[0])


@pytest.mark.rule(26, 28, 33)
@pytest.mark.parametrize("play", ["captain", "extra1 no-shanghai"])
def test_an_expansion_card_that_works_for_the_round_leaves_the_game_at_its_end(play: str) -> None:
    card = Trick(play.split(maxsplit=1)[0])
    a = side("1234", hand=card)
    state = after(position(a, side("12345"), roll="15", crazy_captain=True, extra_1=True), f"play {play}, place 5")
    assert (state.players[A].in_force, card in state.removed) == (card, False)
    ended = after(state, "shanghai")
    assert (ended.players[A].in_force, ended.removed[-1]) == (None, card)


@pytest.mark.rule(27)
def test_the_captain_is_not_playable_while_the_other_player_has_played_his() -> None:
    state = against_captain(side("1", hand="captain"), roll="14")
    assert legal(state) == ["place 1", "place 4"]
    assert refusal(state, "play captain") == ("captain-answered", "R27")


@pytest.mark.rule(27)
def test_the_captain_is_not_playable_in_round_eight() -> None:
    state = position(side(hand="captain"), roll="14", number=8, crazy_captain=True)
    assert refusal(state, "play captain") == ("captain-last-round", "R27")
    assert "play captain" in legal(position(side(hand="captain"), roll="14", number=7, crazy_captain=True))


@pytest.mark.rule(27)
def test_the_captain_is_no_two_sailors() -> None:
    state = position(side(hand="captain", crews="SPA3"), roll="14", crazy_captain=True)
    assert legal(state) == ["place 1", "place 4", "play captain"]
    assert refusal(state, "play captain sailors SPA") == ("no-such-act", "R4")


@pytest.mark.rule(28)
def test_the_owner_places_a_die_in_the_turn_he_plays_the_captain() -> None:
    assert legal(after(position(side(hand="captain"), roll="14", crazy_captain=True), "play captain")) == [
        "place 1",
        "place 4",
    ]


@pytest.mark.rule(28)
def test_the_other_player_is_asked_before_a_placing_takes_effect() -> None:
    asked, events = follow(against_captain(side("1"), roll="14"), "place 4")
    assert (rules.to_move(asked), legal(asked), asked.turn) == (B, ["object", "allow"], A)
    assert asked.players[A].dice == (1, 0, 0, 0, 0, 0)
    assert events == [Announced(A, rules.Place(4))]
    passed, events = follow(asked, "allow")
    assert (passed.turn, events) == (B, [DiePlaced(A, 4)])


@pytest.mark.rule(28)
def test_the_owner_himself_is_never_asked() -> None:
    state = position(side("12", force="captain"), side("12"), roll="14", crazy_captain=True)
    assert after(state, "place 4").phase == Phase.TURN


@pytest.mark.rule(28)
def test_one_objection_a_turn_and_a_new_one_in_the_next_turn() -> None:
    state = after(against_captain(side("1"), roll="14"), "place 4, object, 2-3, place 2")
    assert (state.turn, state.players[A].dice) == (B, (1, 1, 0, 0, 0, 0))
    again = after(state, "roll, 5-6, place 5, roll, 5-6, place 6")
    assert legal(again) == ["object", "allow"]


@pytest.mark.rule(28)
def test_an_objection_not_used_is_still_there_for_the_next_act_of_the_turn() -> None:
    state = after(against_captain(side("12", hand="again")), "roll, 1-4, play again, allow, 2-3, place 2")
    assert legal(state) == ["object", "allow"]
    assert after(state, "object").phase == Phase.ROLL


@pytest.mark.rule(28, 38)
def test_taking_the_double_cannot_be_objected_to() -> None:
    state = after(against_captain(side("1"), extra_3=True), "roll, 4-4, take")
    assert (state.turn, state.players[A].hand) == (B, (Trick("double"),))


@pytest.mark.rule(29)
def test_an_objection_to_a_placing_rolls_both_dice_again() -> None:
    state, events = follow(against_captain(side("1"), roll="14"), "place 4, object")
    assert (state.phase, state.turn, state.players[A].dice) == (Phase.ROLL, A, (1, 0, 0, 0, 0, 0))
    assert events[-1] == Objected(B, rules.Place(4))
    assert legal(after(state, "2-3")) == ["place 2", "place 3"]


@pytest.mark.rule(29)
@pytest.mark.parametrize(
    "steps", ["shift sailors SPA, allow, place 1", "shift 1+, allow, place 2", "again, allow, 1-2, place 2"]
)
def test_a_placing_after_a_trick_can_be_objected_to_and_the_trick_stays_spent(steps: str) -> None:
    state = against_captain(side("1", hand="shift again", crews="SPA3"), roll="14")
    again = after(state, f"play {steps}, object, 5-6")
    assert (legal(again), len(again.players[A].hand)) == (["place 5", "place 6"], 1)


@pytest.mark.rule(29)
def test_a_trick_may_be_played_on_the_new_roll_if_none_was_used() -> None:
    state = after(against_captain(side("1", hand="both"), roll="14"), "place 4, object, 2-3")
    assert legal(state) == ["place 2", "place 3", "play both"]
    assert after(state, "play both").players[A].dice == (1, 1, 1, 0, 0, 0)


@pytest.mark.rule(29, 30)
def test_dice_placed_by_a_trick_are_objected_to_as_a_trick_only() -> None:
    options: dict[str, Any] = {"extra_1": True, "extra_2": True}
    state = against_captain(side("1", hand="both extra1 extra2"), roll="14", **options)
    for play in ("play both", "play extra2 sharks 4", "play extra2 exchange 1"):
        assert after(state, f"{play}, allow").turn == B
    assert after(state, "play extra1 roll-all, allow, 1-2-3, keep 1").turn == B


@pytest.mark.rule(30)
def test_a_refused_trick_stays_in_the_hand_and_another_card_may_be_played() -> None:
    state = after(against_captain(side("1", hand="both again"), roll="14"), "play both, object")
    assert state.players[A].hand == (Trick("again"), Trick("both"))
    assert not state.players[A].trick_used
    assert legal(state) == ["place 1", "place 4", "play again"]
    assert after(state, "play again").phase == Phase.ROLL  # the one objection of the turn has been used


@pytest.mark.rule(30)
def test_a_refused_card_is_out_for_this_turn_with_both_its_actions() -> None:
    state = after(against_captain(side("1", hand="both", crews="SPA3"), roll="14"), "play both, object")
    assert legal(state) == ["place 1", "place 4"]
    assert refusal(state, "play both sailors SPA") == ("card-refused", "R30")
    later = after(state, "place 1, roll, 2-2, place 2, roll, 1-1")
    assert "play both" in legal(later)


@pytest.mark.rule(30)
def test_another_card_of_the_same_kind_may_be_played() -> None:
    state = after(against_captain(side("1", hand="both both"), roll="14"), "play both, object")
    assert legal(state) == ["place 1", "place 4", "play both"]
    assert after(state, "play both").players[A].hand == (Trick("both"),)


@pytest.mark.rule(31)
def test_after_an_objection_to_a_call_the_player_must_roll() -> None:
    state, events = follow(against_captain(side("12")), "shanghai, object")
    assert (events[-1], legal(state)) == (Objected(B, rules.Call()), ["roll"])
    assert refusal(state, "shanghai") == ("call-refused", "R31")
    later = after(state, "roll, 1-4, place 1, roll, 1-1, place 1")
    assert legal(later) == ["roll", "shanghai"]


@pytest.mark.rule(31)
def test_a_call_that_passes_ends_the_round() -> None:
    _, events = follow(against_captain(side("12")), "shanghai, allow")
    assert [type(event) for event in events] == [Announced, ShanghaiCalled, RoundStarted]


@pytest.mark.rule(31)
def test_a_forced_call_cannot_be_objected_to() -> None:
    assert after(against_captain(side("12345")), "shanghai").round == 2
