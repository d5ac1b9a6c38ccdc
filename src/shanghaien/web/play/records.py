"""A table's game as a record: what was played and not taken back, with the players' names and the proof of the dice."""

from datetime import UTC, datetime

from shanghaien.rules import Record, Step, parse_action, parse_outcome, seat_letter

from .log import EntryKind
from .table import Table, TableEntry


def record_of(table: Table) -> Record:
    """The record of a game as far as it has come; the seed is in it only when the game is over."""
    steps = tuple(_step(entry) for entry in table.log if _played(entry))
    resigned = None if table.result is None else table.result.resigned
    return Record(table.options, steps, _tags(table), resigned)


def steps_of(table: Table) -> list[str]:
    """The steps of the record in notation, as the table knows them: nothing is played again."""
    return [entry.text for entry in table.log if _played(entry)]


def _played(entry: TableEntry) -> bool:
    return entry.kind in {EntryKind.ACT, EntryKind.DRAW} and not entry.undone


def _step(entry: TableEntry) -> Step:
    return parse_action(entry.text) if entry.kind is EntryKind.ACT else parse_outcome(entry.text)


def _tags(table: Table) -> dict[str, str]:
    names = {f"Player-{letter}": chair.name or chair.level for letter, chair in zip("AB", table.chairs, strict=True)}
    day = datetime.fromtimestamp(table.created / 1000, UTC).date().isoformat()
    known = {name: value for name, value in names.items() if value}
    return known | {"Date": day} | _time(table) | _help(table) | table.dice_tags


def _time(table: Table) -> dict[str, str]:
    """How much time the players had, and how it ended the game, if it did."""
    pace = {} if table.pace is None else {"Pace": str(table.pace)}
    if table.result is None or table.result.reason not in {"time", "abandoned"}:
        return pace
    winner = table.result.winner
    return pace | {"Ended": "called off" if winner is None else f"{seat_letter(1 - winner)} lost on time"}


def _help(table: Table) -> dict[str, str]:
    """For each seat that asked for advice, the steps for which it did."""
    asked: dict[str, list[str]] = {}
    step = 1
    for entry in table.log:
        if entry.kind is EntryKind.HELP and entry.seat is not None:
            steps = asked.setdefault(f"Help-{seat_letter(entry.seat)}", [])
            steps += [] if str(step) in steps else [str(step)]
        step += _played(entry)
    return {name: " ".join(steps) for name, steps in asked.items()}
