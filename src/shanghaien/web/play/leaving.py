"""Giving up the seats of somebody who has gone: the game is the opponent's, the name becomes "a sailor"."""

from shanghaien.rules import Seat
from shanghaien.web.http.signing import new_id
from shanghaien.web.ids import GameId, PersonId, RequestId
from shanghaien.web.store.due import DueRow
from shanghaien.web.store.leaving import LEAVE, SeatsLeft

from .change import Change
from .loaded_game import LoadedGame
from .open_games import OpenGames
from .refusals import NoSuchGame
from .table import A_SAILOR

AT_ONCE = 100


class Leaving:
    """Does what is due when somebody has gone; whoever goes on after a crash finds the seats that are left."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self._seats = SeatsLeft(games.games.database)
        self.kind = LEAVE

    async def carry_out(self, row: DueRow) -> None:
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
