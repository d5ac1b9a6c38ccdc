"""A request of a program about a game: the person it acts for, and the game as they see it."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from litestar import Response
from litestar.di import NamedDependency

from shanghaien.rules import N_
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.site.problems import problem_details
from shanghaien.web.tables.api.schemas import GameShape
from shanghaien.web.tables.api.views import game_view
from shanghaien.web.tables.errors import IllegalMove, LinkRefused, NoSuchGame, Stale
from shanghaien.web.tables.model import Table, Viewer
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables


class WantedChange(Protocol):
    """The fields that every request for a change has."""

    version: int
    id: str


ONE_WORD = re.compile(r"[A-Za-z0-9_.-]{1,200}")
"""What ids and tokens are made of; anything else is refused before any database sees it."""


@dataclass
class GameVisit:
    """One request of a program, with the parts of the server that answer it; Litestar makes one for each."""

    tables: NamedDependency[Tables]
    seating: NamedDependency[Seating]
    person: NamedDependency[PersonId]

    async def seen(self, game: GameId, since: int = 0) -> GameShape:
        """The game as the person sees it, with what happened after version `since`."""
        return self.view(*await self.tables.look(checked(game), self.person), since)

    async def seen_at(self, table: Table, since: int) -> GameShape:
        """The same for a table that was changed just now, without asking the store how it stands."""
        _, seats = await self.tables.games.open_at(table.id, table.version, self.person)
        return self.view(table, Viewer(seats, self.person), since)

    def asked(self, game: GameId, data: WantedChange) -> TableRequest:
        return TableRequest(checked(game), self.person, Version(data.version), RequestId(data.id))

    async def change(
        self,
        game: GameId,
        data: WantedChange,
        change: Callable[[TableRequest], Awaitable[Table]],
    ) -> Response[Any]:
        """Make a change; a refusal carries the game as it stands now, so that the program need not ask again."""
        asked = self.asked(game, data)
        try:
            table = await change(asked)
        except (Stale, LinkRefused) as refusal:
            return problem_details(refusal, game=await self.seen(game, data.version))
        except IllegalMove as refusal:
            return problem_details(refusal, game=await self.seen(game, data.version), reason=refusal.reason)
        return Response(await self.seen_at(table, data.version))

    def view(self, table: Table, viewer: Viewer, since: int = 0) -> GameShape:
        """A table as the person sees it; its players see the invitation that is still open."""
        may_invite = bool(viewer.seats) and not table.started
        return game_view(table, viewer, self.seating.invitation(table.id) if may_invite else None, since)


def checked(game: GameId) -> GameId:
    """The id of a game, refused if it cannot be one."""
    if not ONE_WORD.fullmatch(game):
        raise NoSuchGame(N_("There is no such game."))
    return game
