"""What was counted in many games, as tables: results, turns, tricks."""

from rich.table import Table

from shanghaien.rules import Seat, seat_letter

from .card_names import acts_in_play
from .narration import Names
from .tally import SEATS, Tally


def tables(tally: Tally, names: Names) -> tuple[Table, ...]:
    """Everything there is to show, in order."""
    return _results(tally, names), _turns(tally), _tricks(tally, names)


def _results(tally: Tally, names: Names) -> Table:
    table = Table("player", title="Results", title_justify="left")
    for column in ("wins", "share", "points", "lowest", "highest"):
        table.add_column(column, justify="right")
    for seat in SEATS:
        wins, scores = tally.wins[seat], tally.points[seat]
        share, mean = f"{wins / tally.games:.1%}", f"{tally.mean_points(seat):.2f}"
        table.add_row(_player(seat, names), str(wins), share, mean, str(min(scores)), str(max(scores)))
    table.add_row("drawn", str(tally.draws), f"{tally.draws / tally.games:.1%}")
    return table


def _turns(tally: Tally) -> Table:
    table = Table("round", title="Turns per round", title_justify="left")
    for number in range(1, len(tally.turns) + 1):
        table.add_column(str(number), justify="right")
    table.add_row("turns", *(f"{turns:.2f}" for turns in tally.turns_per_round()))
    return table


def _tricks(tally: Tally, names: Names) -> Table:
    """Every act of the cards in play that took effect at least once."""
    table = Table("trick", title="Tricks played", title_justify="left")
    for seat in SEATS:
        table.add_column(_player(seat, names), justify="right")
    table.add_column("per game", justify="right")
    for act, name in acts_in_play(tally.options).items():
        counts = [tally.tricks[seat][act] for seat in SEATS]
        if any(counts):
            table.add_row(name, *map(str, counts), f"{sum(counts) / tally.games:.2f}")
    return table


def _player(seat: Seat, names: Names) -> str:
    return f"{seat_letter(seat)} {names[seat]}"
