"""The dice of a day: the same for everybody, numbered by round and roll, promised before and checked after."""

import hashlib
import hmac
import random
from collections import Counter
from dataclasses import replace

import pytest

from shanghaien import rules
from shanghaien.fairness.day import DayDice, DayError, DayProof, RollCount, commitment, log_name, verify_day
from shanghaien.rules import Options, Record, Step

DAY = "2026-11-17"
SEED = hashlib.sha256(b"a seed for tests").digest()
KEPT = DayProof(DAY, commitment(DAY, SEED), SEED)


def played(rng: random.Random, dice: DayDice | None = None) -> tuple[Record, dict[tuple[int, int, int], object]]:
    """A whole game of the day by somebody who chooses at random, and its rolls by round, seat and number."""
    dice, state, count = dice or DayDice(DAY, SEED), rules.new_game(), RollCount()
    steps: list[Step] = []
    rolls: dict[tuple[int, int, int], object] = {}
    while not state.over:
        if rules.is_chance(state):
            step: Step = dice.outcome(state, count.of(state.turn))
            if state.phase == "roll":
                rolls[state.round, state.turn, count.of(state.turn)] = step
            after, events = rules.advance(state, step)  # type: ignore[arg-type]
        else:
            step = rng.choice(rules.legal_actions(state))
            after, events = rules.apply(state, step)
        count.take(events)
        steps.append(step)
        state = after
    return Record(Options(), tuple(steps), KEPT.tags()), rolls


def test_the_commitment_is_the_hash_that_the_document_describes() -> None:
    text = f"shanghaien-day-1\ncommit\n{DAY}\n{SEED.hex()}"
    assert commitment(DAY, SEED) == hashlib.sha256(text.encode()).hexdigest()


def test_a_draw_is_the_one_that_the_document_describes() -> None:
    """Written from docs/fairness.md alone, without the code that draws."""
    key = hmac.digest(SEED, f"shanghaien-day-1\nkey\n{DAY}".encode(), "sha256")
    digest = hmac.digest(key, b"shanghaien-day-1\ndraw\nroll\n3\nB\n2\n0", "sha256")
    word = int.from_bytes(digest[:4], "big")
    drawn = DayDice(DAY, SEED).draw(36, "roll", "3", "B", "2")
    assert (drawn.digest, drawn.number) == (digest.hex(), word % 36)


def test_the_vectors_of_the_document_come_out() -> None:
    """What docs/fairness.md shows; a change here means another protocol, and another name for it."""
    dice = DayDice(DAY, SEED)
    assert SEED.hex() == "cdedf7eccef6cc47f77da69da9d2546ecedb0d81c807dbf81041a556cc13d98a"
    assert commitment(DAY, SEED) == "1c1813204cbd9fc845e18652e4135bf40cf890c323e50d91e502b6a856a6bc10"
    assert " ".join(map(rules.outcome_text, dice.first_row)) == "shift again ITA3 TUR4 CHI2 CHI3"
    assert [dice.draw(36, "roll", "1", "A", str(number)).number for number in range(1, 6)] == [20, 10, 17, 19, 14]
    assert dice.draw(2, "start").number == 0


def test_people_who_play_differently_meet_the_same_cards_and_the_same_roll_of_each_round() -> None:
    (one, first), (other, second) = played(random.Random(1)), played(random.Random(2))
    assert one.steps != other.steps
    common = first.keys() & second.keys()
    assert len(common) > 20
    assert all(first[roll] == second[roll] for roll in common)
    assert _dealt(one) == _dealt(other)
    assert len(_dealt(one)) == 48


def _dealt(record: Record) -> list[Step]:
    return [step.step for step in record.played if step.before.phase == "deal"]


def test_each_seat_has_a_stream_of_its_own() -> None:
    dice = DayDice(DAY, SEED)
    mine = [dice.draw(36, "roll", "1", "A", str(number)).number for number in range(1, 30)]
    theirs = [dice.draw(36, "roll", "1", "B", str(number)).number for number in range(1, 30)]
    assert mine != theirs


