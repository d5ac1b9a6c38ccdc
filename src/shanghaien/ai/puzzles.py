"""Puzzles: positions of played games with one clearly best choice that most players miss. Showing one takes no mind."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from shanghaien.ai.review.model import Grade, WeighedAction, grade
from shanghaien.rules import Record, State, from_dict, to_dict

SHIPPED = "puzzles.json"


@dataclass(frozen=True)
class Puzzle:
    """A position, how it came about, and what every choice in it is worth to seat 0, best first."""

    record: Record
    choices: tuple[WeighedAction, ...]
    missed: float
    """The share of the answers of all levels below the Captain that missed the best choice."""

    @property
    def state(self) -> State:
        return self.record.final

    def loss(self, action: str) -> float | None:
        """What a choice gives away; None if it is not legal."""
        value = next((choice.value for choice in self.choices if choice.action == action), None)
        return None if value is None else abs(self.choices[0].value - value)

    def grade(self, action: str) -> Grade | None:
        loss = self.loss(action)
        return None if loss is None else grade(loss)


def to_values(puzzle: Puzzle) -> dict[str, Any]:
    choices = [[choice.action, round(choice.value, 6)] for choice in puzzle.choices]
    return {"record": to_dict(puzzle.record), "choices": choices, "missed": round(puzzle.missed, 3)}


def from_values(values: dict[str, Any]) -> Puzzle:
    """The puzzle that plain values stand for; its record is replayed and checked."""
    choices = tuple(WeighedAction(action, value) for action, value in values["choices"])
    return Puzzle(from_dict(values["record"]), choices, values["missed"])


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    text = (files(__package__) / SHIPPED).read_text(encoding="utf-8")
    return tuple(map(from_values, json.loads(text)["puzzles"]))
