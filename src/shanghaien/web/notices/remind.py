"""Reminding a player while their time runs out; where their time has changed meanwhile, later."""

from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.wishes import Wishes
from shanghaien.web.play.table import Table
from shanghaien.web.store.due import DueRow

from .compose import compose
from .deliver import Deliverer
from .desk import REMIND, Desk
from .notice import NoticeKind
from .timing import LOOKED, reminders
from .turns import OpenTurn, TurnNews, turn_of


class Reminder:
    """Does reminders that are due."""

    def __init__(self, desk: Desk, deliverer: Deliverer) -> None:
        self._desk = desk
        self._deliverer = deliverer

    async def remind(self, row: DueRow) -> None:
        """Remind a player whose turn it still is, unless they have just looked."""
        person, game, share = row.subject.split()
        table = await self._desk.table(GameId(game))
        seat = await self._desk.seat_of(GameId(game), PersonId(person))
        turn = None if table is None else turn_of(table)
        if table is None or turn is None or turn.seat != seat:
            return
        wishes = await self._desk.wishes.of(PersonId(person))
        times = reminders(table, turn, wishes.notices)
        at = times.get(int(share))
        if at is None or await self._is_needless(PersonId(person), table, times, int(share)):
            return
        if at > now():
            await self._desk.due.set(REMIND, row.subject, at)
        else:
            await self._send(row, table, turn, wishes)

    async def _is_needless(self, person: PersonId, table: Table, times: dict[int, int], share: int) -> bool:
        """Whether the player has looked just now, wants none of this game, or the next reminder is due already."""
        look = await self._desk.store.look(person, table.id)
        overtaken = any(less < share and at <= now() for less, at in times.items())
        return look.muted or overtaken or now() - look.at < LOOKED

    async def _send(self, row: DueRow, table: Table, turn: OpenTurn, wishes: Wishes) -> None:
        person, _, share = row.subject.split()
        tries = int(row.text or 0) + 1
        news = TurnNews(NoticeKind.TIME, turn.number, turn.since, turn.told)
        notice = compose(news, table, turn.seat, await self._desk.reader(PersonId(person), wishes))
        again = await self._deliverer.deliver(notice, f"{NoticeKind.TIME} {share}", wishes.notices, row, tries)
        if again is not None:
            await self._desk.due.set(REMIND, row.subject, now() + round(again * 1000), str(tries))