def test_the_first_row_is_the_row_that_is_dealt() -> None:
    record, _ = played(random.Random(3))
    assert tuple(_dealt(record)[:6]) == DayDice(DAY, SEED).first_row


def test_another_day_or_seed_brings_other_cards() -> None:
    rows = {DayDice(day, SEED).first_row for day in (DAY, "2026-11-18", "2026-11-19")}
    rows.add(DayDice(DAY, hashlib.sha256(b"another").digest()).first_row)
    assert len(rows) == 4


def test_over_many_days_every_face_comes_equally_often() -> None:
    rolls = Counter(
        pips
        for number in range(1, 3001)
        for pips in rules.rolls(2).pick(DayDice(DAY, SEED).draw(36, "roll", "1", "A", str(number)).number)
    )
    expected = 1000
    assert sum((count - expected) ** 2 / expected for count in rolls.values()) < 20.5  # 0.1 % of honest dice are above


def test_a_card_that_left_the_pile_otherwise_does_not_change_the_order_of_the_others() -> None:
    dice = DayDice(DAY, SEED)
    state = next(step.before for step in played(random.Random(1))[0].played if step.before.phase == "deal")
    first, second = dice.first_row[:2]
    without_first = state.evolve(pile=rules.without(state.pile, first))
    assert dice.outcome(without_first, 0) == second


def test_an_honest_game_is_found_to_be_one() -> None:
    record, _ = played(random.Random(4))
    report = verify_day(KEPT, record)
    assert report.ok
    assert len(report.draws) == sum(rules.is_chance(step.before) for step in record.played)


def test_another_seed_than_the_promised_one_is_found() -> None:
    other = hashlib.sha256(b"a luckier one").digest()
    record, _ = played(random.Random(4), DayDice(DAY, other))
    report = verify_day(replace(KEPT, seed=other), record)
    assert [check.name for check in report.findings] == ["seed"]


def test_a_seed_of_another_day_is_no_seed_of_this_one() -> None:
    record, _ = played(random.Random(4))
    assert not verify_day(replace(KEPT, day="2026-11-18"), record).ok


def test_a_changed_roll_is_named() -> None:
    record, _ = played(random.Random(4))
    place = max(number for number, step in enumerate(record.played) if step.before.phase == "roll")
    loaded = (6, 6) if record.steps[place] != (6, 6) else (1, 1)
    changed = Record(record.options, (*record.steps[:place], loaded))
    (found,) = verify_day(KEPT, changed).findings
    assert found.name.startswith("outcome ")
    assert "round 8" in found.sentence


def test_before_the_day_is_opened_nothing_can_be_checked_and_no_tag_tells_the_seed() -> None:
    closed = replace(KEPT, seed=None)
    assert SEED.hex() not in str(closed.tags()) + repr(closed) + repr(KEPT)
    assert [check.name for check in verify_day(closed, played(random.Random(4))[0]).findings] == ["seed"]


def test_tags_are_read_back() -> None:
    assert DayProof.from_tags(KEPT.tags()) == KEPT
    assert DayProof.from_tags({"Dice": "shanghaien-fair-2"}) is None
    broken = DayProof.from_tags(KEPT.tags() | {"Seed": "zz"})
    assert broken is not None
    assert not verify_day(broken, Record(Options())).ok


@pytest.mark.parametrize("wrong", ["", "today", "2026-2-3", "2026-02-30", "20261117", "2026-11-17\n"])
def test_what_is_no_day_is_refused(wrong: str) -> None:
    with pytest.raises(DayError):
        log_name(wrong)


def test_a_bots_mood_hangs_on_the_position_and_on_nothing_personal() -> None:
    dice = DayDice(DAY, SEED)
    assert dice.bot_seed("a position") == DayDice(DAY, SEED).bot_seed("a position") != dice.bot_seed("another")
