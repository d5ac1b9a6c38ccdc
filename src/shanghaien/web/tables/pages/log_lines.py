"""The game in words: one line for each turn, a mark for each round (R44).

The clauses of a turn are worded without a person ("rolled …", "put the 3 on …"), so that one text serves for "You" and
for a name in every language.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from shanghaien import rules
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.i18n import filled, gettext, ngettext
from shanghaien.web.tables.dice.protocol import HELD
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import SeatKind
from shanghaien.web.tables.pages.row import given
from shanghaien.web.tables.pages.seen_table import SeenTable, Voice
from shanghaien.web.tables.words.card_words import act_name, clauses, listed, nation_name, with_article
from shanghaien.web.tables.words.drawings import dice_in_text

# Clauses of the log about trick cards and about time, worded without a person, so that they fit "You" and every
# name.

OfACard = rules.CardTurned | rules.TrickTaken | rules.CardTold
"""What a trick card brought about."""
ABOUT_TIME = frozenset(
    {EntryKind.TIME_UP, EntryKind.TIME_OUT, EntryKind.MORE_TIME, EntryKind.ABANDONED, EntryKind.VACATION}
)
"""Entries of the log that are about clocks."""


def played(play: rules.Play, moved: set[int]) -> Markup:
    """A trick card by what its act asked for; dice are named unless what follows names them."""
    name = Markup("<i>{}</i>").format(act_name(play.act))
    if play.nation is not None:
        return filled(gettext("played %(act)s for the %(nation)s crew"), act=name, nation=nation_name(play.nation))
    if play.step is not None and play.die is not None:
        new = play.die + play.step
        return filled(gettext("played %(act)s: the %(die)s is a %(new)s now"), act=name, die=play.die, new=new)
    if not moved.issuperset(play.dice):
        dice = listed([str(die) for die in play.dice])
        return filled(gettext("played %(act)s with the %(die)s"), act=name, die=dice)
    return filled(gettext("played %(act)s"), act=name)


def of_a_card(event: OfACard) -> Markup:
    match event:
        case rules.CardTurned(_, number):
            return filled(gettext("turned card %(number)s face down"), number=number)
        case rules.TrickTaken(_, card, from_other):
            wording = gettext("took %(card)s from the opponent") if from_other else gettext("took %(card)s")
            return filled(wording, card=with_article(card))
        case rules.CardTold(_, text):
            return escape(gettext(text))


def time_words(kind: EntryKind, *, back: bool) -> str:
    """What happened to a player's clock, as a clause; `back` if the vacation was announced before."""
    match kind:
        case EntryKind.TIME_UP:
            return gettext("ran out of time")
        case EntryKind.TIME_OUT:
            return gettext("lost on time")
        case EntryKind.MORE_TIME:
            return gettext("got a day more")
        case EntryKind.VACATION:
            return gettext("came back from vacation") if back else gettext("announced a vacation")
        case _:
            return gettext("called the game off")


Doing = rules.DiceRolled | rules.EndNamed | rules.DiePlaced | rules.TrickPlayed | OfACard
"""Events that the log puts as something a player did."""
ROUND = "round"
"""What a line is that begins a round."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: a turn of one player, or a mark between turns."""

    number: int
    """The version with which the line was last added to."""
    of: str
    who: str
    clauses: tuple[Markup, ...]
    mark: bool = False
    place: int = 0
    """How many lines with the same number stand before it."""
    key: str = ""
    """What tells the line from all others of its game; a line that says something else has another key."""

    @property
    def text(self) -> Markup:
        joined = Markup(", ").join(self.clauses)
        return joined if self.mark else joined + Markup(".")

    @property
    def plain(self) -> str:
        """The same without drawn dice."""
        return re.sub(r"\s+([.,])", r"\1", self.text.striptags())


def story(seen: SeenTable, rounds: int | None = None) -> tuple[LogLine, ...]:
    """The log, newest first; only the last `rounds` rounds if given."""
    writer = LogWriter(seen.voice, rounds, people_at(seen))
    for entry in seen.table.log:
        writer.add(entry)
    return tuple(reversed(writer.lines))


def people_at(seen: SeenTable) -> frozenset[rules.Seat]:
    return frozenset(seat for seat in (0, 1) if seen.table.chairs[seat].kind is SeatKind.HUMAN)


