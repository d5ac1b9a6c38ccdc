"""The events and deadlines of a person's games, for their own feed reader and calendar."""

from collections.abc import Iterator
from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.core.formats import moment
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.compose import BETWEEN, outcome
from shanghaien.web.notices.model import NoticeKind
from shanghaien.web.tables.model import GameResult, Mode, SeatKind
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.store.lists import GameLists
from shanghaien.web.tables.store.rows import GameRow
from shanghaien.web.tables.summary import CALLED_OFF, chairs_of, points_from, result_from
from shanghaien.web.tables.words.players import called

PURPOSE = "feed"
LONGEST_TOKEN = 300
MOST_EVENTS, MOST_GAMES = 50, 200


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """A game against another person as lists know it, from the side of one player."""

    row: GameRow
    seat: Seat
    opponent: str
    result: GameResult | None

    @property
    def asked(self) -> bool:
        return self.result is None and self.row.summary.waits_for == self.seat

    @property
    def deadline(self) -> int | None:
        """When the time of the player who is asked runs out."""
        return self.row.summary.deadline if self.result is None else None


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """Something that a feed tells: of one game, at one time."""

    kind: NoticeKind
    game: GameId
    number: int
    """Tells events of one game and kind apart."""
    at: int
    title: str
    line: str


class PrivateFeeds:
    """Reads what feeds and calendars show; nothing in it is hidden from the player."""

    def __init__(self, tables: Tables) -> None:
        self._lists = GameLists(tables.games.database, CALLED_OFF)

    async def plays(self, person: PersonId) -> list[ListedPlay]:
        """The person's games against others: those that wait first, those that are over last."""
        rows = await self._lists.page(person, MOST_GAMES)
        found = (_play(listed.game, listed.seats & {0, 1}) for listed in rows)
        return [play for play in found if play is not None]

    async def events(self, person: PersonId, zone: str) -> list[FeedEvent]:
        """What happened in the person's games, the latest first."""
        told = (event for play in await self.plays(person) for event in _events(play, zone))
        return sorted(told, key=lambda event: (-event.at, event.game, event.kind))[:MOST_EVENTS]


def owner_of(signer: Signer, token: str) -> tuple[PersonId, int] | None:
    """Whose private address it is, and its number, which must be their present one; None if it was not made here."""
    values = signer.read(PURPOSE, token) if len(token) <= LONGEST_TOKEN else None
    return (PersonId(str(values[0])), int(values[1])) if values and len(values) == 2 else None


def _play(row: GameRow, seats: frozenset[Seat]) -> ListedPlay | None:
    """The game if it is one against another person, and readable."""
    try:
        if Mode(row.mode) is not Mode.INVITE or len(seats) != 1:
            return None
        (seat,) = seats
        chairs, result = chairs_of(row), result_from(row.summary.result)
        points_from(row.summary.points)
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    waits = any(chair.kind is SeatKind.OPEN for chair in chairs)
    return None if waits else ListedPlay(row, seat, called(chairs[1 - seat]), result)


def _events(play: ListedPlay, zone: str) -> Iterator[FeedEvent]:
    row, name = play.row, {"name": play.opponent}
    begun = gettext("Your game against %(name)s has begun") % name
    yield FeedEvent(NoticeKind.STARTED, row.id, 0, row.created, begun, "")
    if play.asked:
        title = gettext("Your turn against %(name)s") % name
        yield FeedEvent(NoticeKind.TURN, row.id, row.version, row.updated, title, _standing(play, zone))
    elif play.result is not None:
        title = outcome(play.result, play.seat, play.opponent)
        yield FeedEvent(NoticeKind.OVER, row.id, row.version, row.updated, title, _score(play))


def _standing(play: ListedPlay, zone: str) -> str:
    until = "" if play.deadline is None else gettext("until %(time)s") % {"time": moment(play.deadline, zone)}
    parts = (gettext("Round %(round)s") % {"round": play.row.summary.round}, _score(play), until)
    return BETWEEN.join(filter(None, parts))


def _score(play: ListedPlay) -> str:
    points = play.result.points if play.result else points_from(play.row.summary.points)
    return "" if points is None else f"{points[play.seat]} : {points[1 - play.seat]}"
