"""Luck is zero on average at every chance node, whatever is played."""

import random
from collections.abc import Iterator
from itertools import islice
from statistics import fmean, stdev

import numpy as np
import pytest

from shanghaien import rules
from shanghaien.ai.review.chances import Chances
from shanghaien.ai.review.reviewer import Reviewer, review
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.value.payoff import FinalScore, HandMade
from shanghaien.rules import Options, Phase, Record, State, Step
from tests.ai.tables import Table

MIXES = [Options(), *(Options(**{name: True}) for name in rules.EXPANSIONS), rules.PRESETS["everything"]]


def rolls_of(options: Options, seed: int) -> Iterator[State]:
    """Chance nodes inside the rounds of a game between players who choose anything."""
    luck, state = random.Random(seed), rules.new_game(options)
    while not state.over:
        if not rules.is_chance(state):
            state = rules.apply(state, luck.choice(rules.legal_actions(state))).state
            continue
        if state.phase not in (Phase.WHO_STARTS, Phase.DEAL) and state.round == 6 and state.end is not None:
            yield state
        state = rules.advance(state, rules.draw(state, luck)).state


@pytest.mark.parametrize("options", MIXES)
def test_the_luck_of_a_roll_has_mean_zero_over_all_that_can_come_in_every_mix(options: Options) -> None:
    judge = Judge(HandMade(), dtype=np.float64)
    for state in islice(rolls_of(options, 3), 8):
        outcomes = [(float(share), rules.advance(state, outcome).state) for outcome, share in rules.chance(state)]
        before = judge.value(state)
        assert abs(sum(share * (judge.value_after(state, after) - before) for share, after in outcomes)) < 1e-6


@pytest.mark.parametrize("options", MIXES)
def test_it_has_so_too_where_cards_are_not_foreseen(options: Options) -> None:
    judge = Judge(HandMade(), dtype=np.float64, foresee=False)
    chances = Chances(HandMade(), judge)
    for state in islice((state for state in rolls_of(options, 4) if state.phase == Phase.ROLL), 5):
        outcomes = [(float(share), rules.advance(state, outcome).state) for outcome, share in rules.chance(state)]
        assert abs(sum(share * chances.roll(state, after) for share, after in outcomes)) < 1e-6


@pytest.mark.rule(28)
def test_it_has_so_too_under_a_captain_whose_opponent_holds_cards_that_are_not_foreseen() -> None:
    hand = (rules.Trick("shift"), rules.Trick("extra1"), rules.Trick("extra2"))
    table = Table(seed=3, round=6, hands=((), hand), dice=(3, 3), turn=1, crew=3, options=rules.PRESETS["everything"])
    state = table.state(phase=Phase.ROLL, middle=(rules.Trick("double"),))
    state = state.with_player(0, state.players[0]._replace(in_force=rules.Trick("captain"), trick_used=True))
    chances = Chances(HandMade(), Judge(HandMade(), dtype=np.float64, foresee=False))
    outcomes = [(float(share), rules.advance(state, outcome).state) for outcome, share in rules.chance(state)]
    assert abs(sum(share * chances.roll(state, after) for share, after in outcomes)) < 1e-6


def undealt(seed: int) -> State:
    """Before the last six cards."""
    state = Table(seed=seed, round=7, crew=10).state()
    return state.evolve(phase=Phase.DEAL, round=8, tavern=(), end=None)


def test_the_luck_of_a_deal_has_mean_zero_with_any_number_of_rows_drawn() -> None:
    start, chances, rng = undealt(2), Chances(FinalScore(), Judge(FinalScore()), rows=2), random.Random(1)
    lucks = []
    for _ in range(150):
        state = start
        while state.phase == Phase.DEAL:
            state = rules.advance(state, rules.draw(state, rng)).state
        lucks.append(chances.deal(start, state))
    assert stdev(lucks) > 0
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / len(lucks) ** 0.5


def short_game(options: Options) -> Record:
    luck, state, steps = random.Random(5), rules.new_game(options), list[Step]()
    while len(steps) < 40:
        steps.append(rules.draw(state, luck) if rules.is_chance(state) else luck.choice(rules.legal_actions(state)))
        state, _ = rules.take(state, steps[-1])
    return Record(options, tuple(steps))


def test_what_estimates_missed_stands_at_deals_alone_where_every_card_is_foreseen() -> None:
    record = short_game(Options(extra_2=True))
    entries = review(record, HandMade()).entries
    assert all(abs(entry.unforeseen) < 1e-9 for entry in entries if entry.kind != "deal")
    assert any(entry.unforeseen for entry in entries if entry.kind == "deal")


def test_a_review_is_the_same_each_time_it_is_made() -> None:
    record = short_game(Options())
    assert review(record, HandMade()) == review(record, HandMade())


def test_a_reviewer_of_little_memory_does_without_foresight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shanghaien.ai.review.reviewer.enough_memory", lambda: False)
    record = short_game(rules.PRESETS["everything"])
    account = review(record, HandMade())
    own, other = account.totals
    assert not account.exact_inside_rounds
    assert not Reviewer(HandMade())._judge.foresees
    assert 0.5 + own.luck + own.unforeseen - own.loss + other.loss == pytest.approx(own.result)
