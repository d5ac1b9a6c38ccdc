"""Bots and reviews with cards that nobody has told them of."""

import random

import pytest

from shanghaien import rules
from shanghaien.ai.bots import BY_NAME, bot
from shanghaien.ai.review.model import ReasonCode
from shanghaien.ai.review.phrases import ReasonWriter
from shanghaien.ai.review.reasons import reasons
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.rules import Options, Play, Record
from tests.rules.positions import position, side

CARDS = Options(second_wind=True, lookout=True, broadside=True)


def game(first: str, second: str, options: Options, seed: int) -> list[rules.PlayedStep]:
    rng = random.Random(seed)
    return list(rules.play(options, (bot(first, rng).choose, bot(second, rng).choose), rng))


@pytest.mark.parametrize("name", BY_NAME)
def test_every_level_plays_a_whole_game_with_the_cards(name: str) -> None:
    steps = game(name, "random", CARDS, 1)
    assert steps[-1].after.over


def test_the_cards_are_played_by_bots_that_think() -> None:
    plays = [step.step for seed in range(3) for step in game("deckhand", "boatswain", CARDS, seed)]
    acts = {play.act for play in plays if isinstance(play, Play)}
    assert {"wind", "lookout"} & acts
    assert {"broadside", "board"} <= acts
    assert any(len(play.dice) == 2 for play in plays if isinstance(play, Play))


def test_the_reasons_for_a_hit_tell_what_the_card_does_and_which_cards_it_costs() -> None:
    state = position(side("1", hand="broadside"), side("56"), roll="12", broadside=True)
    told = ReasonWriter(("Ann", "Ben"), you=0).sentences(reasons(state, rules.parse_action("play broadside 5-6")))
    assert told[0] == "Send one or two of the opponent's dice back; then place a die as usual."
    lost = [
        reason.values["card"]
        for reason in reasons(state, rules.parse_action("play broadside 5-6"))
        if reason.code is ReasonCode.TAKES_AWAY
    ]
    assert lost == [state.card_numbered(5), state.card_numbered(6)]


def test_a_review_balances_and_says_that_it_is_not_exact() -> None:
    steps = game("cabin-boy", "deckhand", CARDS, 2)
    account = review(Record(CARDS, tuple(step.step for step in steps)), judgement())
    own, other = account.totals
    assert not account.exact_inside_rounds
    assert own.result == pytest.approx(0.5 + own.luck + own.unforeseen - own.loss + other.loss, abs=1e-9)
