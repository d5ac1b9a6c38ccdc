"""Finding puzzles: which positions of a reviewed game have one clearly best choice, and how many answers miss it."""

import random
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind
from shanghaien.rules import Call, Record, Roll, State, action_text, parse_action

from .bots import LEVELS, Bot
from .puzzles import Puzzle

CLEARLY = 0.06
"""How much of the winning chance the best choice must be ahead of the second best."""
OPEN = (0.05, 0.97)
"""The winning chance of the player who chooses must lie between these, with the best choice: won and lost games teach little."""
TRIES = 8
"""How often each level below the Captain is asked."""
MISSED_AT_LEAST = 0.1
"""What hardly any answer misses is no puzzle."""
BANDS = 5
"""So many degrees of hardness are told apart when a book is put together."""


def puzzles_in(record: Record, reviewed: GameReview, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzles that a reviewed game holds: of every round the one that most answers miss."""
    found: dict[int, Puzzle] = {}
    for puzzle in _all_in(record, reviewed, rng):
        known = found.get(puzzle.state.round)
        if known is None or puzzle.missed > known.missed:
            found[puzzle.state.round] = puzzle
    yield from found.values()


def _all_in(record: Record, reviewed: GameReview, rng: random.Random) -> Iterator[Puzzle]:
    moments = list(record.replay())
    for entry in reviewed.entries:
        if entry.kind is ReviewKind.DECISION and _is_clear(entry):
            state = moments[entry.number - 1].before
            missed = share_that_misses(state, entry.choices[0].action, rng)
            if missed >= MISSED_AT_LEAST:
                yield Puzzle(Record(record.options, record.steps[: entry.number - 1]), entry.choices, missed)


def share_that_misses(state: State, best: str, rng: random.Random) -> float:
    """How many of the answers of the levels below the Captain are not the best choice."""
    answers = []
    for level in LEVELS[:-1]:
        bot = Bot(level, random.Random(rng.random()))
        answers += [action_text(bot.choose(state)) for _ in range(TRIES)]
    return sum(answer != best for answer in answers) / len(answers)


def easiest_first(found: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most so many puzzles, easiest first; every hardness and every kind of best choice has its turn."""
    groups: dict[tuple[int, object], list[Puzzle]] = {}
    for puzzle in found:
        groups.setdefault((int(puzzle.missed * BANDS), _kind(puzzle)), []).append(puzzle)
    taken = [puzzle for row in zip_longest(*groups.values()) for puzzle in row if puzzle is not None]
    return sorted(taken[:most], key=lambda puzzle: puzzle.missed)


def _kind(puzzle: Puzzle) -> object:
    """What the best choice is: a trick, an answer, a die; and a roll or a call, which are asked for together."""
    best = parse_action(puzzle.choices[0].action)
    return Roll if isinstance(best, Call) else type(best)


def _is_clear(entry: ReviewEntry) -> bool:
    if entry.forced:
        return False
    best, second = entry.choices[0].value, entry.choices[1].value
    own = best if entry.seat == 0 else 1 - best
    return abs(best - second) >= CLEARLY and OPEN[0] <= own <= OPEN[1]
