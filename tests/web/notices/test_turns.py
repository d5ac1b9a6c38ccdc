"""Whoever is asked is told once for each turn, unless they have played, looked, or want to hear nothing."""

from pathlib import Path
from typing import Any

import pytest

from shanghaien.web.core.jobs import JobStore
from shanghaien.web.notices.jobs import FIRST_PAUSE
from shanghaien.web.notices.model import failed
from shanghaien.web.notices.place_store import PushRow, PushStore
from shanghaien.web.notices.timing import MOST_TAKEN_BACK
from shanghaien.web.tables.change import NOTICE_GRACE_MS
from shanghaien.web.tables.log import EntryKind
from tests.web.notices.post import ADA, BOB, DAY, HOUR, MINUTE, Post, told, who, with_post
from tests.web.persons import EVE
from tests.web.tables.tavern import opened, request


def test_both_hear_of_the_beginning_and_whoever_is_asked_of_each_turn_once(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await post.begin()
        first = who(table.waits_for or 0)
        expected = [("started", ADA)] if first == ADA else [("turn", BOB), ("started", ADA)]
        assert sorted(told(await post.pass_time(HOUR))) == sorted(expected)
        for _ in range(4):
            other = BOB if table.waits_for == 0 else ADA
            table = await post.until_asked(table, other)
            assert told(await post.pass_time(HOUR)) == [("turn", other)]
        assert await post.pass_time(5 * DAY) == []

    with_post(tmp_path, visit)


def test_every_device_is_told_and_none_twice_however_often_it_is_due(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        post.channel.devices[ADA] = ["push:laptop", "push:phone"]
        table = await post.until_asked(await post.begin(), ADA)
        due = JobStore(post.database)
        for _ in range(3):
            await due.set("turn", table.id, post.time, str(table.version))
            await due.set("notice", f"{ADA} {table.id}", post.time)
            await post.pass_time(MINUTE)
        assert [place for place, notice in post.channel.sent if notice.kind == "turn" and notice.person == ADA] == [
            "push:laptop",
            "push:phone",
        ]

    with_post(tmp_path, visit)


def test_whoever_takes_a_choice_back_again_and_again_sends_no_flood_of_notices(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await post.until_asked(await post.begin(), ADA)
        while table.undo != 1:  # Bob has just passed the turn on, and may take that back
            table = await post.until_asked(await post.until_asked(table, BOB), ADA)
        last = next(entry.text for entry in reversed(table.log) if entry.kind is EntryKind.ACT)
        await post.pass_time(HOUR)
        for _ in range(10):
            table = await post.tavern.tables.undo(request(table, BOB))
            table = await post.tavern.act(table, BOB, last)
            await post.pass_time(HOUR)
        numbers = [notice.turn for _, notice in post.channel.sent if notice.kind == "turn" and notice.person == ADA]
        assert len(numbers) == len(set(numbers))
        assert sum(number > table.version - 21 for number in numbers) <= MOST_TAKEN_BACK + 1
        post.channel.sent.clear()
        table = await post.until_asked(await post.until_asked(table, BOB), ADA)
        assert ("turn", ADA) in told(await post.pass_time(HOUR))

    with_post(tmp_path, visit)


def test_a_turn_that_is_played_in_time_is_not_told(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, when="later", minutes=15)
        table = await post.until_asked(await post.begin(), ADA)
        await post.pass_time(10 * MINUTE)
        await post.until_asked(table, BOB)
        assert told(await post.pass_time(HOUR)) == [("turn", BOB)]

    with_post(tmp_path, visit)


def test_turns_between_two_open_tables_are_told_once_they_have_rested(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await post.until_asked(await post.begin(), ADA)
        await post.pass_time(HOUR)
        hub = post.tavern.tables.games.hub
        with hub.listen(table.id, seats={0}), hub.listen(table.id, seats={1}):
            table = await post.until_asked(table, BOB)
            assert await post.pass_time(NOTICE_GRACE_MS - 1) == []
            table = await post.until_asked(table, ADA)
            assert await post.pass_time(NOTICE_GRACE_MS - 1) == []
        assert told(await post.pass_time(1)) == [("turn", ADA)], "also if both have gone meanwhile"

    with_post(tmp_path, visit)


def test_after_so_many_minutes_without_a_look_one_is_told(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, when="later", minutes=15)
        table = await post.until_asked(await post.begin(), ADA)
        await post.pass_time(10 * MINUTE)
        await post.look(ADA, table)
        assert ("turn", ADA) not in told(await post.pass_time(14 * MINUTE))
        assert told(await post.pass_time(MINUTE)) == [("turn", ADA)]

    with_post(tmp_path, visit)


def test_whoever_has_seen_their_turn_is_not_told_of_it(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await post.until_asked(await post.begin(), ADA)
        await post.look(ADA, table)
        assert ("turn", ADA) not in told(await post.pass_time(DAY))

    with_post(tmp_path, visit)


def test_whoever_looked_shortly_before_their_turn_is_told_two_minutes_after_that_look(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await post.until_asked(await post.begin(), BOB)
        await post.pass_time(HOUR)
        await post.look(ADA, table)
        await post.pass_time(MINUTE)
        await post.until_asked(table, ADA)
        assert await post.pass_time(MINUTE - 1) == []
        assert told(await post.pass_time(1)) == [("turn", ADA)]

    with_post(tmp_path, visit)


def test_a_choice_taken_back_is_not_told_and_the_next_one_is(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, when="later", minutes=5)
        table = await post.until_asked(await post.begin(), ADA)
        assert table.undo == 1
        back = await post.tavern.tables.undo(request(table, BOB))
        assert ("turn", ADA) not in told(await post.pass_time(HOUR))
        await post.until_asked(back, ADA)
        assert told(await post.pass_time(HOUR)) == [("turn", ADA)]

    with_post(tmp_path, visit)


def test_a_muted_game_is_silent_and_others_are_not(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        silent, loud = await post.begin(), await post.begin()
        await post.mute(ADA, silent)
        await post.until_asked(silent, ADA)
        await post.until_asked(loud, ADA)
        assert {notice.game for notice in await post.pass_time(DAY) if notice.person == ADA} == {loud.id}

    with_post(tmp_path, visit)


@pytest.mark.parametrize("off", [{"turn": False}, {"push": False}], ids=["kind", "channel"])
def test_what_is_switched_off_is_not_told(tmp_path: Path, off: dict[str, Any]) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, **off)
        await post.until_asked(await post.begin(), ADA)
        assert ("turn", ADA) not in told(await post.pass_time(DAY))

    with_post(tmp_path, visit)


def test_the_end_is_told_to_both_and_silences_the_turn(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(ADA, when="later", minutes=30)
        table = await post.until_asked(await post.begin(), ADA)
        await post.pass_time(MINUTE)
        over = await post.tavern.tables.resign(request(table, BOB))
        await post.look(BOB, over)
        sent = await post.pass_time(DAY)
        assert told(sent) == [("over", ADA)]
        assert (sent[0].title, sent[0].line) == ("You won against Bob", "Bob resigned.")

    with_post(tmp_path, visit)


def test_everybody_at_a_seat_is_told_and_nobody_who_plays_alone(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await post.begin()
        await post.tavern.seating.carry(await post.tavern.seating.private_link(table.id, ADA), EVE)
        await post.tavern.seating.carry(await post.tavern.seating.private_link(table.id, BOB), BOB)
        await post.pass_time(HOUR)
        table = await post.until_asked(await post.until_asked(table, BOB), ADA)
        assert {person for kind, person in told(await post.pass_time(HOUR)) if kind == "turn"} == {ADA, EVE}
        await post.tavern.games.store.seat(table.id, [(1, ADA)])
        await post.until_asked(table, BOB)
        assert told(await post.pass_time(HOUR)) == [("turn", BOB)]

    with_post(tmp_path, visit)


def test_what_did_not_arrive_is_tried_again_ever_more_seldom_until_the_turn_is_over(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(BOB, push=False)
        table = await post.until_asked(await post.begin(), ADA)
        post.channel.outcomes += [failed()] * 3 + [failed(retry_after=7200)] * 50
        await post.pass_time(int(1000 * FIRST_PAUSE * (1 + 2 + 4)) - 1)
        assert post.channel.tried == 3
        await post.pass_time(2 * HOUR)
        assert post.channel.tried == 4
        assert await post.marks() == []
        await post.until_asked(table, BOB)
        await post.pass_time(30 * DAY)
        assert post.channel.tried == 4

    with_post(tmp_path, visit)


def test_a_notice_that_arrives_at_one_device_only_is_tried_again_at_the_other(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(BOB, push=False)
        post.channel.devices[ADA] = ["push:laptop", "push:phone"]
        await post.until_asked(await post.begin(), ADA)
        post.channel.outcomes = [failed()]
        await post.pass_time(HOUR)
        assert [place for place, _ in post.channel.sent] == ["push:phone", "push:laptop"]

    with_post(tmp_path, visit)


def test_a_notice_of_which_nobody_knows_whether_it_arrived_is_not_sent_again(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        await post.wish(BOB, push=False)
        await post.until_asked(await post.begin(), ADA)
        post.channel.outcomes = [TimeoutError()]
        await post.pass_time(DAY)
        assert (post.channel.tried, post.channel.sent, await post.marks()) == (1, [], ["turn"])

    with_post(tmp_path, visit)


def test_a_change_that_is_stored_and_not_announced_yet_is_told_as_it_is_stored(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await post.until_asked(await post.begin(), BOB)
        async with opened(tmp_path, name="another process") as elsewhere:
            played = await elsewhere.tables.act(request(table, BOB), "roll")
        assert (await post.tavern.tables.now(table.id)).version == table.version
        seen = await post.notices.context.table(table.id, played.version)
        assert seen is not None
        assert seen.version == played.version

    with_post(tmp_path, visit)


def test_whoever_has_set_no_language_reads_that_of_their_browser(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        browser = PushRow("b", ADA, "https://push.example.org/a", "p", "a", "phone", "it", 1)
        await PushStore(post.database).add(browser, 5)
        await post.until_asked(await post.begin(), ADA)
        assert "Tocca a te contro Bob" in {notice.title for notice in await post.pass_time() if notice.person == ADA}

    with_post(tmp_path, visit)
