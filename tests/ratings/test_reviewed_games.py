"""What a review says fits what ratings take in: a real game of a Captain against a Deckhand."""

import random

import pytest

from shanghaien import rules
from shanghaien.ai.bots import bot
from shanghaien.ai.review.model import GameReview
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.ratings.glicko import Rating
from shanghaien.ratings.skill import ReviewedGame, skilled
from shanghaien.ratings.too_perfect import Watch, WatchedChoice, margin
from shanghaien.rules import Options, Record, Seat


@pytest.fixture(scope="module")
def reviewed() -> GameReview:
    rng = random.Random(3)
    captain, deckhand = bot("captain", rng).choose, bot("deckhand", rng).choose
    steps = tuple(moment.step for moment in rules.play(Options(), (captain, deckhand), rng))
    return review(Record(Options(), steps), judgement())


def game_of(reviewed: GameReview, seat: Seat) -> ReviewedGame:
    own = reviewed.totals[seat]
    return ReviewedGame(own.result, own.luck, own.loss, own.decisions)


def watched(reviewed: GameReview, seat: Seat) -> list[WatchedChoice]:
    """The unforced decisions of a seat, as the watch wants them."""
    chosen = [entry for entry in reviewed.entries if entry.seat == seat and entry.choices and not entry.forced]
    return [
        WatchedChoice(entry.loss, margin([abs(choice.value - entry.choices[0].value) for choice in entry.choices]))
        for entry in chosen
    ]


def test_what_both_sides_tell_of_a_game_adds_up(reviewed: GameReview) -> None:
    own, other = game_of(reviewed, 0), game_of(reviewed, 1)
    assert own.without_luck + other.without_luck == pytest.approx(1)
    missed = reviewed.totals[0].unforeseen
    assert own.without_luck == pytest.approx(0.5 + missed - own.loss + other.loss, abs=1e-5)


def test_whoever_gave_away_less_gains_skill(reviewed: GameReview) -> None:
    newcomer = Rating()
    assert skilled(newcomer, newcomer, game_of(reviewed, 0), 0).value > 1500
    assert skilled(newcomer, newcomer, game_of(reviewed, 1), 0).value < 1500


def test_the_watch_sees_hard_decisions_that_the_captain_takes_and_a_deckhand_misses(reviewed: GameReview) -> None:
    captain, deckhand = (Watch().after(watched(reviewed, seat)) for seat in (0, 1))
    assert captain.perfect == captain.hard > 0
    assert 0 <= deckhand.perfect < deckhand.hard
    assert captain.evidence > 0 > deckhand.evidence
