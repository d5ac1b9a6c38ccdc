"""The row of a game at its smallest, for lists: six emblems, and below each who would take the card."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.table import RowCard

from .names import EMBLEMS


@dataclass(frozen=True, slots=True)
class MiniCard:
    """One card of it."""

    nation: str
    """The emblem; empty for a trick card."""
    of: str
    """Who would take it: "me", "them", or empty."""


@dataclass(frozen=True, slots=True)
class MiniRow:
    """The whole row, and what it shows in words."""

    cards: tuple[MiniCard, ...]
    said: str


def mini_row(cards: Sequence[RowCard], below: Seat, names: tuple[str, str] | None, other: str = "") -> MiniRow | None:
    """A row from the side of a seat; with two names both are named, else it speaks to whoever sits there."""
    if not cards:
        return None
    taken = {seat: sum(card.taker == seat for card in cards) for seat in (0, 1)}
    if names is None:
        words = {"own": taken[below], "name": other, "theirs": taken[1 - below]}
        said = gettext("The row now: you take %(own)s, %(name)s %(theirs)s") % words
    else:
        words = {"name": names[below], "own": taken[below], "other": names[1 - below], "theirs": taken[1 - below]}
        said = gettext("The row now: %(name)s takes %(own)s, %(other)s %(theirs)s") % words
    return MiniRow(tuple(_card(card, below) for card in cards), said)


def _card(card: RowCard, below: Seat) -> MiniCard:
    of = "" if card.taker is None else "me" if card.taker == below else "them"
    return MiniCard("" if card.nation is None else EMBLEMS[card.nation], of)
