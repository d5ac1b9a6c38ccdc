"""Bots and reviews with cards that nobody has told them of."""

import random

import pytest

from shanghaien import rules
from shanghaien.ai.bots.levels import BY_NAME, bot
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.rules import Options, Play, Record

CARDS = Options(second_wind=True, lookout=True)


def game(first: str, second: str, options: Options, seed: int) -> list[rules.PlayedStep]:
    rng = random.Random(seed)
    return list(rules.play(options, (bot(first, rng).choose, bot(second, rng).choose), rng))


@pytest.mark.parametrize("name", BY_NAME)
def test_every_level_plays_a_whole_game_with_the_cards(name: str) -> None:
    steps = game(name, "random", CARDS, 1)
    assert steps[-1].after.over


def test_the_cards_are_played_by_bots_that_think() -> None:
    plays = [step.step for seed in range(3) for step in game("deckhand", "boatswain", CARDS, seed)]
    assert {"wind", "lookout"} & {play.act for play in plays if isinstance(play, Play)}


def test_a_review_balances_and_says_that_it_is_not_exact() -> None:
    steps = game("cabin-boy", "deckhand", CARDS, 2)
    account = review(Record(CARDS, tuple(step.step for step in steps)), judgement())
    own, other = account.totals
    assert not account.exact_inside_rounds
    assert own.result == pytest.approx(0.5 + own.luck - own.loss + other.loss, abs=1e-9)
