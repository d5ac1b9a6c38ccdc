"""The analysis says what the judge and plain recursion say, in every mix and from both sides, and what that rests on."""

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from shanghaien import rules
from shanghaien.ai.analysis import (
    HELD_OUT_ERROR,
    MEASURED_AFTER,
    AnalysisKind,
    Analyst,
    analyse,
    as_dict,
    value_between,
)
from shanghaien.ai.custom_positions import what_if
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.memory import SETTING, enough_memory
from shanghaien.ai.training.evaluate import LAST, accuracy
from shanghaien.ai.value.net_features import between
from shanghaien.ai.value.payoff import FinalScore, HandMade
from shanghaien.ai.value.trained import shipped_value
from shanghaien.rules import Call, End, Options, Phase, SetOut, State, Trick
from tests.ai.expectimax import Expectimax, final_win
from tests.ai.tables import Table

MIXES = [Options(), *(Options(**{name: True}) for name in rules.EXPANSIONS), rules.PRESETS["everything"]]
ROOT = Path(__file__).parents[2]
SHIFT, AGAIN, CAPTAIN, DOUBLE = Trick("shift"), Trick("again"), Trick("captain"), Trick("double")


@pytest.fixture(autouse=True)
def foresight(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All cards are foreseen, however much memory this machine has."""
    monkeypatch.setenv(SETTING, "yes")
    enough_memory.cache_clear()
    yield
    enough_memory.cache_clear()


def late(turn: int, options: Options, *, number: int = 8, tricks: bool = True, **changes: object) -> State:
    """A round in which each player has two dice left, and the one whose turn it is holds a card of the mix."""
    cards = tuple(card.key for card in rules.cards_of(options) if card.set_out is SetOut.EACH_HAND)[-1:] or (SHIFT,)
    hands = {True: ((cards, (AGAIN,)), ((AGAIN,), cards))[turn], False: ((), ())}[tricks]
    state = Table(seed=5, round=number, hands=hands, dice=(4, 4), turn=turn, options=options).state(**changes)
    return state.evolve(middle=(DOUBLE,)) if "extra_3" in options.expansions else state


def rolled(state: State, *dice: int) -> State:
    return rules.advance(state.evolve(phase=Phase.ROLL), dice).state


def played(options: Options, seed: int, number: int) -> Iterator[State]:
    """The positions in one round of a game between players who choose anything."""
    luck, state = random.Random(seed), rules.new_game(options)
    while state.round <= number and not state.over:
        if state.round == number:
            yield state
        if rules.is_chance(state):
            state = rules.advance(state, rules.draw(state, luck)).state
        else:
            state = rules.apply(state, luck.choice(rules.legal_actions(state))).state


def own(seat: int, value: float) -> float:
    return value if seat == 0 else 1 - value


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("options", MIXES, ids=lambda options: "+".join(sorted(options.expansions)) or "base")
def test_late_in_round_8_every_action_is_worth_what_the_recursion_says(options: Options, turn: int) -> None:
    state = rolled(late(turn, options), 2, 5)
    plain, analysis = Expectimax(final_win), analyse(state)
    assert analysis.seat == turn
    assert analysis.trust.exact
    assert [each.action for each in analysis.actions] != []
    for each in analysis.actions:
        assert each.value == pytest.approx(own(turn, plain.action_value(state, each.action)), abs=1e-9), each.action
    assert analysis.value == pytest.approx(own(turn, plain.value(state)), abs=1e-9)


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("options", MIXES, ids=lambda options: "+".join(sorted(options.expansions)) or "base")
def test_the_mean_over_all_rolls_is_the_value_before_them(options: Options, turn: int) -> None:
    state = late(turn, options, phase=Phase.ROLL)
    analysis, judge = analyse(state), Judge(FinalScore(), dtype=np.float64)
    assert analysis.kind is AnalysisKind.ROLL
    assert len(analysis.outcomes) == 21
    assert sum(each.probability for each in analysis.outcomes) == 1
    assert analysis.value == pytest.approx(own(turn, judge.value(state)), abs=1e-9)
    worth = [float(each.probability) * (each.value or 0.0) for each in analysis.outcomes]
    assert sum(worth) == pytest.approx(analysis.value, abs=1e-12)
    for each in analysis.outcomes[:4]:
        after = analyse(rules.advance(state, each.outcome).state)
        assert after.value == pytest.approx(each.value, abs=1e-9)


@pytest.mark.parametrize("options", MIXES, ids=lambda options: "+".join(sorted(options.expansions)) or "base")
def test_positions_of_a_game_are_worth_what_the_judge_of_reviews_says(options: Options) -> None:
    analyst, judge = Analyst(HandMade()), Judge(HandMade(), last_dtype=np.float64)
    for state in islice((state for state in played(options, 2, 7) if state.end is not None), 3, 9):
        analysis = analyst.analyse(state)
        if analysis.kind is AnalysisKind.ROLL:
            assert analysis.value == pytest.approx(own(analysis.seat, judge.value(state)), abs=1e-5)
            continue
        values = judge.action_values(state)
        assert {each.action for each in analysis.actions} == {*rules.legal_actions(state)}
        for each in analysis.actions:
            assert each.value == pytest.approx(own(analysis.seat, values[each.action]), abs=1e-5)
            assert each.loss == pytest.approx(analysis.value - each.value)
        assert analysis.best is not None
        assert analysis.best.loss == 0
        assert [each.loss for each in analysis.actions] == sorted(each.loss for each in analysis.actions)


def test_the_best_line_is_legal_loses_nothing_and_ends_where_chance_decides() -> None:
    state = rolled(late(0, Options(crazy_captain=True), number=6), 2, 5)
    state = state.with_player(1, state.players[1]._replace(in_force=CAPTAIN, trick_used=True))
    analyst = Analyst(HandMade())
    line = analyst.analyse(state).line
    assert line[1].seat == 1, "the Captain in force is asked"
    for step in line:
        now = analyst.analyse(state)
        assert step.seat == now.seat
        assert {each.action: each.loss for each in now.actions}[step.action] == pytest.approx(0, abs=1e-6)
        state = rules.apply(state, step.action).state
    assert rules.is_chance(state)


def test_between_two_rounds_the_value_is_what_the_call_before_was_worth() -> None:
    state = late(1, Options(), number=7, tricks=False)
    after = rules.apply(state, Call()).state
    call = next(each for each in analyse(state).actions if each.action == Call())
    dealing = analyse(after)
    assert dealing.kind is AnalysisKind.DEAL
    assert own(dealing.seat, dealing.value) == pytest.approx(own(1, call.value), abs=1e-6)
    assert value_between(after, shipped_value()) == pytest.approx(
        float(shipped_value().chance(LAST, between(after))), abs=1e-6
    )
    dealt = rules.advance(after, dealing.outcomes[0].outcome).state
    assert analyse(dealt).value == pytest.approx(dealing.value, abs=1e-9), "a deal is judged as a whole"
    assert sum(each.probability for each in dealing.outcomes) == 1
    assert {each.value for each in dealing.outcomes} == {None}


@pytest.mark.parametrize("starter", ["after-shanghai", "alternate"])
def test_a_value_between_rounds_knows_who_starts(starter: str) -> None:
    options = Options(starter=starter)
    state = late(0, options, number=7, tricks=False).evolve(starter=0)
    after = rules.apply(state, Call()).state
    other = after.evolve(starter=1 - after.starter)
    expected = [float(shipped_value().chance(LAST, between(each))) for each in (after, other)]
    assert [value_between(each, shipped_value()) for each in (after, other)] == pytest.approx(expected, abs=1e-6)
    assert expected[0] != expected[1]


def test_before_the_first_row_a_game_is_even_and_after_the_last_it_is_its_result() -> None:
    start = analyse(rules.new_game())
    assert (start.value, start.trust.off_by, len(start.outcomes)) == (0.5, None, 2)
    assert start.outcomes[0].probability == Fraction(1, 2)
    over = rules.apply(late(0, Options()), Call()).state
    ended = analyse(over)
    assert ended.kind is AnalysisKind.OVER
    assert ended.trust.exact
    assert own(ended.seat, ended.value) == final_win(over)
    assert ended.best is None


def test_it_is_said_whether_a_value_is_exact_measured_or_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    assert analyse(late(0, Options(), tricks=False)).trust == (True, 0.0, True)
    assert analyse(late(0, Options(extra_wild=True), number=7, tricks=False)).trust == (False, HELD_OUT_ERROR, True)
    assert analyse(late(0, Options(), number=5, tricks=False)).trust == (False, HELD_OUT_ERROR, False)
    assert analyse(late(0, Options(crazy_captain=True), number=7, tricks=False)).trust == (False, HELD_OUT_ERROR, False)
    assert analyse(late(0, Options(), number=7, tricks=False), HandMade()).trust == (False, None, False)
    assert analyse(late(0, Options(), tricks=False), HandMade()).trust.exact
    monkeypatch.setenv(SETTING, "no")
    enough_memory.cache_clear()
    assert analyse(late(0, Options(extra_2=True), tricks=False)).trust == (False, None, False)
    assert analyse(late(0, Options(extra_wild=True), tricks=False)).trust == (True, 0.0, True)


def test_the_error_that_is_told_is_that_of_the_shipped_value_on_the_held_out_states() -> None:
    with np.load(ROOT / "bench" / "held-out.npz") as file:
        truths = file["truths"]
    assert MEASURED_AFTER == LAST
    assert accuracy(shipped_value(), truths).error == pytest.approx(HELD_OUT_ERROR, abs=5e-4)
    assert f"{HELD_OUT_ERROR}" in (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")


def test_what_would_be_with_other_hands_is_analysed_like_any_position() -> None:
    state = next(state for state in played(Options(extra_wild=True), 1, 8) if state.phase == Phase.TURN and state.end)
    without = what_if(state, hands=((), state.players[1].hand))
    assert analyse(without).trust.exact
    turned = what_if(state, end=End.LEFT if state.end is End.RIGHT else End.RIGHT)
    assert len(analyse(turned).actions) == len(rules.legal_actions(turned))


def test_the_json_form_is_plain_and_in_notation() -> None:
    state = rolled(late(1, Options()), 2, 5)
    told = json.loads(json.dumps(as_dict(analyse(state))))
    assert (told["kind"], told["seat"], told["round"], told["exact"], told["off_by"]) == ("decision", "B", 8, True, 0.0)
    assert {each["action"] for each in told["actions"]} == {*map(rules.action_text, rules.legal_actions(state))}
    assert told["line"][0] == {"seat": "B", "action": told["actions"][0]["action"]}
    rolls = as_dict(analyse(late(0, Options(), phase=Phase.ROLL)))["outcomes"]
    assert rolls[1]["outcome"] == "1-2"
    assert rolls[1]["probability"] == "1/18"
