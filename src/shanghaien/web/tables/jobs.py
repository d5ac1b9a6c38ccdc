"""What the server does at tables by itself: it ends time that is up, carries out orders, and writes down that it is there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from shanghaien import rules
from shanghaien.rules import Seat, action_text
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId, RequestId
from shanghaien.web.core.jobs import Handler, JobRow, JobStore
from shanghaien.web.core.outages import note
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.person_data import LEAVE
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.clocks import Pause
from shanghaien.web.tables.errors import DamagedGame, NoSuchGame
from shanghaien.web.tables.loaded_game import LoadedGame
from shanghaien.web.tables.model import A_SAILOR, standing_order_for
from shanghaien.web.tables.moves import choose_for
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.seating import withdraw_offer
from shanghaien.web.tables.store.lists import open_games_of_two, running_games
from shanghaien.web.tables.store.pauses import OutageStore
from shanghaien.web.tables.store.seats import PersonSeats
from shanghaien.web.tables.time_up import CLOCK, ORDER, flag_fall


class Deadlines:
    """Does what is due at tables; done twice, the second time changes nothing."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._due = JobStore(games.games.database)

    def handlers(self) -> dict[str, Handler]:
        """What is done for each kind of what is due."""
        return {CLOCK: self.end_time, ORDER: self.carry_out}

    async def end_time(self, row: JobRow) -> None:
        """End the time of whoever is asked if it is up, else look again when it will be."""
        game = GameId(row.subject)
        async with self._games.alone(game):
            loaded = await self._found(game)
            fallen = None if loaded is None else flag_fall(loaded, now())
            if loaded is not None and fallen is not None:
                await self._games.change(loaded, fallen)  # what is due next is stored with it
            elif loaded is not None and loaded.clocks is not None and loaded.clocks.deadline is not None:
                await self._due.set(CLOCK, game, loaded.clocks.deadline)

    async def carry_out(self, row: JobRow) -> None:
        """Do what a player ordered, if the game still stands where it was ordered."""
        game = GameId(row.subject)
        async with self._games.alone(game):
            loaded = await self._found(game)
            if loaded is None or str(loaded.version) != row.text:
                return
            seat = loaded.table().waits_for
            action = None if seat is None else standing_order_for(loaded.progress.state, loaded.table().orders[seat])
            if seat is None or action is None:
                return
            change = choose_for(loaded, seat, action_text(action))
            if not rules.is_chance(change.state):  # else their own page has to open a link for what follows
                await self._games.change(loaded, change)

    async def _found(self, game: GameId) -> LoadedGame | None:
        """The game, unless it is over, gone or damaged: then nothing is due any more."""
        try:
            loaded, _ = await self._games.open(game)
        except (NoSuchGame, DamagedGame):
            return None
        return None if loaded.progress.result is not None else loaded


# Giving up the seats of somebody who has gone: the game is the opponent's, the name becomes "a sailor".

AT_ONCE = 100


