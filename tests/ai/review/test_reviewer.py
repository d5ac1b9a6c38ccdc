"""The account of a game balances, luck has mean zero, and the grades are what the page says."""

import random

import numpy as np
import pytest

from shanghaien import rules
from shanghaien.ai.review.json_form import JUDGEMENT
from shanghaien.ai.review.model import EVEN, GameReview, Grade, ReviewEntry, ReviewKind, grade
from shanghaien.ai.review.reviewer import judgement_name, review
from shanghaien.ai.round.judge import Judge, best_of
from shanghaien.ai.value.payoff import HandMade
from shanghaien.rules import Record, Step, take

EVERYTHING = rules.PRESETS["everything"]
ONE_EACH = [rules.Options(**{name: True}) for name in rules.EXPANSIONS]


def random_game(seed: int, options: rules.Options | None = None, steps_at_most: int = 10_000) -> Record:
    luck, state, steps = random.Random(seed), rules.new_game(options), list[Step]()
    while not state.over and len(steps) < steps_at_most:
        if rules.is_chance(state):
            steps.append(rules.draw(state, luck))
        else:
            steps.append(luck.choice(rules.legal_actions(state)))
        state, _ = take(state, steps[-1])
    return Record(options or rules.Options(), tuple(steps))


def balance(account: GameReview, seat: int) -> float:
    own, other = account.totals[seat], account.totals[1 - seat]
    return EVEN + own.luck + own.unforeseen - own.loss + other.loss - own.result


def final_result(record: Record) -> float:
    first, second = rules.points(record.final)
    return 0.5 + 0.5 * float(np.sign(first - second))


@pytest.mark.parametrize("seed", range(25))
def test_start_plus_luck_minus_own_losses_plus_the_others_is_the_result(seed: int) -> None:
    record = random_game(seed)
    account = review(record, HandMade())
    assert account.totals[0].result == final_result(record)
    assert abs(balance(account, 0)) < 1e-6
    assert abs(balance(account, 1)) < 1e-6


@pytest.mark.parametrize("options", [EVERYTHING, *ONE_EACH, rules.Options(starter=rules.Starter.ALTERNATE)])
def test_the_account_balances_with_every_expansion(options: rules.Options) -> None:
    record = random_game(3, options)
    account = review(record, HandMade())
    assert account.totals[0].result == final_result(record)
    assert abs(balance(account, 0)) < 1e-6


def test_every_step_starts_at_the_value_where_the_step_before_ended() -> None:
    account = review(random_game(4), HandMade())
    values = [EVEN, *(entry.after for entry in account.entries)]
    assert [entry.before for entry in account.entries] == values[:-1]


def test_a_decision_starts_from_its_best_choice_and_ends_at_the_one_made() -> None:
    for entry in review(random_game(5), HandMade()).entries:
        if entry.kind is ReviewKind.DECISION:
            values = {choice.action: choice.value for choice in entry.choices}
            assert entry.before == pytest.approx(best_of(entry.seat or 0, values.values()), abs=1e-12)
            assert entry.after == values[entry.text]


@pytest.mark.parametrize("options", [rules.Options(), rules.Options(extra_wild=True)])
def test_the_luck_of_a_roll_has_mean_zero_over_all_rolls(options: rules.Options) -> None:
    judge, rolls = Judge(HandMade(), dtype=np.float64), 0
    for moment in random_game(6, options).replay():
        state = moment.before
        if state.phase is rules.Phase.ROLL:
            mean = sum(
                float(share) * (judge.value(rules.advance(state, dice).state) - judge.value(state))
                for dice, share in rules.chance(state)
            )
            assert abs(mean) < 1e-9
            rolls += 1
    assert rolls > 20


def test_no_loss_is_negative_and_perfect_play_has_none() -> None:
    record, judge = random_game(8), Judge(HandMade(), dtype=np.float64)
    assert all(entry.loss >= 0 for entry in review(record, HandMade()).entries)
    luck, state, steps = random.Random(2), rules.new_game(), list[Step]()
    while not state.over:
        seat = rules.to_move(state)
        if seat is None:
            steps.append(rules.draw(state, luck))
        else:
            values = judge.action_values(state)
            steps.append(next(action for action, value in values.items() if value == best_of(seat, values.values())))
        state, _ = take(state, steps[-1])
    perfect = review(Record(rules.Options(), tuple(steps)), HandMade())
    for totals in perfect.totals:
        assert totals.loss < 1e-9
        assert totals.accuracy > 1 - 1e-9
        assert set(totals.grades) - {Grade.BEST} == {name for name, count in totals.grades.items() if count == 0}


def test_what_one_wins_by_luck_the_other_loses() -> None:
    first, second = review(random_game(9), HandMade()).totals
    assert first.luck == -second.luck
    assert first.without_luck + second.without_luck == pytest.approx(1)


