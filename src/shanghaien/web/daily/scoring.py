"""What a try has come to: what was given away, in all and in each round, and the marks that stand for it."""

from collections.abc import Sequence

from shanghaien.ai.review.model import GameReview
from shanghaien.rules import ROUNDS, Seat
from shanghaien.web.store.day_ranks import Scored

TENTHS = 1000
"""Losses are counted in tenths of a hundredth of the chance of winning: finer than anybody plays."""
NOTHING, LITTLE = 10, 50
"""Up to so much in a round counts as nothing given away, and as a little: one and five hundredths."""
FULL, HALF, EMPTY = "a", "b", "c"
SIGNS = {FULL: "●", HALF: "◐", EMPTY: "○"}


def scored(account: GameReview, seat: Seat) -> Scored:
    """What a seat gave away by the review of the game."""
    chosen = [entry for entry in account.entries if entry.seat == seat and not entry.forced]
    rounds = [0.0] * ROUNDS
    for entry in chosen:
        rounds[entry.round - 1] += entry.loss
    losses = [round(loss * TENTHS) for loss in rounds]
    worst = max(chosen, key=lambda entry: entry.loss, default=None)
    step = 0 if worst is None or not worst.loss else worst.number
    return Scored(sum(losses), f"{' '.join(map(str, losses))};{step}")


def losses_of(rounds: str) -> tuple[int, ...]:
    """What was given away in each round, as it is stored."""
    return tuple(int(loss) for loss in rounds.partition(";")[0].split())


def worst_step(rounds: str) -> int:
    """The step of the game that gave most away, as it is stored; 0 if none did."""
    step = rounds.partition(";")[2]
    return int(step) if step.isdigit() else 0


def marks(losses: Sequence[int]) -> tuple[str, ...]:
    """A mark for each round: nothing given away, a little, or more."""
    return tuple(FULL if loss <= NOTHING else HALF if loss <= LITTLE else EMPTY for loss in losses)
