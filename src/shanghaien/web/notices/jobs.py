"""Telling a person what is new in a game of theirs, when that is due: the game is looked at again, and so is the person."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.notices.announce import DIGEST, NOTICE, REMIND, WISHED, Announcer, NoticeContext
from shanghaien.web.notices.compose import compose, compose_digest
from shanghaien.web.notices.deliver import Deliverer
from shanghaien.web.notices.model import Channel, NoticeKind
from shanghaien.web.notices.store import NoticeStore
from shanghaien.web.notices.timing import (
    DAY,
    LOOKED,
    OpenTurn,
    TurnNews,
    hour_on,
    left_to_orders,
    news_for,
    next_day,
    notify_at,
    reminders,
    turn_of,
    wanted,
)
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.time_up import TURN


class TurnNotifier:
    """Does notices that are due. Nothing is remembered of what they were to say when they were set."""

    def __init__(self, desk: NoticeContext, deliverer: Deliverer) -> None:
        self._desk = desk
        self._deliverer = deliverer

    async def tell(self, row: JobRow) -> None:
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

    async def _time(
        self, table: Table, seat: Seat, news: TurnNews, person: PersonId, wishes: PersonPreferences
    ) -> int | None:
        at = notify_at(news, wishes.notices, await self._desk.store.look(person, table.id))
        turn = turn_of(table)
        if at is None or turn is None or turn.seat != seat:
            return at
        return max(at, left_to_orders(table, turn))

    async def _send(self, row: JobRow, table: Table, seat: Seat, news: TurnNews, wishes: PersonPreferences) -> None:
        person, tries = PersonId(row.subject.split()[0]), int(row.text or 0) + 1
        notice = compose(news, table, seat, await self._desk.reader(person, wishes))
        again = await self._deliverer.deliver(notice, news.mark, wishes.notices, row, tries)
        if again is not None and (news.kind is NoticeKind.TURN or now() < news.since + DAY):
            await self._desk.due.set(NOTICE, row.subject, now() + round(again * 1000), str(tries))


# Reminding a player while their time runs out; where their time has changed meanwhile, later.


class Reminder:
    """Does reminders that are due."""

    def __init__(self, desk: NoticeContext, deliverer: Deliverer) -> None:
        self._desk = desk
        self._deliverer = deliverer

    async def remind(self, row: JobRow) -> None:
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

    async def _send(self, row: JobRow, table: Table, turn: OpenTurn, wishes: PersonPreferences) -> None:
        person, _, share = row.subject.split()
        tries = int(row.text or 0) + 1
        news = TurnNews(NoticeKind.TIME, turn.number, turn.since, turn.told)
        notice = compose(news, table, turn.seat, await self._desk.reader(PersonId(person), wishes))
        again = await self._deliverer.deliver(notice, f"{NoticeKind.TIME} {share}", wishes.notices, row, tries)
        if again is not None:
            await self._desk.due.set(REMIND, row.subject, now() + round(again * 1000), str(tries))


# The digest: once a day, at the hour of a person's choice, one notice of all games that wait for them.

MOST_GAMES = 50
"""A digest tells of no more; they are the most urgent ones."""


class Digester:
    """Does digests that are due."""

    def __init__(self, desk: NoticeContext, deliverer: Deliverer) -> None:
        self._desk = desk
        self._deliverer = deliverer

    async def send(self, row: JobRow) -> None:
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
    def _next(wishes: PersonPreferences, at: int, day: int, tries: int, again: float | None) -> tuple[int, int, int]:
        """The day, the tries, and the time of what is due next: the same once more, or that of a later day."""
        hour, zone = wishes.notices.hour, wishes.time_zone
        following = next_day(max(now(), at), hour, zone)
        later = hour_on(following, hour, zone)
        soon = None if again is None else now() + round(again * 1000)
        return (following, 0, later) if soon is None or soon >= later else (day, tries, soon)

    async def _sent(self, row: JobRow, wishes: PersonPreferences, day: int, tries: int) -> float | None:
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


# What is done about notices when it is due, put together once.


@dataclass(frozen=True, slots=True)
class Notices:
    """Everything about notices that one process has."""

    desk: NoticeContext
    announcer: Announcer
    deliverer: Deliverer

    def handlers(self) -> dict[str, Callable[[JobRow], Awaitable[None]]]:
        """What is done for each kind of what is due; each bears repeating."""
        return {
            TURN: self.announcer.changed,
            NOTICE: TurnNotifier(self.desk, self.deliverer).tell,
            REMIND: Reminder(self.desk, self.deliverer).remind,
            DIGEST: Digester(self.desk, self.deliverer).send,
            WISHED: self.announcer.wished,
        }


def notices(games: GameWriter, wishes: PreferenceStore, channels: Sequence[Channel]) -> Notices:
    """The notices of a site's games by these channels; without any, nobody is told anything."""
    database = games.games.database
    desk = NoticeContext(games, wishes, NoticeStore(database), JobStore(database), channels)
    return Notices(desk, Announcer(desk), Deliverer(desk))
