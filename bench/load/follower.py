"""Somebody who keeps a game's stream open, comes back after every break, and hears each entry once."""

import asyncio
import json
from collections.abc import Sequence

from .connection import Connection, Event, Person
from .version_watch import VersionWatch
from .witness import BREAKS


class Follower:
    """Notes the numbers of the entries as they come; where the stream breaks off it goes on at another server."""

    def __init__(self, places: Sequence[str], person: Person, game: str, first: int = 0) -> None:
        self.places, self.person, self.game, self.turn = places, person, game, first
        self.seen = VersionWatch()
        self.comebacks = 0
        """How often the stream went on after a break."""
        self._broken = self._over = False

    async def follow(self) -> None:
        while not self._over:
            try:
                await self._listen()
            except (*BREAKS, AssertionError):
                await asyncio.sleep(0.1)
            self._broken = True

    async def _listen(self) -> None:
        place = self.places[self.turn % len(self.places)]
        self.turn += 1
        connection = await Connection(place, self.person).open()
        path = f"/api/v1/games/{self.game}/events?since={self.seen.version}"
        try:
            async for event in connection.events(path):
                await self._hear(event)
        finally:
            connection.close()

    async def _hear(self, event: Event) -> None:
        self.comebacks += self._broken
        self._broken = False
        self._over = self._over or event.name == "over"
        if event.name == "entry":
            number = json.loads(event.data)["number"]
            if number != self.seen.version + 1:
                raise RuntimeError(f"{number} was told after {self.seen.version}")
            await self.seen.advance(number)
