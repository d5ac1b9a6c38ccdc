"""Two processes on one database: what one has stored the other goes on from, and nothing happens twice."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from sqlalchemy import delete

from shanghaien import rules
from shanghaien.rules import Options
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.tables import stream
from shanghaien.web.tables.errors import NoSuchGame, NotYours, Stale
from shanghaien.web.tables.log import Entry
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store import schema
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.tavern import Tavern, opened, request

FIRST = Options(first=rules.First.SEAT_A)
HOT_SEAT, INVITE = Setup(Mode.HOT_SEAT, FIRST), Setup(Mode.INVITE, FIRST)


def in_two(url: str, visit: Callable[[Tavern, Tavern], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(url, alone=False) as one, opened(url, alone=False, name="two") as two:
            await visit(one, two)

    asyncio.run(run())


def test_a_game_is_played_over_both_in_turn(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(HOT_SEAT, ADA)
        for number in range(40):
            table = await (two if number % 2 else one).act(table, ADA)
        table = await one.tables.resign(request(table, ADA))
        assert (await one.tables.look(table.id))[0] == (await two.tables.look(table.id))[0] == table
        stored = await two.games.store.load(table.id)
        assert stored is not None
        rows = [(await each.games.current(table.id)).stored_row for each in (one, two)]
        assert rows == [stored.row, stored.row]

    in_two(empty_postgres, visit)


def test_a_request_repeated_at_the_other_process_is_answered_and_changes_nothing(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(HOT_SEAT, ADA)
        await two.tables.look(table.id)
        asked = request(table, ADA)
        rolled = await one.tables.act(asked, "roll")
        assert await two.tables.act(asked, "roll") == rolled

    in_two(empty_postgres, visit)


def test_the_same_request_sent_to_both_at_once_is_answered_by_both(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(HOT_SEAT, ADA)
        await two.tables.look(table.id)
        for _ in range(10):
            asked, action = request(table, ADA), rules.action_text(rules.legal_actions(table.state)[0])
            answers = await asyncio.gather(one.tables.act(asked, action), two.tables.act(asked, action))
            assert answers[0] == answers[1]
            table = answers[0]

    in_two(empty_postgres, visit)


def test_who_has_seen_an_old_table_is_told_so_by_either(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(HOT_SEAT, ADA)
        await two.tables.look(table.id)
        await one.act(table, ADA, "roll")
        for tavern in (one, two):
            with pytest.raises(Stale):
                await tavern.tables.act(request(table, ADA), "roll")

    in_two(empty_postgres, visit)


def test_somebody_seated_by_one_process_may_play_at_the_other(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(INVITE, ADA)
        await two.tables.look(table.id)
        await one.seating.join(one.seating.invitation(table.id), BOB, "Bob")
        table, viewer = await two.tables.look(table.id, BOB)
        assert viewer.seats == {1}
        table = await two.act(table, ADA, "roll")
        await one.seating.carry(await two.seating.private_link(table.id, ADA), EVE)
        assert (await two.tables.resign(request(table, EVE))).over
        with pytest.raises(NotYours):
            await two.seating.rematch(table.id, PersonId("nobody"))

    in_two(empty_postgres, visit)


def test_a_rematch_asked_for_at_both_at_once_is_one_game(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(INVITE, ADA)
        table = await one.seating.join(one.seating.invitation(table.id), BOB, "Bob")
        await one.tables.resign(request(table, ADA))
        await two.tables.look(table.id)
        asks = [(one, ADA), (two, BOB), (two, ADA), (one, BOB)]
        made = await asyncio.gather(*(tavern.seating.rematch(table.id, person) for tavern, person in asks))
        assert len({game.id for game in made}) == 1
        seats = [(await tavern.tables.look(made[0].id, person))[1].seats for tavern, person in asks]
        assert seats == [{1}, {0}, {1}, {0}]

    in_two(empty_postgres, visit)


async def told_next(news: AsyncIterator[stream.News]) -> tuple[Table, bool]:
    """The table that a stream tells of next, and whether it is another one than before."""
    each = await anext(news)
    return each.table, each.fresh


def test_a_stream_follows_what_another_process_does(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(HOT_SEAT, ADA)
        news = stream.table_updates(two.tables, table.id)
        assert (await anext(news)).table == table
        rolled = await one.act(table, ADA, "roll")
        two.hub._hear(f"news.{table.id}", str(rolled.version))
        assert await told_next(news) == (rolled, True)
        placed = await one.act(rolled, ADA)
        two.hub.look_again()  # the news of it was lost with the connection
        assert await told_next(news) == (placed, True)
        await news.aclose()

    in_two(empty_postgres, visit)


def test_old_news_changes_nothing(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(HOT_SEAT, ADA)
        rolled = await one.act(table, ADA, "roll")
        assert await one.tables.now(table.id, Version(1)) == rolled
        assert await two.tables.now(table.id, Version(1)) == rolled

    in_two(empty_postgres, visit)


def test_in_silence_one_look_at_the_store_serves_all_who_look_at_a_game(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(HOT_SEAT, ADA)
        looks: list[GameId] = []
        look = two.games.store.entries_after

        async def counted(game: GameId, since: Version) -> list[Entry] | None:
            looks.append(game)
            return await look(game, since)

        await two.tables.look(table.id)
        monkeypatch.setattr(two.games.store, "entries_after", counted)
        for _ in range(20):
            await two.tables.now(table.id, within=3600)
        assert looks == []
        rolled = await one.act(table, ADA, "roll")
        assert await two.tables.now(table.id, within=0) == rolled
        assert looks == [table.id]
        placed = await one.act(rolled, ADA)
        told = await asyncio.gather(*(two.tables.now(table.id, placed.version) for _ in range(20)))
        assert (told, looks) == ([placed] * 20, [table.id] * 2)

    in_two(empty_postgres, visit)


def test_a_move_that_falls_between_looking_and_being_heard_is_looked_for_once(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        monkeypatch.setattr(stream, "HEARD_AFTER", 0.0)
        table = await one.tables.create(HOT_SEAT, ADA)
        news = stream.table_updates(two.tables, table.id)
        await anext(news)
        rolled = await one.act(table, ADA, "roll")  # nobody tells process two
        assert await told_next(news) == (rolled, True)
        await news.aclose()

    in_two(empty_postgres, visit)


def test_a_game_that_is_gone_is_gone_for_who_has_it_in_memory_too(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await one.tables.create(INVITE, ADA)
        other = await one.tables.create(HOT_SEAT, ADA)
        await two.tables.look(table.id)
        await two.tables.look(other.id)
        await one.seating.call_off(request(table, ADA))
        async with one.games.database.write() as connection:
            for table_of_games in (schema.entries, schema.seated, schema.seats):
                await connection.execute(delete(table_of_games).where(table_of_games.c.game == other.id))
            await connection.execute(delete(schema.games).where(schema.games.c.id == other.id))
        for game in (table.id, other.id):
            with pytest.raises(NoSuchGame):
                await two.tables.look(game)

    in_two(empty_postgres, visit)
