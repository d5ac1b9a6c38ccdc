"""Offering a table to others, and sitting down at one: an offer is an open invitation that is listed."""

import json
import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import and_, select

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import DomainError, LimitReached
from shanghaien.web.core.ids import GameId, PersonId, RequestId
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.core.signing import new_id
from shanghaien.web.lobby.offer_list import Asker, Fit, OfferCache, SeenOffer, fit_of, seen_by
from shanghaien.web.lobby.pairing import strength_of
from shanghaien.web.lobby.store import AskerStore, OfferRow, OfferStore
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.names import clean_line
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.word_list import Words
from shanghaien.web.standings.schema import results
from shanghaien.web.tables.change import OFFER
from shanghaien.web.tables.clocks import DAY, MINUTE, Pace, PaceKind
from shanghaien.web.tables.errors import IllegalMove, NoSuchGame, NotYours, SeatTaken, Stale
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import NO_DICE, OwnDice, Setup


class OfferGone(DomainError):
    """The seat is taken, or the offer has ended; a person blocked by its owner learns no more."""

    code = "offer-gone"


class DoesNotFit(DomainError):
    """The table is offered to others."""

    code = "does-not-fit"


class BadOffer(DomainError):
    """What is offered makes no sense."""

    code = "bad-offer"


# The public note beside an offer, up to 60 characters.

LONGEST_WORD = 60
ADDRESS = re.compile(
    r"://|www\.|\w@\w|\b[\w-]{2,}\.(com|net|org|io|ru|de|fr|it|cn|info|xyz|me|gg|app)\b", re.IGNORECASE
)
"""What would lead people elsewhere."""


async def check_word(text: str, words: Words) -> str:
    """The word on one line, without anything invisible; refused if it is too long or on the host's list."""
    word = clean_line(text, LONGEST_WORD + 1)
    if len(word) > LONGEST_WORD:
        raise BadOffer(N_("The note can have at most %(longest)s characters."), longest=LONGEST_WORD)
    if ADDRESS.search(word):
        raise BadOffer(N_("The note cannot contain a link; leave the address out."))
    if await words.check_text(word):
        raise BadOffer(N_("This note cannot be used here; write another one, or none."))
    return word


# Players who leave several tables for one sitting have to wait before the next one.
LEFT_TOO_OFTEN, LEFT_WITHIN_MS = 3, 60 * MINUTE * 1000
"""A player who leaves so many tables within this time cannot join live tables of strangers for a while."""
LEFT_SEVERAL = N_(
    "You have left several games within an hour, straight away or by letting the clock run out; play with others again "
    "later."
)
MOST_LEFT = 20


