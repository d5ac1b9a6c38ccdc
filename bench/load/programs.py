"""Programs at a table, by the interface for programs: alone, or two that are both told, by stream or by socket."""

import asyncio
import json
import random
from contextlib import suppress
from importlib import import_module
from itertools import count
from typing import Any

from .browsers import Route, invite, places
from .connection import Connection, Person
from .version_watch import PATIENCE, VersionWatch

_ids = count()


class HotSeat:
    """One program that plays both sides, without a stream."""

    def __init__(self, number: int, route: Route | None = None) -> None:
        self.dice, self.route = random.Random(number), route

    async def open(self, address: str, _other: str) -> "HotSeat":
        self.http = await (await Connection(address).open()).make_token()
        _, self.table = await self.http.api("POST", "/games", {"mode": "hot-seat"})
        if self.route is not None:
            person = self.http.person
            self.http.close()
            self.http = await Connection(self.route(self.table["id"]), person).open()
        return self

    @property
    def over(self) -> bool:
        return self.table["result"] is not None

    async def move(self) -> None:
        """One move: done when it is answered."""
        values = {"version": self.table["version"], "id": f"h{next(_ids)}"}
        values |= {"action": self.dice.choice(self.table["legal"])}
        status, self.table = await self.http.api("POST", f"/games/{self.table['id']}/actions", values)
        assert status == 200, self.table

    async def close(self) -> None:
        self.http.close()


class StreamProgram(VersionWatch):
    """Acts by JSON and follows by server-sent events."""

    def __init__(self, address: str, person: Person, game: str) -> None:
        super().__init__()
        self.http, self.stream, self.game = Connection(address, person), Connection(address, person), game
        self.legal: list[str] = []

    async def open(self) -> "StreamProgram":
        await asyncio.gather(self.http.open(), self.stream.open())
        await self.look()
        self._task = asyncio.create_task(self._listen(self.table["version"]))
        return self

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        self.http.close()
        self.stream.close()

    async def look(self) -> None:
        """Ask what may be done now: the stream does not say it."""
        _, self.table = await self.http.api("GET", f"/games/{self.game}?since={self.version}")
        self.legal = self.table["legal"]

    async def act(self, action: str) -> int:
        """One move; the version it led to."""
        values = {"version": self.table["version"], "id": f"s{next(_ids)}", "action": action}
        status, self.table = await self.http.api("POST", f"/games/{self.game}/actions", values)
        assert status == 200, self.table
        self.legal = self.table["legal"]
        return int(self.table["version"])

    async def follow(self, version: int) -> None:
        """Wait until a version was told; if it is one's turn then, look."""
        await self.reached(version)
        if self.table["version"] < version:
            await self.look()

    async def _listen(self, since: int) -> None:
        async for event in self.stream.events(f"/api/v1/games/{self.game}/events?since={since}"):
            if event.name == "entry":
                await self.advance(json.loads(event.data)["number"])


class SocketProgram(VersionWatch):
    """Acts and follows by one WebSocket."""

    def __init__(self, address: str, person: Person, game: str) -> None:
        super().__init__()
        self.address, self.person = f"{address.replace('http', 'ws', 1)}/api/v1/games/{game}/socket", person
        self.legal: list[str] = []
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def open(self) -> "SocketProgram":
        connect = import_module("websockets.asyncio.client").connect
        self.socket = await connect(self.address, compression=None, ping_interval=None)
        await self.socket.send(json.dumps({"token": self.person.token}))
        self._task = asyncio.create_task(self._listen())
        await self.reached(1)
        return self

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self.socket.close()

    async def act(self, action: str) -> int:
        """One move; the version it led to."""
        own = f"w{next(_ids)}"
        self.answers[own] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"type": "act", "id": own, "version": self.version, "action": action}))
        answer = await asyncio.wait_for(self.answers[own], PATIENCE)
        assert answer["type"] == "done", answer
        return int(answer["version"])

    async def follow(self, version: int) -> None:
        """Wait until a version was told; what may be done then was told with it."""
        await self.reached(version)

    async def _listen(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] in {"done", "refused"}:
                self.answers.pop(message["id"]).set_result(message)
            elif "legal" in message:
                self.legal = message["legal"]
                await self.advance(message["version"])


class TwoPrograms:
    """Two programs at one game, perhaps at two servers; `kind` is how they are told."""

    kind: type[StreamProgram] | type[SocketProgram] = StreamProgram

    def __init__(self, number: int, route: Route | None = None) -> None:
        self.dice, self.route = random.Random(number), route

    async def open(self, first: str, second: str) -> "TwoPrograms":
        game, people, _ = await invite(first, second, chains=False)
        addresses = places(self.route, game, first, second)
        self.both = [self.kind(address, person, game) for address, person in zip(addresses, people, strict=True)]
        await asyncio.gather(*(program.open() for program in self.both))
        return self

    @property
    def over(self) -> bool:
        """Whether nobody has anything to do."""
        return not any(program.legal for program in self.both)

    async def move(self) -> None:
        """One move: done when both have been told."""
        mover = next(program for program in self.both if program.legal)
        version = await mover.act(self.dice.choice(mover.legal))
        await asyncio.gather(*(program.follow(version) for program in self.both))

    async def close(self) -> None:
        await asyncio.gather(*(program.close() for program in self.both))


class TwoSockets(TwoPrograms):
    """Two programs that use WebSockets."""

    kind = SocketProgram
