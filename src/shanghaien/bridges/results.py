"""How a game ended, as the numbers that learning programs reckon with."""

from shanghaien.rules import Seat, State, winner


def result(state: State, seat: Seat) -> int:
    """1 for a win of the seat, 0 for a draw, -1 for a loss, as the points stand (R23)."""
    won_by = winner(state)
    return 0 if won_by is None else 1 if won_by == seat else -1
