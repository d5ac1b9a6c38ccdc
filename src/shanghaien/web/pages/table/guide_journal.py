"""Which remarks the guide has made in a game, read from its log: on from where it had been read to."""

from collections.abc import Callable
from dataclasses import replace

from shanghaien.rules import Options, State, advance, apply, new_game, parse_action, parse_outcome
from shanghaien.web.http.memory import Memory
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import TableEntry

Remark = Callable[[SeenTable], str]
"""A remark in words, or nothing where it does not fit."""
Choosing = Callable[[SeenTable, frozenset[Remark]], Remark | None]
"""Which remark is made at a table, if these have been made before."""
TAKEN_BACK = {EntryKind.UNDO, EntryKind.RETYPE}


class _Journal:
    """What one player has been told, and how far the log has been read."""

    def __init__(self, options: Options) -> None:
        self.made: frozenset[Remark] = frozenset()
        self._state = new_game(options)
        self._count = 0
        self._last: TableEntry | None = None

    def goes_on(self, log: tuple[TableEntry, ...]) -> bool:
        """Whether what has been read is the beginning of this log, with nothing taken back since."""
        known = self._count == 0 or (self._count <= len(log) and log[self._count - 1] is self._last)
        return known and all(entry.kind not in TAKEN_BACK for entry in log[self._count :])

    def read(self, seen: SeenTable, choose: Choosing) -> frozenset[Remark]:
        """Everything that was remarked on the player's choices so far."""
        log = seen.table.log
        for entry in log[self._count :]:
            if entry.kind is EntryKind.ACT and entry.seat == seen.below and not entry.undone:
                remark = choose(_as_it_was(seen, self._state), self.made)
                self.made |= {remark} if remark else set()
            self._state = _after(self._state, entry)
        self._count, self._last = len(log), log[-1] if log else None
        return self.made


_JOURNALS: Memory[list[_Journal]] = Memory(2000)
"""For each game and seat what has been read, in a box that another reading can be put into."""


def remarked(seen: SeenTable, choose: Choosing) -> frozenset[Remark]:
    """The remarks that were made before the present question; which those are is chosen by `choose`."""
    box = _JOURNALS.recall((seen.table.id, seen.below), list)
    if not box or not box[0].goes_on(seen.table.log):
        box[:] = [_Journal(seen.table.options)]
    return box[0].read(seen, choose)


def _as_it_was(seen: SeenTable, state: State) -> SeenTable:
    return replace(seen, table=replace(seen.table, state=state, waits_for=seen.below, result=None))


def _after(state: State, entry: TableEntry) -> State:
    if entry.undone:
        return state
    if entry.kind is EntryKind.ACT:
        return apply(state, parse_action(entry.text)).state
    return advance(state, parse_outcome(entry.text)).state if entry.kind is EntryKind.DRAW else state
