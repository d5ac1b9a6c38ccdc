"""The table as whoever watches sees it: as it stood some time ago, where the players wish it so.

Everybody without a seat sees it so, by whatever page, picture, stream or program they look: see `Tables.look`.
"""

from collections.abc import Sequence
from dataclasses import replace

from cachetools import LRUCache

from shanghaien.rules import Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.loaded_game import LoadedGame
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import SeatKind, Table
from shanghaien.web.tables.open_games import OpenGames
from shanghaien.web.tables.store.rows import FIRST, EntryRow, GameRow, GameSummary, SeatRow

MOST_REMEMBERED = 200
"""So many games that are watched late are kept as they were seen last."""
NOTHING_PLAYED = GameSummary(1, None, None)


class _Lagging:
    """One game, some time behind itself: all entries that are stored, and the game up to those that may be seen."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.entries: list[EntryRow] = []
        self.loaded = LoadedGame(_before(row, ()))

    def go_on(self, cutoff: int) -> LoadedGame:
        """The game with everything that happened until then; what was set up with it is seen at once."""
        until = max(cutoff, self.row.created)
        due = [entry for entry in self.entries if entry.at <= until]
        if any(entry.kind == EntryKind.JOIN for entry in due[self.loaded.version :]):
            self.loaded = LoadedGame(_before(self.row, due))  # somebody sits there now who did not before
        self.loaded.play(due[self.loaded.version :])
        return self.loaded

    def next_at(self, cutoff: int) -> int | None:
        """When the next entry that may not be seen yet was made; None if there is none."""
        return next((entry.at for entry in self.entries if entry.at > max(cutoff, self.row.created)), None)


class LateTables:
    """Shows games as they stood; each is read from the store once, and then followed."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self._kept: LRUCache[GameId, _Lagging] = LRUCache(MOST_REMEMBERED)

    async def of(self, table: Table) -> Table:
        """A table as it stood so long ago as its players wish; the very same if nothing has happened since."""
        cutoff = now() - table.delay * 1000
        if not table.delay or table.updated <= cutoff:
            return table
        lagging = await self._lagging(table)
        return _as_if_now(lagging.go_on(cutoff).table(), table.delay * 1000)

    def next_in(self, table: Table) -> float | None:
        """In how many seconds something of the game can be seen that cannot yet; None if there is nothing."""
        lagging, delay = self._kept.get(table.id), table.delay * 1000
        at = None if lagging is None else lagging.next_at(now() - delay)
        return None if at is None else max(0.0, (at + delay - now()) / 1000)

    async def _lagging(self, table: Table) -> _Lagging:
        lagging = self._kept.get(table.id)
        known = 0 if lagging is None else len(lagging.entries)
        if lagging is None or known < table.version:
            stored = await self._games.games.load(table.id, known)
            if stored is not None:
                lagging = lagging or _Lagging(stored.row)
                lagging.row = stored.row
                new = [entry for entry in stored.entries if entry.number > len(lagging.entries)]
                lagging.entries += new
        if lagging is None:  # it has just gone: whoever looks again learns that
            lagging = _Lagging((await self._games.current(table.id)).game)
        self._kept[table.id] = lagging
        return lagging


def _before(row: GameRow, seen: Sequence[EntryRow]) -> GameRow:
    """The row of a game in which only so much has happened; who sat down later does not sit there yet."""
    joined: set[Seat | None] = {entry.seat for entry in seen if entry.kind == EntryKind.JOIN}
    seats = tuple(
        seat if at in joined or seat.kind != SeatKind.HUMAN else SeatRow(str(SeatKind.OPEN))
        for at, seat in enumerate(row.seats)
    )
    plain = replace(row, seats=(seats[0], seats[1]), version=FIRST, updated=row.created, digest=None)
    return replace(plain, summary=NOTHING_PLAYED)


def _as_if_now(table: Table, behind: int) -> Table:
    """The same with its clocks as they stood then: whoever watches late sees them run as they ran."""
    if table.clocks is None:
        return table
    clocks = replace(
        table.clocks, since=table.clocks.since + behind, up_since=table.clocks.up_since + behind, away=((), ())
    )
    return replace(table, clocks=clocks)
