"""Puzzles: positions of played games with one clearly best choice that most players miss."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from shanghaien.ai.bots.levels import LEVELS, Bot
from shanghaien.ai.review.grades import Grade, grade
from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind, WeighedAction
from shanghaien.rules import Record, State, action_text, from_dict, to_dict

SHIPPED = "puzzles.json"
CLEARLY = 0.06
"""How much of the winning chance the best choice must be ahead of the second best."""
OPEN = (0.05, 0.97)
"""The winning chance of whoever chooses must lie between these, with the best choice: won and lost games teach little."""
TRIES = 5
"""How often each level below the Captain is asked; more than half of all answers must miss the best choice."""


@dataclass(frozen=True)
class Puzzle:
    """A position, how it came about, and what every choice in it is worth to seat 0, best first."""

    record: Record
    choices: tuple[WeighedAction, ...]
    missed: float
    """The share of the answers of all levels below the Captain that missed the best choice."""

    @property
    def state(self) -> State:
        """The position to be solved."""
        return self.record.final

    def loss(self, action: str) -> float | None:
        """What a choice gives away; None if it is not legal."""
        value = next((choice.value for choice in self.choices if choice.action == action), None)
        return None if value is None else abs(self.choices[0].value - value)

    def grade(self, action: str) -> Grade | None:
        """The grade of a choice, by the thresholds of the review."""
        loss = self.loss(action)
        return None if loss is None else grade(loss)


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


def to_values(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as plain values for JSON."""
    choices = [[choice.action, round(choice.value, 6)] for choice in puzzle.choices]
    return {"record": to_dict(puzzle.record), "choices": choices, "missed": round(puzzle.missed, 3)}


def from_values(values: dict[str, Any]) -> Puzzle:
    """The puzzle that plain values stand for; its record is replayed and checked."""
    choices = tuple(WeighedAction(action, value) for action, value in values["choices"])
    return Puzzle(from_dict(values["record"]), choices, values["missed"])


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package."""
    text = (files(__package__) / SHIPPED).read_text(encoding="utf-8")
    return tuple(map(from_values, json.loads(text)["puzzles"]))
