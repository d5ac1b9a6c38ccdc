"""After a change of a game: who is to be told of it, and when. What is told is decided when it is told."""

from shanghaien.rules import Seat
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.wishes import Wishes
from shanghaien.web.play.table import Table
from shanghaien.web.store.due import DueRow

from .days import hour_on, next_day
from .desk import DIGEST, NOTICE, REMIND, Desk, subject
from .notice import NoticeKind
from .timing import reminders, told_at, wanted
from .turns import TurnNews, news_for, turn_of


class Announcer:
    """Sets notices, reminders and digests due."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def changed(self, row: DueRow) -> None:
        """A game between two people has changed; the text names the version to which it has."""
        game = GameId(row.subject)
        table = await self._desk.table(game, int(row.text or 0))
        if table is None:
            return
        for seat, person in await self._desk.players(game):
            await self._plan(table, seat, person)

    async def wished(self, row: DueRow) -> None:
        """The person wishes something else now, or can be reached elsewhere: what waits is planned anew."""
        person = PersonId(row.subject)
        await self._desk.due.cancel(DIGEST, person)
        for game in await self._desk.store.waiting(person):
            table, seat = await self._desk.table(game), await self._desk.seat_of(game, person)
            if table is not None and seat is not None:
                await self._plan(table, seat, person)

    async def _plan(self, table: Table, seat: Seat, person: PersonId) -> None:
        news = news_for(table, seat)
        wishes = await self._desk.wishes.of(person) if news else Wishes()
        if not news or not await self._desk.reaches(person, wishes.notices):
            return
        told = next((each for each in news if wanted(each, wishes.notices)), None)
        if told is not None and told.kind is NoticeKind.TURN and wishes.notices.when == "daily":
            await self._digest(person, wishes)
        elif told is not None:
            await self._notice(told, table, person, wishes)
        await self._reminders(table, seat, person, wishes)

    async def _notice(self, news: TurnNews, table: Table, person: PersonId, wishes: Wishes) -> None:
        at = told_at(news, wishes.notices, await self._desk.store.look(person, table.id))
        if at is not None:
            await self._desk.due.set(NOTICE, subject(person, table.id), at)

    async def _digest(self, person: PersonId, wishes: Wishes) -> None:
        day = next_day(now(), wishes.notices.hour, wishes.time_zone)
        at = hour_on(day, wishes.notices.hour, wishes.time_zone)
        await self._desk.due.set_once(DIGEST, person, at, str(day))  # one that is late must not be put off

    async def _reminders(self, table: Table, seat: Seat, person: PersonId, wishes: Wishes) -> None:
        turn = turn_of(table)
        if turn is None or turn.seat != seat:
            return
        for share, at in reminders(table, turn, wishes.notices).items():
            if at > now():
                await self._desk.due.set(REMIND, subject(person, table.id, share), at)
