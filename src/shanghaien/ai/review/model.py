"""A reviewed game as plain values: what each step was worth, and how skill and luck add up to the result."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from shanghaien.rules import Options, Seat

from .grades import Grade, grade

EVEN = 0.5
"""What a game is worth before anything has happened."""


class ReviewKind(StrEnum):
    """What a step of the account is."""

    DECISION = "decision"
    ROLL = "roll"
    DEAL = "deal"
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True)
class WeighedAction:
    """One legal action, in notation, with its chance of winning for seat 0."""

    action: str
    value: float


class Ends(NamedTuple):
    """What a round would have come to if it had ended with the best choice, or with the one made: chances of seat 0."""

    best: float
    played: float
    cards: tuple[tuple[int, float], ...] = ()
    """By place in the row, for each card that would go another way: what that is worth to whoever chose."""


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """One step of the account; every value is the chance of winning for seat 0, a draw counting half."""

    number: int
    """The step of the record, counted from 1; of a deal, its last card."""
    kind: ReviewKind
    round: int
    turn: int
    """The turn within the round, counted from 1; 0 for a deal."""
    seat: Seat | None
    """Who chose or rolled; None for a deal."""
    text: str
    before: float
    after: float
    choices: tuple[WeighedAction, ...] = ()
    """Of a decision: every legal action, best first."""
    ends: Ends | None = None
    """Of a decision that gave something away: where the difference lies as the dice lay then."""

    @property
    def luck(self) -> float:
        """What chance gave seat 0 in this step."""
        return self.after - self.before if self.kind in {ReviewKind.ROLL, ReviewKind.DEAL} else 0.0

    @property
    def loss(self) -> float:
        """What the decision gave away, never below 0."""
        if self.kind not in {ReviewKind.DECISION, ReviewKind.RESIGNATION}:
            return 0.0
        # The value carried so far is that of the best choice; taken from there, the account balances to the last digit.
        return max(0.0, self.before - self.after if self.seat == 0 else self.after - self.before)

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.kind is ReviewKind.DECISION and len(self.choices) < 2

    @property
    def grade(self) -> Grade | None:
        """The grade of a decision; None where nobody chose."""
        return grade(self.loss) if self.kind in {ReviewKind.DECISION, ReviewKind.RESIGNATION} else None

    @property
    def at_stake(self) -> float:
        """The difference between the best and the worst choice."""
        values = [choice.value for choice in self.choices]
        return max(values) - min(values) if values else self.loss


@dataclass(frozen=True, slots=True)
class Totals:
    """The account of one seat; luck and results are from its own side."""

    decisions: int
    loss: float
    luck: float
    accuracy: float
    """The share of what was at stake that it kept, from 0 to 1; whoever lost less has more (decision 0035)."""
    result: float
    """Its result: 1 won, 0.5 drawn, 0 lost; of a game that is not over, its chance of winning."""
    grades: dict[Grade, int]

    @property
    def mean_loss(self) -> float:
        """What one decision gave away on average."""
        return self.loss / self.decisions if self.decisions else 0.0

    @property
    def without_luck(self) -> float:
        """The result minus the luck; it may lie outside 0 to 1."""
        return self.result - self.luck


@dataclass(frozen=True)
class GameReview:
    """The account of a whole game."""

    options: Options
    entries: tuple[ReviewEntry, ...]
    points: tuple[int, int]
    finished: bool
    payoff: str
    """Which judgement of finished rounds was used."""
    exact_inside_rounds: bool = field(default=True)
    """False with expansion cards that the solved round can't foresee."""

    @cached_property
    def totals(self) -> tuple[Totals, Totals]:
        """The accounts of both seats."""
        return _totals(self.entries, 0), _totals(self.entries, 1)

    @property
    def end(self) -> float:
        """The value for seat 0 after the last step: the result, if the game is over."""
        return self.entries[-1].after if self.entries else EVEN

    @cached_property
    def turning_points(self) -> tuple[ReviewEntry, ...]:
        """The up to four steps that changed the chance of winning most, in the order of play."""
        return turning_points(self.entries)


MOST_TURNING_POINTS = 4
SMALLEST_TURN = 0.05


def turning_points(entries: Sequence[ReviewEntry]) -> tuple[ReviewEntry, ...]:
    """The steps that changed the chance of winning most, by at least five points of a hundred."""
    turns = [entry for entry in entries if abs(entry.after - entry.before) >= SMALLEST_TURN]
    most = sorted(turns, key=lambda entry: -abs(entry.after - entry.before))[:MOST_TURNING_POINTS]
    return tuple(sorted(most, key=lambda entry: entry.number))


def _totals(entries: Sequence[ReviewEntry], seat: Seat) -> Totals:
    chosen = _chosen(entries, seat)
    loss = sum(entry.loss for entry in chosen)
    luck, end = sum(entry.luck for entry in entries), entries[-1].after if entries else EVEN
    return Totals(
        decisions=len(chosen),
        loss=loss,
        luck=luck if seat == 0 else -luck,
        accuracy=_accuracy(loss, entries),
        result=end if seat == 0 else 1 - end,
        grades={name: sum(entry.grade is name for entry in chosen) for name in Grade},
    )


def _chosen(entries: Sequence[ReviewEntry], seat: Seat) -> list[ReviewEntry]:
    return [entry for entry in entries if entry.seat == seat and entry.grade is not None and not entry.forced]


def _accuracy(loss: float, entries: Sequence[ReviewEntry]) -> float:
    """How much was kept of what was at stake for a player on average: one measure for both, so that less lost is more."""
    at_stake = sum(entry.at_stake for seat in (0, 1) for entry in _chosen(entries, seat)) / 2
    return max(0.0, 1 - loss / at_stake) if at_stake else 1.0
