"""A database of the version before accounts and clocks: all of it is there after the migration, and every game goes on."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from shanghaien.web.app import create_app
from shanghaien.web.play.checking import Findings, check_games
from shanghaien.web.settings import Settings, load
from shanghaien.web.store.database import Database
from shanghaien.web.store.migrate import downgrade, newest, revision_of, upgrade
from tests.web.browser_like import Visitor, clients_of
from tests.web.earlier_database import GAMES, PEOPLE, REVISION, SECRET, load_into_postgres, rows_of, unpacked

NewVisitor = Callable[..., Visitor]
Game = dict[str, Any]
KEPT = ("games", "seats", "holders", "entries", "tokens", "links", "reviews", "facts", "commitments", "log_heads")
"""The tables in which a server that starts changes nothing."""


@pytest.fixture
def earlier(database_url: str, tmp_path: Path) -> str:
    """The address of a database of the earlier version, once of each kind."""
    if database_url.startswith("sqlite"):
        return f"sqlite+aiosqlite:///{unpacked(tmp_path)}"
    load_into_postgres(unpacked(tmp_path / "packed"), database_url)
    return database_url


@pytest.fixture
def site(earlier: str, tmp_path: Path) -> Settings:
    plain = earlier.replace("+aiosqlite", "").replace("+asyncpg", "")
    return load({"data": tmp_path, "database": plain, "secret": SECRET, "bot_pause": 60, "rate_limit": 0}, {})


@pytest.fixture
def visitor(site: Settings) -> Iterator[NewVisitor]:
    """Makes visitors: guests of that time by their name, else strangers."""
    with clients_of(create_app(site)) as make:

        def new(guest: str = "") -> Visitor:
            client = make()
            for name, value in PEOPLE["cookies"].get(guest, {}).items():
                client.cookies.set(name, value)
            return Visitor(client, PEOPLE["tokens"].get(guest, ""))

        yield new


def seen(table: Game) -> Game:
    """What a guest was told of a table then, of what they are told now."""
    log = [[entry[name] for name in ("number", "kind", "seat", "text", "at", "undone")] for entry in table["log"]]
    return table | {"log": hashlib.sha256(json.dumps(log).encode()).hexdigest()}


def within(old: Any, new: Any) -> Any:
    """The parts of the new value that the old one had."""
    if isinstance(old, dict):
        return {name: within(value, new[name]) for name, value in old.items()}
    return new


def test_a_migration_keeps_every_row(earlier: str, tmp_path: Path) -> None:
    file = unpacked(tmp_path / "before")
    counts = {table: len(rows_of(file, table)) for table in KEPT}

    async def run() -> dict[str, int]:
        database = Database(earlier)
        assert await revision_of(database) == REVISION
        await upgrade(database)
        assert await revision_of(database) == newest()
        async with database.reading() as connection:
            told = {
                table: (await connection.execute(text(f'SELECT count(*) FROM "{table}"'))).scalar_one()  # noqa: S608
                for table in KEPT
            }
        await database.close()
        return told

    assert asyncio.run(run()) == counts
    assert min(counts.values()) >= 1


def test_every_game_is_whole_after_the_migration_and_after_the_way_back_and_forth(earlier: str) -> None:
    async def run() -> list[Findings]:
        database, found = Database(earlier), []
        for _ in range(2):
            await upgrade(database)
            found.append(await check_games(database))
            await downgrade(database, REVISION)
        await database.close()
        return found

    assert asyncio.run(run()) == [Findings(len(GAMES), [], [])] * 2


def test_every_game_stands_where_it_stood_for_everybody(visitor: NewVisitor) -> None:
    plain = ("id", "version", "mode", "options", "seats", "waits_for", "state", "result", "dice", "rematch", "log")
    for guest in PEOPLE["cookies"]:
        looking = visitor(guest)
        for key, game in GAMES.items():
            table = seen(looking.look(game["id"]))
            was = {name: game[name] for name in plain} | {
                "yours": game["yours"].get(guest, []),
                "legal": game["legal"].get(guest, []),
                "undo": guest in game["undo"],
            }
            assert within(was, table) == was, (guest, key)


def test_every_page_of_every_game_opens(visitor: NewVisitor) -> None:
    for guest in ("ada", ""):
        looking = visitor(guest)
        for path in ("/t/{}", "/replay/{}", "/t/{}/dice"):
            told = {
                key: looking.http.get(path.format(game["id"]), follow_redirects=True).status_code
                for key, game in GAMES.items()
            }
            assert told == dict.fromkeys(GAMES, 200), (guest, path)


def test_every_running_game_goes_on_with_whoever_is_asked(visitor: NewVisitor) -> None:
    people = {guest: visitor(guest) for guest in PEOPLE["cookies"]}
    asked = [(game, guest) for game in GAMES.values() for guest in game["legal"]]
    assert {game["mode"] for game, _ in asked} == {"invite", "hot-seat", "bot", "real-dice"}
    for game, guest in asked:
        table = people[guest].act(people[guest].look(game["id"]), game["legal"][guest][-1])
        assert table["version"] > game["version"]


def test_an_open_invitation_is_taken_up_and_a_token_still_reads_and_plays(visitor: NewVisitor) -> None:
    open_ = GAMES["invite-open"]
    table = visitor().join(PEOPLE["invitation"], name="Cleo")
    assert (table["id"], table["yours"]) == (open_["id"], ["A"])
    assert len(table["state"]["tavern"]) == 6
    program, rematch = visitor("bob"), GAMES["rematch"]
    choice = {"version": rematch["version"], "id": "program-1", "action": rematch["legal"]["bob"][0]}
    answer = program.api("POST", f"/games/{rematch['id']}/actions", json=choice)
    assert answer.status_code == 200, answer.text


def test_a_game_of_that_time_has_no_clock_and_nobody_an_account(earlier: str) -> None:
    told = {
        "SELECT DISTINCT pace, deadline FROM games": [(None, None)],
        "SELECT count(*) FROM entries WHERE used IS NOT NULL": [(0,)],
        "SELECT DISTINCT scope FROM tokens": [("play",)],
        "SELECT count(*) FROM people": [(0,)],
    }

    async def run() -> None:
        database = Database(earlier)
        await upgrade(database)
        async with database.reading() as connection:
            found = {query: [tuple(row) for row in await connection.execute(text(query))] for query in told}
        await database.close()
        assert found == told

    asyncio.run(run())
