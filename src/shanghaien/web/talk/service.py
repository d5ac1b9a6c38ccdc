"""Talking at a table: phrases, and free text where both want it; stored first, then announced."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.concurrency import SharedReads
from shanghaien.web.core.errors import BadRequestError, DomainError, LimitReached
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.names import clean_line, clean_lines
from shanghaien.web.people.preferences import PersonPreferences, TalkPreferences
from shanghaien.web.people.preferences import read as read_preferences
from shanghaien.web.people.sanctions import SanctionStore
from shanghaien.web.tables.errors import NotYours
from shanghaien.web.tables.log import PHRASE, TEXT, SaidEntry
from shanghaien.web.tables.model import Mode, SeatKind, Table, Viewer
from shanghaien.web.tables.service import Tables
from shanghaien.web.talk.store import Allowed, SaidRow, SaidStore, Saying, Wait, players_of, read_note, write_note

PHRASES = {
    "hello": N_("Hello!"),
    "rolled": N_("Well rolled!"),
    "oops": N_("Oops."),
    "sorry": N_("Sorry!"),
    "thanks": N_("Thank you."),
    "game": N_("Good game!"),
}
"""The phrases by their keys, in the order in which they are offered; a key is stored and never changes."""


@dataclass(frozen=True, slots=True)
class TalkPermissions:
    """What the viewer of a table may say and read."""

    open: bool = False
    """Whether two people sit there, at screens of their own; at other tables there is no talk."""
    seat: Seat | None = None
    """The seat of the viewer; None for watchers."""
    apart: bool = False
    """Whether one of the players has blocked the other."""
    muted_until: int | None = None
    """Until when a moderator has muted the viewer, or a person who shares their seat."""
    hears: bool = True
    """Whether they want to hear phrases."""
    free: bool = False
    """Whether they want free text."""
    other_free: bool = False
    """Whether the other player wants it too."""
    lets_watch: bool = False
    """Whether they let watchers read."""
    watchers: bool = False
    """Whether both players do."""
    delay: int = 0
    """By how many milliseconds watchers are behind."""

    @property
    def may_say(self) -> bool:
        return self.open and self.seat is not None and not self.apart and self.muted_until is None

    @property
    def may_write(self) -> bool:
        return self.may_say and self.both_free

    @property
    def both_free(self) -> bool:
        return self.free and self.other_free

    def may_read(self, row: SaidRow, now: int) -> bool:
        """Whether they may read it; their own words always."""
        if not self.open:
            return False
        if self.seat is None:
            return self.watchers and row.at <= now - self.delay
        if row.seat == self.seat:
            return True
        return not self.apart and (self.hears if row.kind == PHRASE else self.both_free)


NO_TALK = TalkPermissions()

LONGEST_TEXT = 200
A_FEW = Allowed(times=6, within_ms=60_000, in_all=300)
"""What one seat may say: some things a minute, and so much in a whole game."""
MOST_SHOWN = 60
"""How much of what was said a page shows."""


class CannotSay(DomainError):
    """Nothing can be said here, or not this."""

    code = "cannot-say"


class Muted(DomainError):
    """A moderator has muted them."""

    code = "muted"


class TableTalk:
    """The service of talk."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        database = tables.games.database
        self._store, self._sanctions = SaidStore(database), SanctionStore(database)
        self._players, self._said_after = SharedReads(self._read_players), SharedReads(self._read_said)

    async def terms(self, table: Table, viewer: Viewer) -> TalkPermissions:
        """The permissions of a viewer at a table."""
        if table.mode is not Mode.INVITE or any(chair.kind is not SeatKind.HUMAN for chair in table.chairs):
            return NO_TALK
        people = await self._players.get(table.id)
        first, second = ([player for at, player, _ in people if at == seat] for seat in (0, 1))
        talk = {player: preferences.talk for _, player, preferences in people}
        watchers = bool(first and second) and all(each.watchers for each in talk.values())
        if len(viewer.seats) != 1 or viewer.person is None:
            return TalkPermissions(open=True, watchers=watchers, delay=table.delay * 1000)
        seat = min(viewer.seats)
        mine, theirs = (first, second) if seat == 0 else (second, first)
        own = talk.get(viewer.person, TalkPreferences())
        return TalkPermissions(
            open=True,
            seat=seat,
            apart=await self._tables.blocks.any_apart(mine, theirs),
            muted_until=await self._sanctions.muted_until(mine),
            hears=own.phrases,
            free=own.free,
            other_free=any(talk[player].free for player in theirs),
            lets_watch=own.watchers,
            watchers=watchers,
        )

    async def heard(self, table: Table, terms: TalkPermissions, after: int = 0) -> Sequence[SaidRow]:
        """What the viewer may read of what was said after a number, in order."""
        if not terms.open or (terms.seat is None and not terms.watchers):
            return ()
        rows = await self._said_after.get((table.id, after))
        return [row for row in rows if terms.may_read(row, now())]

    async def _read_players(self, game: GameId) -> list[tuple[Seat, PersonId, PersonPreferences]]:
        players = await players_of(self._tables.games.database, game)
        return [(seat, person, read_preferences(text)) for seat, person, text in players]

    async def _read_said(self, asked: tuple[GameId, int]) -> Sequence[SaidRow]:
        return await self._store.since(*asked, MOST_SHOWN)

    async def record(self, game: GameId, most: int) -> Sequence[SaidEntry]:
        """The last things that were said, for moderators."""
        rows = await self._store.since(game, 0, most)
        return [SaidEntry(row.seat, row.kind, row.text, row.version, row.at) for row in rows]

    async def say(self, game: GameId, person: PersonId | None, phrase: str) -> SaidRow:
        if phrase not in PHRASES:
            raise BadRequestError(N_("There is no such phrase."))
        table, terms = await self._terms_to_say(game, person)
        return await self._said(table, terms, person, PHRASE, phrase)

    async def write(self, game: GameId, person: PersonId | None, text: str) -> SaidRow:
        table, terms = await self._terms_to_say(game, person)
        if not terms.both_free:
            raise CannotSay(N_("Free text is on only where both players have switched it on."))
        cleaned = clean_line(text, LONGEST_TEXT + 1)
        if not cleaned or len(cleaned) > LONGEST_TEXT:
            raise BadRequestError(N_("Write 1 to %(longest)s characters."), longest=LONGEST_TEXT)
        if await self._tables.words.check_text(cleaned):
            raise CannotSay(N_("A word in it is not wanted here; say it in another way."))
        return await self._said(table, terms, person, TEXT, cleaned)

    async def _terms_to_say(self, game: GameId, person: PersonId | None) -> tuple[Table, TalkPermissions]:
        table, viewer = await self._tables.look(game, person)
        terms = await self.terms(table, viewer)
        if not viewer.seats:
            raise NotYours(N_("You are watching this game; only its players can do that."))
        if terms.muted_until is not None:
            raise Muted(N_("A moderator has muted you for now: what you say reaches nobody."))
        if not terms.may_say:
            raise CannotSay(N_("There is nobody to talk to at this table."))
        return table, terms

    async def _said(
        self, table: Table, terms: TalkPermissions, person: PersonId | None, kind: str, text: str
    ) -> SaidRow:
        saying = Saying(table.id, terms.seat or 0, person or PersonId(""), kind, text, table.version)
        row = await self._store.add(saying, A_FEW)
        if isinstance(row, Wait):
            raise _too_much(row)
        self._tables.games.hub.publish_talk(table.id, row.number)
        return row


def _too_much(wait: Wait) -> LimitReached:
    if wait.ms is None:
        return LimitReached("too-often", N_("You have said as much as fits into one game."))
    seconds = -(-wait.ms // 1000)
    template = N_("Wait %(seconds)s s before you say more.")
    return LimitReached("too-often", template, retry_after=seconds, seconds=seconds)


LONGEST_NOTE = 2000


class OwnNotes:
    """Notes to oneself about a game; no other person reads them, no moderator either."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._database = tables, tables.games.database

    async def of(self, game: GameId, person: PersonId | None) -> str:
        return "" if person is None else await read_note(self._database, person, game)

    async def keep(self, game: GameId, person: PersonId | None, text: str) -> str:
        """Replace a player's note; an empty text deletes it."""
        _, viewer = await self._tables.look(game, person)
        if not viewer.seats or person is None:
            raise NotYours(N_("You are watching this game; only its players can do that."))
        kept = clean_lines(text, LONGEST_NOTE)
        await write_note(self._database, person, game, kept)
        return kept
