"""After a change of a game: who gets notices about it, and when. What they say is decided when they are sent."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.notices.compose import NoticeReader
from shanghaien.web.notices.model import Channel, NoticeKind
from shanghaien.web.notices.place_store import PushStore
from shanghaien.web.notices.store import NoticeStore
from shanghaien.web.notices.timing import TurnNews, hour_on, news_for, next_day, notify_at, reminders, turn_of, wanted
from shanghaien.web.people.preferences import NoticePreferences, PersonPreferences, PreferenceStore
from shanghaien.web.tables import loading
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.open_games import GameWriter

NOTICE, REMIND, DIGEST, PREFERENCES = "notice", "remind", "digest", "preferences"
"""Kinds of jobs. Their subjects: person and game; person, game and share of the time; the person; the person."""


@dataclass(frozen=True, slots=True)
class NoticeContext:
    """The parts of the server that notices need."""

    games: GameWriter
    preferences: PreferenceStore
    store: NoticeStore
    jobs: JobStore
    channels: Sequence[Channel]

    async def table(self, game: GameId, at_least: int = 0) -> Table | None:
        """A game between two people as it is stored, at least at this version; None if there is none."""
        try:
            found = await self.games.current(game)
            if found.version < at_least:  # it is stored, and not announced yet
                found = await self._stored(game)
        except NoSuchGame:
            return None
        table = found.table()
        return table if table.mode is Mode.INVITE else None

    async def _stored(self, game: GameId) -> Game:
        stored = await self.games.store.load(game)
        if stored is None:
            raise NoSuchGame("")
        return loading.load(stored)

    async def players(self, game: GameId) -> list[tuple[Seat, PersonId]]:
        """Who plays against another person; a person with both seats gets no notices."""
        people = await self.games.store.people_of(game)
        return [(seat, person) for seat, person in people if (1 - seat, person) not in people]

    async def seat_of(self, game: GameId, person: PersonId) -> Seat | None:
        """Where the person sits; None if they do not play there, or play alone."""
        return next((seat for seat, player in await self.players(game) if player == person), None)

    def switched_on(self, preferences: NoticePreferences) -> list[Channel]:
        return [channel for channel in self.channels if getattr(preferences, channel.name)]

    async def reaches(self, person: PersonId, preferences: NoticePreferences) -> bool:
        for channel in self.switched_on(preferences):
            if await channel.places(person):
                return True
        return False

    async def reader(self, person: PersonId, preferences: PersonPreferences) -> NoticeReader:
        """The person as a reader; without a chosen language they read that of the browser set up last."""
        code = preferences.language
        if not code:
            browsers = await PushStore(self.store.database).of(person)
            code = browsers[-1].language if browsers else ""
        return NoticeReader(person, code, now())


def subject(*words: object) -> str:
    return " ".join(map(str, words))


class Announcer:
    """Schedules notices, reminders and digests."""

    def __init__(self, context: NoticeContext) -> None:
        self._context = context

    async def changed(self, row: JobRow) -> None:
        """A game between two people has changed; the text is its new version."""
        game = GameId(row.subject)
        table = await self._context.table(game, int(row.payload or 0))
        if table is None:
            return
        for seat, person in await self._context.players(game):
            await self._plan(table, seat, person)

    async def preferences_changed(self, row: JobRow) -> None:
        """The person's preferences or places have changed: plan again what waits for them."""
        person = PersonId(row.subject)
        await self._context.jobs.cancel(DIGEST, person)
        for game in await self._context.store.waiting(person):
            table, seat = await self._context.table(game), await self._context.seat_of(game, person)
            if table is not None and seat is not None:
                await self._plan(table, seat, person)

    async def _plan(self, table: Table, seat: Seat, person: PersonId) -> None:
        news = news_for(table, seat)
        preferences = await self._context.preferences.of(person) if news else PersonPreferences()
        if not news or not await self._context.reaches(person, preferences.notices):
            return
        first = next((each for each in news if wanted(each, preferences.notices)), None)
        if first is not None and first.kind is NoticeKind.TURN and preferences.notices.when == "daily":
            await self._digest(person, preferences)
        elif first is not None:
            await self._notice(first, table, person, preferences)
        await self._reminders(table, seat, person, preferences)

    async def _notice(self, news: TurnNews, table: Table, person: PersonId, preferences: PersonPreferences) -> None:
        at = notify_at(news, preferences.notices, await self._context.store.look(person, table.id))
        if at is not None:
            await self._context.jobs.set(NOTICE, subject(person, table.id), at)

    async def _digest(self, person: PersonId, preferences: PersonPreferences) -> None:
        day = next_day(now(), preferences.notices.hour, preferences.time_zone)
        at = hour_on(day, preferences.notices.hour, preferences.time_zone)
        await self._context.jobs.set_once(DIGEST, person, at, str(day))  # one that is late must not be put off

    async def _reminders(self, table: Table, seat: Seat, person: PersonId, preferences: PersonPreferences) -> None:
        turn = turn_of(table)
        if turn is None or turn.seat != seat:
            return
        for share, at in reminders(table, turn, preferences.notices).items():
            if at > now():
                await self._context.jobs.set(REMIND, subject(person, table.id, share), at)
