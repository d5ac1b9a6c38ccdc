"""Who is at the table, in words: whether the other is here, away or gone, what they do, and how many watch."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta

import msgspec
from babel.dates import format_timedelta

from shanghaien.rules import Seat
from shanghaien.web.core.cache import Memory
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import language, ngettext, pgettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.lobby.attendance import Attendance, Presence
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.tables.listing import Visits
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.stream import News
from shanghaien.web.talk.views import TalkStream


class PeopleStream:
    """Tells one player's page who is at the table; and everybody else that they are.

    At tables of bots nobody is told anything, and to people who keep away from each other nothing of each other.
    """

    def __init__(self, lobby: Lobby, table: Table, viewer: Viewer, visits: Visits, *, apart: bool) -> None:
        self._lobby = lobby
        self._game = table.id
        self._seats = tuple(sorted(viewer.seats))
        self._attended = table.mode is Mode.INVITE
        self.told_of = self._attended and len(self._seats) == 1 and not apart
        self._visits = visits
        self._last_look: int | None = None
        self._asked = False
        self._told = b""

    @contextmanager
    def attend(self) -> Iterator[None]:
        """Be at the table for as long as this lasts."""
        if not self._attended:
            yield
            return
        with self._lobby.attendances.attend(self._game, self._seats):
            yield

    async def events(self, table: Table) -> bytes:
        """What has changed since it was last told; nothing if nothing has."""
        if not self.told_of or not table.started:
            return b""
        known = self._lobby.attendances.at(self._game)
        if known is None:
            return b""
        other = 1 - self._seats[0]
        if known.seats[other] is Presence.GONE and known.left[other] is None and not self._asked:
            self._asked, self._last_look = True, await self._visits.last_look(self._game, other)
        event = people_event(known, other, known.left[other] or self._last_look, choosing=table.waits_for == other)
        if event == self._told:
            return b""
        self._told = event
        return event


@dataclass(frozen=True, slots=True)
class BesideStream:
    """What a stream tells beside the game: who is there, and what is said; and to whom, if they are known."""

    talk: TalkStream | None = None
    people: PeopleStream | None = None
    person: PersonId | None = None

    @property
    def shows_people(self) -> bool:
        """Whether the page shows who is at the table."""
        return self.people is not None and self.people.told_of

    @asynccontextmanager
    async def attend(self) -> AsyncIterator[None]:
        """Be at the table for as long as this lasts."""
        if self.people is None:
            yield
            return
        with self.people.attend():
            yield

    async def events(self, news: News) -> bytes:
        """What has changed beside the game since it was last told."""
        about = b"" if self.people is None else await self.people.events(news.table)
        return about if self.talk is None else about + await self.talk.events(news)


NOTHING_BESIDE = BesideStream()


_EVENTS: Memory[bytes] = Memory(1024)


def people_event(known: Attendance, other: Seat, seen: int | None, *, choosing: bool) -> bytes:
    """What a player's page says of the other, last `seen` then, and of those who watch; made once for all alike."""
    presence, watchers = known.seats[other], known.watchers
    minutes = max(1, (now() - seen) // 60_000) if seen is not None and presence is Presence.GONE else None

    def make() -> bytes:
        watch = ngettext("%(num)d watches", "%(num)d watch", watchers) % {"num": watchers} if watchers else ""
        words = presence_words(presence, minutes, choosing=choosing)
        told = {"presence": str(presence), "said": words, "watchers": watch}
        return b"event: people\ndata: " + msgspec.json.encode(told) + b"\n\n"

    return _EVENTS.recall((presence, minutes, choosing, watchers), make)


def presence_words(presence: Presence, minutes: int | None, *, choosing: bool) -> str:
    """Whether somebody is here, in a word or two, or how long they have been gone if that is known."""
    if presence is Presence.HERE:
        return pgettext("presence", "choosing …") if choosing else pgettext("presence", "here")
    if presence is Presence.AWAY:
        return pgettext("presence", "away")
    if minutes is None:
        return pgettext("presence", "gone")
    ago = format_timedelta(timedelta(minutes=-minutes), add_direction=True, locale=language())
    return pgettext("presence", "seen %(ago)s") % {"ago": ago}
