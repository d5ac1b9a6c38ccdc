"""Looking for an opponent: a fitting offer, else another person who looks for one; meanwhile a bot sits in."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from shanghaien.rules import Options
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.lobby.offer_list import Asker, Fit, SeenOffer
from shanghaien.web.lobby.offers import LASTS_MS, OfferGone, Offers, WantedOpponent
from shanghaien.web.lobby.pairing import level_for, pairs, terms
from shanghaien.web.lobby.store import BEING_MADE, SeekerRow, SeekerStore
from shanghaien.web.tables.clocks import Pace, PaceKind
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import Setup

STAYS_MS = 60_000
"""How long a person still waits after they were last seen."""
CHOICE_MS = 25_000
"""How long two people who were paired have to say yes."""
MOST_WAITING = 200
"""Of the people who wait, so many are looked at, the longest first."""
SEEN_MS = 2 * 60_000
"""A live offer is taken for a person who searches only if its owner was seen so recently."""


@dataclass(frozen=True, slots=True)
class SeekRequest:
    """What a person would like to play."""

    pace: Pace
    options: Options
    rated: bool

    @property
    def options_text(self) -> str:
        return json.dumps(self.options.as_dict(), sort_keys=True)


class SearchStage(StrEnum):
    """How far a search for an opponent has come."""

    NOT = "not"
    """There is no search, or no longer."""
    WAITING = "waiting"
    FOUND = "found"
    """Both are asked whether they want to play."""
    AGREED = "agreed"
    """They have said yes, and the other one has yet to."""
    TABLE = "table"
    """The table is there."""


@dataclass(frozen=True, slots=True)
class Search:
    """How a person's search stands."""

    stage: SearchStage
    waited: int = 0
    """Milliseconds."""
    partner: str = ""
    """The name of the partner; may be empty for a guest."""
    game: str = ""


NOT_SEEKING = Search(SearchStage.NOT)


class Seeking:
    """Pairs people who look for an opponent."""

    def __init__(self, tables: Tables, offers: Offers) -> None:
        database = tables.games.database
        self._tables = tables
        self._seating = Seating(tables)
        self._offers = offers
        self._store = SeekerStore(database)

    async def ask(self, asker: Asker, name: str, wanted: SeekRequest) -> Table:
        """Start a search, in place of any other: the table of a fitting offer, or that of the bot who sits in meanwhile.

        Over days a table is offered instead, since people do not wait there.
        """
        await self._offers.check_manners(asker, wanted.pace)
        await self.stop(asker.person_known())
        taken = await self._at_an_offer(asker, name, wanted)
        if taken is not None:
            return taken
        if wanted.pace.kind is PaceKind.DAYS:
            setup = Setup(Mode.INVITE, wanted.options, (name, ""), None, pace=wanted.pace, rated=wanted.rated)
            return await self._offers.offer(setup, asker, WantedOpponent())
        level = level_for(asker.strength(str(wanted.pace.kind)))
        bot = Setup(Mode.BOT, wanted.options, (name, ""), None, (level, level))
        table = await self._tables.create(bot, asker.person_known())
        await self._wait(asker, name, wanted)
        return table

    async def look(self, person: PersonId | None) -> Search:
        row = None if person is None else await self._store.find(person)
        if row is None:
            return NOT_SEEKING
        waited = max(0, now() - row.since)
        if row.game not in ("", BEING_MADE):
            return Search(SearchStage.TABLE, waited, game=row.game)
        if not row.partner or row.partner_until < now():
            return Search(SearchStage.WAITING, waited)
        other = await self._store.find(PersonId(row.partner))
        stage = SearchStage.AGREED if row.agreed else SearchStage.FOUND
        return Search(stage, waited, "" if other is None else other.name)

    async def agree(self, person: PersonId) -> Search:
        """Say yes to the partner; when both have, the table is set up."""
        both = await self._store.agree(person)
        if both is not None:
            try:
                game = await self._set_up(*both)
            except BaseException:
                await self._store.part(person)
                raise
            await self._store.seat([row.person for row in both], game)
        return await self.look(person)

    async def stop(self, person: PersonId, at: str = "") -> Search:
        """End the search; the partner waits for another one.

        If both have said yes already, the search goes on until they are `at` the table that was set up for them.
        """
        await self._store.leave(person, at)
        return await self.look(person)

    async def pair(self) -> int:
        """Pair those who fit now; how many pairs there are."""
        waiting = await self._store.free(str(PaceKind.LIVE), MOST_WAITING)
        people = {row.person for row in waiting}
        blocked = await self._store.apart(people) if len(people) > 1 else set()
        found = pairs(waiting, now(), lambda one, other: {one.person, other.person} not in blocked)
        return sum([await self._store.pair(one.person, other.person, CHOICE_MS) for one, other in found])

    async def tend(self, present: Collection[PersonId]) -> None:
        """People who are here wait on, others do not, and those who fit by now are paired."""
        if not await self._store.anybody():
            return
        waiting = await self._store.free(str(PaceKind.LIVE), MOST_WAITING) if present else []
        if here := {row.person for row in waiting} & set(present):
            await self._store.put_off(sorted(here), STAYS_MS)
        await self._store.sweep()
        await self.pair()

    async def _wait(self, asker: Asker, name: str, wanted: SeekRequest) -> None:
        person, at = asker.person_known(), now()
        strength = asker.strength(str(wanted.pace.kind)).rating
        terms = (str(wanted.pace.kind), str(wanted.pace), wanted.options_text, wanted.rated and asker.account)
        row = SeekerRow(person, name, asker.account, *terms, strength, at, until=at + STAYS_MS)
        await self._store.put(row)
        await self.pair()

    async def _at_an_offer(self, asker: Asker, name: str, wanted: SeekRequest) -> Table | None:
        """Sit down at the oldest offer among those that the person would have chosen."""
        seen = [each for each in await self._offers.seen_by(asker) if _would_choose(each, wanted)]
        for each in sorted(seen, key=lambda each: each.offer.row.created):
            try:
                return await self._offers.sit_down(each.offer.row.game, asker, name)
            except OfferGone:
                continue
        return None

    async def _set_up(self, one: SeekerRow, other: SeekerRow) -> GameId:
        """The table of two people who have both said yes; the seats are drawn, and the server holds the dice."""
        agreed = terms(one, other)
        options = Options.from_dict(json.loads(agreed.options))
        setup = Setup(Mode.INVITE, options, (one.name, ""), None, pace=Pace.read(agreed.pace), rated=agreed.rated)
        table = await self._tables.create(setup, one.person)
        await self._seating.join(self._seating.invitation(table.id), other.person, other.name)
        return table.id


def _would_choose(each: SeenOffer, wanted: SeekRequest) -> bool:
    row = each.offer.row
    same = row.kind == wanted.pace.kind and row.options == wanted.options_text
    there = row.kind == PaceKind.DAYS or row.until > now() + LASTS_MS[PaceKind.LIVE] - SEEN_MS
    pace = row.kind == PaceKind.DAYS or row.pace == str(wanted.pace)
    return each.fit is Fit.FITS and same and pace and there and (wanted.rated or not row.rated)
