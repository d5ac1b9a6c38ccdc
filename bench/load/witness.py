"""A player whom nothing stops, and who remembers every answer: what was acknowledged must be there for ever."""

import asyncio
import random
import time
from collections.abc import Sequence
from itertools import count
from typing import Any

from .connection import Connection, Person
from .version_watch import PATIENCE, VersionWatch

BREAKS = (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError)
"""What a server that is not there, or dies in the middle of an answer, looks like from outside."""
AGAIN = (429, 502, 503)
"""Answers that say: nothing was stored, try again."""
_ids = count()


class Kept:
    """What the answers have said about one game."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.id: str = table["id"]
        self.entries: dict[int, dict[str, Any]] = {}
        self.moves = 0

    def learn(self, table: dict[str, Any]) -> None:
        """Remember the log as far as it was told; what was told once never changes."""
        for entry in table["log"]:
            assert self.entries.setdefault(entry["number"], entry) == entry, (entry, self.entries[entry["number"]])


class Witness:
    """Plays hot-seat games at whichever of the servers answers; each move is sent until it has been answered."""

    def __init__(self, number: int, places: Sequence[str]) -> None:
        self.dice, self.places, self.turn = random.Random(number), places, number
        self.person = Person()
        self.connections: dict[str, Connection] = {}
        self.games: list[Kept] = []
        self.answered, self.refused = VersionWatch(), VersionWatch()
        """How many moves were acknowledged, and how often a server said that it cannot at the moment."""
        self.repeats = 0
        self.unavailable: set[str] = set()
        """What was said by servers that could not store."""
        self.longest_pause = 0.0

    @property
    def acknowledged(self) -> int:
        """How many moves were answered as stored."""
        return self.answered.version

    async def play(self, over: asyncio.Event) -> None:
        """One game after the other until it is over; the last move is answered too."""
        try:
            while not over.is_set():
                await self._play_one(over)
        finally:
            for connection in self.connections.values():
                connection.close()

    async def _play_one(self, over: asyncio.Event) -> None:
        table = await self._ask("POST", "/games", {"mode": "hot-seat"}, 201)
        self.games.append(Kept(table))
        self.games[-1].learn(table)
        while table["result"] is None and not over.is_set():
            table = await self._move(table)

    async def _move(self, table: dict[str, Any]) -> dict[str, Any]:
        values = {"version": table["version"], "id": f"v{next(_ids)}", "action": self.dice.choice(table["legal"])}
        table = await self._ask("POST", f"/games/{table['id']}/actions", values, 200)
        self.games[-1].learn(table)
        self.games[-1].moves += 1
        await self.answered.advance(self.acknowledged + 1)
        return table

    async def _ask(self, method: str, path: str, values: Any, wanted: int) -> dict[str, Any]:
        """Until somebody answers; the same request every time, so that a repeat is harmless."""
        began = time.perf_counter()
        while time.perf_counter() < began + PATIENCE:
            answer = await self._try(method, path, values)
            if answer is not None and answer[0] not in AGAIN:
                status, table = answer
                assert status == wanted, (status, table)
                self.longest_pause = max(self.longest_pause, time.perf_counter() - began)
                return dict(table)
            if answer is not None:
                self.unavailable.add(f"{answer[0]} {answer[1].get('code')}: {answer[1].get('detail')}")
                await self.refused.advance(self.refused.version + 1)
            self.repeats += 1
            await asyncio.sleep(0.05)
        raise AssertionError(f"no answer to {path} for {PATIENCE} s")

    async def _try(self, method: str, path: str, values: Any) -> tuple[int, Any] | None:
        place = self.places[self.turn % len(self.places)]
        self.turn += 1
        try:
            async with asyncio.timeout(20):
                return await (await self._connection(place)).api(method, path, values)
        except BREAKS:
            if place in self.connections:
                self.connections.pop(place).close()
            return None

    async def _connection(self, place: str) -> Connection:
        if place not in self.connections:
            self.connections[place] = await Connection(place, self.person).open()
        if not self.person.token:
            await self.connections[place].make_token()
        return self.connections[place]


async def whole(place: str, witness: Witness) -> int:
    """Check every game of a witness at one server: nothing lost, nothing doubled, nothing half; how many moves."""
    async with Connection(place, witness.person) as connection:
        for kept in witness.games:
            await _whole_game(connection, kept)
    return sum(kept.moves for kept in witness.games)


async def _whole_game(connection: Connection, kept: Kept) -> None:
    _, table = await connection.api("GET", f"/games/{kept.id}")
    kept.learn(table)
    numbers = [entry["number"] for entry in table["log"]]
    assert numbers == list(range(1, table["version"] + 1)) == sorted(kept.entries), (numbers, sorted(kept.entries))
    acts = [entry for entry in table["log"] if entry["kind"] == "act"]
    assert len(acts) == kept.moves, f"{len(acts)} moves are stored, {kept.moves} were made"
    await replays(connection, kept.id)


async def replays(connection: Connection, game: str) -> None:
    """Play a game again from its record; the rules refuse what cannot have happened."""
    from shanghaien.rules import from_json  # noqa: PLC0415 - measuring an older server needs none of ours

    answer = await connection.send("GET", f"/api/v1/games/{game}/record")
    assert answer.status == 200, answer
    list(from_json(answer.text).replay())
