"""A table's game as a record: what was played and not taken back, with the players' names and the proof of the dice."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from shanghaien.ai.review.json_form import JUDGEMENT, VERSION
from shanghaien.rules import (
    REVISION,
    PlayedStep,
    Record,
    Seat,
    Step,
    parse_action,
    parse_outcome,
    seat_letter,
    step_text,
    to_move,
)
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import Mode, SeatKind, Table, TableSeat
from shanghaien.web.tables.summary import Ending, result_of, result_text


def record_of(table: Table) -> Record:
    """The record of a game as far as it has come."""
    steps = tuple(_step(entry) for entry in table.log if is_step(entry))
    resigned = None if table.result is None else table.result.resigned
    return Record(table.options, steps, _tags(table), resigned)


def steps_of(table: Table) -> list[str]:
    """The steps of the record in notation, as the table knows them: nothing is played again."""
    return [entry.text for entry in table.log if is_step(entry)]


def is_step(entry: SeenEntry) -> bool:
    """Whether it stands in the record: a choice or an outcome that was not taken back."""
    return entry.kind in {EntryKind.ACT, EntryKind.DRAW} and not entry.undone


def _step(entry: SeenEntry) -> Step:
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
        step += is_step(entry)
    return {name: " ".join(steps) for name, steps in asked.items()}


# An uploaded record, as a table on which it can be replayed (docs/record.md).

PLAYED = (EntryKind.ACT, EntryKind.DRAW)


def played(table: Table) -> tuple[SeenEntry, ...]:
    """What was chosen and drawn, without what was taken back."""
    return tuple(entry for entry in table.log if entry.kind in PLAYED and not entry.undone)


def table_of(record: Record) -> Table:
    """A table that shows a record as if it had been played here."""
    moments = list(record.replay())
    state = moments[-1].after if moments else record.final
    chairs = (_chair(record, "Player-A"), _chair(record, "Player-B"))
    table = Table(
        id=GameId(""),
        mode=Mode.INVITE,
        options=record.options,
        chairs=chairs,
        version=Version(len(moments)),
        state=state,
        log=tuple(_entry(number, moment) for number, moment in enumerate(moments, start=1)),
        waits_for=None,
        undo=None,
        result=result_of(state, None if record.resigned is None else Ending("resigned", record.resigned)),
        proof=None,
        rematch=None,
        created=0,
        updated=0,
    )
    return table if record.resigned is None else _resigned(table, record.resigned)


def _chair(record: Record, tag: str) -> TableSeat:
    return TableSeat(SeatKind.HUMAN, record.tags.get(tag, tag[-1]))


def _entry(number: int, moment: PlayedStep) -> SeenEntry:
    seat = to_move(moment.before)
    kind = EntryKind.DRAW if seat is None else EntryKind.ACT
    return SeenEntry(number, kind, seat, step_text(moment.step), 0, moment.events)


def _resigned(table: Table, seat: Seat) -> Table:
    version = Version(table.version + 1)
    last = SeenEntry(version, EntryKind.RESIGN, seat, "", 0)
    return replace(table, log=(*table.log, last), version=version)


def key_of(table: Table) -> str:
    """What a review is kept under: the game as it was played, and everything that its numbers depend on.

    It is made of what the table knows, since every look at a page that waits asks for it.
    """
    content = [VERSION, JUDGEMENT, REVISION, table.options.as_dict(), steps_of(table), result_text(table.result)]
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]
