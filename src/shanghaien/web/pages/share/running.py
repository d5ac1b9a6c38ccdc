"""The picture of a table at which a game runs or somebody waits: names, the round and the row, and nothing else.

No points, no dice, no chances: whoever follows a link to a running game is told nothing that they could not see, and
nothing that would spoil it.
"""

from shanghaien.rules import ROUNDS, Card, Nation, Sailor, position_of
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.people import names
from shanghaien.web.play.table import SeatKind, Table

from .parts import card, counter, cut, picture, text

SAMPLE: tuple[Card, ...] = tuple(
    Sailor(nation, value)
    for nation, value in zip(
        (Nation.GERMAN, Nation.SPANISH, Nation.TURKISH, Nation.ITALIAN, Nation.FRENCH, Nation.CHINESE),
        (3, 1, 4, 3, 2, 4),
        strict=True,
    )
)
"""The row that lies on the counter where there is no game to show."""


def running_picture(table: Table) -> str:
    """The picture of a table that is not over."""
    if not table.started:
        return _offered(table)
    first, second = (cut(name) for name in names(table))
    heading = gettext("%(first)s vs %(second)s") % {"first": first, "second": second}
    told = table.state.last  # until somebody rolls, the row that was shared out is the one that everybody sees
    if told is not None:
        return _with_row(heading, table.state.round - 1, tuple(taking.card for taking in told.takings))
    down = {position_of(number, table.state.end) for number in table.state.face_down}
    return _with_row(heading, table.state.round, table.state.tavern, frozenset(down))


def start_picture() -> str:
    """The picture of the start page."""
    return _picture("Shanghaien", gettext("The game of dice, sailors and dirty tricks"), SAMPLE)


def _offered(table: Table) -> str:
    """The picture of a table at which a seat is free; no card lies there yet."""
    seats = zip(names(table), table.chairs, strict=True)
    host = next(cut(name) for name, chair in seats if chair.kind is not SeatKind.OPEN)
    about = gettext("One seat is free: sit down and play.")
    return _picture(gettext("Play against %(name)s") % {"name": host}, about, SAMPLE, frozenset(range(6)))


def _with_row(heading: str, number: int, cards: tuple[Card, ...], down: frozenset[int] = frozenset()) -> str:
    return _picture(
        heading, gettext("Round %(round)s of %(rounds)s") % {"round": number, "rounds": ROUNDS}, cards, down
    )


def _picture(heading: str, about: str, cards: tuple[Card, ...], down: frozenset[int] = frozenset()) -> str:
    row = [card(shown, down=place in down) for place, shown in enumerate(cards)]
    words = text(heading, (64, 150), 72, 980, family="serif"), text(about, (66, 214), 34, 980)
    return picture(f"{heading}: {about}", *words, counter(row))
