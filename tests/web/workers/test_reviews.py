"""Reviews are counted once, beside the server, and kept by what was played."""

import asyncio
import json
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.ai.review.json_form import to_dict
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.rules import Record
from shanghaien.web.play.imported import table_of
from shanghaien.web.play.refusals import IllegalMove
from shanghaien.web.play.table import Table
from shanghaien.web.workers import reviews as service
from shanghaien.web.workers.reviews import Busy, Reviews, key_of
from tests.ai.review.test_reviewer import random_game

RECORD = random_game(12)
TABLE = table_of(RECORD)


async def reviewed(reviews: Reviews, table: Table) -> None:
    if reviews.find(table) is None:
        await asyncio.gather(*reviews._jobs.values())
    assert reviews.find(table) is not None


def test_a_review_is_made_by_another_process_and_kept(tmp_path: Path) -> None:
    async def visit() -> None:
        reviews = Reviews(tmp_path / "reviews")
        assert reviews.find(TABLE) is None
        await asyncio.wait_for(reviewed(reviews, TABLE), 60)
        await reviews.close()
        again = Reviews(tmp_path / "reviews")
        found = again.find(TABLE)
        assert found is not None
        assert to_dict(found)["totals"].keys() == {"A", "B"}
        assert [entry.text for entry in found.entries] == [e.text for e in review(RECORD, judgement()).entries]
        await again.close()

    asyncio.run(visit())


def test_asking_while_it_is_under_way_starts_nothing_new(tmp_path: Path) -> None:
    async def visit() -> None:
        reviews = Reviews(tmp_path / "reviews")
        for _ in range(3):
            reviews.find(TABLE)
        assert len(reviews._jobs) == 1
        assert reviews.progress(TABLE) == 0.0
        await reviews.close()

    asyncio.run(visit())


def test_only_so_many_games_wait_for_their_review_and_the_next_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_WAITING", 2)

    async def visit() -> None:
        reviews = Reviews(tmp_path)
        for number in (12, 13, 12):
            assert reviews.find(table_of(random_game(number, steps_at_most=20))) is None
        with pytest.raises(Busy):
            reviews.find(table_of(random_game(14, steps_at_most=20)))
        await reviews.close()

    asyncio.run(visit())


def test_advice_does_not_wait_for_reviews(tmp_path: Path) -> None:
    state = next(moment.before for moment in RECORD.replay() if not rules.is_chance(moment.before))

    async def visit() -> None:
        reviews = Reviews(tmp_path)
        async with reviews._reviewer._one_at_a_time:  # as if a review that never ends were being made
            reviews.find(TABLE)
            same = await asyncio.wait_for(asyncio.gather(reviews.weigh(state), reviews.weigh(state)), 120)
        assert len(same[0]) == len(rules.legal_actions(state))
        assert same[0] == same[1]
        await reviews.close()

    asyncio.run(visit())


def test_a_review_that_fails_is_not_tried_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "to_json", lambda record: "no record at all")

    async def visit() -> None:
        reviews = Reviews(tmp_path)
        assert reviews.find(TABLE) is None
        await asyncio.wait_for(asyncio.gather(*reviews._jobs.values()), 120)
        with pytest.raises(IllegalMove, match="could not be reviewed"):
            reviews.find(TABLE)
        await reviews.close()

    asyncio.run(visit())


def test_a_damaged_file_is_counted_again(tmp_path: Path) -> None:
    async def visit() -> None:
        reviews = Reviews(tmp_path)
        (tmp_path / f"{key_of(TABLE)}.json").write_text("{", encoding="utf-8")
        await asyncio.wait_for(reviewed(reviews, TABLE), 60)
        assert json.loads((tmp_path / f"{key_of(TABLE)}.json").read_text())["finished"]
        await reviews.close()

    asyncio.run(visit())


def test_the_key_follows_the_game_and_not_the_names() -> None:
    named = Record(RECORD.options, RECORD.steps, {"Player-A": "Ann"})
    assert key_of(table_of(named)) == key_of(TABLE)
    assert key_of(table_of(random_game(13))) != key_of(TABLE)
    first, second = (table_of(Record(RECORD.options, RECORD.steps[:50], resigned=seat)) for seat in (0, 1))
    assert key_of(first) != key_of(second)


def test_to_look_whether_a_review_is_there_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "apply", _never)
    monkeypatch.setattr(Record, "replay", _never)
    assert key_of(TABLE)


def _never(*_: object) -> None:
    raise AssertionError("the key is made of what the table knows")


def test_only_so_many_reviews_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_KEPT", 3)
    for number in range(6):
        service._keep(tmp_path / f"{number}.json", "{}")
    assert len(list(tmp_path.glob("*.json"))) == 3
