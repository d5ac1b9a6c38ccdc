"""Who takes which tavern card (R12; R14 is worked out in the tests), decided for all six from the dice as they lie."""

from functools import lru_cache

from .actions import End
from .cards import TAVERN_SIZE, Card, Seat
from .state import State, Taking, position_of
from .tricks import STAYS_OUT

Counts = tuple[int, ...]
"""How many dice of one player lie on the cards numbered 1 to 6."""


@lru_cache(maxsize=1024)
def takings(
    tavern: tuple[Card, ...], dice: tuple[Counts, Counts], end: End, out: tuple[int, ...] = ()
) -> tuple[Taking, ...]:
    """How each card of the row, from left to right, would be decided if Shanghai were called now."""
    # remembered, since what several choices would lead to is often the same row
    decided = [_taking(number, tavern, dice, end, number in out) for number in range(1, TAVERN_SIZE + 1)]
    return tuple(decided if end is End.LEFT else reversed(decided))


def takings_now(state: State) -> tuple[Taking, ...]:
    """The same for the row on the table; empty as long as no end is named, for then no die lies."""
    if state.end is None or len(state.tavern) < TAVERN_SIZE:
        return ()
    out = tuple(number for number in range(1, TAVERN_SIZE + 1) if any(keeps(state, number) for keeps in STAYS_OUT))
    return takings(state.tavern, (state.players[0].dice, state.players[1].dice), state.end, out)


def taker(own: tuple[int, int], beside: tuple[int, int]) -> Seat | None:
    """Who takes a card, from both players' dice on it and pips beside it; None if it leaves the game (R12)."""
    if own[0] != own[1]:
        return 0 if own[0] > own[1] else 1
    if own[0] == 0 or beside[0] == beside[1]:
        return None
    return 0 if beside[0] > beside[1] else 1


def pips_beside(dice: Counts, number: int) -> int:
    """The pips of one player's dice on the neighbours of a card; the end cards have one neighbour."""
    below = dice[number - 2] * (number - 1) if number > 1 else 0
    above = dice[number] * (number + 1) if number < TAVERN_SIZE else 0
    return below + above


def _taking(number: int, tavern: tuple[Card, ...], dice: tuple[Counts, Counts], end: End, out: bool) -> Taking:
    own = (dice[0][number - 1], dice[1][number - 1])
    beside = (pips_beside(dice[0], number), pips_beside(dice[1], number))
    position = position_of(number, end)
    winner = None if out else taker(own, beside)
    return Taking(position, number, tavern[position], winner, own, beside, out)
