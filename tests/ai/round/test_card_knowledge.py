"""What the solver knows of trick cards is true of them, and a card of which it knows nothing is played all the same."""

import random

import numpy as np
import pytest

from shanghaien import rules
from shanghaien.ai.arena import Streams, play
from shanghaien.ai.bots import LEVELS, bot
from shanghaien.ai.review.reviewer import review
from shanghaien.ai.round import judge as judging
from shanghaien.ai.round.card_knowledge import (
    ANY_OTHER,
    KNOWN,
    TOLD_APART,
    Group,
    all_known,
    joins_crew,
    known_of,
    only_joins_crew,
)
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.position import position
from shanghaien.ai.value.payoff import FinalScore, HandMade, Objective
from shanghaien.rules import BY_KEY, PRESETS, TRICK_CARDS, Answer, Call, Options, Record, State, Trick
from tests.ai.tables import Table

EXTRA_1, DOUBLE = Trick("extra1"), Trick("double")


def test_every_act_that_is_known_is_an_act_of_its_card() -> None:
    for card, known in KNOWN.items():
        assert set(known.acts) <= {act.key for act in BY_KEY[card].acts}


def test_every_card_that_works_until_the_round_ends_is_known_to_do_so() -> None:
    in_force = {card for card, known in KNOWN.items() if known.in_force is not Group.SPENT}
    assert in_force == {card.key for card in TRICK_CARDS if card.stays and card.key in KNOWN}


@pytest.mark.rule(16)
@pytest.mark.rule(25)
def test_who_joins_a_crew_is_read_from_the_cards() -> None:
    assert {card.key for card in TRICK_CARDS if joins_crew(card.key)} == set(TOLD_APART)
    assert [card for card in TOLD_APART if only_joins_crew(card)] == [Trick("wild")]


def test_a_card_that_stands_for_others_is_never_planned() -> None:
    assert not known_of(ANY_OTHER).acts
    assert not joins_crew(ANY_OTHER)


def test_a_review_is_exact_with_every_card_that_is_shipped() -> None:
    assert all(all_known(Options(**{name: True})) for name in rules.EXPANSIONS)
    assert all_known(PRESETS["everything"])


def test_nothing_is_known_of_a_card_to_come() -> None:
    assert known_of(Trick("no such card")) == known_of(None)
    assert not known_of(None).acts


def test_rounds_are_told_apart_by_what_a_card_remembers_and_by_what_is_in_force() -> None:
    state = Table(seed=1).state()
    remembering = state.evolve(memory=((Trick("card to come"), 2),))
    working = state.with_player(1, state.players[1]._replace(in_force=Trick("card to come")))
    frames = {position(each).frame() for each in (state, remembering, working)}

    assert len(frames) == 3


@pytest.fixture
def _unknown_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards with steps and rolls of their own as if nobody had told the solver about them."""
    monkeypatch.delitem(KNOWN, EXTRA_1)
    monkeypatch.delitem(KNOWN, DOUBLE)
    for step in ("ROLLING_ALL", "ROLLING_ONE"):
        monkeypatch.setattr(judging, step, "")


@pytest.mark.usefixtures("_unknown_cards")
@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_every_level_plays_a_whole_game_with_cards_that_nobody_told_it_about(level: str) -> None:
    options = Options(extra_1=True, extra_3=True)
    bots = bot(level, random.Random(1)).choose, bot(level, random.Random(2)).choose

    assert not all_known(options)
    assert sum(play(options, bots, Streams(level)).decisions) > 16


def asked_about_double(holder: int | None) -> State:
    """Seat 0 has rolled a pair of threes."""
    state = Table(seed=3, dice=(2, 2), options=Options(extra_3=True)).state(phase="double", rolled=(3, 3))
    if holder is None:
        return state.evolve(middle=(DOUBLE,))
    return state.with_player(holder, state.players[holder]._replace(hand=(DOUBLE,)))


@pytest.mark.rule(38)
@pytest.mark.parametrize("holder", [None, 0, 1])
def test_a_step_that_can_come_again_for_ever_is_looked_through_to_its_end(
    holder: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = asked_about_double(holder)
    exact = Judge(FinalScore(Objective.POINTS), dtype=np.float64).action_value(state, Answer("one"))
    monkeypatch.setattr(judging, "ROLLING_ONE", "")
    looked = Judge(FinalScore(Objective.POINTS), dtype=np.float64).action_value(state, Answer("one"))

    assert looked == pytest.approx(exact, abs=0.02)


@pytest.mark.usefixtures("_unknown_cards")
def test_a_review_with_a_card_that_is_not_known_balances_and_says_that_it_is_not_exact() -> None:
    luck = random.Random(4)
    choose = lambda state: luck.choice(rules.legal_actions(state))  # noqa: E731 - both players are this one
    options = Options(extra_1=True, extra_3=True)
    steps = tuple(step.step for step in rules.play(options, (choose, choose), luck))
    reviewed = review(Record(options, steps), HandMade())
    own, other = reviewed.totals

    assert not reviewed.exact_inside_rounds
    assert 0.5 + own.luck + own.unforeseen - own.loss + other.loss == pytest.approx(own.result)


@pytest.mark.rule(32)
def test_where_a_call_is_forbidden_by_a_card_that_is_not_known_only_the_roll_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(KNOWN, EXTRA_1)
    table = Table(seed=5, dice=(4, 4), options=Options(extra_1=True)).state()
    state = table.with_player(0, table.players[0]._replace(in_force=EXTRA_1, trick_used=True))
    judge = Judge(FinalScore(Objective.POINTS), dtype=np.float64)

    assert Call() not in rules.legal_actions(state)
    assert judge.value(state) == pytest.approx(judge.action_value(state, rules.Roll()))


def test_something_is_known_of_every_card_that_is_shipped() -> None:
    assert all_known(Options())
    assert all(all_known(options) for options in PRESETS.values())
