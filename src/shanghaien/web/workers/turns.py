"""Turns to think: so many at once, given fairly, and to the games of people before those of bots alone."""

import asyncio
from types import TracebackType
from typing import Self

from shanghaien.web.ids import GameId

from .fair_queue import FairQueue, Owner

LIVE_BEFORE_A_SHOW = 15
"""So many thoughts for people come before one of a show that waits too: shows are slow then, but none stands still."""


class Turn:
    """One game's turn: waited for on entering, had until it is given back or left."""

    def __init__(self, turns: "Turns", owner: Owner, game: GameId, *, show: bool) -> None:
        self.owner, self.game, self.show = owner, game, show
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns = turns

    async def __aenter__(self) -> Self:
        self._turns.enter(self)
        try:
            await self.granted
        except asyncio.CancelledError:
            self._turns.leave(self)
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, where: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        """Let the next one begin; ending twice is no matter."""
        self._turns.leave(self)


class Turns:
    """Gives so many turns at once. Shows never take the last one, unless there is only one."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._had: set[Turn] = set()
        self._waiting: tuple[FairQueue[Turn], FairQueue[Turn]] = (FairQueue(), FairQueue())
        """The games of people, and the shows."""
        self._queued: set[Turn] = set()
        self._live_in_a_row = 0

    def turn(self, owner: Owner, game: GameId, *, show: bool = False) -> Turn:
        """A turn for this game, to be waited for by entering it."""
        return Turn(self, owner, game, show=show)

    def enter(self, turn: Turn) -> None:
        """Let a turn wait until it is granted, which may be at once."""
        self._waiting[turn.show].put(turn.owner, turn)
        self._queued.add(turn)
        self._grant()

    def leave(self, turn: Turn) -> None:
        """Give a turn back, or up."""
        if turn in self._had:
            self._had.remove(turn)
            self._grant()
        elif turn in self._queued:
            self._queued.remove(turn)
            self._waiting[turn.show].drop(turn.owner, turn)

    def ahead(self) -> dict[GameId, int]:
        """Of each game that waits, how many others are thought about before it."""
        live, shows = self._waiting
        order = [*live.in_order(), *shows.in_order()]
        return {turn.game: len(self._had) + place for place, turn in enumerate(order)}

    def _grant(self) -> None:
        while len(self._had) < self._at_once and (turn := self._next()) is not None:
            self._queued.remove(turn)
            if not turn.granted.cancelled():
                self._live_in_a_row = 0 if turn.show else self._live_in_a_row + 1
                self._had.add(turn)
                turn.granted.set_result(None)

    def _next(self) -> Turn | None:
        live, shows = self._waiting
        room = sum(turn.show for turn in self._had) < max(1, self._at_once - 1)
        if shows and room and (not live or self._live_in_a_row >= LIVE_BEFORE_A_SHOW):
            return shows.take()
        return live.take() if live else None
