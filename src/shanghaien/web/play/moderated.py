"""What follows at tables when a moderator has closed an account, renamed or muted somebody: done when it is due."""

from collections.abc import Awaitable, Callable, Mapping

from shanghaien.rules import Seat
from shanghaien.web.http.signing import new_id
from shanghaien.web.ids import GameId, PersonId, RequestId
from shanghaien.web.store.due import DueRow
from shanghaien.web.store.running_games import open_games_of_two, running_games

from .change import Change
from .loaded_game import LoadedGame
from .open_games import OpenGames
from .refusals import NoSuchGame
from .rematch_notes import withdraw_offer

SHUT, RENAMED, MUTED = "shut", "renamed", "muted"
"""What is due: the subject is the person; for a new name the text is that name. Who may talk again was muted, too."""
AT_ONCE = 100
MakeChange = Callable[[LoadedGame, Seat], Change]


class ModeratedSeats:
    """Gives up or renames somebody's seats, game by game; what was done before a crash is not done again."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games

    def handlers(self) -> Mapping[str, Callable[[DueRow], Awaitable[None]]]:
        """What it does, by the kind of what is due."""
        return {SHUT: self._give_up, RENAMED: self._rename, MUTED: self._tell_muted}

    async def _give_up(self, row: DueRow) -> None:
        await self._at_all(PersonId(row.subject), _given_up)

    async def _rename(self, row: DueRow) -> None:
        await self._at_all(PersonId(row.subject), lambda loaded, seat: _renamed(loaded, seat, row.text))

    async def _tell_muted(self, row: DueRow) -> None:
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
        change.call_off(seat, _fresh())
    elif not table.over:
        change.resign(seat, _fresh())
    return change


def _called_off(loaded: LoadedGame, seat: Seat) -> Change:
    change = loaded.begin_change()
    if not loaded.table().started:
        change.call_off(seat, _fresh())
    return change


def _renamed(loaded: LoadedGame, seat: Seat, name: str) -> Change:
    change = loaded.begin_change()
    if loaded.table().chairs[seat].name not in ("", name):
        change.rename(seat, name, _fresh())
    return change


def _fresh() -> RequestId:
    return RequestId(new_id())
