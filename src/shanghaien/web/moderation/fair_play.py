"""What those who keep order decide about ratings: whose games count, which game does, and who is watched anew.

Each deed is one transaction with its line in the audit, in which nobody else changes results.
"""

from contextlib import AbstractAsyncContextManager
from itertools import pairwise
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.moderation.actions import (
    ActionReason,
    Moderator,
    NotAllowed,
    NothingToDo,
    note,
    reason_of,
    start_action,
)
from shanghaien.web.people.sanctions import UNRATE, impose, revoke
from shanghaien.web.standings.results_store import results_of

LONGEST_ID = 40
BEFORE_AN_ID = {"t", "watch", "replay", "hint"}
"""What stands before the id of a game in the addresses of its pages."""


class RatedResults(Protocol):
    """The smallest that this needs to know of standings; everything happens inside a transaction of `changing`."""

    def changing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction in which nobody else changes results."""

    async def bar(self, connection: AsyncConnection, person: PersonId, since: int = 0) -> int:
        """Let no game of somebody count that ended from then on; how many did."""

    async def unbar(self, connection: AsyncConnection, person: PersonId) -> bool:
        """Let their games count again; False if they did."""

    async def mark_game(self, connection: AsyncConnection, game: GameId) -> bool:
        """Let a game not count; False if it did not."""

    async def take_game_back(self, connection: AsyncConnection, game: GameId) -> bool:
        """Let a game count again that was marked; False if it was not."""

    async def clear(self, connection: AsyncConnection, person: PersonId) -> None:
        """Let the watch over somebody begin anew."""


class FairPlay:
    """Takes games out of the ratings and lets them count again, and clears people whose play looked too perfect."""

    def __init__(self, results: RatedResults) -> None:
        self._results = results

    async def unrate(self, by: Moderator, person: PersonId, since: int, why: ActionReason) -> int:
        """Their games that ended at a time or later do not count any more; how many did."""
        async with self._results.changing() as connection:
            whom = await start_action(connection, by, person, why, account=True)
            await revoke(connection, person, UNRATE)
            await impose(connection, new_id(), person, UNRATE, reason_of(why), since)
            await note(connection, by, "unrate", whom, why, str(since))
            return await self._results.bar(connection, person, since)

    async def count_again(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """Their games count again, but for those against somebody whose games do not."""
        async with self._results.changing() as connection:
            whom = await start_action(connection, by, person, why, account=True)
            lifted = await revoke(connection, person, UNRATE)
            if not await self._results.unbar(connection, person) and not lifted:
                raise NothingToDo(N_("Their games count already."))
            await note(connection, by, "count-again", whom, why)

    async def clear(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """Somebody has looked at their games and found nothing wrong: the watch begins anew."""
        async with self._results.changing() as connection:
            whom = await start_action(connection, by, person, why, account=True)
            await self._results.clear(connection, person)
            await note(connection, by, "clear", whom, why)

    async def game_off(self, by: Moderator, person: PersonId, game: GameId, why: ActionReason) -> None:
        """One game of theirs does not count any more, for neither player."""
        async with self._results.changing() as connection:
            whom = await start_action(connection, by, person, why)
            await _check_game(connection, by, person, game)
            if not await self._results.mark_game(connection, game):
                raise NothingToDo(N_("This game does not count anyway."))
            await note(connection, by, "game-off", whom, why, game)

    async def game_on(self, by: Moderator, person: PersonId, game: GameId, why: ActionReason) -> None:
        """One game of theirs that was taken out counts again."""
        async with self._results.changing() as connection:
            whom = await start_action(connection, by, person, why)
            await _check_game(connection, by, person, game)
            if not await self._results.take_game_back(connection, game):
                raise NothingToDo(N_("No moderator has taken this game out of the ratings."))
            await note(connection, by, "game-on", whom, why, game)


def game_named(text: str) -> GameId:
    """The game whose id or address somebody has pasted; refused if it is neither."""
    address = text.strip().partition("#")[0].partition("?")[0]
    parts = [part for part in address.split("/") if part]
    found = next((part for before, part in pairwise(parts) if before in BEFORE_AN_ID), "")
    named = found or (parts[0] if len(parts) == 1 else "")
    if not 0 < len(named) <= LONGEST_ID:
        raise BadRequestError(N_("Paste the address of a game, or its id."))
    return GameId(named)


async def _check_game(connection: AsyncConnection, by: Moderator, person: PersonId, game: GameId) -> None:
    """It must be theirs and over; and nobody decides about a game of their own."""
    players = {row.person for row in await results_of(connection, game)}
    if person not in players:
        raise NotFoundError(N_("They have no game with this address that is over."))
    if by.id and by.id in players:
        raise NotAllowed(N_("You played this game yourself: let somebody else decide."))
