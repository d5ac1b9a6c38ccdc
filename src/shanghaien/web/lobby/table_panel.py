"""Who is at the table, in words: whether the opponent is here, away or gone, what they do, and how many watch."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta

import msgspec
from babel.dates import format_timedelta

from shanghaien.rules import Seat
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import language, ngettext, pgettext
from shanghaien.web.lobby.attendance import Attendance, Presence
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.lobby.views import seeking_at
from shanghaien.web.tables.listing import Visits
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.pages.table_panels import PageEvent, Panel, PanelStream, TableLook
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.stream import News


class PeopleStream(PanelStream):
    """Sends to a player's page who is at the table, and makes the player known as present.

    Nothing is sent at tables of bots, and nothing about each other to people who have blocked each other.
    """

    def __init__(self, lobby: Lobby, table: Table, viewer: Viewer, visits: Visits, *, apart: bool) -> None:
        self._lobby = lobby
        self._game = table.id
        self._seats = tuple(sorted(viewer.seats))
        self._attended = table.mode is Mode.INVITE
        self.shows_people = self._attended and len(self._seats) == 1 and not apart
        self._visits = visits
        self._last_look: int | None = None
        self._asked = False
        self._told: PageEvent | None = None

    @contextmanager
    def attend(self) -> Iterator[None]:
        if not self._attended:
            yield
            return
        with self._lobby.attendances.attend(self._game, self._seats):
            yield

    async def events(self, news: News) -> tuple[PageEvent, ...]:
        """What has changed since the last event; empty if nothing has."""
        table = news.table
        if not self.shows_people or not table.started:
            return ()
        known = self._lobby.attendances.at(self._game)
        if known is None:
            return ()
        other = 1 - self._seats[0]
        if known.seats[other] is Presence.GONE and known.left[other] is None and not self._asked:
            self._asked, self._last_look = True, await self._visits.last_look(self._game, other)
        event = people_event(known, other, known.left[other] or self._last_look, choosing=table.waits_for == other)
        if event == self._told:
            return ()
        self._told = event
        return (event,)


class LobbyPanel(Panel):
    """Who is at the table, and the bar of a running search."""

    def __init__(self, lobby: Lobby, tables: Tables) -> None:
        self._lobby, self._tables = lobby, tables

    async def places(self, look: TableLook) -> Mapping[str, object]:
        """Whether the other player has left after the end, and how the viewer's search stands."""
        seeking = await seeking_at(look.request, self._lobby, look.person, look.table, look.viewer)
        return {"absent": look.table.over and self._is_gone(look.table, look.viewer), "seeking": seeking}

    def _is_gone(self, table: Table, viewer: Viewer) -> bool:
        known = self._lobby.attendances.at(table.id) if len(viewer.seats) == 1 else None
        return known is not None and known.seats[1 - min(viewer.seats)] is not Presence.HERE

    async def stream(self, look: TableLook) -> "PeopleStream":
        table, viewer, apart = look.table, look.viewer, False
        if table.mode is Mode.INVITE and viewer.person is not None and viewer.seats:
            players = {player for _, player in await self._tables.games.store.people_of(table.id)} - {viewer.person}
            apart = await self._tables.blocks.any_apart({viewer.person}, players)
        return PeopleStream(self._lobby, table, viewer, self._tables.visits, apart=apart)

    def looked(self, table: Table, viewer: Viewer) -> None:
        if table.mode is Mode.INVITE and len(viewer.seats) == 1:
            self._lobby.attendances.look(table.id, min(viewer.seats))

    def turned(self, table: Table, viewer: Viewer, *, away: bool) -> None:
        if table.mode is Mode.INVITE and len(viewer.seats) == 1:
            self._lobby.attendances.turn(table.id, min(viewer.seats), away=away)


_EVENTS: LanguageCache[PageEvent] = LanguageCache(1024)


def people_event(known: Attendance, other: Seat, seen: int | None, *, choosing: bool) -> PageEvent:
    """What a player's page says of the opponent, last `seen` then, and of watchers; made once for all alike."""
    presence, watchers = known.seats[other], known.watchers
    minutes = max(1, (now() - seen) // 60_000) if seen is not None and presence is Presence.GONE else None

    def make() -> PageEvent:
        watch = ngettext("%(num)d watches", "%(num)d watch", watchers) % {"num": watchers} if watchers else ""
        words = presence_words(presence, minutes, choosing=choosing)
        told = {"presence": str(presence), "said": words, "watchers": watch}
        return PageEvent("people", msgspec.json.encode(told))

    return _EVENTS.recall((presence, minutes, choosing, watchers), make)


def presence_words(presence: Presence, minutes: int | None, *, choosing: bool) -> str:
    """Whether a player is here, in a word or two, or how long they have been gone if that is known."""
    if presence is Presence.HERE:
        return pgettext("presence", "choosing…") if choosing else pgettext("presence", "here")
    if presence is Presence.AWAY:
        return pgettext("presence", "away")
    if minutes is None:
        return pgettext("presence", "gone")
    ago = format_timedelta(timedelta(minutes=-minutes), add_direction=True, locale=language())
    return pgettext("presence", "seen %(ago)s") % {"ago": ago}
