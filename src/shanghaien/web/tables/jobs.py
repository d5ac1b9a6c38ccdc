"""What the server does at tables by itself: it ends time that is up, carries out orders, and gives up seats."""

from collections.abc import Awaitable, Callable, Mapping

from shanghaien import rules
from shanghaien.rules import Seat, action_text
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId, RequestId
from shanghaien.web.core.jobs import Handler, JobRow, JobStore
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.person_data import LEAVE
from shanghaien.web.tables.change import CLOCK, ORDER, Change
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import A_SAILOR, standing_order_for
from shanghaien.web.tables.moves import choose_for, flag_fall
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.seating import withdraw_offer
from shanghaien.web.tables.store.lists import open_games_of_two, running_games
from shanghaien.web.tables.store.seats import PersonSeats


class Deadlines:
    """Does what is due at tables; done twice, the second time changes nothing."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._jobs = JobStore(games.database)

    def handlers(self) -> dict[str, Handler]:
        """What is done for each kind of what is due."""
        return {CLOCK: self.end_time, ORDER: self.carry_out}

    async def end_time(self, row: JobRow) -> None:
        """End the time of the player who is asked if it is up, else look again when it will be."""
        await self._games.heartbeat.beat()  # an outage that another process has noticed may have moved the end
        async with self._games.alone(GameId(row.subject)):
            game = await self._running(GameId(row.subject))
            fallen = None if game is None else flag_fall(game, now())
            if fallen is not None:
                await self._games.change(fallen)  # what is due next is stored with it
            elif game is not None and game.clocks is not None and game.clocks.deadline is not None:
                await self._jobs.set(CLOCK, row.subject, game.clocks.deadline)

    async def carry_out(self, row: JobRow) -> None:
        """Do what a player ordered, if the game still stands where it was ordered."""
        async with self._games.alone(GameId(row.subject)):
            game = await self._running(GameId(row.subject))
            seat = None if game is None or str(game.version) != row.payload else game.table().waits_for
            action = None if game is None or seat is None else standing_order_for(game.state, game.orders[seat])
            if game is None or seat is None or action is None:
                return
            change = Change(game)
            choose_for(change, seat, action_text(action))
            if not rules.is_chance(change.after.state):  # else their own page has to open a link for what follows
                await self._games.change(change)

    async def _running(self, game: GameId) -> Game | None:
        """The game, unless it is over, gone or damaged: then nothing is due any more."""
        try:
            found, _ = await self._games.open(game)
        except NoSuchGame:
            return None
        return None if found.over else found


# Giving up the seats of a deleted account: the game is the opponent's, the name becomes "a sailor".

AT_ONCE = 100


class DepartureJob:
    """Does what is due when an account is deleted; after a crash the next try finds the seats that are left."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._seats = PersonSeats(games.database)
        self.kind = LEAVE

    async def carry_out(self, row: JobRow) -> None:
        """Give up all seats that are left."""
        person = PersonId(row.subject)
        while games := await self._seats.games(person, AT_ONCE):
            for game in games:
                await self._leave(game, person)

    async def _leave(self, game: GameId, person: PersonId) -> None:
        people = await self._games.store.people_of(game)
        others = {seat for seat, other in people if other != person}
        own = sorted({seat for seat, other in people if other == person})
        async with self._games.alone(game):
            # Before the new entry tells other processes to read the game anew.
            await self._seats.forget_names(game, own, A_SAILOR)
            for seat in own:
                await self._stand_up(game, seat, alone=seat not in others)
            await self._seats.give_up(game, person, A_SAILOR)
            self._games.forget(game)

    async def _stand_up(self, game: GameId, seat: Seat, *, alone: bool) -> None:
        try:
            found, _ = await self._games.open(game)
        except NoSuchGame:  # called off, or damaged: there is nothing to give up
            return
        change = Change(found)
        if alone:
            _give_up(change, seat)
        _rename(change, seat, A_SAILOR)  # somebody else who has the seat too goes on playing
        if change.entries:
            await self._games.change(change)


# What follows at tables when a moderator has closed an account, renamed or muted a person: done when it is due.

SHUT, RENAMED, MUTED = "shut", "renamed", "muted"
"""What is due: the subject is the person; for a new name the text is that name. Who may talk again was muted, too."""


class ModerationJobs:
    """Gives up or renames a person's seats, game by game; what was done before a crash is not done again."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games

    def handlers(self) -> Mapping[str, Callable[[JobRow], Awaitable[None]]]:
        """What it does, by the kind of what is due."""
        return {SHUT: self._give_up, RENAMED: self._rename, MUTED: self._tell_muted}

    async def _give_up(self, row: JobRow) -> None:
        await self._at_all(PersonId(row.subject), _give_up)

    async def _rename(self, row: JobRow) -> None:
        await self._at_all(PersonId(row.subject), lambda change, seat: _rename(change, seat, row.payload))

    async def _tell_muted(self, row: JobRow) -> None:
        await self.tell_terms(PersonId(row.subject))

    async def _at_all(self, person: PersonId, do: Callable[[Change, Seat], None]) -> None:
        database, last = self._games.database, ""
        while games := await running_games(database, person, last, AT_ONCE):
            for game in games:
                await self._at(game, person, do)
            last = games[-1]

    async def _at(self, game: GameId, person: PersonId, do: Callable[[Change, Seat], None]) -> None:
        async with self._games.alone(game):
            try:
                found, seats = await self._games.open(game, person)
            except NoSuchGame:  # called off, or damaged
                return
            change = Change(found)
            if len(seats) == 1:
                do(change, min(seats))
            if change.entries:
                await self._games.change(change)

    async def part(self, one: PersonId, other: PersonId) -> None:
        """Call off what one of two people has offered the other: they keep away from each other now."""
        for game in await open_games_of_two(self._games.database, one, other):
            await self._at(game, one, _call_off)
            await withdraw_offer(self._games, game)

    async def tell_terms(self, *people: PersonId) -> None:
        """Tell the players and watchers of their games that they may no longer see it, or that others may talk there."""
        for person in people:
            for game in await running_games(self._games.database, person, "", AT_ONCE):
                self._games.hub.publish_terms(game)


def _give_up(change: Change, seat: Seat) -> None:
    """Call an invitation off, or resign a game that goes on."""
    _call_off(change, seat)
    if change.after.table().started and not change.after.over:
        change.note(EntryKind.RESIGN, seat, request_id=_fresh())


def _call_off(change: Change, seat: Seat) -> None:
    if not change.after.table().started:
        change.note(EntryKind.CALLED_OFF, seat, request_id=_fresh())


def _rename(change: Change, seat: Seat, name: str) -> None:
    if change.after.row.seats[seat].name not in ("", name) and not change.after.called_off:
        change.rename(seat, name, _fresh())


def _fresh() -> RequestId:
    return RequestId(new_id())
