"""Notices that are due: the game and the person are looked at again when the time has come."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shanghaien.rules import Seat
from shanghaien.web.core.backoff import pause_after
from shanghaien.web.core.clock import now
from shanghaien.web.core.counters import NOTICES
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.core.jobs import JobRow, JobStore, NewJob
from shanghaien.web.notices.announce import DIGEST, NOTICE, PREFERENCES, REMIND, Announcer, NoticeContext
from shanghaien.web.notices.compose import compose, compose_digest
from shanghaien.web.notices.model import Channel, Notice, NoticeKind, Outcome
from shanghaien.web.notices.store import Mark, Marked, NoticeStore
from shanghaien.web.notices.timing import (
    DAY,
    LOOKED,
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
from shanghaien.web.people.preferences import NoticePreferences, PersonPreferences, PreferenceStore
from shanghaien.web.tables.change import TURN
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter

log = logging.getLogger("shanghaien.notices")
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 6 * 3600.0
"""Seconds until a notice is tried again that did not arrive; each further failure doubles the pause."""
MOVED_ON = 1.0
"""Seconds until a game is looked at again that has moved on since a notice of it was made."""


def _later(row: JobRow, tries: int) -> NewJob:
    """The same once more, though another process has taken it over meanwhile."""
    return NewJob(
        row.kind, row.subject, now() + round(pause_after(tries, FIRST_PAUSE, LONGEST_PAUSE) * 1000), row.payload
    )


class Retry(NamedTuple):
    """After how many seconds something is tried again, and why it failed, as far as that is known."""

    seconds: float
    problem: str = ""


def _longer(one: Retry | None, other: Retry) -> Retry:
    """The longer of two pauses, with what is known of the problem."""
    return other if one is None else Retry(max(one.seconds, other.seconds), one.problem or other.problem)


class Deliverer:
    """Sends notices by all channels that their readers have switched on."""

    def __init__(self, context: NoticeContext) -> None:
        self._context = context

    async def deliver(
        self, notice: Notice, mark: str, preferences: NoticePreferences, row: JobRow, tries: int
    ) -> Retry | None:
        """Send a notice wherever that has not happened yet; when and why it is tried again, or None.

        If the game has moved on since the notice was made, that is soon: there may be other news.
        """
        version = notice.version if notice.game else None
        again: Retry | None = None
        for channel in self._context.switched_on(preferences):
            for place in await channel.places(notice.person):
                marked = Mark(notice.game, notice.turn, notice.person, place, mark)
                outcome = await self._send(channel, marked, notice, version, _later(row, tries))
                if outcome is None:
                    return Retry(MOVED_ON)
                if outcome.word == "failed":
                    pause = max(outcome.retry_after, pause_after(tries, FIRST_PAUSE, LONGEST_PAUSE))
                    again = _longer(again, Retry(pause, outcome.problem))
        return again

    async def _send(
        self, channel: Channel, mark: Mark, notice: Notice, version: Version | None, again: NewJob
    ) -> Outcome | None:
        """What came of sending to one place; None if nothing was sent, since the game has moved on."""
        match await self._context.store.mark(mark, version):
            case Marked.MOVED_ON:
                return None
            case Marked.BEFORE:
                return Outcome("before")
        outcome = await self._try(channel, mark, notice)
        NOTICES.add(channel.name, outcome.word)
        if outcome.word == "failed":
            await self._context.store.unmark(mark, again)
        return outcome

    async def _try(self, channel: Channel, mark: Mark, notice: Notice) -> Outcome:
        try:
            return await channel.send(mark.place, notice)
        except Exception as error:  # noqa: BLE001 - whether it arrived is unknown, so it is not sent again
            log.warning("a notice may not have arrived", extra={"place": mark.place, "reason": type(error).__name__})
            return Outcome("unknown")


MOST_GAMES = 50
"""A digest lists no more; they are the most urgent ones."""


@dataclass(frozen=True, slots=True)
class Notices:
    """What is done about notices when it is due. What to send is decided then, not when the job was scheduled."""

    context: NoticeContext
    announcer: Announcer
    deliverer: Deliverer

    def handlers(self) -> dict[str, Callable[[JobRow], Awaitable[None]]]:
        return {
            TURN: self.announcer.changed,
            NOTICE: self.notify,
            REMIND: self.remind,
            DIGEST: self.send_digest,
            PREFERENCES: self.announcer.preferences_changed,
        }

    async def notify(self, row: JobRow) -> None:
        """Send what is new in a game, put it off, or send nothing if the person knows it or does not want it."""
        person, game = row.subject.split()
        table, seat = await self._seated(PersonId(person), GameId(game))
        if table is None or seat is None:
            return
        preferences = await self.context.preferences.of(PersonId(person))
        news = next((each for each in news_for(table, seat) if wanted(each, preferences.notices)), None)
        at = None if news is None else await self._time(table, seat, news, PersonId(person), preferences)
        if news is None or at is None:
            return
        if at > now():
            await self.context.jobs.set(NOTICE, row.subject, at)
            return
        tries = int(row.payload or 0) + 1
        notice = compose(news, table, seat, await self.context.reader(PersonId(person), preferences))
        again = await self.deliverer.deliver(notice, news.mark, preferences.notices, row, tries)
        if again is not None and (news.kind is NoticeKind.TURN or now() < news.since + DAY):
            await self._try_again(row, again, tries)

    async def remind(self, row: JobRow) -> None:
        """Remind a player whose turn it still is, unless they have just looked; later if their time has changed."""
        person, game, share = row.subject.split()
        table, seat = await self._seated(PersonId(person), GameId(game))
        turn = None if table is None else turn_of(table)
        if table is None or turn is None or turn.seat != seat:
            return
        preferences = await self.context.preferences.of(PersonId(person))
        times = reminders(table, turn, preferences.notices)
        at = times.get(int(share))
        if at is None or await self._is_needless(PersonId(person), table, times, int(share)):
            return
        if at > now():
            await self.context.jobs.set(REMIND, row.subject, at)
            return
        tries = int(row.payload or 0) + 1
        notice = compose(
            turn.news(NoticeKind.TIME), table, seat, await self.context.reader(PersonId(person), preferences)
        )
        again = await self.deliverer.deliver(notice, f"{NoticeKind.TIME} {share}", preferences.notices, row, tries)
        if again is not None:
            await self._try_again(row, again, tries)

    async def send_digest(self, row: JobRow) -> None:
        """Send a person's digest for the day that the text names, and schedule the next one."""
        person = PersonId(row.subject)
        preferences = await self.context.preferences.of(person)
        if preferences.notices.when != "daily" or not await self.context.reaches(person, preferences.notices):
            return
        day, tries = (int(word) for word in (*row.payload.split(), "0")[:2])
        at, problem = hour_on(day, preferences.notices.hour, preferences.time_zone), ""
        if at <= now():
            again = await self._send_digest(row, preferences, day, tries + 1)
            day, tries, at = _next_digest(preferences, at, day, tries + 1, again)
            problem = again.problem if again and tries else ""
        await self.context.jobs.set(DIGEST, person, at, f"{day} {tries}", problem)

    async def _seated(self, person: PersonId, game: GameId) -> tuple[Table | None, Seat | None]:
        return await self.context.table(game), await self.context.seat_of(game, person)

    async def _try_again(self, row: JobRow, again: Retry, tries: int) -> None:
        at = now() + round(again.seconds * 1000)
        await self.context.jobs.set(row.kind, row.subject, at, str(tries), again.problem)

    async def _time(
        self, table: Table, seat: Seat, news: TurnNews, person: PersonId, preferences: PersonPreferences
    ) -> int | None:
        at = notify_at(news, preferences.notices, await self.context.store.look(person, table.id))
        turn = turn_of(table)
        if at is None or turn is None or turn.seat != seat:
            return at
        return max(at, left_to_orders(table, turn))

    async def _is_needless(self, person: PersonId, table: Table, times: dict[int, int], share: int) -> bool:
        """Whether the player has just looked, muted the game, or the next reminder is due already."""
        look = await self.context.store.look(person, table.id)
        overtaken = any(less < share and at <= now() for less, at in times.items())
        return look.muted or overtaken or now() - look.at < LOOKED

    async def _send_digest(self, row: JobRow, preferences: PersonPreferences, day: int, tries: int) -> Retry | None:
        person = PersonId(row.subject)
        waiting = await self._waiting(person) if preferences.notices.turn else []
        if not waiting:
            return None
        notice = compose_digest(waiting, day, await self.context.reader(person, preferences))
        return await self.deliverer.deliver(notice, NoticeKind.DIGEST, preferences.notices, row, tries)

    async def _waiting(self, person: PersonId) -> list[tuple[Table, Seat]]:
        """The games that wait for the person, except those that they have just looked at."""
        found: list[tuple[Table, Seat]] = []
        for game in (await self.context.store.waiting(person))[:MOST_GAMES]:
            table, seat = await self._seated(person, game)
            turn = None if table is None else turn_of(table)
            looked = (await self.context.store.look(person, game)).at
            if table is not None and turn is not None and turn.seat == seat and now() - looked >= LOOKED:
                found.append((table, turn.seat))
        return found


def _next_digest(
    preferences: PersonPreferences, at: int, day: int, tries: int, again: Retry | None
) -> tuple[int, int, int]:
    """The day, the tries, and the time of what is due next: the same once more, or that of a later day."""
    hour, zone = preferences.notices.hour, preferences.time_zone
    following = next_day(max(now(), at), hour, zone)
    later = hour_on(following, hour, zone)
    soon = None if again is None else now() + round(again.seconds * 1000)
    return (following, 0, later) if soon is None or soon >= later else (day, tries, soon)


def notices(games: GameWriter, preferences: PreferenceStore, channels: Sequence[Channel]) -> Notices:
    database = games.database
    context = NoticeContext(games, preferences, NoticeStore(database), JobStore(database), channels)
    return Notices(context, Announcer(context), Deliverer(context))
