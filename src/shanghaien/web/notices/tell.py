"""Telling a person what is new in a game of theirs, when that is due: the game is looked at again, and so is the person."""

from shanghaien.rules import Seat
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.wishes import Wishes
from shanghaien.web.play.table import Table
from shanghaien.web.store.due import DueRow

from .compose import compose
from .deliver import Deliverer
from .desk import NOTICE, Desk
from .notice import NoticeKind
from .timing import DAY, left_to_orders, told_at, wanted
from .turns import TurnNews, news_for, turn_of


class TurnTeller:
    """Does notices that are due. Nothing is remembered of what they were to say when they were set."""

    def __init__(self, desk: Desk, deliverer: Deliverer) -> None:
        self._desk = desk
        self._deliverer = deliverer

    async def tell(self, row: DueRow) -> None:
        """Tell a person what is new in a game, or later, or nothing if they know or do not want it."""
        person, game = row.subject.split()
        table = await self._desk.table(GameId(game))
        seat = await self._desk.seat_of(GameId(game), PersonId(person))
        if table is None or seat is None:
            return
        wishes = await self._desk.wishes.of(PersonId(person))
        news = next((each for each in news_for(table, seat) if wanted(each, wishes.notices)), None)
        at = None if news is None else await self._time(table, seat, news, PersonId(person), wishes)
        if news is None or at is None:
            return
        if at > now():
            await self._desk.due.set(NOTICE, row.subject, at)
        else:
            await self._send(row, table, seat, news, wishes)

    async def _time(self, table: Table, seat: Seat, news: TurnNews, person: PersonId, wishes: Wishes) -> int | None:
        at = told_at(news, wishes.notices, await self._desk.store.look(person, table.id))
        turn = turn_of(table)
        if at is None or turn is None or turn.seat != seat:
            return at
        return max(at, left_to_orders(table, turn))

    async def _send(self, row: DueRow, table: Table, seat: Seat, news: TurnNews, wishes: Wishes) -> None:
        person, tries = PersonId(row.subject.split()[0]), int(row.text or 0) + 1
        notice = compose(news, table, seat, await self._desk.reader(person, wishes))
        again = await self._deliverer.deliver(notice, news.mark, wishes.notices, row, tries)
        if again is not None and (news.kind is NoticeKind.TURN or now() < news.since + DAY):
            await self._desk.due.set(NOTICE, row.subject, now() + round(again * 1000), str(tries))
