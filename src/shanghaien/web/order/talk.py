"""Talking at a table: phrases, and free text where both want it; stored first, then announced."""

from collections.abc import Sequence

from shanghaien.rules import N_, Seat
from shanghaien.web.clock import now
from shanghaien.web.http.refusals import Refused, Unreadable
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.names import clean_line
from shanghaien.web.people.wishes import TalkWishes, WishStore
from shanghaien.web.play.refusals import NotYours
from shanghaien.web.play.table import Mode, SeatKind, Table, Viewer
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.said import Allowed, SaidRow, SaidStore, Saying, Wait
from shanghaien.web.store.sanctions import SanctionStore
from shanghaien.web.store.together import SharedReads

from .phrases import PHRASES
from .terms import NO_TALK, PHRASE, TEXT, TalkTerms

LONGEST_TEXT = 200
A_FEW = Allowed(times=6, within_ms=60_000, in_all=300)
"""What one seat may say: some things a minute, and so much in a whole game."""
MOST_SHOWN = 60
"""How much of what was said a page shows."""


class CannotSay(Refused):
    """Nothing can be said here, or not this."""

    status = 409
    code = "cannot-say"


class Muted(Refused):
    """A moderator has muted them."""

    status = 403
    code = "muted"


class TooMuchTalk(Refused):
    """Their seat has said enough for a moment, or for this game."""

    status = 429
    code = "too-often"


class TableTalk:
    """The service of talk."""

    def __init__(self, tables: Tables, wishes: WishStore) -> None:
        self._tables = tables
        database = tables.games.games.database
        self._store, self._sanctions = SaidStore(database), SanctionStore(database)
        self._players, self._said_after = SharedReads(wishes.of_players), SharedReads(self._read_said)

    async def terms(self, table: Table, viewer: Viewer) -> TalkTerms:
        """How things stand for whoever looks at a table."""
        if table.mode is not Mode.INVITE or any(chair.kind is not SeatKind.HUMAN for chair in table.chairs):
            return NO_TALK
        people = await self._players.get(table.id)
        first, second = ([player for at, player, _ in people if at == seat] for seat in (0, 1))
        talk = {player: wished.talk for _, player, wished in people}
        watchers = bool(first and second) and all(each.watchers for each in talk.values())
        if len(viewer.seats) != 1 or viewer.person is None:
            return TalkTerms(open=True, watchers=watchers, delay=table.delay * 1000)
        seat = min(viewer.seats)
        mine, theirs = (first, second) if seat == 0 else (second, first)
        own = talk.get(viewer.person, TalkWishes())
        return TalkTerms(
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

    async def heard(self, table: Table, terms: TalkTerms, after: int = 0) -> Sequence[SaidRow]:
        """What whoever looks may read of what was said after a number, in order."""
        if not terms.open or (terms.seat is None and not terms.watchers):
            return ()
        rows = await self._said_after.get((table.id, after))
        return [row for row in rows if terms.may_read(row, now())]

    async def _read_said(self, asked: tuple[GameId, int]) -> Sequence[SaidRow]:
        return await self._store.since(*asked, MOST_SHOWN)

    async def newest(self, game: GameId) -> int:
        """The number of what was said last."""
        return await self._store.newest(game)

    async def say(self, game: GameId, person: PersonId | None, phrase: str) -> SaidRow:
        """Say one of the phrases."""
        if phrase not in PHRASES:
            raise Unreadable(N_("There is no such phrase."))
        table, terms = await self._terms_to_say(game, person)
        return await self._said(table, terms, person, PHRASE, phrase)

    async def write(self, game: GameId, person: PersonId | None, text: str) -> SaidRow:
        """Say something in one's own words."""
        table, terms = await self._terms_to_say(game, person)
        if not terms.both_free:
            raise CannotSay(N_("Free text is on only where both players have switched it on."))
        cleaned = clean_line(text, LONGEST_TEXT + 1)
        if not cleaned or len(cleaned) > LONGEST_TEXT:
            raise Unreadable(N_("Write 1 to %(longest)s characters."), longest=LONGEST_TEXT)
        if await self._tables.words.check_text(cleaned):
            raise CannotSay(N_("A word in it is not wanted here; say it in another way."))
        return await self._said(table, terms, person, TEXT, cleaned)

    async def _terms_to_say(self, game: GameId, person: PersonId | None) -> tuple[Table, TalkTerms]:
        table, viewer = await self._tables.look(game, person)
        terms = await self.terms(table, viewer)
        if not viewer.seats:
            raise NotYours(N_("You are watching this game; only its players can do that."))
        if terms.muted_until is not None:
            raise Muted(N_("A moderator has muted you for now: what you say reaches nobody."))
        if not terms.may_say:
            raise CannotSay(N_("There is nobody to talk to at this table."))
        return table, terms

    async def _said(self, table: Table, terms: TalkTerms, person: PersonId | None, kind: str, text: str) -> SaidRow:
        seat: Seat = terms.seat or 0
        saying = Saying(table.id, seat, person or PersonId(""), kind, text, table.version)
        row = await self._store.add(saying, A_FEW)
        if isinstance(row, Wait):
            raise _too_much(row)
        self._tables.games.hub.publish_talk(table.id, row.number)
        return row


def _too_much(wait: Wait) -> TooMuchTalk:
    if wait.ms is None:
        return TooMuchTalk(N_("You have said as much as fits into one game."))
    seconds = -(-wait.ms // 1000)
    refusal = TooMuchTalk(N_("Wait %(seconds)s s before you say more."), seconds=seconds)
    refusal.retry_after = seconds
    return refusal
