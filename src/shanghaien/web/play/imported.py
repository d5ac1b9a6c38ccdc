"""A record that somebody brings, as a table on which it can be replayed (docs/record.md)."""

from dataclasses import replace

from shanghaien.fairness import Proof
from shanghaien.rules import PlayedStep, Record, Seat, step_text, to_move
from shanghaien.web.ids import GameId, Version

from .log import EntryKind
from .summary import Ending, result_of
from .table import Chair, Mode, SeatKind, Table, TableEntry

PLAYED = (EntryKind.ACT, EntryKind.DRAW)


def played(table: Table) -> tuple[TableEntry, ...]:
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
        proof=Proof.from_tags(record.tags) or Proof.manual(""),
        rematch=None,
        created=0,
        updated=0,
    )
    return table if record.resigned is None else _resigned(table, record.resigned)


def _chair(record: Record, tag: str) -> Chair:
    return Chair(SeatKind.HUMAN, record.tags.get(tag, tag[-1]))


def _entry(number: int, moment: PlayedStep) -> TableEntry:
    seat = to_move(moment.before)
    kind = EntryKind.DRAW if seat is None else EntryKind.ACT
    return TableEntry(number, kind, seat, step_text(moment.step), 0, moment.events)


def _resigned(table: Table, seat: Seat) -> Table:
    version = Version(table.version + 1)
    last = TableEntry(version, EntryKind.RESIGN, seat, "", 0)
    return replace(table, log=(*table.log, last), version=version)
