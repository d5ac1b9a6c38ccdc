"""What is public about a game's dice before it ends: the commitment and the contributions, in the order of events."""

from dataclasses import dataclass, replace

from shanghaien.rules import Seat

from .errors import BadContribution, ContributedTwice, FairnessError, TooLate
from .protocol import PROGRAM, checked_contribution, commitment, program_contribution, seal


@dataclass(frozen=True)
class Promise:
    """A commitment and the contributions so far; holds no seed, so all of it may be shown to anyone."""

    game_id: str
    commitment: str
    contributions: tuple[str | None, str | None] = (None, None)
    locked: bool = False
    """Whether the first card has been dealt: a seat that has given nothing by then has given nothing."""

    @classmethod
    def open(cls, game_id: str, seed: bytes, programs: tuple[int, ...] = ()) -> "Promise":
        """A promise before any player's contribution; the seats in `programs` are bots and have theirs at once."""
        given = [program_contribution(seed, game_id, seat) if seat in programs else None for seat in (0, 1)]
        return cls(game_id, commitment(seed, game_id), (given[0], given[1]))

    def contribute(self, seat: Seat, text: str) -> "Promise":
        """The promise with one seat's contribution; refused once the first card is dealt, or a second time."""
        if seat not in (0, 1):
            raise FairnessError("Only the two seats can contribute.")
        if self.locked:
            raise TooLate("The first card has been dealt; nothing can be added to the dice any more.")
        if self.contributions[seat] is not None:
            raise ContributedTwice("This seat has added to the dice already.")
        if checked_contribution(text).startswith(PROGRAM):
            raise BadContribution(f"A player's contribution can't begin with {PROGRAM!r}.")
        first, second = self.contributions
        return replace(self, contributions=(text, second) if seat == 0 else (first, text))

    @property
    def seals(self) -> tuple[str | None, str | None]:
        """The receipt for each contribution that has been given."""
        first, second = (
            None if text is None else seal(self.game_id, seat, text) for seat, text in enumerate(self.contributions)
        )
        return first, second
