"""Rows of the database damaged by hand: the server starts, says so on the pages of those games, and all others go on."""

import sqlite3
from contextlib import closing
from typing import Any

from .connection import Connection, program_at
from .site import Site

DAMAGES = {
    "garbled entry": "UPDATE entries SET text = 'place 9 nowhere' WHERE game = ? AND number = 3",
    "missing entry": "DELETE FROM entries WHERE game = ? AND number = 3",
    "garbled options": "UPDATE games SET options = '{\"tricks' WHERE id = ?",
    "unknown kind of entry": "UPDATE entries SET kind = 'sunk' WHERE game = ? AND number = 3",
}


async def rows() -> dict[str, Any]:
    """Each kind of damage to a game of its own, with bots that are asked in all of them; then a restart."""
    with Site(flags=("--bot-pause", "0")) as site:
        async with program_at(site.places[0]) as connection:
            games = {what: await _game(connection) for what in (*DAMAGES, "whole")}
        assert site.stop(0) == 0
        with closing(sqlite3.connect(next(site.folder.glob("*.db")))) as database:
            for what, statement in DAMAGES.items():
                assert database.execute(statement, (games[what],)).rowcount == 1, what
                database.execute("UPDATE games SET waits_for = 1 WHERE id = ?", (games[what],))
            database.commit()
        site.start(0)
        async with Connection(site.places[0], connection.person) as again:
            answers = {what: (await again.send("GET", f"/t/{game}")).status for what, game in games.items()}
            table = await _play_on(again, games["whole"])
            answers["start page"] = (await again.send("GET", "/")).status
        return {"answers": answers, "entries_of_the_whole_game": table["version"], "exit_code": site.stop(0)}


async def _game(connection: Connection) -> str:
    """A game against a bot in which the person has the first choice."""
    wanted = {"mode": "bot", "seat": "a", "level": "cabin-boy", "options": {"first": "a"}}
    status, table = await connection.api("POST", "/games", wanted)
    assert status == 201, table
    return str((await _act(connection, table))["id"])


async def _act(connection: Connection, table: dict[str, Any]) -> dict[str, Any]:
    values = {"version": table["version"], "id": f"d{table['version']}", "action": table["legal"][0]}
    status, table = await connection.api("POST", f"/games/{table['id']}/actions", values)
    assert status == 200, table
    return dict(table)


async def _play_on(connection: Connection, game: str) -> dict[str, Any]:
    _, table = await connection.api("GET", f"/games/{game}")
    return await _act(connection, table)
