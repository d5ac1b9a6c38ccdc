"""Finds out what stands beside a table for whoever looks at it, and what the stream tells them of talk."""

from collections.abc import Callable
from typing import Any

import msgspec

from shanghaien.web.http.preferences import preferences_of
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.order.own_notes import OwnNotes
from shanghaien.web.order.talk import TableTalk
from shanghaien.web.order.terms import TalkTerms
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.stream import News
from shanghaien.web.play.table import Mode, Table, Viewer
from shanghaien.web.play.tables import Tables

from .box import TalkBox, lines_of, muted_words, said_line

See = Callable[[Table], SeenTable]


class Beside:
    """Talk and notes, for pages."""

    def __init__(self, tables: Tables, talk: TableTalk, notes: OwnNotes) -> None:
        self.tables, self.talk, self.notes = tables, talk, notes

    async def box(self, request: AnyRequest, seen: SeenTable, viewer: Viewer) -> TalkBox:
        """What stands beside the table, for whoever looks: `seen` knows their seats, but not who they are."""
        table = seen.table
        notes = await self.notes.of(table.id, viewer.person) if viewer.seats else ""
        terms = await self.talk.terms(table, viewer)
        if not terms.open:
            return TalkBox(table.id, bool(viewer.seats), notes=notes)
        rows = await self.talk.heard(table, terms)
        return TalkBox(
            table.id,
            bool(viewer.seats),
            terms,
            lines_of(seen, rows),
            max([row.number for row in rows], default=0),
            seen.voice.own_name(seen.above),
            muted_words(terms, preferences_of(request).zone),
            notes,
        )

    def stream(self, see: See, viewer: Viewer, after: int) -> "TalkStream":
        """What is told to whoever listens, from after a number on."""
        return TalkStream(self.talk, see, viewer, after)


class TalkStream:
    """The talk of one table on the stream to one browser."""

    def __init__(self, talk: TableTalk, see: See, viewer: Viewer, after: int) -> None:
        self._talk, self._see, self._viewer, self._told = talk, see, viewer, after
        self._terms: TalkTerms | None = None

    async def events(self, news: News) -> bytes:
        """What is new: what was said, and that something else may be said now."""
        if news.table.mode is not Mode.INVITE or not news.of_talk:
            return b""
        terms = await self._talk.terms(news.table, self._viewer)
        before, self._terms = self._terms, terms
        rows = await self._talk.heard(news.table, terms, self._told)
        events = [_event({"terms": True})] if before is not None and before != terms else []
        for row, line in zip(rows, lines_of(self._see(news.table), rows), strict=True):
            self._told = row.number
            events.append(_event({"number": row.number, "of": line.of, "words": line.words, "line": said_line(line)}))
        return b"".join(events)


def _event(told: dict[str, Any]) -> bytes:
    return b"event: said\ndata: " + msgspec.json.encode(told, enc_hook=str) + b"\n\n"
