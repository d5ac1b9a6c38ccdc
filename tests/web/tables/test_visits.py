"""What waits comes by the time that is left, the next game is never the same one, and no end stays unseen."""

from pathlib import Path

from shanghaien.rules import Options
from shanghaien.web.core.ids import GameId
from shanghaien.web.home.routes import game_row
from shanghaien.web.tables.clocks import DAYS_PACE, Pace
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.setup import Setup
from tests.web.moving_time import MovingTime
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, request
from tests.web.tables.test_clocks import BOTH, seated, timed, when_due

SHORT = Pace.read("days 86400 0 86400")


async def asking(tavern: Tavern, pace: Pace) -> Table:
    """A game with Bob that waits for Ada."""
    table = await seated(tavern, pace)
    while table.waits_for != 0:
        table = await tavern.act(table, BOB)
    return table


def test_what_waits_comes_by_the_time_that_is_left_then_by_how_long_it_has_waited(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        games: list[GameId] = []
        for pace in (DAYS_PACE, SHORT):
            games.append((await asking(tavern, pace)).id)
            time.go(hours=1)
        for _ in range(2):
            games.append((await tavern.create(Setup(Mode.HOT_SEAT, Options()), ADA)).id)
            time.go(hours=1)
        slow, short, older, newer = games
        assert [game.id for game in await tavern.tables.listing.waiting_games(ADA)] == [short, slow, older, newer]
        assert (await tavern.tables.listing.start_page(ADA, "", 9)).others.games == []

    timed(tmp_path, visit)


def test_the_next_game_skips_where_one_comes_from_and_goes_round(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        visits = tavern.tables.visits
        assert await visits.next_game(ADA) is None
        first, second = (await asking(tavern, SHORT)).id, (await asking(tavern, DAYS_PACE)).id
        assert await visits.next_game(ADA) == first
        assert await visits.next_game(ADA, first) == second
        assert await visits.next_game(ADA, second) == first
        assert await visits.next_game(ADA, "no game of mine") == first
        assert await visits.next_game(BOB) is None

    timed(tmp_path, visit)


def test_a_decision_about_time_that_is_up_comes_first_until_it_is_made(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        listing, visits = tavern.tables.listing, tavern.tables.visits
        table = await asking(tavern, SHORT)
        time.go(days=1.5)
        assert [game.id for game in await listing.waiting_games(BOB)] == []
        table = await when_due(tavern, table)
        (decision,) = await listing.waiting_games(BOB)
        assert (decision.id, decision.yours, decision.decides) == (table.id, True, True)
        assert await visits.next_game(BOB) == table.id
        assert (await listing.start_page(BOB, "", 9)).waits == await listing.waiting(BOB) == 1
        (late,) = await listing.waiting_games(ADA)
        assert (late.yours, late.decides) == (True, False)
        table = await tavern.tables.give_time(request(table, BOB))
        assert await listing.waiting_games(BOB) == []
        assert await listing.waiting(BOB) == 0
        time.go(days=1.5)
        table = await when_due(tavern, table)
        assert [game.id for game in await listing.waiting_games(BOB)] == [table.id]
        while table.waits_for == 0:
            table = await tavern.act(table, ADA)
        (asked,) = await listing.waiting_games(BOB)
        assert (asked.yours, asked.decides) == (True, False)

    timed(tmp_path, visit)


def test_a_decision_comes_before_every_game_that_asks(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        late, soon = await asking(tavern, DAYS_PACE), await asking(tavern, SHORT)
        time.go(days=3.1)
        while soon.waits_for == 0:
            soon = await tavern.act(soon, ADA)
        late = await when_due(tavern, late)
        time.go(hours=23)
        assert [game.id for game in await tavern.tables.listing.waiting_games(BOB)] == [late.id, soon.id]
        lines = [game_row(game) for game in await tavern.tables.listing.waiting_games(BOB)]
        assert [line.sub for line in lines] == ["Round 1 of 8 · time is up: you decide", "Round 1 of 8 · your turn"]
        assert [bool(line.left) for line in lines] == [False, True]

    timed(tmp_path, visit)


def test_an_end_that_was_not_seen_comes_once(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        visits, table = tavern.tables.visits, await asking(tavern, DAYS_PACE)
        for seat in (0, 1):
            await visits.look(table, Viewer(frozenset({seat}), BOTH[seat]))
        table = await tavern.tables.resign(request(table, BOB))
        assert await visits.next_game(ADA) == table.id
        await visits.look(table, Viewer(frozenset({0}), ADA))
        assert await visits.next_game(ADA) is None
        time.go(days=61)
        assert await visits.next_game(BOB) is None

    timed(tmp_path, visit)


def test_looks_are_kept_once_a_minute(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        visits, table = tavern.tables.visits, await asking(tavern, DAYS_PACE)
        ada, seen = Viewer(frozenset({0}), ADA), list[int]()
        for seconds in (0, 20, 39, 2):
            time.go(seconds=seconds)
            await visits.look(table, ada)
            seen.append(await looked(tavern, table))
        assert [at - seen[0] for at in seen] == [0, 0, 0, 61_000]
        await visits.look(table, Viewer())
        assert await looked(tavern, table) == seen[-1]

    timed(tmp_path, visit)


async def looked(tavern: Tavern, table: Table) -> int:
    async with tavern.games.database.connect() as connection:
        return int((await connection.exec_driver_sql("SELECT max(at) FROM visits")).scalar_one())
