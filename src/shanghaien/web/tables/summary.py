"""What a game has come to, in short: its result, and what lists and restarts need to know of it."""

import json
from typing import NamedTuple

from shanghaien import rules
from shanghaien.rules import TAVERN_SIZE, Card, Nation, Sailor, Seat, State, takings_now
from shanghaien.web.tables.model import GameResult, ListedCard, Reason, SeatKind, TableSeat
from shanghaien.web.tables.store.rows import GameRow, GameSummary, SeatRow

# The row of cards at its shortest, as the store keeps it for lists: each nation, and who would take the card.

TRICK = "t"
NOBODY = "-"
"""What stands for a trick card where a nation's number would, and for none where a seat's would."""


def encode_row(state: State) -> str:
    """Two signs for each card from left to right, as in `0-t17-`; empty while the row is not dealt yet."""
    if len(state.tavern) < TAVERN_SIZE:
        return ""
    takers = {taking.position: taking.taker for taking in takings_now(state)}
    return "".join(_nation(card) + _seat(takers.get(place)) for place, card in enumerate(state.tavern))


def decode_row(text: str | None) -> tuple[ListedCard, ...]:
    """The row as the store gives it; none is better than a wrong one."""
    pairs = [(text or "")[at : at + 2] for at in range(0, len(text or ""), 2)]
    try:
        return tuple(ListedCard(_nation_from(pair[0]), _seat_from(pair[1])) for pair in pairs)
    except (ValueError, IndexError):
        return ()


def _nation(card: Card) -> str:
    return str(int(card.nation)) if isinstance(card, Sailor) else TRICK


def _seat(taker: Seat | None) -> str:
    return NOBODY if taker is None else str(taker)


def _nation_from(sign: str) -> Nation | None:
    return None if sign == TRICK else Nation(int(sign))


def _seat_from(sign: str) -> Seat | None:
    return None if sign == NOBODY else ("0", "1").index(sign)


CALLED_OFF = json.dumps({"called_off": True})
"""What stands in the store instead of a result where there was no game."""
OLD_REASONS = ("points", "resigned")
"""Reasons that follow from the rest of a stored result."""


class Ending(NamedTuple):
    """Why a game ended before its last round: a player resigned or ran out of time, or it was called off."""

    reason: Reason
    seat: Seat | None = None
    """The player who has lost by it."""


def result_of(state: State, ending: Ending | None = None) -> GameResult | None:
    """How a game in this state has ended, or None while it goes on (R23)."""
    if ending is not None:
        winner = None if ending.seat is None else 1 - ending.seat
        resigned = ending.seat if ending.reason == "resigned" else None
        return GameResult(winner, rules.points(state), resigned, ending.reason)
    if not state.over:
        return None
    return GameResult(rules.winner(state), rules.points(state))


def summary_of(state: State, result: GameResult | None, asked: Seat | None, deadline: int | None = None) -> GameSummary:
    """What lists need to know of a game that has come to this state with both seats taken."""
    first, second = rules.points(state) if result is None else result.points
    tavern = "" if result else encode_row(state)
    return GameSummary(state.round, asked, result_text(result), f"{first} {second}", deadline, tavern)


def chairs_of(game: GameRow) -> tuple[TableSeat, TableSeat]:
    """Who sits at the game."""
    first, second = game.seats
    return _chair(first), _chair(second)


def _chair(seat: SeatRow) -> TableSeat:
    return TableSeat(SeatKind(seat.kind), seat.name, seat.level)


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
    told = {"winner": result.winner, "points": result.points, "resigned": result.resigned}
    return json.dumps(told if result.reason in OLD_REASONS else told | {"reason": result.reason})


def result_from(text: str | None) -> GameResult | None:
    """A result as the store gives it."""
    if text is None:
        return None
    values = json.loads(text)
    reason = "points" if values["resigned"] is None else "resigned"
    points = (values["points"][0], values["points"][1])
    return GameResult(values["winner"], points, values["resigned"], values.get("reason", reason))