class LogWriter:
    """Writes the lines of a game's log entry by entry; lines of older rounds are dropped."""

    def __init__(self, voice: Voice, rounds: int | None = None, people: frozenset[rules.Seat] = frozenset()) -> None:
        self.voice = voice
        self.people = people
        """The seats that are no bots': what was done there unasked was ordered."""
        self.rounds = rounds
        self.lines: list[LogLine] = []
        self.seat: rules.Seat | None = None
        self.tavern: list[rules.Card] = []
        self.end: rules.End | None = None
        self.moved: set[int] = set()
        """The dice that the entry tells of anyway, since they were placed or taken back."""
        self._joined = False
        """Whether a player has just sat down, and commits to their chain with that."""
        self._vacations: set[tuple[rules.Seat, str]] = set()
        """Whose vacations were announced, and when each begins."""

    def add(self, entry: SeenEntry) -> None:
        """Add the lines of one log entry, unless it was taken back."""
        sat_down, self._joined = self._joined, entry.kind is EntryKind.JOIN
        if entry.undone:
            return
        if entry.unasked and entry.seat in self.people:
            self._clause(entry.seat, entry.number, escape(gettext("automatically")))
        if entry.kind in ABOUT_TIME:
            self._time(entry)
        if entry.kind is EntryKind.RESIGN and entry.seat is not None:
            self._clause(entry.seat, entry.number, escape(gettext("resigned")))
        if entry.kind is EntryKind.COMMIT and not sat_down:
            self._mark(self._committed_anew(entry), entry.number)
        self.moved = {event.die for event in entry.events if isinstance(event, rules.DiePlaced | rules.DieReturned)}
        for event in entry.events:
            self._event(event, entry.number)

    def _time(self, entry: SeenEntry) -> None:
        if entry.seat is None:
            self._mark(gettext("The game was called off: it had hardly begun"), entry.number)
            return
        told = (entry.seat, entry.text.partition(" ")[0])
        words = time_words(entry.kind, back=told in self._vacations)
        self._vacations |= {told} if entry.kind is EntryKind.VACATION else set()
        self._clause(entry.seat, entry.number, escape(words))

    def _committed_anew(self, entry: SeenEntry) -> str:
        if entry.seat is None:
            return gettext("The server was restored from a copy; the dice go on with fresh chains")
        words = gettext("%(name)s: the dice go on with a fresh chain") % {"name": self.voice.name(entry.seat)}
        held = gettext("%(name)s: the server keeps the chain for the dice") % {"name": self.voice.name(entry.seat)}
        return held if entry.text == HELD else words

    def _event(self, event: rules.Event, number: int) -> None:
        match event:
            case rules.RoundStarted(round_number, starter):
                self._round(round_number, starter, number)
            case rules.CardDealt(_, card):
                self.tavern.append(card)
            case rules.ShanghaiCalled(round_number, shanghai):
                self._shanghai(round_number, shanghai, number)
            case rules.GameEnded():
                self._mark(gettext("Game over"), number)
            case rules.Objected(seat, _):
                words = gettext("%(name)s objected") % {"name": self.voice.name(seat)}
                self._clause(1 - seat, number, escape(words))
            case rules.Announced():
                pass  # told once it takes effect or is objected to
            case rules.DieReturned(seat, die, by):
                words = gettext("took the %(die)s back") if seat == by else gettext("sent the opponent’s %(die)s back")
                self._clause(by, number, filled(words, die=die))
            case _:
                self._clause(event.seat, number, self._words(event))

    def _words(self, event: Doing) -> Markup:
        match event:
            case rules.DiceRolled(seat, dice):
                return filled(gettext("rolled %(dice)s"), dice=dice_in_text(dice, self.voice.of(seat)))
            case rules.EndNamed(_, end):
                self.end = end
                left = gettext("put number 1 on the left")
                return escape(left if end is rules.End.LEFT else gettext("put number 1 on the right"))
            case rules.DiePlaced(_, die):
                card = self.tavern[rules.position_of(die, self.end)]
                return filled(gettext("put the %(die)s on %(card)s"), die=die, card=with_article(card))
            case rules.TrickPlayed(_, play):
                return played(play, self.moved)
            case _:
                return of_a_card(event)

    def _clause(self, seat: rules.Seat, number: int, clause: Markup) -> None:
        before: tuple[Markup, ...] = ()
        if seat == self.seat and self.lines and not self.lines[-1].mark:
            before = self.lines.pop().clauses
        self.seat = seat
        self._add(LogLine(number, self.voice.of(seat), self.voice.name(seat), (*before, clause)))

    def _mark(self, text: str, number: int, kind: str = "") -> None:
        self._add(LogLine(number, "", kind, (escape(text),), mark=True))

    def _add(self, line: LogLine) -> None:
        last = self.lines[-1] if self.lines else None
        place = last.place + 1 if last is not None and last.number == line.number else 0
        self.lines.append(replace(line, place=place, key=f"{line.number}.{place}{line.of[:1]}"))

    def _round(self, round_number: int, starter: rules.Seat, number: int) -> None:
        self.tavern, self.end, self.seat = [], None, None
        text = self.voice.say(
            starter,
            gettext("Round %(round)s · you start"),
            gettext("Round %(round)s · %(name)s starts"),
            round=round_number,
        )
        self._mark(text, number, ROUND)
        self._drop_older()

    def _drop_older(self) -> None:
        # The first round has no mark of its own where no lots were drawn for its start.
        starts = [place for place, line in enumerate(self.lines) if line.who == ROUND or place == 0]
        if self.rounds is not None and len(starts) > self.rounds:
            del self.lines[: starts[-self.rounds]]

    def _shanghai(self, round_number: int, shanghai: rules.Shanghai, number: int) -> None:
        self._clause(shanghai.caller, number, filled(gettext("called <b>Shanghai</b>")))
        self._mark(self._shared(shanghai), number)
        words = {"round": round_number, "change": given(self.voice, shanghai)}
        self._mark(gettext("Points after round %(round)s: %(change)s") % words, number)

    def _shared(self, shanghai: rules.Shanghai) -> str:
        parts = [self._takes(seat, [t.card for t in shanghai.takings if t.taker == seat]) for seat in (0, 1)]
        gone = sum(taking.taker is None for taking in shanghai.takings)
        if gone:
            parts.append(
                ngettext("%(num)d card is out of the game", "%(num)d cards are out of the game", gone) % {"num": gone}
            )
        return clauses(parts)

    def _takes(self, seat: rules.Seat, cards: Iterable[rules.Card]) -> str:
        names = listed([with_article(card) for card in cards])
        if not names:
            return ""
        return self.voice.say(seat, gettext("You take %(cards)s"), gettext("%(name)s takes %(cards)s"), cards=names)


