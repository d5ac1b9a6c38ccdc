"""Vacations: whole days in which a player's clocks stand, announced at every table that allows them."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.clocks import Pause, counted
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Seats
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.store.pauses import VacationStore

DAYS_A_YEAR = 28
AHEAD = timedelta(days=366)
"""How long before it begins a vacation can be announced."""
WORLD = ZoneInfo("UTC")
MOST_AWAY = (DAYS_A_YEAR + 1) * 24 * 3600 * 1000
"""Milliseconds; a day more, since a year begins at another moment elsewhere."""


class TooLong(DomainError):
    """More days than a year has for vacations."""

    code = "too-long"


def days_between(begins: int, ends: int, zone: ZoneInfo) -> list[date]:
    """The days that lie in a span, by the calendar of a time zone; a day with 23 or 25 hours is one too."""
    first, after = _day(begins, zone), _day(ends - 1, zone) + timedelta(days=1)
    return [first + timedelta(days=number) for number in range((after - first).days)]


def span_of(first: date, last: date, zone: ZoneInfo) -> Pause:
    """From the beginning of one day to the end of another, where the person lives."""
    return Pause(_midnight(first, zone), _midnight(last + timedelta(days=1), zone))


class Vacations:
    """Keeps the vacations of people, and announces them at their tables."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._store = VacationStore(games.database)

    async def of(self, person: PersonId) -> list[Pause]:
        """The person's vacations, in order."""
        return [Pause(*span) for span in await self._store.of(person)]

    async def left(self, person: PersonId, year: int, zone: ZoneInfo) -> int:
        """How many days of a year the person may still be on vacation."""
        return DAYS_A_YEAR - _used(await self.of(person), year, zone)

    async def announce(self, person: PersonId, first: date, last: date, zone: ZoneInfo) -> None:
        """A vacation from one day to another, both included; TooLong if a year has not so many days left."""
        today = _day(now(), zone)
        if not today <= first <= last:
            raise BadRequestError(N_("Choose a first day from today on, and a last day that is not before it."))
        if first > today + AHEAD:
            raise BadRequestError(N_("Choose a first day within a year from today."))
        if last - first >= 2 * timedelta(days=DAYS_A_YEAR):  # the days of two years, which meet
            raise _too_long()
        wanted = span_of(first, last, zone)
        await self._store.add(person, wanted, lambda spans: _check(wanted, [Pause(*span) for span in spans], zone))
        await self._announce(person, wanted)

    async def end(self, person: PersonId, begins: int, zone: ZoneInfo) -> None:
        """Come back: the day that has begun counts, those after it do not; one that has not begun is given up."""
        for pause in await self.of(person):
            if pause.begins == begins and pause.ends > now():
                begun = pause.begins <= now()
                ends = min(pause.ends, _midnight(_day(now(), zone) + timedelta(days=1), zone)) if begun else begins
                await self._tell(person, Pause(begins, ends))

    async def announce_at(self, game: GameId, person: PersonId) -> None:
        """Tell a table at which the person has sat down of the vacations that lie ahead."""
        for pause in await self.of(person):
            if pause.ends > now():
                await self._note(game, person, pause)

    async def _tell(self, person: PersonId, pause: Pause) -> None:
        await self._store.set(person, pause.begins, pause.ends)
        await self._announce(person, pause)

    async def _announce(self, person: PersonId, pause: Pause) -> None:
        for game in await self._store.running_games(person):
            await self._note(game, person, pause)

    async def _note(self, game: GameId, person: PersonId, pause: Pause) -> None:
        """Write it into the log of a game, so that its clocks follow from that."""
        async with self._games.alone(game):
            with suppress(DomainError):  # a game that is gone or damaged needs no announcement
                found, seats = await self._games.open(game, person)
                seat = announced_seat(found, seats)
                if seat is not None and _is_news(pause, found.table().away(seat)):
                    change = Change(found)
                    change.note(EntryKind.VACATION, seat, f"{pause.begins} {pause.ends}")
                    await self._games.change(change)


def announced_seat(game: Game, seats: Seats) -> Seat | None:
    """The person's seat where vacations count."""
    allowed = game.clocks is not None and game.clocks.pace.vacation and game.result is None
    return min(seats, default=None) if allowed else None


def _check(wanted: Pause, taken: list[Pause], zone: ZoneInfo) -> None:
    """Refuse a vacation that meets another, or for which a year has not so many days left."""
    if any(pause.begins < wanted.ends and wanted.begins < pause.ends for pause in taken):
        raise BadRequestError(N_("You are already on vacation then. Choose other days."))
    for year in {_day(wanted.begins, zone).year, _day(wanted.ends - 1, zone).year}:
        if _used([*taken, wanted], year, zone) > DAYS_A_YEAR:
            raise _too_long()


def _too_long() -> TooLong:
    return TooLong(N_("You have %(days)s days of vacation a year; choose fewer."), days=DAYS_A_YEAR)


def _is_news(pause: Pause, announced: Iterable[Pause]) -> bool:
    """Whether a table learns of it: a seat has its days a year too, however many people have had it one after the other."""
    others = [other for other in announced if other.begins != pause.begins]
    return pause not in announced and all(
        _away_in(year, [*others, pause]) <= MOST_AWAY for year in {_day(moment, WORLD).year for moment in pause}
    )


def _away_in(year: int, pauses: list[Pause]) -> int:
    """Milliseconds of a year that lie in pauses."""
    begins, ends = span_of(date(year, 1, 1), date(year, 12, 31), WORLD)
    return ends - begins - counted(begins, ends, pauses)


def _used(pauses: list[Pause], year: int, zone: ZoneInfo) -> int:
    days = {day for pause in pauses for day in days_between(*pause, zone)}
    return sum(day.year == year for day in days)


def _day(at: int, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone).date()


def _midnight(day: date, zone: ZoneInfo) -> int:
    return int(datetime.combine(day, time(), zone).timestamp() * 1000)