def test_giving_up_gives_away_the_chance_that_was_left() -> None:
    half = random_game(10, steps_at_most=60)
    account = review(Record(half.options, half.steps, resigned=0), HandMade())
    last = account.entries[-1]
    assert (last.kind, last.after, last.loss) == (ReviewKind.RESIGNATION, 0.0, last.before)
    assert account.totals[1].result == 1.0
    assert abs(balance(account, 0)) < 1e-6


def test_a_game_that_is_not_over_is_accounted_for_up_to_its_last_step() -> None:
    account = review(random_game(11, steps_at_most=70), HandMade())
    assert not account.finished
    assert 0 < account.end < 1
    assert abs(balance(account, 0)) < 1e-6
    empty = review(Record(rules.Options()), HandMade())
    assert empty.end == EVEN


def test_turning_points_are_the_greatest_changes_in_the_order_of_play() -> None:
    account = review(random_game(12), HandMade())
    turns = account.turning_points
    assert 1 <= len(turns) <= 4
    assert [entry.number for entry in turns] == sorted(entry.number for entry in turns)
    smallest = min(abs(entry.after - entry.before) for entry in turns)
    assert all(abs(entry.after - entry.before) <= smallest for entry in account.entries if entry not in turns)


def test_there_is_one_deal_for_each_round_and_turns_are_counted_within_it() -> None:
    entries = review(random_game(13), HandMade()).entries
    assert [entry.round for entry in entries if entry.kind is ReviewKind.DEAL] == list(range(1, 9))
    for round_ in range(1, 9):
        turns = [entry for entry in entries if entry.round == round_ and entry.turn]
        assert sorted({entry.turn for entry in turns}) == list(range(1, max(entry.turn for entry in turns) + 1))
        assert all(len({entry.seat for entry in turns if entry.turn == turn}) == 1 for turn in range(1, 4))


def test_progress_is_told_after_each_step() -> None:
    told: list[tuple[int, int]] = []
    record = random_game(14, steps_at_most=30)
    review(record, HandMade(), lambda done, of: told.append((done, of)))
    assert told == [(number, 30) for number in range(1, 31)]


@pytest.mark.parametrize(
    ("loss", "name"),
    [
        (0.0, Grade.BEST),
        (0.0004, Grade.BEST),
        (0.0005, Grade.FINE),
        (0.0099, Grade.FINE),
        (0.01, Grade.INACCURACY),
        (0.03, Grade.MISTAKE),
        (0.08, Grade.BLUNDER),
        (1.0, Grade.BLUNDER),
    ],
)
def test_grades_follow_the_documented_thresholds(loss: float, name: Grade) -> None:
    assert grade(loss) is name


def test_a_forced_choice_is_no_decision() -> None:
    account = review(random_game(15), HandMade())
    forced = [entry for entry in account.entries if entry.forced]
    assert forced
    counted = sum(totals.decisions for totals in account.totals)
    assert counted == sum(entry.kind is ReviewKind.DECISION for entry in account.entries) - len(forced)


def test_a_deal_has_no_seat_and_no_grade() -> None:
    deal = next(entry for entry in review(random_game(16), HandMade()).entries if entry.kind is ReviewKind.DEAL)
    assert isinstance(deal, ReviewEntry)
    assert (deal.seat, deal.grade, deal.loss) == (None, None, 0.0)
    assert len(deal.text.split()) == 6


def test_the_choices_of_either_seat_stand_from_its_best_to_its_worst() -> None:
    account = review(random_game(17), HandMade())
    weighed = [entry for entry in account.entries if len(entry.choices) > 1]
    assert {entry.seat for entry in weighed} == {0, 1}
    for entry in weighed:
        values = [choice.value if entry.seat == 0 else -choice.value for choice in entry.choices]
        assert values == sorted(values, reverse=True)


def test_reviews_are_kept_under_the_name_of_the_judgement_that_made_them() -> None:
    assert judgement_name() == JUDGEMENT


def test_what_a_die_gave_away_is_split_into_what_the_round_would_come_to_and_the_cards_that_make_it() -> None:
    lost = [entry for entry in review(random_game(3), HandMade()).entries if entry.ends is not None]
    assert {entry.seat for entry in lost} == {0, 1}
    for entry in lost:
        assert entry.ends is not None
        assert entry.loss >= 0.01
        gain = entry.ends.best - entry.ends.played if entry.seat == 0 else entry.ends.played - entry.ends.best
        if len(entry.ends.cards) == 1:  # one card makes the whole difference
            assert entry.ends.cards[0][1] == pytest.approx(gain, abs=1e-6)
        if not entry.ends.cards and entry.text.startswith("place") and entry.choices[0].action.startswith("place"):
            assert gain == pytest.approx(0, abs=1e-6)
    assert any(len(entry.ends.cards) == 1 for entry in lost if entry.ends)