# The log beside the table is written on from where it ended, so that a move costs the writing of one move.

ROUNDS = 2
"""How many rounds the log beside the table goes back; the replay holds the whole game."""
TAKEN_BACK = {EntryKind.UNDO, EntryKind.RETYPE}


class LogCursor:
    """How far a log has been read."""

    def __init__(self) -> None:
        self._count = 0
        self._last: SeenEntry | None = None

    def fits(self, log: Sequence[SeenEntry]) -> bool:
        """Whether this log begins with what has been read, and nothing was taken back since."""
        known = self._count == 0 or (self._count <= len(log) and log[self._count - 1] is self._last)
        return known and all(entry.kind not in TAKEN_BACK for entry in log[self._count :])

    def unread(self, log: Sequence[SeenEntry]) -> Sequence[SeenEntry]:
        """The entries after those that have been read; now they count as read."""
        entries = log[self._count :]
        self._count, self._last = len(log), log[-1] if log else None
        return entries


_WRITTEN: LanguageCache[list[tuple[LogCursor, LogWriter]]] = LanguageCache(2000)
"""For each game and voice what has been written, in a list so that it can be replaced."""


def recent(seen: SeenTable) -> tuple[LogLine, ...]:
    """The last rounds of the log, newest first."""
    kept = _WRITTEN.recall((seen.table.id, seen.voice), list)
    if not kept or not kept[0][0].fits(seen.table.log):
        kept[:] = [(LogCursor(), LogWriter(seen.voice, ROUNDS, people_at(seen)))]
    ((cursor, writer),) = kept
    for entry in cursor.unread(seen.table.log):
        writer.add(entry)
    return tuple(reversed(writer.lines))
