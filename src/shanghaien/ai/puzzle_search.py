"""Finding puzzles: which positions of a reviewed game have a best choice that most levels miss."""

import random
from collections.abc import Iterator

from shanghaien.ai.bots.levels import LEVELS, Bot
from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind
from shanghaien.rules import Record, State, action_text

from .puzzles import Puzzle

CLEARLY = 0.06
"""How much of the winning chance the best choice must be ahead of the second best."""
OPEN = (0.05, 0.97)
"""The winning chance of whoever chooses must lie between these, with the best choice: won and lost games teach little."""
TRIES = 5
"""How often each level below the Captain is asked; more than half of all answers must miss the best choice."""


def puzzles_in(record: Record, reviewed: GameReview, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzles that a reviewed game holds."""
    moments = list(record.replay())
    for entry in reviewed.entries:
        if entry.kind is ReviewKind.DECISION and _is_clear(entry):
            state = moments[entry.number - 1].before
            missed = share_that_misses(state, entry.choices[0].action, rng)
            if missed > 0.5:
                yield Puzzle(Record(record.options, record.steps[: entry.number - 1]), entry.choices, missed)


def share_that_misses(state: State, best: str, rng: random.Random) -> float:
    """How many of the answers of the levels below the Captain are not the best choice."""
    answers = []
    for level in LEVELS[:-1]:
        bot = Bot(level, random.Random(rng.random()))
        answers += [action_text(bot.choose(state)) for _ in range(TRIES)]
    return sum(answer != best for answer in answers) / len(answers)


def _is_clear(entry: ReviewEntry) -> bool:
    if entry.forced:
        return False
    best, second = entry.choices[0].value, entry.choices[1].value
    own = best if entry.seat == 0 else 1 - best
    return abs(best - second) >= CLEARLY and OPEN[0] <= own <= OPEN[1]
