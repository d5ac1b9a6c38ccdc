"""The table of a day as its rows are written."""

from dataclasses import dataclass
from urllib.parse import quote

from shanghaien.web.daily.table_of_day import DayPlace, Excerpt
from shanghaien.web.http.i18n import gettext

from .marks import RoundMark, loss_text, marks_label, round_marks


@dataclass(frozen=True, slots=True)
class Row:
    """One row."""

    rank: int
    name: str
    profile: str
    """Where their page is; empty for guests, and for whoever keeps their name to themselves."""
    mine: bool
    loss: str
    result: str
    rounds: tuple[RoundMark, ...]
    label: str
    replay: str


@dataclass(frozen=True, slots=True)
class Rows:
    """What is shown of the table: its top, a gap, and one's own neighbourhood."""

    first: tuple[Row, ...]
    between: int
    around: tuple[Row, ...]
    more: int


def rows_of(excerpt: Excerpt) -> Rows:
    """An excerpt as it is written."""
    return Rows(tuple(map(row_of, excerpt.first)), excerpt.between, tuple(map(row_of, excerpt.around)), excerpt.more)


def row_of(place: DayPlace) -> Row:
    """One place as it is written."""
    own, other = place.points
    return Row(
        place.rank,
        called(place),
        f"/people/{quote(place.name)}" if place.name else "",
        place.mine,
        loss_text(place.loss),
        f"{own} : {other}",
        round_marks(place.losses),
        marks_label(place.losses),
        f"/replay/{place.game}",
    )


def called(place: DayPlace) -> str:
    """What somebody is called in the table."""
    if place.called == "guest":
        return gettext("a guest")
    return place.name or gettext("somebody who keeps their name")
