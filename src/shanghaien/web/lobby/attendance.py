"""Who is at a table: here, away with the page in the background, or gone; and how many watch, in all processes.

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
"""How long a player counts as here after their last stream has ended: the page may be reloading."""
LOOK_SECONDS = 75.0
"""How long a look counts as being here, as for pages without script, which come again and again."""
LOOK_SENT_SECONDS = 25.0
"""How often other processes hear that a player looks again and again."""
KEPT_SECONDS = 300.0
"""How long an empty table is remembered."""
MOST_ROOMS = 20_000
GATHER_SECONDS = 0.25
"""Watchers who come within so many seconds are sent together."""


class Presence(StrEnum):
    """Whether a player is at their table."""

    HERE = "here"
    AWAY = "away"
    """Their page is open in the background."""
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is at a table now."""

    seats: tuple[Presence, Presence]
    left: tuple[int | None, int | None]
    """When each was last seen here, if that is known."""
    watchers: int


@dataclass(slots=True)
class _Report:
    """What one process knows of one table."""

    streams: list[int] = field(default_factory=lambda: [0, 0])
    watchers: int = 0
    away: list[int] = field(default_factory=lambda: [0, 0])
    """When a page went into the background; negative when it came back; 0 if neither happened."""
    left: list[int] = field(default_factory=lambda: [0, 0])
    looked: list[int] = field(default_factory=lambda: [0, 0])
    """When a page was last loaded that may not be followed, as without script."""


@dataclass(slots=True)
class _Room:
    """One table as this process knows it."""

    cancel: Cancel
    own: _Report = field(default_factory=_Report)
    elsewhere: dict[str, _Report] = field(default_factory=dict)
    here_until: list[float] = field(default_factory=lambda: [0.0, 0.0])
    look_sent: list[int] = field(default_factory=lambda: [0, 0])
    timer: asyncio.TimerHandle | None = None
    """Sends next how many watch."""
    touched: float = 0.0

    @property
    def in_use(self) -> bool:
        return any(self.own.streams) or self.own.watchers > 0


class Attendances:
    """Knows who is at the tables that are open in this process."""

    def __init__(self, hub: Hub, here: OnlinePresence) -> None:
        self._hub = hub
        self._here = here
        self._rooms: dict[GameId, _Room] = {}
        hub.bus.after_gap.append(self._ask_others)

    @contextmanager
    def attend(self, game: GameId, seats: Sequence[Seat]) -> Iterator[None]:
        """Someone follows a table for as long as this lasts: at these seats, or without any as a watcher."""
        room = self._room(game)
        if not seats:
            with self._watch(game, room):
                yield
            return
        for seat in seats:
            room.own.streams[seat] += 1
            room.own.away[seat], room.here_until[seat], room.look_sent[seat] = -now(), 0.0, 0
        self._publish(game, room)
        try:
            yield
        finally:
            for seat in seats:
                room.own.streams[seat] -= 1
                room.here_until[seat] = monotonic() + GRACE_SECONDS
                room.own.left[seat] = now()
            # A page that is loaded anew does not leave.
            asyncio.get_running_loop().call_later(GRACE_SECONDS + 0.1, self._publish, game, room)

    def look(self, game: GameId, seat: Seat) -> None:
        """A player has loaded a page of their table."""
        room, at = self._room(game), now()
        room.own.left[seat] = room.own.looked[seat] = at
        if at - room.look_sent[seat] > LOOK_SENT_SECONDS * 1000 and not room.own.streams[seat]:
            room.look_sent[seat] = at
            self._publish(game, room)

    def turn(self, game: GameId, seat: Seat, *, away: bool) -> None:
        """A player's page goes into the background, or comes back."""
        room = self._room(game)
        if (room.own.away[seat] > 0) != away or room.own.away[seat] == 0:
            room.own.away[seat] = now() if away else -now()
            self._publish(game, room)

    def at(self, game: GameId) -> Attendance | None:
        """Who is at a table; None if it was not open in this process."""
        room = self._rooms.get(game)
        if room is None:
            return None
        heard = [told for sender, told in room.elsewhere.items() if self._here.alive(sender)]
        first, second = (self._presence(room, heard, seat) for seat in (0, 1))
        left = tuple(max((told.left[seat] for told in (room.own, *heard)), default=0) or None for seat in (0, 1))
        return Attendance((first, second), (left[0], left[1]), sum(told.watchers for told in (room.own, *heard)))

    def sweep(self) -> None:
        """Forget tables that are not open any more."""
        before = monotonic() - KEPT_SECONDS
        for game in [game for game, room in self._rooms.items() if not room.in_use and room.touched < before]:
            self._rooms.pop(game).cancel()

    def _presence(self, room: _Room, heard: list[_Report], seat: Seat) -> Presence:
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
            room = self._rooms[game] = _Room(self._hub.bus.subscribe(SUBJECT + game, self._hear))
            self._hub.bus.send(SUBJECT + game, ASK)
        room.touched = monotonic()
        return room

    @contextmanager
    def _watch(self, game: GameId, room: _Room) -> Iterator[None]:
        room.own.watchers += 1
        self._publish_within(GATHER_SECONDS, game, room)
        try:
            yield
        finally:
            room.own.watchers -= 1
            self._publish_within(GRACE_SECONDS, game, room)

    def _publish_within(self, seconds: float, game: GameId, room: _Room) -> None:
        """Send the watchers so late at most; whatever is sent earlier covers all that have come and gone."""
        loop = asyncio.get_running_loop()
        if room.timer is not None:
            if room.timer.when() <= loop.time() + seconds:
                return
            room.timer.cancel()
        room.timer = loop.call_later(seconds, self._publish, game, room)

    def _publish(self, game: GameId, room: _Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        room.touched = monotonic()
        self._send(game, room)
        self._hub.notify_people(game)

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
            room.elsewhere[str(sender)] = _Report(_two(streams), int(watchers), away, left, looked)
        except (ValueError, TypeError):
            return  # of another version of the program
        self._here.heard_of(str(sender))
        self._hub.notify_people(game)

    def _ask_others(self) -> None:
        for game in self._rooms:
            self._hub.bus.send(SUBJECT + game, ASK)


def _looks(told: list[_Report], seat: Seat) -> bool:
    """Whether a page was loaded a moment ago, and none closed since."""
    looked = max(each.looked[seat] for each in told)
    return looked >= max(each.left[seat] for each in told) and looked > now() - LOOK_SECONDS * 1000


def _two(values: Sequence[int]) -> list[int]:
    first, second = values
    return [int(first), int(second)]
