"""The end of the game and its points (R22-R24)."""

import pytest

from shanghaien import rules
from shanghaien.rules import GameEnded, Nation, NationScore, Reason
from tests.rules.positions import follow, legal, position, refusal, side


def score(crews_a: str, crews_b: str) -> tuple[int, int]:
    return rules.points(position(side(crews=crews_a), side(crews=crews_b), number=8))


@pytest.mark.rule(22)
def test_the_stronger_crew_takes_the_points_of_the_weaker() -> None:
    assert score("SPA3 SPA4", "SPA1 SPA2") == (3, 0)
    assert score("SPA1", "SPA3 SPA4") == (0, 1)


@pytest.mark.rule(22)
def test_equal_crews_are_discarded_by_both() -> None:
    assert score("SPA1 SPA4", "SPA2 SPA3") == (0, 0)


@pytest.mark.rule(22)
def test_a_crew_alone_keeps_its_strength_with_its_wild_cards() -> None:
    assert score("SPA1 SPA+shift", "") == (3, 0)


@pytest.mark.rule(22)
def test_wild_cards_count_in_the_comparison() -> None:
    assert score("SPA1 SPA+shift SPA+wild", "SPA4") == (4, 0)


@pytest.mark.rule(22)
def test_the_standing_tells_strengths_points_and_reason_of_each_nation() -> None:
    state = position(side(crews="AME3 FRE1 GER2"), side(crews="AME1 FRE1 ITA4"), number=8)
    standing = rules.standing(state.players)
    assert standing.nations[:4] == (
        NationScore(Nation.AMERICAN, (3, 1), (1, 0), Reason.STRONGER),
        NationScore(Nation.FRENCH, (1, 1), (0, 0), Reason.EQUAL),
        NationScore(Nation.GERMAN, (2, 0), (2, 0), Reason.ALONE),
        NationScore(Nation.CHINESE, (0, 0), (0, 0), Reason.NOBODY),
    )
    assert standing.points == (3, 4)


@pytest.mark.rule(23)
def test_each_unused_trick_card_is_a_point() -> None:
    state = position(side(hand="shift wild"), side(hand="again", crews="SPA3"), number=8)
    assert rules.points(state) == (2, 4)


@pytest.mark.rule(23)
def test_the_game_ends_with_the_points_after_round_eight_and_equal_points_are_a_draw() -> None:
    state, events = follow(position(side("11"), side("666", crews="AME1"), number=8), "shanghai")
    assert (state.over, legal(state), rules.to_move(state)) == (True, [], None)
    assert events[-1] == GameEnded((0, 1))
    assert refusal(state, "roll") == ("game-over", "R23")
    draw, events = follow(position(side("11"), side("66"), number=8), "shanghai")
    assert (rules.points(draw), events[-1]) == ((1, 1), GameEnded((1, 1)))


@pytest.mark.rule(24)
def test_the_worked_example_of_the_score() -> None:
    a = side(crews="SPA3 SPA+shift SPA+both FRE1 FRE4 AME1 AME2 AME3 CHI1")
    b = side(crews="FRE2 FRE3 AME3 AME4 CHI3 CHI3 CHI4", hand="again")
    assert rules.points(position(a, b, number=8)) == (7, 8)


@pytest.mark.rule(22)
def test_what_is_to_come_counts_the_table_and_the_pile() -> None:
    state = rules.new_game(rules.Options(first=rules.First.SEAT_A))
    dealt = rules.advance(state, rules.Trick("shift")).state
    for now in (state, dealt):
        assert rules.to_come(now) == ((5,) * 8, (13,) * 8, 8)
