"""A damaged game is set aside with a sentence; it is never written over, and everything else goes on."""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from shanghaien.rules import Options
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.errors import DamagedGame
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA
from tests.web.tables.dice_pages import creator, guest, set_up, sit_down
from tests.web.tables.digests import put_digests_right
from tests.web.tables.tavern import Tavern, in_tavern, opened, request

HOT_SEAT = Setup(Mode.HOT_SEAT, Options(first="a"))
DAMAGES = {
    "an entry is missing": "DELETE FROM entries WHERE number = 5",
    "the last entry is missing": "DELETE FROM entries WHERE number = (SELECT max(number) FROM entries)",
    "all entries are missing": "DELETE FROM entries",
    "an entry says nonsense": "UPDATE entries SET text = 'gibberish' WHERE number = 9",
    "a die shows something else": "UPDATE entries SET at = at + 1 WHERE number = 9",
    "an entry is no text": "UPDATE entries SET text = x'ff00fe' WHERE number = 9",
    "an entry is no text any more": "UPDATE entries SET text = CAST(x'ff00fe' AS TEXT) WHERE number = 9",
    "an entry is of no kind": "UPDATE entries SET kind = 'dance' WHERE number = 9",
    "an entry is of another seat": "UPDATE entries SET seat = 7 WHERE kind = 'act'",
    "an option is unknown": """UPDATE games SET options = '{"dragons": true}'""",
    "an option is another one": """UPDATE games SET options = '{"first": "b"}'""",
    "the options are cut off": "UPDATE games SET options = substr(options, 1, 9)",
    "the options are no text": "UPDATE games SET options = x'00'",
    "the rules are of another revision": "UPDATE games SET revision = 99",
    "the version is an earlier one": "UPDATE games SET version = 7",
    "the version is a later one": "UPDATE games SET version = 9999",
    "the mode is unknown": "UPDATE games SET mode = 'chess'",
    "the digest is another one": "UPDATE games SET digest = 'x'",
    "the digest is lost": "UPDATE games SET digest = NULL",
    "a seat is lost": "DELETE FROM seats WHERE seat = 1",
    "both seats are lost": "DELETE FROM seats",
    "a seat is of no kind": "UPDATE seats SET kind = 'ghost'",
    "the secrets of the dice are no secrets": "UPDATE games SET seed = 'text'",
    "the secrets of the dice are cut off": "UPDATE games SET seed = substr(seed, 1, 95)",
    "the contract is cut off": "UPDATE games SET contract = substr(contract, 1, 99)",
    "the contract is another one": "UPDATE games SET contract = replace(contract, 'entrusted', 'person')",
    "the contract is lost": "UPDATE games SET contract = NULL",
    "a link is another one": "UPDATE entries SET text = replace(text, substr(text, 9, 1), 'x') WHERE kind = 'open'",
    "a link is missing": "UPDATE entries SET text = substr(text, 1, 64) WHERE kind = 'open'",
    "links come where nothing is drawn": "UPDATE entries SET kind = 'open' WHERE number = 1",
    "somebody commits anew to nonsense": "UPDATE entries SET kind = 'commit' WHERE number = 9",
    "the result is nonsense": "UPDATE games SET result = '{', digest = 'x'",
    "numbers are no numbers": "UPDATE games SET updated = 'x', round = 'y', waits_for = 'z', version = 'v'",
}


def damage(folder: Path, statement: str, *values: object) -> None:
    """Change what is stored behind everybody's back; an earlier digest of the game stays as it is."""
    with closing(sqlite3.connect(folder / "games.db")) as connection, connection:
        assert connection.execute(statement, values).rowcount


def stored(folder: Path) -> list[object]:
    with closing(sqlite3.connect(folder / "games.db")) as connection:
        connection.text_factory = bytes
        queries = ("SELECT * FROM games", "SELECT * FROM entries", "SELECT * FROM seats")
        return [connection.execute(query).fetchall() for query in queries]


