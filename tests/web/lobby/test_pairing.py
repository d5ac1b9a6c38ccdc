"""Who is brought together with whom, and how that widens while somebody waits."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from shanghaien.web.core.ids import PersonId
from shanghaien.web.lobby.pairing import (
    UNKNOWN_STRENGTH,
    Seeker,
    Strength,
    best,
    fits,
    level_for,
    pairs,
    rating_range,
    terms,
)

NOW = 1_000_000
ADA = Seeker(PersonId("ada"), "Ada", True, "live", "live 600 15", "{}", True, 1500, NOW)
BOB = replace(ADA, person=PersonId("bob"), name="Bob")


def waiting(seconds: int, **changes: object) -> Seeker:
    """Bob, who has waited for so long."""
    return replace(BOB, since=NOW - seconds * 1000, **changes)  # type: ignore[arg-type]


def test_equals_meet_at_once_and_nobody_meets_themselves() -> None:
    assert fits(ADA, BOB, NOW)
    assert not fits(ADA, ADA, NOW)


def test_the_longer_somebody_waits_the_further_apart_in_strength_two_may_be() -> None:
    assert rating_range(0) == 100
    assert rating_range(60_000) == 400
    assert not fits(ADA, waiting(0, strength=1700), NOW)
    assert fits(ADA, waiting(20, strength=1700), NOW)
    assert not fits(ADA, waiting(20, strength=2000), NOW)
    assert fits(ADA, waiting(80, strength=2000), NOW)


def test_another_pace_will_do_after_a_while() -> None:
    quick, slow = "live 300 10", "live 1200 20"
    assert not fits(ADA, waiting(29, pace=quick), NOW)
    assert fits(ADA, waiting(30, pace=quick), NOW)
    assert not fits(replace(ADA, pace=quick), waiting(30, pace=slow), NOW)
    assert fits(replace(ADA, pace=quick), waiting(90, pace=slow), NOW)
    assert not fits(ADA, waiting(600, kind="days", pace="days 259200 86400 432000"), NOW)


def test_other_options_will_do_after_a_while() -> None:
    assert not fits(ADA, waiting(59, options='{"extra_1": true}'), NOW)
    assert fits(ADA, waiting(60, options='{"extra_1": true}'), NOW)


def test_whom_one_did_not_want_just_now_is_not_proposed_again() -> None:
    assert not fits(replace(ADA, passed="bob"), BOB, NOW)
    assert not fits(BOB, replace(ADA, passed="bob"), NOW)


def test_the_nearest_in_strength_comes_first_then_whoever_waits_longest() -> None:
    near, far = waiting(10, strength=1510), replace(waiting(60, strength=1600), person=PersonId("far"))
    older = replace(near, person=PersonId("older"), since=near.since - 1)
    assert best(ADA, [far, near, older], NOW) == [older, near, far]


def test_two_play_the_slower_pace_the_plainer_options_and_rated_if_both_can() -> None:
    quick = replace(BOB, pace="live 300 10", options='{"extra_1": true}')
    assert terms(ADA, quick) == ("live 600 15", "{}", True)
    assert terms(quick, ADA) == terms(ADA, quick)
    assert not terms(ADA, replace(BOB, account=False)).rated
    assert not terms(replace(ADA, rated=False), BOB).rated


def test_whoever_keeps_away_from_somebody_is_paired_with_the_next() -> None:
    eve = replace(BOB, person=PersonId("eve"), strength=1590)
    found = pairs([ADA, BOB, eve], NOW, lambda one, other: {one.person, other.person} != {"ada", "bob"})
    assert [{one.person, other.person} for one, other in found] == [{"ada", "eve"}]


@given(st.lists(st.tuples(st.integers(800, 2200), st.integers(0, 400)), max_size=14))
def test_nobody_is_paired_twice_and_every_pair_fits(people: list[tuple[int, int]]) -> None:
    crowd = [
        replace(waiting(waited, strength=strength), person=PersonId(f"p{number}"))
        for number, (strength, waited) in enumerate(people)
    ]
    found = pairs(crowd, NOW, lambda one, other: True)
    met = [seeker.person for pair in found for seeker in pair]
    assert len(met) == len(set(met))
    assert all(fits(one, other, NOW) for one, other in found)
    left = [seeker for seeker in crowd if seeker.person not in met]
    assert not any(fits(one, other, NOW) for one in left for other in left)


def test_the_bot_that_sits_in_is_about_as_strong() -> None:
    assert level_for(UNKNOWN_STRENGTH) == "deckhand"
    assert [level_for(Strength(rating, True, True)) for rating in (900, 1350, 1490, 1900)] == [
        "cabin-boy",
        "deckhand",
        "boatswain",
        "captain",
    ]