class DepartureJob:
    """Does what is due when somebody has gone; whoever goes on after a crash finds the seats that are left."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._seats = PersonSeats(games.games.database)
        self.kind = LEAVE

    async def carry_out(self, row: JobRow) -> None:
        """Give up all seats that are left."""
        person = PersonId(row.subject)
        while games := await self._seats.games(person, AT_ONCE):
            for game in games:
                await self._leave(game, person)

    async def _leave(self, game: GameId, person: PersonId) -> None:
        people = await self._games.games.people_of(game)
        others = {seat for seat, other in people if other != person}
        async with self._games.alone(game):
            for seat in sorted({seat for seat, other in people if other == person}):
                await self._stand_up(game, seat, alone=seat not in others)
            await self._seats.give_up(game, person)
            self._games.forget(game)

    async def _stand_up(self, game: GameId, seat: Seat, *, alone: bool) -> None:
        try:
            loaded, _ = await self._games.open(game)
        except NoSuchGame:  # called off, or damaged: there is nothing to give up
            return
        change = _farewell(loaded, seat, alone=alone)
        if change.entries:
            await self._games.change(loaded, change)


def _farewell(loaded: LoadedGame, seat: Seat, *, alone: bool) -> Change:
    """What happens at a seat whose person has gone; somebody else who has it too goes on playing."""
    table, change = loaded.table(), loaded.begin_change()
    if alone and not table.started:
        change.call_off(seat, _fresh())
        return change
    if alone and not table.over:
        change.resign(seat, _fresh())
    if table.chairs[seat].name not in ("", A_SAILOR):
        change.rename(seat, A_SAILOR, _fresh())
    return change


def _fresh() -> RequestId:
    return RequestId(new_id())


# What follows at tables when a moderator has closed an account, renamed or muted somebody: done when it is due.

SHUT, RENAMED, MUTED = "shut", "renamed", "muted"
"""What is due: the subject is the person; for a new name the text is that name. Who may talk again was muted, too."""
MakeChange = Callable[[LoadedGame, Seat], Change]


class ModerationJobs:
    """Gives up or renames somebody's seats, game by game; what was done before a crash is not done again."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games

    def handlers(self) -> Mapping[str, Callable[[JobRow], Awaitable[None]]]:
        """What it does, by the kind of what is due."""
        return {SHUT: self._give_up, RENAMED: self._rename, MUTED: self._tell_muted}

    async def _give_up(self, row: JobRow) -> None:
        await self._at_all(PersonId(row.subject), _given_up)

    async def _rename(self, row: JobRow) -> None:
        await self._at_all(PersonId(row.subject), lambda loaded, seat: _renamed(loaded, seat, row.text))

    async def _tell_muted(self, row: JobRow) -> None:
        await self.tell_terms(PersonId(row.subject))

    async def _at_all(self, person: PersonId, make: MakeChange) -> None:
        database, last = self._games.games.database, ""
        while games := await running_games(database, person, last, AT_ONCE):
            for game in games:
                await self._at(game, person, make)
            last = games[-1]

    async def _at(self, game: GameId, person: PersonId, make: MakeChange) -> None:
        async with self._games.alone(game):
            try:
                loaded, seats = await self._games.open(game, person)
            except NoSuchGame:  # called off, or damaged
                return
            change = make(loaded, min(seats)) if len(seats) == 1 else loaded.begin_change()
            if change.entries:
                await self._games.change(loaded, change)

    async def part(self, one: PersonId, other: PersonId) -> None:
        """Call off what one of two people has offered the other: they keep away from each other now."""
        for game in await open_games_of_two(self._games.games.database, one, other):
            await self._at(game, one, _called_off)
            await withdraw_offer(self._games, game)

    async def tell_terms(self, *people: PersonId) -> None:
        """Tell whoever watches or plays a game of theirs that they may no longer see it, or that others may talk there."""
        for person in people:
            for game in await running_games(self._games.games.database, person, "", AT_ONCE):
                self._games.hub.publish_terms(game)


def _given_up(loaded: LoadedGame, seat: Seat) -> Change:
    table, change = loaded.table(), loaded.begin_change()
    if not table.started:
        change.call_off(seat, _moderated_fresh())
    elif not table.over:
        change.resign(seat, _moderated_fresh())
    return change


def _called_off(loaded: LoadedGame, seat: Seat) -> Change:
    change = loaded.begin_change()
    if not loaded.table().started:
        change.call_off(seat, _moderated_fresh())
    return change


def _renamed(loaded: LoadedGame, seat: Seat, name: str) -> Change:
    change = loaded.begin_change()
    if loaded.table().chairs[seat].name not in ("", name):
        change.rename(seat, name, _moderated_fresh())
    return change


def _moderated_fresh() -> RequestId:
    return RequestId(new_id())


# Time in which no server was there does not count: every process writes down that it lives.

log = logging.getLogger("shanghaien.time")
SECONDS_BETWEEN = 5.0
LONGEST_SILENCE_MS = 8_000
"""What may lie between two signs of life of servers that are there."""


class OutageHeartbeat:
    """Writes down every few seconds that this process is there."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._store = OutageStore(games.games.database)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Find out how long nobody was there, and begin to beat."""
        # A process that has the store to itself was alone before too: it has not been there since it last said so.
        silence = 0 if self._games.games.database.is_sqlite else LONGEST_SILENCE_MS
        outage = await self._store.begin(now(), silence)
        if outage is not None:
            log.info("nobody's time went on while no server was there", extra={"ms": outage[1] - outage[0]})
        self._games.outages = tuple(Pause(*span) for span in await self._store.known())
        self._task = asyncio.create_task(self._beat(), name="showing life")

    async def close(self) -> None:
        """Say a last time that this process was there."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._store.beat(now())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN)
            try:
                await self._store.beat(now())
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                note(log, "a sign of life could not be written", error)
