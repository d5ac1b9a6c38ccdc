"""`shanghaien check` reads every game and names those that are damaged, on both databases and while others play."""

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import text

from shanghaien.cli.main import main
from shanghaien.rules import Options
from shanghaien.web.run.check import check_games
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.core.database.later_version import later_version
from tests.web.persons import ADA
from tests.web.stored.fixture import unpacked
from tests.web.tables.tavern import Tavern, in_tavern, request

HOT_SEAT = Setup(Mode.HOT_SEAT, Options())
OTHER_SECRETS = (
    "UPDATE games SET seed = (SELECT other.seed FROM games other WHERE other.id <> games.id LIMIT 1) WHERE mode <> ''"
)
DAMAGES = {
    "UPDATE entries SET text = 'gibberish' WHERE number = 5": "entry 5: ",
    "DELETE FROM entries WHERE number = 5": "entry 6: Entry 5 is missing before 6.",
    "UPDATE entries SET at = at + 1 WHERE number = 2": "was changed",
    OTHER_SECRETS: "the secret of the chain server was changed",
    "UPDATE games SET waits_for = 1 - waits_for": "lists tell of it what its log does not",
    "UPDATE games SET version = version - 1, digest = NULL": "entries stand behind the version",
}


async def played(tavern: Tavern, count: int) -> list[Table]:
    tables = [await tavern.tables.create(HOT_SEAT, ADA) for _ in range(count)]
    return [await tavern.play_out(table, ADA, seed=number, until=8) for number, table in enumerate(tables)]


async def change(tavern: Tavern, statement: str, table: Table) -> None:
    joined = "AND" if "WHERE" in statement else "WHERE"
    column = "id" if "games" in statement else "game"
    async with tavern.games.database.write() as connection:
        await connection.execute(text(f"{statement} {joined} {column} = :game"), {"game": table.id})


@pytest.mark.parametrize(("statement", "why"), DAMAGES.items())
def test_a_damaged_game_is_named_among_sound_ones(database_url: str, statement: str, why: str) -> None:
    async def visit(tavern: Tavern) -> None:
        tables = await played(tavern, 3)
        await change(tavern, statement, tables[1])
        told: list[tuple[int, int]] = []
        findings = await check_games(tavern.games.database, lambda done, of: told.append((done, of)))
        assert findings.games == 3
        assert [damage.game for damage in findings.damages] == [tables[1].id]
        assert why in findings.damages[0].why
        assert told == [(1, 3), (2, 3), (3, 3)]

    in_tavern(database_url, visit)


def test_nothing_that_goes_on_meanwhile_passes_for_damage(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        tables = await played(tavern, 4)
        database = tavern.games.database

        async def go_on(table: Table) -> None:
            while not read.is_set() and not table.over:
                table = await tavern.act(table, ADA)

        async def look() -> None:
            for _ in range(3):
                assert (await check_games(database)).damages == []
            read.set()

        read = asyncio.Event()
        await asyncio.gather(look(), *map(go_on, tables))

    in_tavern(database_url, visit)


def test_the_command_names_the_game_and_ends_with_1(database_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: list[str] = []

    async def play(tavern: Tavern) -> None:
        names.extend(table.id for table in await played(tavern, 2))

    async def damage(tavern: Tavern) -> None:
        table, _ = await tavern.tables.look((await tavern.tables.games_of(ADA)).games[0].id)
        names[:] = [table.id]
        await change(tavern, "DELETE FROM entries WHERE number = 5", table)

    command = ["check", "--database", database_url.replace("+aiosqlite", "").replace("+asyncpg", "")]
    in_tavern(database_url, play)
    assert main(command) == 0
    assert capsys.readouterr().out == "2 games were read; nothing is damaged.\n"
    in_tavern(database_url, damage)
    assert main(command) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first == f"Game {names[0]} is damaged: entry 6: Entry 5 is missing before 6."
    assert last == "2 games were read; 1 is damaged and set aside, everything else can be played."
    assert main([*command, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["games"], told["inconsistencies"]) == (False, 2, [])
    assert told["damaged"] == [{"game": names[0], "why": "entry 6: Entry 5 is missing before 6."}]


def test_every_kind_of_game_is_found_sound(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        over = await tavern.play_out(await tavern.tables.create(HOT_SEAT, ADA), ADA)
        assert over.over
        invited = await tavern.tables.create(Setup(Mode.INVITE, Options()), ADA)
        await tavern.seating.rename(request(invited, ADA), "Anna")
        off = await tavern.tables.create(Setup(Mode.INVITE, Options()), ADA)
        await tavern.seating.call_off(request(off, ADA))
        by_hand = await tavern.tables.create(Setup(Mode.REAL_DICE, Options()), ADA)
        await tavern.tables.type_chance(request(by_hand, ADA), "a")
        given_up = await tavern.tables.create(Setup(Mode.BOT, Options(), levels=("", "deckhand")), ADA)
        await tavern.tables.resign(request(given_up, ADA))
        await tavern.seating.rematch(given_up.id, ADA)
        assert await check_games(tavern.games.database) == (6, [], [])

    in_tavern(tmp_path, visit)


def test_a_database_of_an_earlier_version_is_told_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unpacked(tmp_path)
    with later_version(tmp_path):
        assert main(["check", "--data", str(tmp_path)]) == 2
    assert "start the server once" in capsys.readouterr().err
