"""The digest: once a day, at the hour of a person's choice, one notice of all games that wait for them."""

from shanghaien.rules import Seat
from shanghaien.web.clock import now
from shanghaien.web.ids import PersonId
from shanghaien.web.people.wishes import Wishes
from shanghaien.web.play.table import Table
from shanghaien.web.store.due import DueRow

from .compose import compose_digest
from .days import hour_on, next_day
from .deliver import Deliverer
from .desk import DIGEST, Desk
from .notice import NoticeKind
from .timing import LOOKED
from .turns import turn_of

MOST_GAMES = 50
"""A digest tells of no more; they are the most urgent ones."""


class Digester:
    """Does digests that are due."""

    def __init__(self, desk: Desk, deliverer: Deliverer) -> None:
        self._desk = desk
        self._deliverer = deliverer

    async def send(self, row: DueRow) -> None:
        """Send a person's digest for the day that the text names, and let the next one be due."""
        person = PersonId(row.subject)
        wishes = await self._desk.wishes.of(person)
        if wishes.notices.when != "daily" or not await self._desk.reaches(person, wishes.notices):
            return
        day, tries = (int(word) for word in (*row.text.split(), "0")[:2])
        at = hour_on(day, wishes.notices.hour, wishes.time_zone)
        if at <= now():
            again = await self._sent(row, wishes, day, tries + 1)
            day, tries, at = self._next(wishes, at, day, tries + 1, again)
        await self._desk.due.set(DIGEST, person, at, f"{day} {tries}")

    @staticmethod
    def _next(wishes: Wishes, at: int, day: int, tries: int, again: float | None) -> tuple[int, int, int]:
        """The day, the tries, and the time of what is due next: the same once more, or that of a later day."""
        hour, zone = wishes.notices.hour, wishes.time_zone
        following = next_day(max(now(), at), hour, zone)
        later = hour_on(following, hour, zone)
        soon = None if again is None else now() + round(again * 1000)
        return (following, 0, later) if soon is None or soon >= later else (day, tries, soon)

    async def _sent(self, row: DueRow, wishes: Wishes, day: int, tries: int) -> float | None:
        person = PersonId(row.subject)
        waiting = await self._waiting(person) if wishes.notices.turn else []
        if not waiting:
            return None
        notice = compose_digest(waiting, day, await self._desk.reader(person, wishes))
        return await self._deliverer.deliver(notice, NoticeKind.DIGEST, wishes.notices, row, tries)

    async def _waiting(self, person: PersonId) -> list[tuple[Table, Seat]]:
        """The games that wait for the person, except those that they have just looked at."""
        found: list[tuple[Table, Seat]] = []
        for game in (await self._desk.store.waiting(person))[:MOST_GAMES]:
            table, seat = await self._desk.table(game), await self._desk.seat_of(game, person)
            turn = None if table is None else turn_of(table)
            looked = (await self._desk.store.look(person, game)).at
            if table is not None and turn is not None and turn.seat == seat and now() - looked >= LOOKED:
                found.append((table, turn.seat))
        return found
