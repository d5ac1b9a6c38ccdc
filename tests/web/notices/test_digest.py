"""The digest: one message a day at the person's hour, for all games that wait; none if none does."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.web.core.jobs import JobStore
from shanghaien.web.notices.announce import PREFERENCES
from shanghaien.web.notices.model import failed
from shanghaien.web.notices.timing import day_of, hour_on, next_day
from tests.web.notices.post import ADA, BOB, DAY, HOUR, MINUTE, Post, told, with_post

ZONES = ["", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kolkata"]


def test_all_games_that_wait_come_in_one_notice_a_day_at_the_hour_of_ones_choice(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, when="daily", hour=18, time_zone="Europe/Berlin", started=False)
        await post.wish(BOB, push=False)
        first, second = await post.until_asked(await post.begin(), ADA), await post.until_asked(await post.begin(), ADA)
        assert await post.pass_time(5 * HOUR - 1) == []  # it is noon in London, and one o'clock in Berlin
        sent = await post.pass_time(1)
        assert told(sent) == [("digest", ADA)]
        assert sent[0].title == "2 games are waiting for you"
        assert {game.url for game in sent[0].waiting} == {f"/t/{first.id}", f"/t/{second.id}"}
        assert await post.pass_time(DAY - 1) == []
        await post.until_asked(first, BOB)
        assert [len(notice.waiting) for notice in await post.pass_time(3 * DAY)] == [1, 1, 1]
        await post.until_asked(second, BOB)
        assert await post.pass_time(3 * DAY) == []

    with_post(tmp_path, visit)


def test_a_digest_that_did_not_arrive_is_tried_again_and_counts_for_its_day(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, when="daily", hour=18)
        await post.wish(BOB, push=False)
        await post.until_asked(await post.begin(), ADA)
        await post.pass_time(HOUR)
        post.channel.outcomes = [failed(), failed()]
        assert told(await post.pass_time(6 * HOUR)) == [("digest", ADA)]
        assert told(await post.pass_time(DAY)) == [("digest", ADA)]

    with_post(tmp_path, visit)


def test_whoever_changes_the_hour_is_told_at_the_new_one(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, when="daily", hour=18)
        await post.wish(BOB, push=False)
        await post.until_asked(await post.begin(), ADA)
        await post.pass_time(MINUTE)
        await post.wish(ADA, when="daily", hour=20)
        await JobStore(post.database).set(PREFERENCES, ADA, post.time)
        assert ("digest", ADA) not in told(await post.pass_time(7 * HOUR))
        assert ("digest", ADA) in told(await post.pass_time(HOUR))
        await post.wish(ADA, when="now")
        await JobStore(post.database).set(PREFERENCES, ADA, post.time)
        assert told(await post.pass_time(2 * DAY)) == [("turn", ADA)]

    with_post(tmp_path, visit)


@pytest.mark.parametrize("hour", [1, 2, 3])
@pytest.mark.parametrize("begins", ["2026-03-27", "2026-10-23", "2028-02-27"], ids=["spring", "autumn", "leap year"])
def test_when_clocks_are_changed_and_on_leap_days_there_is_one_digest_on_each_day(begins: str, hour: int) -> None:
    zone = ZoneInfo("Europe/Berlin")
    at = int(datetime.fromisoformat(begins).replace(tzinfo=zone).timestamp() * 1000)
    days = []
    for _ in range(4):
        at = hour_on(next_day(at, hour, "Europe/Berlin"), hour, "Europe/Berlin")
        days.append(datetime.fromtimestamp(at / 1000, zone))
    first = datetime.fromisoformat(begins).toordinal()
    assert [each.toordinal() for each in days] == [first + number for number in range(4)]
    assert {each.hour for each in days} <= {hour, hour + 1}


@given(st.sampled_from(ZONES), st.integers(0, 23), st.integers(1_000_000_000_000, 2_200_000_000_000))
def test_the_next_digest_is_always_later_and_never_much_more_than_a_day_away(zone: str, hour: int, now: int) -> None:
    day = next_day(now, hour, zone)
    assert now < hour_on(day, hour, zone) <= now + 26 * HOUR + DAY * (zone == "Pacific/Apia")
    assert hour_on(day - 1, hour, zone) <= now
    assert day_of(hour_on(day, hour, zone), zone) in ({day, day + 1} if zone == "Pacific/Apia" else {day})


def test_a_zone_that_nobody_knows_is_the_worlds_time() -> None:
    assert hour_on(day_of(0, "Atlantis/Sunken"), 1, "Atlantis/Sunken") == HOUR
    assert hour_on(day_of(0, "../../etc/passwd"), 1, "../../etc/passwd") == HOUR
