"""What moderators decide about ratings: whose games count, which game does, and whose play is watched anew.

Each action is one transaction with its audit row, in which no other process changes results.
"""

from contextlib import AbstractAsyncContextManager
from itertools import pairwise

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.moderation.service import ActionReason, AuditEntry, Moderator, NotAllowed, NothingToDo, action
from shanghaien.web.people.sanctions import UNRATE, impose, revoke
from shanghaien.web.standings.results_store import results_of
from shanghaien.web.standings.unrating import Unrating

LONGEST_ID = 40
BEFORE_AN_ID = {"t", "watch", "replay", "hint"}
"""What stands before the id of a game in the addresses of its pages."""


class FairPlay:
    """Takes games out of the ratings, lets them count again, and restarts the watch on people."""

    def __init__(self, unrating: Unrating) -> None:
        self._unrating = unrating

    async def unrate(self, by: Moderator, person: PersonId, since: int, why: ActionReason) -> int:
        """Take all games since then out of the ratings; returns how many counted before."""
        async with self._action(by, person, AuditEntry("unrate", why, str(since), account=True)) as connection:
            await revoke(connection, person, UNRATE)
            await impose(connection, new_id(), person, UNRATE, why.cleaned, since)
            return await self._unrating.bar(connection, person, since)

    async def count_again(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """Games against other barred people still do not count."""
        async with self._action(by, person, AuditEntry("count-again", why, account=True)) as connection:
            lifted = await revoke(connection, person, UNRATE)
            if not await self._unrating.unbar(connection, person) and not lifted:
                raise NothingToDo(N_("Their games count already."))

    async def clear(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """Restart the watch on a person whose games a moderator found clean."""
        async with self._action(by, person, AuditEntry("clear", why, account=True)) as connection:
            await self._unrating.clear(connection, person)

    async def game_off(self, by: Moderator, person: PersonId, game: GameId, why: ActionReason) -> None:
        """Take one game out of the ratings, for both players."""
        async with self._action(by, person, AuditEntry("game-off", why, game)) as connection:
            await _check_game(connection, by, person, game)
            if not await self._unrating.mark_game(connection, game):
                raise NothingToDo(N_("This game does not count anyway."))

    async def game_on(self, by: Moderator, person: PersonId, game: GameId, why: ActionReason) -> None:
        """Let a game count again that was taken out."""
        async with self._action(by, person, AuditEntry("game-on", why, game)) as connection:
            await _check_game(connection, by, person, game)
            if not await self._unrating.take_game_back(connection, game):
                raise NothingToDo(N_("No moderator has taken this game out of the ratings."))

    def _action(
        self, by: Moderator, person: PersonId, entry: AuditEntry
    ) -> AbstractAsyncContextManager[AsyncConnection]:
        return action(self._unrating.changing(), by, person, entry)


def game_named(text: str) -> GameId:
    """The game in a pasted id or address."""
    address = text.strip().partition("#")[0].partition("?")[0]
    parts = [part for part in address.split("/") if part]
    found = next((part for before, part in pairwise(parts) if before in BEFORE_AN_ID), "")
    named = found or (parts[0] if len(parts) == 1 else "")
    if not 0 < len(named) <= LONGEST_ID:
        raise BadRequestError(N_("Paste the address of a game, or its id."))
    return GameId(named)


async def _check_game(connection: AsyncConnection, by: Moderator, person: PersonId, game: GameId) -> None:
    """The game must be theirs and over; moderators do not decide about their own."""
    players = {row.person for row in await results_of(connection, game)}
    if person not in players:
        raise NotFoundError(N_("They have no game with this address that is over."))
    if by.id and by.id in players:
        raise NotAllowed(N_("You played this game yourself: let somebody else decide."))
