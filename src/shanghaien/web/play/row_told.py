"""The row of cards at its shortest, as the store keeps it for lists: each nation, and who would take the card."""

from shanghaien.rules import TAVERN_SIZE, Card, Nation, Sailor, Seat, State, takings_now

from .table import RowCard

TRICK = "t"
NOBODY = "-"
"""What stands for a trick card where a nation's number would, and for nobody where a seat's would."""


def row_text(state: State) -> str:
    """Two signs for each card from left to right, as in `0-t17-`; empty while the row is not dealt yet."""
    if len(state.tavern) < TAVERN_SIZE:
        return ""
    takers = {taking.position: taking.taker for taking in takings_now(state)}
    return "".join(_nation(card) + _seat(takers.get(place)) for place, card in enumerate(state.tavern))


def row_from(text: str | None) -> tuple[RowCard, ...]:
    """The row as the store gives it; none is better than a wrong one."""
    pairs = [(text or "")[at : at + 2] for at in range(0, len(text or ""), 2)]
    try:
        return tuple(RowCard(_nation_from(pair[0]), _seat_from(pair[1])) for pair in pairs)
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
