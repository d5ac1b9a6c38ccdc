"""A request for a change of a game."""

from dataclasses import dataclass

from shanghaien.web.ids import GameId, PersonId, RequestId, Version


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Who asks for a change of which game: the version they saw, and an id that makes a repeat harmless."""

    game: GameId
    person: PersonId | None
    version: Version
    id: RequestId
