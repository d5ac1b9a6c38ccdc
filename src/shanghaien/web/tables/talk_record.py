"""What was said at tables, as reports keep it: nothing, unless a feature lets people talk."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from shanghaien.web.core.ids import GameId

PHRASE, TEXT = "phrase", "text"
"""The kinds of what is said."""


class SaidEntry(NamedTuple):
    """Something that was said, in the order in which reports store it; the text of a phrase is its key."""

    seat: int
    kind: str
    text: str
    version: int
    at: int


async def _nothing(_game: GameId, _most: int) -> Sequence[SaidEntry]:
    return ()


@dataclass(slots=True)
class TalkRecord:
    """Where it is read; the feature that lets people talk says how."""

    read: Callable[[GameId, int], Awaitable[Sequence[SaidEntry]]] = _nothing
    """The last things that were said at a table, at most so many, in their order."""
    phrases: Mapping[str, str] = field(default_factory=dict)
    """The phrases by their keys."""
