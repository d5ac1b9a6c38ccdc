"""Points: what holds for any crews (R16, R22, R23)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien import rules
from shanghaien.rules import BY_KEY, Nation, Player, Reason, Trick, nation_points, points_if_called, standing
from tests.rules.positions import position, side

crews = st.lists(st.sampled_from([1, 2, 3, 3, 4]), max_size=5).map(lambda values: tuple(sorted(values)))
wilds = st.lists(st.sampled_from([Trick("shift"), Trick("wild")]), max_size=2).map(tuple)
crew_with_wilds = st.tuples(crews, wilds).map(lambda crew: crew if crew[0] else ((), ()))
hands = st.lists(st.sampled_from(list(BY_KEY)), max_size=4).map(tuple)
strengths = st.integers(0, 17)


@st.composite
def players(draw: st.DrawFn) -> Player:
    """A player with any crews and any hand."""
    drawn = [draw(crew_with_wilds) for _ in Nation]
    return Player(draw(hands), tuple(sailors for sailors, _ in drawn), tuple(joined for _, joined in drawn))


pairs = st.tuples(players(), players())


@pytest.mark.rule(22)
@given(pairs)
def test_swapped_seats_swap_the_points(both: tuple[Player, Player]) -> None:
    told, swapped = standing(both), standing((both[1], both[0]))
    assert swapped.points == told.points[::-1]
    assert [score.points[::-1] for score in swapped.nations] == [score.points for score in told.nations]
    assert [score.reason for score in swapped.nations] == [score.reason for score in told.nations]


@pytest.mark.rule(22)
@given(strengths, strengths)
def test_points_come_from_crews_alone_or_from_the_weaker_crew(own: int, other: int) -> None:
    mine, theirs, reason = nation_points(own, other)
    assert 0 in {mine, theirs}
    assert mine + theirs in {0, min(own, other) or max(own, other)}
    assert (reason is Reason.EQUAL) == (own == other > 0)


@pytest.mark.rule(22)
@given(strengths, strengths)
def test_the_weaker_crew_of_two_never_brings_its_owner_a_point(own: int, other: int) -> None:
    if 0 < own <= other:
        assert nation_points(own, other)[0] == 0


@pytest.mark.rule(23)
@given(pairs)
def test_the_points_are_the_sum_of_the_nations_and_the_unused_tricks(both: tuple[Player, Player]) -> None:
    told = standing(both)
    for seat in (0, 1):
        assert told.points[seat] == sum(score.points[seat] for score in told.nations) + len(both[seat].hand)


@pytest.mark.rule(23)
@given(pairs, st.sampled_from(list(BY_KEY)))
def test_one_more_trick_in_hand_is_one_more_point(both: tuple[Player, Player], card: Trick) -> None:
    richer = both[0]._replace(hand=(*both[0].hand, card))
    before, after = standing(both).points, standing((richer, both[1])).points
    assert after == (before[0] + 1, before[1])


@pytest.mark.rule(16)
@given(pairs, st.sampled_from(Nation))
def test_a_wild_card_in_a_crew_counts_as_a_sailor_of_value_two(both: tuple[Player, Player], nation: Nation) -> None:
    a = both[0]
    wild = a._replace(wilds=tuple((*w, Trick("wild")) if n == nation else w for n, w in enumerate(a.wilds)))
    sailor = a._replace(crews=tuple((*c, 2) if n == nation else c for n, c in enumerate(a.crews)))
    assert standing((wild, both[1])).points == standing((sailor, both[1])).points


@pytest.mark.rule(22)
@given(pairs, st.sampled_from(Nation))
def test_one_more_sailor_changes_no_other_nation(both: tuple[Player, Player], nation: Nation) -> None:
    a = both[0]
    more = a._replace(crews=tuple((*c, 3) if n == nation else c for n, c in enumerate(a.crews)))
    before, after = standing(both).nations, standing((more, both[1])).nations
    assert [score for score in before if score.nation != nation] == [s for s in after if s.nation != nation]


@pytest.mark.rule(12)
@pytest.mark.rule(22)
@given(pairs, st.text("123456", min_size=2, max_size=6), st.text("123456", max_size=6))
def test_what_a_call_would_make_of_the_score_is_what_it_makes_of_it(
    both: tuple[Player, Player], mine: str, theirs: str
) -> None:
    holding = [
        player._replace(hand=(), dice=side(dice).dice) for player, dice in zip(both, (mine, theirs), strict=True)
    ]
    state = position(tavern="AME1 FRE2 again CHI3 DUT4 TUR1").evolve(players=(holding[0], holding[1]))
    told = rules.apply(state, rules.Call()).state
    assert points_if_called(state) == standing(told.players).points
    assert told.last is not None
    assert told.last.points == (standing(state.players).points, points_if_called(state))
