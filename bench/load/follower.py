"""Somebody who follows one game by its stream, comes back after every break, and hears each entry once."""

import asyncio
import json
from collections.abc import Sequence

from .connection import Connection, Person
from .witness import BREAKS


class Follower:
    """Notes the numbers of the entries as they come; where the stream breaks off it goes on at another server."""

    def __init__(self, places: Sequence[str], person: Person, game: str, first: int = 0) -> None:
        self.places, self.person, self.game, self.turn = places, person, game, first
        self.heard: list[int] = []
        self.comebacks = 0
        """How often the stream went on after a break."""
        self._broken = False

    async def follow(self, version: int) -> None:
        """Until an entry was heard; then everything before it must have been heard too, in its order."""
        while len(self.heard) < version:
            try:
                await self._listen(version)
            except (*BREAKS, AssertionError):
                self._broken = True
                await asyncio.sleep(0.1)
        assert self.heard == list(range(1, len(self.heard) + 1)), self.heard

    async def _listen(self, version: int) -> None:
        place = self.places[self.turn % len(self.places)]
        self.turn += 1
        connection = await Connection(place, self.person).open()
        try:
            async for event in connection.events(self._path(), "identity"):
                if event.name == "entry":
                    self._hear(json.loads(event.data)["number"])
                if len(self.heard) >= version:
                    return
        finally:
            connection.close()
        self._broken = True

    def _path(self) -> str:
        return f"/api/v1/games/{self.game}/events?since={self.heard[-1] if self.heard else 0}"

    def _hear(self, number: int) -> None:
        self.heard.append(number)
        self.comebacks += self._broken
        self._broken = False
