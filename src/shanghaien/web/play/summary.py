"""What a game has come to, in short: its result, and what lists and restarts need to know of it."""

import json

from shanghaien import rules
from shanghaien.rules import Seat, State
from shanghaien.web.store.rows import GameSummary

from .table import GameResult

CALLED_OFF = json.dumps({"called_off": True})
"""What stands in the store instead of a result where there was no game."""


def result_of(state: State, resigned: Seat | None = None) -> GameResult | None:
    """How a game in this state has ended, or None while it goes on (R23)."""
    if resigned is not None:
        return GameResult(1 - resigned, rules.points(state), resigned)
    if not state.over:
        return None
    return GameResult(rules.winner(state), rules.points(state))


def summary_of(state: State, resigned: Seat | None = None) -> GameSummary:
    """What lists need to know of a game that has come to this state with both seats taken."""
    result = result_of(state, resigned)
    first, second = rules.points(state)
    return GameSummary(
        state.round, None if result else rules.to_move(state), result_text(result), points=f"{first} {second}"
    )


def points_from(text: str | None) -> tuple[int, int] | None:
    """The points as the store gives them."""
    if text is None:
        return None
    first, second = text.split()
    return int(first), int(second)


def result_text(result: GameResult | None) -> str | None:
    """A result as the store takes it."""
    if result is None:
        return None
    return json.dumps({"winner": result.winner, "points": result.points, "resigned": result.resigned})


def result_from(text: str | None) -> GameResult | None:
    """A result as the store gives it."""
    if text is None:
        return None
    values = json.loads(text)
    return GameResult(values["winner"], (values["points"][0], values["points"][1]), values["resigned"])
