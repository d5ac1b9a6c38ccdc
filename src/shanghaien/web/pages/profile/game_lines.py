"""Games as lines of a list: whom somebody played, how it ended, and where it can be seen again."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.http.i18n import gettext
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.pages.shared.people import rank
from shanghaien.web.people.about_people import AboutPeople
from shanghaien.web.people.opponents import OtherSide, other_sides
from shanghaien.web.people.told_rows import ListedResult, SeatRow
from shanghaien.web.words.results import outcome, pace_word, setup_words

from .numbers import decimal
from .time_axis import date_words
from .visit import Found, address_of

OUTCOMES = ("lost", "drawn", "won")


@dataclass(frozen=True, slots=True)
class ListedOpponent:
    """Whoever was on the other side, as the list names them."""

    name: str
    href: str = ""
    """Their page; empty for guests, whoever has gone, and whoever is not to be named."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a list."""

    game: GameId
    """Empty where it cannot be opened: it is no longer kept, or somebody in it is not to be named."""
    opponent: ListedOpponent
    key: str
    outcome: str
    when: str
    points: str
    about: str
    luck: str
    """What luck gave, in wins; empty before the review."""


@dataclass(frozen=True)
class Lines:
    """Makes lines of one person's results for one viewer."""

    about: AboutPeople
    found: Found
    viewer: PersonId | None

    async def of(self, rows: Sequence[ListedResult]) -> list[GameLine]:
        """The lines of these results; games with somebody from whom the viewer keeps away are left out."""
        sides = await self.opponents(rows)
        seats = await self.about.results.seats([row.game for row in rows])
        return [_line(row, side, seats) for row in rows if (side := sides[row.opponent]) is not None]

    async def opponents(self, rows: Sequence[ListedResult]) -> dict[PersonId, OtherSide | None]:
        """Who the people on the other side are, by id; None for those of whom nothing may be seen."""
        return await other_sides(self.about, rows, self.viewer, own=self.found.seen.own)


def _line(row: ListedResult, side: OtherSide, seats: dict[tuple[GameId, Seat], SeatRow]) -> GameLine:
    kept = (row.game, 0) in seats
    about = [setup_words(row.setup), pace_word(row.pace)] + (
        [gettext("not rated")] if row.unrated and not row.called_off else []
    )
    return GameLine(
        game=row.game if kept and side.named else GameId(""),
        opponent=_opponent(row, side, seats.get((row.game, 1 - row.seat))),
        key="off" if row.called_off else OUTCOMES[row.score],
        outcome=gettext("Called off") if row.called_off else outcome(row.score),
        when=date_words(row.ended),
        points=f"{row.points} : {row.points_against}",
        about=" · ".join(about),
        luck="" if row.luck is None else decimal(row.luck, sign=True),
    )


def _opponent(row: ListedResult, side: OtherSide, seat: SeatRow | None) -> ListedOpponent:
    """The other side of one game: bots by their rank, guests by the name they had there."""
    if row.level:
        return ListedOpponent(rank(row.level), f"/bots/{row.level}")
    if side.account:
        return ListedOpponent(side.account, address_of(side.account))
    if not (row.opponent and side.named):
        return ListedOpponent(gettext("a sailor"))
    return ListedOpponent(seat.name if seat is not None and seat.name else gettext("Guest"))
