"""A reviewed game as plain values: what each step was worth, and how skill and luck add up to the result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto
from functools import cached_property
from typing import NamedTuple

from shanghaien.rules import Call, Card, Nation, Options, Place, Play, Roll, Seat, parse_action


class Grade(StrEnum):
    """How bad a decision was, from the best down; docs/review.md lists the thresholds."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def sign(self) -> str:
        return SIGNS[self]


SIGNS = {Grade.BEST: "✓", Grade.FINE: "=", Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}

BELOW = {Grade.BEST: 0.0005, Grade.FINE: 0.01, Grade.INACCURACY: 0.03, Grade.MISTAKE: 0.08}
"""A decision has the first grade whose bound its loss of winning chance stays below."""


def grade(loss: float) -> Grade:
    """The grade of a decision that gave away so much of the chance of winning (1 is the whole game)."""
    return next((name for name, bound in BELOW.items() if loss < bound), Grade.BLUNDER)


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
    """By place in the row, for each card that would go another way: what that is worth to the player who chose."""


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
    unforeseen: float = 0.0
    """Of a roll or deal: the part of the change that is no luck, but what the estimate before it had missed."""

    @property
    def luck(self) -> float:
        """What chance gave seat 0 in this step; over all that could have come it is zero on average."""
        chance = self.kind in {ReviewKind.ROLL, ReviewKind.DEAL}
        return self.after - self.before - self.unforeseen if chance else 0.0

    @property
    def loss(self) -> float:
        """What the decision gave away, never below 0."""
        if self.kind not in {ReviewKind.DECISION, ReviewKind.RESIGNATION}:
            return 0.0
        # The value carried so far is that of the best choice; taken from there, the account balances to the last digit.
        return max(0.0, self.before - self.after if self.seat == 0 else self.after - self.before)

    @property
    def forced(self) -> bool:
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
    """The share of what was at stake that it kept, from 0 to 1; the player who lost less has more (decision 0035)."""
    result: float
    """Its result: 1 won, 0.5 drawn, 0 lost; of a game that is not over, its chance of winning."""
    grades: dict[Grade, int]
    unforeseen: float = 0.0
    """What estimates had missed, neither luck nor play."""

    @property
    def mean_loss(self) -> float:
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
    """False where the solved round does not foresee every card: one that it does not know, or for want of memory."""

    @cached_property
    def totals(self) -> tuple[Totals, Totals]:
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
    unforeseen = sum(entry.unforeseen for entry in entries)
    return Totals(
        decisions=len(chosen),
        loss=loss,
        luck=luck if seat == 0 else -luck,
        accuracy=_accuracy(loss, entries),
        result=end if seat == 0 else 1 - end,
        grades={name: sum(entry.grade is name for entry in chosen) for name in Grade},
        unforeseen=unforeseen if seat == 0 else -unforeseen,
    )


def _chosen(entries: Sequence[ReviewEntry], seat: Seat) -> list[ReviewEntry]:
    return [entry for entry in entries if entry.seat == seat and entry.grade is not None and not entry.forced]


def _accuracy(loss: float, entries: Sequence[ReviewEntry]) -> float:
    """How much was kept of what was at stake for a player on average: one measure for both, so that less lost is more."""
    at_stake = sum(entry.at_stake for seat in (0, 1) for entry in _chosen(entries, seat)) / 2
    return max(0.0, 1 - loss / at_stake) if at_stake else 1.0


class DecisionKind(StrEnum):
    """What a decision is about: habits are counted and puzzles are sorted by it."""

    CALL = "call"
    """To roll or to call Shanghai."""
    PLACE = "place"
    """Which die goes where."""
    END = "end"
    """The same with the end from which the row is counted (R10)."""
    TRICK = "trick"
    """Whether to play a trick."""
    ANSWER = "answer"
    """What to answer where a trick card has put a question."""
    RESIGN = "resign"
    """To give the game up."""


def decision_kind(choices: Iterable[str]) -> DecisionKind:
    """The kind of a decision between these actions, in notation: about a trick as soon as one can be played."""
    actions = [parse_action(choice) for choice in choices]
    if any(isinstance(action, Play) for action in actions):
        return DecisionKind.TRICK
    if any(isinstance(action, Roll | Call) for action in actions):
        return DecisionKind.CALL
    if any(isinstance(action, Place) and action.end is not None for action in actions):
        return DecisionKind.END
    return DecisionKind.PLACE if any(isinstance(action, Place) for action in actions) else DecisionKind.ANSWER


class WinningChance(float):
    """A chance of winning, from 0 to 1, which each language writes in its own way."""


class Share(float):
    """A part of the chance of winning, written in points of 100."""


Value = Card | Nation | int | str | WinningChance | Share | tuple[Card, ...]
"""What a sentence names: a card, several cards, a nation, a number, or the key of what a card's file describes."""


class ReasonCode(StrEnum):
    """What can be said for or against a choice, in no language."""

    PLAYED_INSTEAD = auto()
    """What follows is about the choice that was made, not about the best one."""
    SCORES_MORE = auto()
    """The best choice would score more than the one that was made if the round ended then."""
    ENDS_BETTER = auto()
    """It would lead to a better chance of winning if the round ended then."""
    ENDS_NO_BETTER = auto()
    CARD_COUNTS = auto()
    """A card that goes another way, and what that is worth."""
    CARD_AGAINST_CARD = auto()
    ANSWERED_BY_CALL = auto()
    """What the opponent does best after the choice that was made."""
    ANSWERED_BY_TRICK = auto()
    CALL_GIVES = auto()
    """A call now brings a player these cards."""
    CALL_GIVES_NOTHING = auto()
    SCORE_CHANGES = auto()
    KEEPS_ROUND_OPEN = auto()
    RISKS_BETTER_CALL = auto()
    ACT = auto()
    """What the trick card's own file says about the act."""
    ANSWER = auto()
    """What the trick card's own file says about the answer to its question."""
    CREW_GROWS = auto()
    DIE_BECOMES = auto()
    WINS = auto()
    TAKES_AWAY = auto()
    GIVES_UP = auto()
    LEAVES = auto()
    FIRST_CARD_LEFT = auto()
    FIRST_CARD_RIGHT = auto()
    RISKS_ANSWER = auto()
    SAFE_FROM_ONE_DIE = auto()
    TRICK_WORTH = auto()
    """What a trick card of the row is good for."""
    UNCONTESTED = auto()
    """From here on: what a sailor does to the crews of its nation, for the player who would take it (R22)."""
    STRONGER_ALREADY = auto()
    OVERTAKES = auto()
    MAKES_EQUAL = auto()
    AGAINST_ALONE = auto()
    STAYS_BEHIND = auto()


@dataclass(frozen=True)
class ReviewReason:
    """A reason for or against a choice."""

    code: ReasonCode
    seat: Seat
    """Whom it is about: who chooses, or who would take a card."""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
