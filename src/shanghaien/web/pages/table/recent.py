"""The log beside the table: told on from where it had got to, so that a move costs the telling of one move."""

from shanghaien.web.http.memory import Memory
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import TableEntry

from .story import LogLine, LogTeller, people_at

ROUNDS = 2
"""How many rounds the log beside the table goes back; the replay holds the whole game."""
TAKEN_BACK = {EntryKind.UNDO, EntryKind.RETYPE}


class _Told:
    """A teller, and how far it has told a log."""

    def __init__(self, teller: LogTeller) -> None:
        self._teller = teller
        self._count = 0
        self._last: TableEntry | None = None

    def goes_on(self, log: tuple[TableEntry, ...]) -> bool:
        """Whether what has been told is the beginning of this log, with nothing taken back since."""
        known = self._count == 0 or (self._count <= len(log) and log[self._count - 1] is self._last)
        return known and all(entry.kind not in TAKEN_BACK for entry in log[self._count :])

    def tell(self, log: tuple[TableEntry, ...]) -> tuple[LogLine, ...]:
        """The lines, newest first, once the rest of the log is told too."""
        for entry in log[self._count :]:
            self._teller.tell(entry)
        self._count, self._last = len(log), log[-1] if log else None
        return tuple(reversed(self._teller.lines))


_TOLD: Memory[list[_Told]] = Memory(2000)
"""For each game and voice what has been told, in a box that another telling can be put into."""


def recent(seen: SeenTable) -> tuple[LogLine, ...]:
    """The last rounds of the log, newest first."""
    box = _TOLD.recall((seen.table.id, seen.voice), list)
    log = seen.table.log
    if not box or not box[0].goes_on(log):
        box[:] = [_Told(LogTeller(seen.voice, ROUNDS, people_at(seen)))]
    return box[0].tell(log)
