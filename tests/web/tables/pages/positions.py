"""Tables in positions that are written in one line, and whoever looks at them."""

from dataclasses import replace
from typing import Any

from bench.load.random_tables import table_at
from shanghaien import rules
from shanghaien.rules import First, Options, parse_action, parse_outcome
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.pages.seen_table import SeenTable

table = table_at
DEAL = ("FRE4", "SPA1", "shift", "DUT3", "CHI4", "AME1")
ME, OTHER = 0, 1


def played(*steps: str, options: Options | None = None, first: str = "") -> Table:
    """A table after the deal and these steps, written as a record writes them; the first seat starts.

    Where lots are drawn for the start, `first` is the letter that came.
    """
    state = rules.new_game(options or Options(first=First.SEAT_A))
    log: list[SeenEntry] = []
    for number, text in enumerate(filter(None, (first, *DEAL, *steps)), start=1):
        seat = rules.to_move(state)
        if seat is None:
            state, events = rules.advance(state, parse_outcome(text))
        else:
            state, events = rules.apply(state, parse_action(text))
        kind = EntryKind.DRAW if seat is None else EntryKind.ACT
        log.append(SeenEntry(number, kind, seat, text, 0, events))
    return table(state, log)


def with_dice(mine: str, theirs: str, *, turn: int = ME) -> Table:
    """The first row with dice on it, given as digits; it is somebody's turn to roll or call."""
    state = played("roll", "1-2", "place 1 left", "roll", "1-2", "place 1").state
    counts = [tuple(dice.count(str(number)) for number in range(1, 7)) for dice in (mine, theirs)]
    players = tuple(player._replace(dice=dice) for player, dice in zip(state.players, counts, strict=True))
    return table(state.evolve(players=players, turn=turn))


def seen(shown: Table, viewer: int | None = ME, **more: Any) -> SeenTable:
    """The table as one of its players, or a watcher, sees it."""
    seats = frozenset() if viewer is None else frozenset({viewer})
    return SeenTable(shown, Viewer(seats), address="/t/g", **more)


def hot_seat(shown: Table) -> SeenTable:
    """The table on one screen."""
    return SeenTable(replace(shown, mode=Mode.HOT_SEAT), Viewer(frozenset({0, 1})), address="/t/g")


def watching(shown: Table, side: int | None = None) -> SeenTable:
    """The table as a watcher sees it, from nobody's side or from one of the two."""
    return seen(shown, None, side=side)


def everybody(shown: Table) -> dict[str, SeenTable]:
    """The table as everybody sees it who can look at it, by name."""
    return {
        "first": seen(shown, 0),
        "second": seen(shown, 1),
        "hot seat": hot_seat(shown),
        "watcher": watching(shown),
        "watcher beside the first": watching(shown, 0),
        "watcher beside the second": watching(shown, 1),
    }


FROM_THE_FIRST = ("first", "watcher", "watcher beside the first")
FROM_THE_SECOND = ("second", "watcher beside the second")
"""Who sees the first, or the second, seat below the row, whoever is to move."""
