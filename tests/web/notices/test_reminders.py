"""Reminders at chosen fractions of the time for a turn; they follow the clock, and whoever plays gets none."""

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.vacations import Vacations
from tests.web.notices.post import ADA, BOB, DAY, DAYS_PACE, HOUR, MINUTE, NOON, Post, told, with_post
from tests.web.tables.tavern import request


def test_a_player_is_reminded_at_half_and_at_a_tenth_of_their_time_and_then_told_that_it_is_up(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(BOB, push=False)
        table = await post.until_asked(await post.begin(DAYS_PACE), ADA)
        assert table.clocks is not None
        assert table.clocks.deadline is not None
        whole = table.clocks.deadline - post.time
        assert ("time", ADA) not in told(await post.pass_time(whole // 2 - MINUTE))
        assert told(await post.pass_time(2 * MINUTE)) == [("time", ADA)]
        assert told(await post.pass_time(whole * 4 // 10)) == [("time", ADA)]
        assert told(await post.pass_time(whole)) == [("time-up", ADA)]

    with_post(tmp_path, visit)


def test_whoever_plays_or_has_just_looked_is_not_reminded(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(BOB, push=False)
        table = await post.until_asked(await post.begin(DAYS_PACE), ADA)
        assert table.clocks is not None
        assert table.clocks.deadline is not None
        whole = table.clocks.deadline - post.time
        await post.pass_time(whole // 2 - MINUTE)
        await post.look(ADA, table)
        assert await post.pass_time(2 * MINUTE) == []
        await post.until_asked(table, BOB)
        assert await post.pass_time(2 * DAY) == []

    with_post(tmp_path, visit)


def test_a_vacation_puts_a_reminder_off(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(BOB, push=False)
        await post.wish(ADA, reminders=(0.5,))
        table = await post.until_asked(await post.begin(DAYS_PACE), ADA)
        await post.pass_time(HOUR)
        today = datetime.fromtimestamp(NOON / 1000, UTC).date()
        last = date.fromordinal(today.toordinal() + 9)
        await Vacations(post.tavern.games).announce(ADA, today, last, ZoneInfo("UTC"))
        assert table.clocks is not None
        assert ("time", ADA) not in told(await post.pass_time(5 * DAY))
        assert told(await post.pass_time(7 * DAY)) == [("time", ADA)]

    with_post(tmp_path, visit)


def test_time_that_is_given_is_told_as_a_turn_of_its_own(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, reminders=())
        table = await post.until_asked(await post.begin(DAYS_PACE), ADA)
        up = await post.pass_time(6 * DAY)
        assert {(notice.person, notice.title) for notice in up if notice.kind == "time-up"} == {
            (ADA, "Your time against Bob is up"),
            (BOB, "Ada has run out of time"),
        }
        table = await post.tavern.tables.now(table.id)
        table = await post.tavern.tables.give_time(request(table, BOB))
        given = await post.pass_time(HOUR)
        assert told(given) == [("turn", ADA)]
        assert "23 hours left" in given[0].line or "1 day left" in given[0].line

    with_post(tmp_path, visit)


def test_nobody_is_reminded_in_a_game_of_minutes(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(BOB, push=False)
        await post.until_asked(await post.begin(Pace.read("live 1200 20")), ADA)
        assert ("time", ADA) not in told(await post.pass_time(19 * MINUTE))

    with_post(tmp_path, visit)


def test_after_a_long_outage_one_reminder_is_enough(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(BOB, push=False)
        table = await post.until_asked(await post.begin(DAYS_PACE), ADA)
        await post.pass_time(MINUTE)
        assert table.clocks is not None
        assert table.clocks.deadline is not None
        post.time = table.clocks.deadline - HOUR
        assert told(await post.pass_time()) == [("time", ADA)]

    with_post(tmp_path, visit)
