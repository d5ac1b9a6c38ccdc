"""Who is at a table: here, away with the page in the background, or gone; and how many watch. Told by every process.

Nothing of it is stored, and no version of a game changes by it. Only tables at which two people sit are attended.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic

from shanghaien.rules import Seat
from shanghaien.web.core.bus.base import Cancel
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId
from shanghaien.web.lobby.presence import OnlinePresence
from shanghaien.web.tables.hub import Hub

SUBJECT = "at."
"""What the subject of a message about who is at a table begins with."""
ASK = "?"
GRACE_SECONDS = 5.0
"""So long after the last stream has ended somebody still counts as here: a page may be loaded anew."""
LOOK_SECONDS = 75.0
"""So long a look counts as being here, as for pages without script, which come again and again."""
TOLD_SECONDS = 25.0
"""So often it is told again that somebody looks again and again."""
KEPT_SECONDS = 300.0
"""So long a room is remembered that nobody is in any more."""
MOST_ROOMS = 20_000
TOGETHER_SECONDS = 0.25
"""Watchers who come within so many seconds are told of together."""


class Presence(StrEnum):
    """Whether somebody is at a table."""

    HERE = "here"
    AWAY = "away"
    """Their page is open, and they look at something else."""
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is at a table just now."""

    seats: tuple[Presence, Presence]
    left: tuple[int | None, int | None]
    """When each was last seen here, if that is known."""
    watchers: int


@dataclass(slots=True)
class _ToldSeats:
    """What one process knows of one table."""

    streams: list[int] = field(default_factory=lambda: [0, 0])
    watchers: int = 0
    away: list[int] = field(default_factory=lambda: [0, 0])
    """When a page said that it went into the background; negative when it came back; 0 if none said anything."""
    left: list[int] = field(default_factory=lambda: [0, 0])
    looked: list[int] = field(default_factory=lambda: [0, 0])
    """When a page was last loaded that may not be followed, as without script."""


class _Room:
    """One table as this process knows it."""

    def __init__(self) -> None:
        self.own = _ToldSeats()
        self.elsewhere: dict[str, _ToldSeats] = {}
        self.here_until = [0.0, 0.0]
        self.look_told = [0, 0]
        self.cancel: Cancel = lambda: None
        self.telling: asyncio.TimerHandle | None = None
        """When it is told next that others watch."""
        self.touched = monotonic()

    @property
    def in_use(self) -> bool:
        return any(self.own.streams) or self.own.watchers > 0


