"""What somebody gives away by kind of decision and by round, and how well they take hard ones, as a review tells."""

from collections.abc import Iterable
from dataclasses import dataclass

from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind
from shanghaien.ratings.too_perfect import PERFECT, WatchedChoice, margin
from shanghaien.rules import Answer, Call, Play, Roll, Seat, parse_action


@dataclass(frozen=True, slots=True)
class Habit:
    """How many decisions there were, what they gave away, and what was at stake."""

    decisions: int = 0
    loss: float = 0.0
    stake: float = 0.0

    def after(self, entry: ReviewEntry) -> "Habit":
        """The same with one more decision."""
        return Habit(self.decisions + 1, self.loss + entry.loss, self.stake + entry.at_stake)


def decided(account: GameReview, seat: Seat) -> list[ReviewEntry]:
    """The decisions of a seat in which there was something to choose."""
    return [entry for entry in account.entries if entry.seat == seat and entry.grade is not None and not entry.forced]


def habits_of(account: GameReview, seat: Seat) -> dict[str, Habit]:
    """The seat's decisions by kind ("kind place") and by round ("round 3")."""
    habits: dict[str, Habit] = {}
    for entry in decided(account, seat):
        for name in (f"kind {kind_of(entry)}", f"round {entry.round}"):
            habits[name] = habits.get(name, Habit()).after(entry)
    return habits


def kind_of(entry: ReviewEntry) -> str:
    """What a decision was about: whether to use a trick, to call, where to put a die, and so on.

    A decision is about a trick if one was played, or should have been.
    """
    if entry.kind is ReviewKind.RESIGNATION:
        return "resign"
    played, best = parse_action(entry.text), parse_action(entry.choices[0].action)
    if isinstance(played, Play) or isinstance(best, Play):
        return "trick"
    if isinstance(played, Answer):
        return "answer"
    if isinstance(played, Roll | Call):
        return "call"
    return "place" if played.end is None else "end"


def hard_choices(account: GameReview, seat: Seat) -> tuple[int, int]:
    """How many decisions of the seat were hard, and how many of these perfect."""
    hard = [choice for choice in map(_watched, _chosen(account, seat)) if choice.hard]
    return len(hard), sum(choice.loss < PERFECT for choice in hard)


def _chosen(account: GameReview, seat: Seat) -> Iterable[ReviewEntry]:
    return (entry for entry in decided(account, seat) if entry.kind is ReviewKind.DECISION)


def _watched(entry: ReviewEntry) -> WatchedChoice:
    values = [choice.value for choice in entry.choices]
    best = max(values) if entry.seat == 0 else min(values)
    return WatchedChoice(entry.loss, margin(abs(best - value) for value in values))
