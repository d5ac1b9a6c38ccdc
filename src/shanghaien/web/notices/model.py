"""Notices about a person's games, and the channels that carry them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from shanghaien.rules import Seat
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.tables.store.rows import FIRST

NO_GAME = GameId("")
"""What a digest or a trial is about."""


class NoticeKind(StrEnum):
    """What a notice is about."""

    TURN = "turn"
    """The game waits for the person."""
    STARTED = "started"
    """An opponent accepted the person's invitation."""
    OVER = "over"
    """The game has ended."""
    TIME = "time"
    """The game still waits for the person, and part of their time is gone."""
    TIME_UP = "time-up"
    """A player's time is up, and the opponent has to choose what follows."""
    DIGEST = "digest"
    """Once a day: all games that wait for the person."""
    TRIAL = "trial"
    """The person wanted to see whether notices reach them."""


@dataclass(frozen=True, slots=True)
class NoticeAct:
    """A choice that can be made from the notice: in notation, and in words."""

    text: str
    label: str


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game in a digest."""

    title: str
    line: str
    url: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice in the language of its reader, with nothing in it that their seat may not see."""

    kind: NoticeKind
    person: PersonId
    title: str
    line: str
    url: str
    """A path of the site."""
    language: str
    game: GameId = NO_GAME
    turn: int = 0
    """The number of the first entry after which the seat is asked; of a digest, the day."""
    version: Version = FIRST
    """How far the game had come when the notice was made; a choice made from it holds for this version only."""
    seat: Seat | None = None
    acts: tuple[NoticeAct, ...] = ()
    """All that can be chosen, if that is no more than two things and can be done without the player's page."""
    deadline: int | None = None
    """When the person's time runs out, in milliseconds since 1970 (UTC)."""
    waiting: tuple[WaitingGame, ...] = ()
    """The games of a digest, the most urgent first."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of sending a notice; `retry_after` are the seconds to wait at least before it is tried again."""

    word: str
    retry_after: float = 0
    problem: str = ""
    """Why it failed, for the host."""


SENT = Outcome("sent")
NOBODY = Outcome("nobody")
"""There is no such place any more: it is not tried again."""


def failed(retry_after: float = 0, problem: str = "") -> Outcome:
    """It is known that nothing arrived; it may be tried again."""
    return Outcome("failed", retry_after, problem)


class Channel(Protocol):
    """A way to people. One person may be reached at several places, as at several devices."""

    @property
    def name(self) -> str:
        """What the person switches on and off: "push", "mail" or "webhook"."""
        ...

    async def places(self, person: PersonId) -> Sequence[str]:
        """Where the person can be reached, as "push:ID" for each device, or the channel's name; none if nowhere."""
        ...

    async def send(self, place: str, notice: Notice) -> Outcome:
        """Send a notice to a place of its person.

        `failed` only where nothing can have arrived. What is raised counts as unknown: it is not sent again.
        """
        ...