def play_some(folder: Path, count: int = 1) -> list[Table]:
    async def visit(tavern: Tavern) -> None:
        for number in range(count):
            table = await tavern.tables.create(HOT_SEAT, ADA)
            tables.append(await tavern.play_out(table, ADA, seed=number, until=9))

    tables: list[Table] = []
    in_tavern(folder, visit)
    return tables


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
def test_whatever_is_damaged_the_game_is_set_aside_and_left_as_it_is(tmp_path: Path, statement: str) -> None:
    (table,) = play_some(tmp_path)
    damage(tmp_path, statement)
    before = stored(tmp_path)

    async def visit(tavern: Tavern) -> None:
        for ask in _everything(tavern, table):
            with pytest.raises(DamagedGame, match="damaged"):
                await ask()
        (line,) = (await tavern.tables.games_of(ADA)).games
        assert line.id == table.id
        assert await tavern.tables.listing.waiting(ADA) in {0, 1}
        sound = await tavern.tables.create(HOT_SEAT, ADA)
        assert (await tavern.act(sound, ADA, "roll")).state.rolled
        assert len((await tavern.tables.games_of(ADA)).games) == 2

    in_tavern(tmp_path, visit)
    for rows, now in zip(before, stored(tmp_path), strict=True):
        assert isinstance(rows, list)
        assert isinstance(now, list)
        assert all(row in now for row in rows)


def _everything(tavern: Tavern, table: Table) -> list[Callable[[], Awaitable[object]]]:
    asked = request(table, ADA)
    return [
        lambda: tavern.tables.look(table.id, ADA),
        lambda: tavern.tables.now(table.id, table.version),
        lambda: tavern.tables.act(asked, "roll"),
        lambda: tavern.tables.resign(asked),
        lambda: tavern.seating.rematch(table.id, ADA),
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET text = 'held' WHERE kind = 'commit'",
        "UPDATE entries SET text = 'nonsense' WHERE kind = 'commit'",
        "UPDATE entries SET seat = NULL WHERE kind = 'commit'",
        "UPDATE entries SET seat = 1 - seat WHERE kind = 'commit'",
    ],
)
def test_what_a_guest_committed_to_cannot_be_exchanged_in_the_store(tmp_path: Path, statement: str) -> None:
    async def play_on(tavern: Tavern) -> None:
        table = await sit_down(tavern, guest(), await set_up(tavern, creator(), Setup(Mode.INVITE, Options())))
        games.append(table.id)

    async def look(tavern: Tavern) -> None:
        with pytest.raises(DamagedGame):
            await tavern.tables.look(games[0])
        assert (await tavern.act(await tavern.tables.create(HOT_SEAT, ADA), ADA, "roll")).state.rolled

    games: list[GameId] = []
    in_tavern(tmp_path, play_on)
    damage(tmp_path, statement)
    in_tavern(tmp_path, put_digests_right)
    in_tavern(tmp_path, look)


def test_the_host_is_told_once_which_game_it_is_and_why(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    first, second = play_some(tmp_path, 2)
    damage(tmp_path, "DELETE FROM entries WHERE number = 5 AND game = ?", first.id)

    async def visit(tavern: Tavern) -> None:
        for _ in range(3):
            with pytest.raises(DamagedGame):
                await tavern.tables.look(first.id)
            await tavern.tables.look(second.id)

    with caplog.at_level(logging.INFO, logger="shanghaien.games"):
        in_tavern(tmp_path, visit)
    (told,) = (record for record in caplog.records if record.name == "shanghaien.games")
    assert (told.__dict__["game"], told.__dict__["why"]) == (first.id, "entry 6: Entry 5 is missing before 6.")


def test_what_another_process_finds_damaged_in_a_game_it_has_in_memory_is_set_aside(empty_postgres: str) -> None:
    async def run() -> None:
        async with (
            opened(empty_postgres, alone=False, name="one ") as one,
            opened(empty_postgres, alone=False, name="two ") as two,
        ):
            table = await one.tables.create(HOT_SEAT, ADA)
            await two.tables.look(table.id)
            await one.act(table, ADA, "roll")
            async with one.games.database.write() as connection:
                await connection.exec_driver_sql("UPDATE entries SET text = 'gibberish' WHERE kind = 'act'")
            with pytest.raises(DamagedGame):
                await two.tables.look(table.id)
            with pytest.raises(DamagedGame):
                await two.tables.act(request(table, ADA), "roll")

    asyncio.run(run())


def test_there_is_a_difference_between_a_damaged_game_and_none(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        with pytest.raises(Exception, match="no such game") as refused:
            await tavern.tables.look(GameId("nope"))
        assert not isinstance(refused.value, DamagedGame)

    in_tavern(tmp_path, visit)