class Attendances:
    """Knows who is at the tables at which somebody of this process is."""

    def __init__(self, hub: Hub, here: OnlinePresence) -> None:
        self._hub = hub
        self._here = here
        self._rooms: dict[GameId, _Room] = {}
        hub.bus.after_gap.append(self._ask_again)

    @contextmanager
    def attend(self, game: GameId, seats: Sequence[Seat]) -> Iterator[None]:
        """Somebody follows a table for as long as this lasts: at these seats, or without any as a watcher."""
        room = self._room(game)
        if not seats:
            with self._watch(game, room):
                yield
            return
        self._seat(room, seats)
        self._tell(game, room)
        try:
            yield
        finally:
            for seat in seats:
                room.own.streams[seat] -= 1
                room.here_until[seat] = monotonic() + GRACE_SECONDS
                room.own.left[seat] = now()
            # A page that is loaded anew does not leave.
            asyncio.get_running_loop().call_later(GRACE_SECONDS + 0.1, self._tell, game, room)

    def look(self, game: GameId, seat: Seat) -> None:
        """Somebody looks at a table by a page of its own."""
        room, at = self._room(game), now()
        room.own.left[seat] = room.own.looked[seat] = at
        if at - room.look_told[seat] > TOLD_SECONDS * 1000 and not room.own.streams[seat]:
            room.look_told[seat] = at
            self._tell(game, room)

    def turn(self, game: GameId, seat: Seat, *, away: bool) -> None:
        """The page of somebody goes into the background, or comes back."""
        room = self._room(game)
        if (room.own.away[seat] > 0) != away or room.own.away[seat] == 0:
            room.own.away[seat] = now() if away else -now()
            self._tell(game, room)

    def at(self, game: GameId) -> Attendance | None:
        """Who is at a table; None if nobody of this process is or was there."""
        room = self._rooms.get(game)
        if room is None:
            return None
        heard = [told for sender, told in room.elsewhere.items() if self._here.alive(sender)]
        first, second = (self._presence(room, heard, seat) for seat in (0, 1))
        left = tuple(max((told.left[seat] for told in (room.own, *heard)), default=0) or None for seat in (0, 1))
        return Attendance((first, second), (left[0], left[1]), sum(told.watchers for told in (room.own, *heard)))

    def sweep(self) -> None:
        """Forget rooms that nobody is in."""
        before = monotonic() - KEPT_SECONDS
        for game in [game for game, room in self._rooms.items() if not room.in_use and room.touched < before]:
            self._rooms.pop(game).cancel()

    def _presence(self, room: _Room, heard: list[_ToldSeats], seat: Seat) -> Presence:
        streams = room.own.streams[seat] + sum(told.streams[seat] for told in heard)
        if not streams and room.here_until[seat] < monotonic() and not _looks([room.own, *heard], seat):
            return Presence.GONE
        said = max((told.away[seat] for told in (room.own, *heard)), key=lambda at: (abs(at), at))
        return Presence.AWAY if said > 0 else Presence.HERE

    def _room(self, game: GameId) -> _Room:
        room = self._rooms.get(game)
        if room is None:
            if len(self._rooms) >= MOST_ROOMS:
                self.sweep()
            room = self._rooms[game] = _Room()
            room.cancel = self._hub.bus.subscribe(SUBJECT + game, self._hear)
            self._hub.bus.send(SUBJECT + game, ASK)
        room.touched = monotonic()
        return room

    def _seat(self, room: _Room, seats: Sequence[Seat]) -> None:
        """Whoever opens a page looks at it, and is here as long as it is followed."""
        for seat in seats:
            room.own.streams[seat] += 1
            room.own.away[seat], room.here_until[seat], room.look_told[seat] = -now(), 0.0, 0

    @contextmanager
    def _watch(self, game: GameId, room: _Room) -> Iterator[None]:
        room.own.watchers += 1
        self._tell_within(TOGETHER_SECONDS, game, room)
        try:
            yield
        finally:
            room.own.watchers -= 1
            self._tell_within(GRACE_SECONDS, game, room)

    def _tell_within(self, seconds: float, game: GameId, room: _Room) -> None:
        """Tell of the watchers so late at most; whatever is told earlier tells of all that have come and gone."""
        loop = asyncio.get_running_loop()
        if room.telling is not None:
            if room.telling.when() <= loop.time() + seconds:
                return
            room.telling.cancel()
        room.telling = loop.call_later(seconds, self._tell, game, room)

    def _tell(self, game: GameId, room: _Room) -> None:
        if room.telling is not None:
            room.telling.cancel()
            room.telling = None
        room.touched = monotonic()
        self._send(game, room)
        self._hub.tell_people(game)

    def _send(self, game: GameId, room: _Room) -> None:
        own = room.own
        told = [self._here.sender, own.streams, own.watchers, own.away, own.left, own.looked]
        self._hub.bus.send(SUBJECT + game, json.dumps(told))

    def _hear(self, subject: str, message: str) -> None:
        game = GameId(subject.removeprefix(SUBJECT))
        room = self._rooms.get(game)
        if room is None:
            return
        if message == ASK:
            self._send(game, room)
            return
        try:
            sender, streams, watchers, *times = json.loads(message)
            away, left, looked = (_two(each) for each in times)
            room.elsewhere[str(sender)] = _ToldSeats(_two(streams), int(watchers), away, left, looked)
        except (ValueError, TypeError):
            return  # of another version of the program
        self._here.heard_of(str(sender))
        self._hub.tell_people(game)

    def _ask_again(self) -> None:
        for game in self._rooms:
            self._hub.bus.send(SUBJECT + game, ASK)


def _looks(told: list[_ToldSeats], seat: Seat) -> bool:
    """Whether somebody looked a moment ago, and has closed no page since."""
    looked = max(each.looked[seat] for each in told)
    return looked >= max(each.left[seat] for each in told) and looked > now() - LOOK_SECONDS * 1000


def _two(values: Sequence[int]) -> list[int]:
    first, second = values
    return [int(first), int(second)]
