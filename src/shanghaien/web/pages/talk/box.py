"""What stands beside a table: what was said, what can be said, and one's own notes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.site import part
from shanghaien.web.order.phrases import PHRASES
from shanghaien.web.order.talk import LONGEST_TEXT
from shanghaien.web.order.terms import NO_TALK, PHRASE, TalkTerms
from shanghaien.web.order.told import SaidRow
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.people.wishes import TalkWishes
from shanghaien.web.words.times import day_of


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
        """What tells the line from all others of its game."""
        return f"s{self.number}"


@dataclass(frozen=True, slots=True)
class TalkBox:
    """Talk and notes as the page of a table shows them."""

    game: str
    seated: bool
    terms: TalkTerms = NO_TALK
    lines: tuple[SaidLine, ...] = ()
    """What was said, the oldest first."""
    number: int = 0
    """The number of the newest thing that was said, whether it may be read or not."""
    other: str = ""
    muted: str = ""
    """Until when whoever looks is muted, in a sentence; empty if they are not."""
    notes: str = ""
    longest: int = LONGEST_TEXT

    @property
    def talks(self) -> bool:
        """Whether whoever looks plays with somebody they could talk to."""
        return self.terms.open and self.terms.seat is not None

    @property
    def wished(self) -> TalkWishes:
        """How whoever looks wants to talk."""
        return TalkWishes(self.terms.hears, self.terms.free, self.terms.lets_watch)

    @property
    def phrases(self) -> list[tuple[str, str]]:
        """What can be said, by its key."""
        return [(key, gettext(words)) for key, words in PHRASES.items()]

    def among(self, log: Sequence[object]) -> Iterator[object]:
        """The lines of a log, the newest first, with what was said between them, as HTML of its own."""
        said = list(self.lines)
        for line in log:
            while said and said[-1].version >= getattr(line, "number", 0):
                yield said_line(said.pop())
            yield line
        yield from (said_line(line) for line in reversed(said))


def said_line(line: SaidLine) -> str:
    """A line of the log that tells what was said."""
    return part("talk/said_line.html", "said_line", line)


def lines_of(seen: SeenTable, rows: Sequence[SaidRow]) -> tuple[SaidLine, ...]:
    """What was said, in the language of whoever reads it."""
    voice = seen.voice
    return tuple(
        SaidLine(row.number, voice.of(row.seat), voice.name(row.seat), words_of(row), row.version) for row in rows
    )


def words_of(row: SaidRow) -> str:
    """What was said: a phrase in the reader's language, a text as it was written."""
    return gettext(PHRASES.get(row.text, "…")) if row.kind == PHRASE else row.text


def muted_words(terms: TalkTerms, zone: str) -> str:
    """Until when somebody is muted; empty if they are not."""
    if terms.muted_until is None:
        return ""
    day = day_of(terms.muted_until, zone)
    return gettext("A moderator has muted you until %(day)s: what you say reaches nobody.") % {"day": day}
