"""The material and how a game is set up (R1-R7, R25)."""

from collections import Counter
from fractions import Fraction

import pytest

from shanghaien import rules
from shanghaien.rules import First, Nation, Options, Phase, Sailor, Trick, cards_in
from tests.rules.positions import A, B, after, legal, position, side


def deal_row(state: rules.State, cards: int = 6) -> rules.State:
    for _ in range(cards):
        state = rules.advance(state, rules.chance(state).outcomes[0]).state
    return state


@pytest.mark.rule(1)
def test_two_players_have_six_dice_and_an_unused_captain_each() -> None:
    players = rules.new_game().players
    assert [(player.supply, player.trick_used) for player in players] == [(6, False), (6, False)]


@pytest.mark.rule(2)
def test_the_pile_holds_forty_sailors_and_eight_tricks() -> None:
    cards = cards_in(rules.new_game().pile)
    sailors = [card for card in cards if isinstance(card, Sailor)]
    assert (len(sailors), len(cards)) == (40, 48)


@pytest.mark.rule(2, 3)
def test_each_of_the_eight_nations_has_the_values_1_2_3_3_4() -> None:
    assert [nation.name for nation in Nation] == [
        "AMERICAN", "FRENCH", "GERMAN", "CHINESE", "DUTCH", "TURKISH", "SPANISH", "ITALIAN",
    ]  # fmt: skip
    cards = cards_in(rules.new_game().pile)
    for nation in Nation:
        values = sorted(card.value for card in cards if isinstance(card, Sailor) and card.nation == nation)
        assert values == [1, 2, 3, 3, 4]


@pytest.mark.rule(4)
def test_three_tricks_shift_three_roll_again_and_two_place_both_dice_by_default() -> None:
    tricks = Counter(card for card in cards_in(rules.new_game().pile) if not isinstance(card, Sailor))
    assert tricks == {Trick("shift"): 3, Trick("again"): 3, Trick("both"): 2}


@pytest.mark.rule(4)
@pytest.mark.parametrize("split", [(8, 0, 0), (0, 0, 8), (1, 2, 5)])
def test_any_split_that_adds_up_to_eight_can_be_set_up(split: tuple[int, int, int]) -> None:
    assert rules.new_game(Options(tricks=split)).pile[-3:] == split


@pytest.mark.rule(4)
@pytest.mark.parametrize("split", [(3, 3, 3), (9, 0, -1), (8, 0), (4, 4, 0, 0), "332", None, (8.0, 0, 0), (True, 7, 0)])
def test_any_other_split_is_refused_with_the_rule(split: object) -> None:
    with pytest.raises(rules.Malformed, match=r"Option tricks .*R4"):
        Options(tricks=split)


@pytest.mark.rule(4)
@pytest.mark.parametrize(("card", "own"), [("shift", "play shift 1+"), ("again", "play again"), ("both", "play both")])
def test_a_base_trick_can_be_played_as_two_sailors_or_for_its_own_action(card: str, own: str) -> None:
    choices = legal(position(side(hand=card, crews="SPA3"), roll="14"))
    assert {own, f"play {card} sailors SPA"} <= set(choices)


@pytest.mark.rule(5)
def test_the_next_card_is_any_card_of_the_pile_with_its_exact_chance() -> None:
    node = rules.chance(rules.new_game(Options(first=First.SEAT_A)))
    assert node.probability(Sailor(Nation.DUTCH, 3)) == Fraction(2, 48)
    assert node.probability(Trick("shift")) == Fraction(3, 48)
    assert sum(share for _, share in node) == 1


@pytest.mark.rule(5)
def test_the_contents_of_the_pile_are_public() -> None:
    state = position(number=3)
    left = Counter(cards_in(state.pile))
    assert {card: share * left.total() for card, share in rules.deal(state.pile)} == left


@pytest.mark.rule(6)
def test_a_round_starts_with_six_cards_from_the_pile() -> None:
    state = deal_row(rules.new_game(Options(first=First.SEAT_A)))
    assert (state.phase, len(state.tavern), sum(state.pile)) == (Phase.TURN, 6, 42)
    assert legal(state) == ["roll"]


@pytest.mark.rule(6)
def test_the_pile_is_empty_after_the_deal_of_round_eight() -> None:
    state = deal_row(after(position(side("12"), number=7), "shanghai"))
    assert (state.round, sum(state.pile), state.over) == (8, 0, False)
    assert after(position(side("12"), number=8), "shanghai").over


@pytest.mark.rule(7)
def test_who_starts_is_left_to_chance_by_default() -> None:
    state = rules.new_game()
    assert [*rules.chance(state)] == [(A, Fraction(1, 2)), (B, Fraction(1, 2))]
    assert [rules.advance(state, seat).state.turn for seat in (A, B)] == [A, B]


@pytest.mark.rule(7)
@pytest.mark.parametrize(("first", "seat"), [(First.SEAT_A, A), (First.SEAT_B, B)])
def test_the_first_or_the_second_seat_can_be_set_to_start(first: First, seat: int) -> None:
    assert rules.to_move(deal_row(rules.new_game(Options(first=first)))) == seat


@pytest.mark.rule(25)
def test_with_the_extra_wild_card_each_player_starts_with_one_that_is_two_sailors_only() -> None:
    assert [player.hand for player in rules.new_game(Options(extra_wild=True)).players] == [(Trick("wild"),)] * 2
    state = position(side(hand="wild", crews="SPA3 ITA1"), roll="14", extra_wild=True)
    assert legal(state) == ["place 1", "place 4", "play wild sailors SPA", "play wild sailors ITA"]


@pytest.mark.parametrize("name", ["extra_wild", "crazy_captain", "extra_1", "extra_2", "extra_3"])
@pytest.mark.parametrize("value", [1, None, "yes"])
def test_an_option_that_is_on_or_off_takes_nothing_else(name: str, value: object) -> None:
    with pytest.raises(rules.Malformed, match=f"Option {name} must be true or false"):
        Options(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "rule"), [("first", "R7"), ("starter", "R13")])
def test_an_unknown_choice_is_refused_with_the_choices_there_are(name: str, rule: str) -> None:
    with pytest.raises(rules.Malformed, match=rf"Option {name} must be one of .*, not 'nobody' \({rule}\)"):
        Options.from_dict({name: "nobody"})


def test_an_option_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(rules.Malformed, match="There is no option 'extra_4'"):
        Options.from_dict({"extra_4": True})


def test_options_read_back_from_plain_values() -> None:
    options = Options(tricks=(1, 2, 5), first=First.SEAT_B, extra_2=True)
    assert Options.from_dict(options.as_dict()) == options
