"""After a change of a game: who is to be told of it, and when. What is told is decided when it is told."""

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
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.loaded_game import LoadedGame
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.open_games import GameWriter

# What everybody who tells people something needs: the game as it is stored, who plays, and what they wish.

NOTICE, REMIND, DIGEST, WISHED = "notice", "remind", "digest", "wished"
"""The kinds of what is due: the subjects are person and game; these and a share of the time; and twice the person."""


@dataclass(frozen=True, slots=True)
class NoticeContext:
    """The parts of the server that notices need."""

    games: GameWriter
    wishes: PreferenceStore
    store: NoticeStore
    due: JobStore
    channels: Sequence[Channel]

    async def table(self, game: GameId, told: int = 0) -> Table | None:
        """A game between two people as it is stored, not before the version told of; None if there is none."""
        try:
            loaded = await self.games.current(game)
            if loaded.version < told:  # it is stored, and not announced yet
                loaded = await self._stored(game)
        except NoSuchGame:
            return None
        table = loaded.table()
        return table if table.mode is Mode.INVITE else None

    async def _stored(self, game: GameId) -> LoadedGame:
        stored = await self.games.games.load(game)
        if stored is None:
            raise NoSuchGame("")
        loaded = LoadedGame(stored.row)
        loaded.load(stored)
        return loaded

    async def players(self, game: GameId) -> list[tuple[Seat, PersonId]]:
        """Who plays against somebody else there; whoever has both seats plays alone and need not be told anything."""
        people = await self.games.games.people_of(game)
        return [(seat, person) for seat, person in people if (1 - seat, person) not in people]

    async def seat_of(self, game: GameId, person: PersonId) -> Seat | None:
        """Where the person sits; None if they do not play there, or play alone."""
        return next((seat for seat, player in await self.players(game) if player == person), None)

    def switched_on(self, wishes: NoticePreferences) -> list[Channel]:
        """The channels that the person wants to use."""
        return [channel for channel in self.channels if getattr(wishes, channel.name)]

    async def reaches(self, person: PersonId, wishes: NoticePreferences) -> bool:
        """Whether there is any place where the person can be told something."""
        for channel in self.switched_on(wishes):
            if await channel.places(person):
                return True
        return False

    async def reader(self, person: PersonId, wishes: PersonPreferences) -> NoticeReader:
        """The person as a reader, now; whoever has chosen no language reads that of the browser that they set up last."""
        code = wishes.language
        if not code:
            browsers = await PushStore(self.store.database).of(person)
            code = browsers[-1].language if browsers else ""
        return NoticeReader(person, code, now())


def subject(*words: object) -> str:
    """What is due, by who and what it is about."""
    return " ".join(map(str, words))


class Announcer:
    """Sets notices, reminders and digests due."""

    def __init__(self, desk: NoticeContext) -> None:
        self._desk = desk

    async def changed(self, row: JobRow) -> None:
        """A game between two people has changed; the text names the version to which it has."""
        game = GameId(row.subject)
        table = await self._desk.table(game, int(row.text or 0))
        if table is None:
            return
        for seat, person in await self._desk.players(game):
            await self._plan(table, seat, person)

    async def wished(self, row: JobRow) -> None:
        """The person wishes something else now, or can be reached elsewhere: what waits is planned anew."""
        person = PersonId(row.subject)
        await self._desk.due.cancel(DIGEST, person)
        for game in await self._desk.store.waiting(person):
            table, seat = await self._desk.table(game), await self._desk.seat_of(game, person)
            if table is not None and seat is not None:
                await self._plan(table, seat, person)

    async def _plan(self, table: Table, seat: Seat, person: PersonId) -> None:
        news = news_for(table, seat)
        wishes = await self._desk.wishes.of(person) if news else PersonPreferences()
        if not news or not await self._desk.reaches(person, wishes.notices):
            return
        told = next((each for each in news if wanted(each, wishes.notices)), None)
        if told is not None and told.kind is NoticeKind.TURN and wishes.notices.when == "daily":
            await self._digest(person, wishes)
        elif told is not None:
            await self._notice(told, table, person, wishes)
        await self._reminders(table, seat, person, wishes)

    async def _notice(self, news: TurnNews, table: Table, person: PersonId, wishes: PersonPreferences) -> None:
        at = notify_at(news, wishes.notices, await self._desk.store.look(person, table.id))
        if at is not None:
            await self._desk.due.set(NOTICE, subject(person, table.id), at)

    async def _digest(self, person: PersonId, wishes: PersonPreferences) -> None:
        day = next_day(now(), wishes.notices.hour, wishes.time_zone)
        at = hour_on(day, wishes.notices.hour, wishes.time_zone)
        await self._desk.due.set_once(DIGEST, person, at, str(day))  # one that is late must not be put off

    async def _reminders(self, table: Table, seat: Seat, person: PersonId, wishes: PersonPreferences) -> None:
        turn = turn_of(table)
        if turn is None or turn.seat != seat:
            return
        for share, at in reminders(table, turn, wishes.notices).items():
            if at > now():
                await self._desk.due.set(REMIND, subject(person, table.id, share), at)
