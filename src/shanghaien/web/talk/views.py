"""What stands beside a table: what was said, what can be said, and one's own notes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from shanghaien.web.core.formats import day_of
from shanghaien.web.core.i18n import gettext
from shanghaien.web.people.preferences import TalkPreferences
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.templates import part
from shanghaien.web.tables.log import PHRASE
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.pages.table_panels import PageEvent, Panel, PanelStream, TableLook
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.stream import News
from shanghaien.web.talk.service import LONGEST_TEXT, NO_TALK, PHRASES, OwnNotes, TableTalk, TalkPermissions
from shanghaien.web.talk.store import SaidRow


@dataclass(frozen=True, slots=True)
class SaidLine:
    """Something that was said, as a line of the log."""

    number: int
    of: str
    who: str
    words: str
    version: int

    @property
    def key(self) -> str:
        """Unique in the log of a game."""
        return f"s{self.number}"


@dataclass(frozen=True, slots=True)
class TalkBox:
    """Talk and notes as the page of a table shows them."""

    game: str
    seated: bool
    terms: TalkPermissions = NO_TALK
    lines: tuple[SaidLine, ...] = ()
    """What was said, the oldest first."""
    number: int = 0
    """The number of the newest thing that was said, whether it may be read or not."""
    other: str = ""
    muted: str = ""
    """Until when the viewer is muted, in a sentence; empty if they are not."""
    notes: str = ""
    longest: int = LONGEST_TEXT

    @property
    def talks(self) -> bool:
        """Whether the viewer plays against another person."""
        return self.terms.open and self.terms.seat is not None

    @property
    def preferences(self) -> TalkPreferences:
        return TalkPreferences(self.terms.hears, self.terms.free, self.terms.lets_watch)

    @property
    def phrases(self) -> list[tuple[str, str]]:
        return [(key, gettext(words)) for key, words in PHRASES.items()]

    def among(self, log: Sequence[object]) -> Iterator[object]:
        """A log, the newest first, with what was said between its lines."""
        said = list(self.lines)
        for line in log:
            while said and said[-1].version >= getattr(line, "number", 0):
                yield said_line(said.pop())
            yield line
        yield from (said_line(line) for line in reversed(said))


def said_line(line: SaidLine) -> str:
    return part("talk/said_line.html", "said_line", line)


def lines_of(seen: SeenTable, rows: Sequence[SaidRow]) -> tuple[SaidLine, ...]:
    voice = seen.voice
    return tuple(
        SaidLine(row.number, voice.of(row.seat), voice.name(row.seat), words_of(row), row.version) for row in rows
    )


def words_of(row: SaidRow) -> str:
    return gettext(PHRASES.get(row.text, "…")) if row.kind == PHRASE else row.text


def muted_words(terms: TalkPermissions, zone: str) -> str:
    """Until when the viewer is muted, in a sentence; empty if they are not."""
    if terms.muted_until is None:
        return ""
    day = day_of(terms.muted_until, zone)
    return gettext("A moderator has muted you until %(day)s: what you say reaches nobody.") % {"day": day}


See = Callable[[Table], SeenTable]


class Beside(Panel):
    """Talk and notes, for pages."""

    def __init__(self, tables: Tables, talk: TableTalk, notes: OwnNotes) -> None:
        self.tables, self.talk, self.notes = tables, talk, notes

    async def box(self, request: AnyRequest, seen: SeenTable, viewer: Viewer) -> TalkBox:
        """`seen` knows the viewer's seats, but not who they are."""
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

    async def places(self, look: TableLook) -> Mapping[str, object]:
        return {"talk": await self.box(look.request, look.perspective.see(look.table), look.viewer)}

    async def stream(self, look: TableLook) -> "TalkStream":
        return TalkStream(self.talk, look.perspective.see, look.viewer, look.heard)


class TalkStream(PanelStream):
    """The talk of one table on the stream to one browser."""

    def __init__(self, talk: TableTalk, see: See, viewer: Viewer, after: int) -> None:
        self._talk, self._see, self._viewer, self._last = talk, see, viewer, after
        self._terms: TalkPermissions | None = None

    async def events(self, news: News) -> list[PageEvent]:
        if news.table.mode is not Mode.INVITE or not news.of_talk:
            return []
        terms = await self._talk.terms(news.table, self._viewer)
        before, self._terms = self._terms, terms
        rows = await self._talk.heard(news.table, terms, self._last)
        events = [_event({"terms": True})] if before is not None and before != terms else []
        for row, line in zip(rows, lines_of(self._see(news.table), rows), strict=True):
            self._last = row.number
            events.append(_event({"number": row.number, "of": line.of, "words": line.words, "line": said_line(line)}))
        return events


def _event(data: dict[str, Any]) -> PageEvent:
    return PageEvent("said", msgspec.json.encode(data, enc_hook=str))