class LeaverPenalty:
    """Makes people wait who have left several live tables."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games

    async def check(self, person: PersonId, pace: Pace) -> None:
        """LimitReached if the person has to wait before they play at this pace."""
        if pace.kind is not PaceKind.LIVE:
            return
        ends = await self._broken_off(person, now() - LEFT_WITHIN_MS)
        if len(ends) >= LEFT_TOO_OFTEN and sum([await self._left(*end) for end in ends]) >= LEFT_TOO_OFTEN:
            raise LimitReached("left-too-often", LEFT_SEVERAL)

    async def _broken_off(self, person: PersonId, since: int) -> list[tuple[GameId, Seat, str]]:
        """Live games with others since then that the person lost before their end, or that were called off."""
        ends = and_(results.c.reason != "points", results.c.score < 2, results.c.pace == "live")
        theirs = and_(results.c.person == person, results.c.opponent != "", results.c.ended >= since)
        query = select(results.c.game, results.c.seat, results.c.reason).where(theirs, ends)
        latest = query.order_by(results.c.ended.desc()).limit(MOST_LEFT)
        return [(row.game, row.seat, row.reason) for row in await self._games.database.fetch_all(latest)]

    async def _left(self, game: GameId, seat: Seat, reason: str) -> bool:
        if reason == "time":
            return True
        try:
            return left_at_once((await self._games.current(game)).table(), seat)
        except NoSuchGame:  # it is gone, or damaged: no player is blamed for it
            return False


def left_at_once(table: Table, seat: Seat) -> bool:
    """Whether a player has left a game that had hardly begun: resigned, or let it be called off by their clock."""
    match table.result:
        case None:
            return False
        case result if result.reason == "abandoned":
            return table.clocks is not None and table.clocks.left[seat] == 0
        case result:
            return result.resigned == seat and not table.both_have_chosen


MOST_OFFERS = 5
"""So many tables one person can offer at a time."""
LASTS_MS = {PaceKind.DAYS: 7 * DAY * 1000, PaceKind.LIVE: 10 * MINUTE * 1000}
"""How long an offer stands; a live one, after its owner was last seen."""
SLACK_MS = MINUTE * 1000
"""An offer is put off once it has come so much nearer to its end."""
LEAST_SECONDS = MINUTE
"""Strangers have at least so much time each: a game of a second would be lost at once."""
LOWEST, HIGHEST = 0, 4000
"""What a range of strength can be about."""
GONE = N_("Somebody was faster: this table is taken, or no longer offered.")


@dataclass(frozen=True, slots=True)
class WantedOpponent:
    """The opponents a table is offered to: a range of strength, and a note."""

    low: int | None = None
    high: int | None = None
    word: str = ""


class Offers:
    """Lists invitations and lets people accept them."""

    def __init__(self, tables: Tables, board: OfferCache) -> None:
        database = tables.games.database
        self._tables = tables
        self._seating = Seating(tables)
        self._board = board
        self._store = OfferStore(database)
        self._jobs = JobStore(database)
        self._blocks = Blocks(database)
        self._askers = AskerStore(database)
        self._manners = LeaverPenalty(tables.games)
        self._people = PeopleStore(database)

    async def asker(self, person: PersonId | None, *, account: bool) -> Asker:
        """A person, with what decides about the offers that they see."""
        if person is None:
            return Asker(account=account)
        rated, hidden = await self._askers.of(person, account=account)
        return Asker(person, account, {name: strength_of(*known) for name, known in rated.items()}, hidden)

    async def asker_of(self, person: PersonId) -> tuple[Asker, str]:
        """The same for a program's person, and the name of their account; empty for guests."""
        kept = await self._people.of(person)
        return await self.asker(person, account=kept is not None), "" if kept is None else kept.name

    async def seen_by(self, asker: Asker) -> list[SeenOffer]:
        return seen_by(asker, await self._board.offers(), now())

    async def offer(
        self, setup: Setup, asker: Asker, wanted: WantedOpponent, reservation: str = "", form: str = ""
    ) -> Table:
        """Set up a table and offer it; a form that was sent twice offers one."""
        person, pace = asker.person_known(), _checked(setup, asker, wanted)
        word = await check_word(wanted.word, self._tables.words)
        await self.check_manners(asker, pace)
        if await self._store.count(person) >= MOST_OFFERS:
            raise _too_many()
        table = await self._tables.create(setup, person, reservation, form)
        if table.started or await self._store.find(table.id) is not None:
            return table
        until = now() + LASTS_MS[pace.kind]
        options = json.dumps(setup.options.as_dict(), sort_keys=True)
        terms = (str(pace.kind), str(pace), options, table.rated, wanted.low, wanted.high, word)
        if not await self._store.add(OfferRow(table.id, person, *terms, now(), until), MOST_OFFERS):
            await self._call_off(table.id, person)
            raise _too_many()
        self._board.changed()
        return table

    async def look(self, game: GameId, asker: Asker) -> Table:
        """The table behind an offer, before sitting down; refused if it is not for this person."""
        await self._found(game, asker)
        return await self._tables.now(game)

    async def sit_down(self, game: GameId, asker: Asker, name: str, dice: OwnDice = NO_DICE) -> Table:
        """Take the free seat of an offered table; with one's own offer, it leads to the table."""
        row, person = await self._found(game, asker), asker.person_known()
        if row.person != person:
            await self.check_manners(asker, Pace.read(row.pace))
        try:
            table = await self._seating.join(self._seating.invitation(game), person, name, dice)
        except (SeatTaken, NoSuchGame, Stale):
            await self._forget(game)
            raise OfferGone(GONE) from None
        if table.started:
            await self._forget(game)
        return table

    async def withdraw(self, game: GameId, person: PersonId) -> None:
        """Offer a table no longer; its invitation is called off."""
        row = await self._store.find(game)
        if row is None:
            raise OfferGone(GONE)
        if row.person != person:
            raise NotYours(N_("Only whoever offers a table can take it back."))
        await self._call_off(game, person)
        await self._forget(game)

    async def end(self, row: JobRow) -> None:
        """End an offer whose time has come, or whose table is taken or called off; else schedule this again."""
        game = GameId(row.subject)
        offer = await self._store.find(game)
        if offer is None:
            return
        if await self._waits(game):
            if offer.until > now():
                await self._jobs.set(OFFER, game, offer.until)
                return
            await self._call_off(game, offer.person)
        await self._forget(game)

    async def put_off(self, present: Collection[PersonId]) -> None:
        """Keep the live offers of people who are here; nothing is written while they stand long enough."""
        kind, lasts = str(PaceKind.LIVE), LASTS_MS[PaceKind.LIVE]
        soon, there = now() + lasts - SLACK_MS, frozenset(present)
        offered = await self._board.offers() if there else ()
        owners = {each.row.person for each in offered if each.row.kind == kind and each.row.until < soon}
        if owners & there:
            await self._store.put_off(sorted(owners & there), kind, lasts)
            self._board.outdate()

    async def _waits(self, game: GameId) -> bool:
        try:
            return not (await self._tables.games.current(game)).table().started
        except NoSuchGame:
            return False

    async def _found(self, game: GameId, asker: Asker) -> OfferRow:
        """The offer of a game, if it stands and is for this person."""
        row = await self._store.find(game)
        if row is None or row.until <= now() or row.person in asker.hidden:
            raise OfferGone(GONE)
        match fit_of(row, asker):
            case Fit.GUEST:
                raise DoesNotFit(N_("A rated game is for people with an account; sign in, or take a friendly table."))
            case Fit.STRENGTH:
                raise DoesNotFit(N_("This table is offered to people of another strength; take another one."))
        return row

    async def check_manners(self, asker: Asker, pace: Pace) -> None:
        await self._manners.check(asker.person_known(), pace)

    async def _call_off(self, game: GameId, person: PersonId) -> None:
        """Call the invitation off, unless the seat was taken meanwhile."""
        table = await self._tables.now(game)
        with suppress(IllegalMove, Stale, NoSuchGame, NotYours):
            await self._seating.call_off(TableRequest(game, person, table.version, RequestId(new_id())))

    async def _forget(self, game: GameId) -> None:
        if await self._store.remove(game):
            self._board.changed()


def _checked(setup: Setup, asker: Asker, wanted: WantedOpponent) -> Pace:
    """The pace of what is offered; refused if it cannot be offered to strangers."""
    if setup.pace is None:
        raise BadOffer(
            N_("Games between people who do not know each other need a clock; choose how much time there is.")
        )
    if setup.pace.base < LEAST_SECONDS:
        raise BadOffer(N_("This pace is not possible: choose more time, or less."))
    if setup.rated and not asker.account:
        raise BadOffer(N_("A rated game is for people with an account; sign in, or offer a friendly one."))
    bounds = [bound for bound in (wanted.low, wanted.high) if bound is not None]
    if any(not LOWEST <= bound <= HIGHEST for bound in bounds) or bounds != sorted(bounds):
        raise BadOffer(N_("A range of strength goes from a lower number to a higher one."))
    return setup.pace


def _too_many() -> LimitReached:
    template = N_("You are already offering %(most)s tables; take one back first.")
    return LimitReached("too-many-offers", template, most=MOST_OFFERS)
