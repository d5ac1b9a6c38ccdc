"""Some people's standings, taken out of the database, changed, and put back together."""

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId
from shanghaien.web.store.result_rows import ResultRow, StandingRow, WatchRow
from shanghaien.web.store.standings import keep_standings, keep_watches, standing_rows, watch_rows

from .lists import list_of
from .reckoning import unknown

Key = tuple[PersonId, str]


@dataclass(slots=True)
class Book:
    """Standings by person and list, and watches by person; what was changed is put back by `close`."""

    edition: int
    standings: dict[Key, StandingRow]
    watches: dict[PersonId, WatchRow]
    changed: dict[Key, StandingRow] = field(default_factory=dict)
    watched: dict[PersonId, WatchRow] = field(default_factory=dict)

    def page(self) -> "Book":
        """The same as it stands, for whoever needs to know how it was."""
        return Book(self.edition, dict(self.standings), dict(self.watches))

    def standing(self, result: ResultRow | None) -> StandingRow | None:
        """How strong the person of a result is by its list; None if they are not on it."""
        return None if result is None else self.standings.get((result.person, list_of(result.pace, result.level)))

    def known(self, result: ResultRow) -> StandingRow:
        """The same; whoever is not on the list is as strong as anybody."""
        return self.standing(result) or unknown(result.person, list_of(result.pace, result.level))

    def keep(self, row: StandingRow) -> None:
        """Let somebody be so strong."""
        self.standings[row.person, row.list] = self.changed[row.person, row.list] = row

    def watch(self, row: WatchRow) -> None:
        """Let this be known of somebody."""
        self.watches[row.person] = self.watched[row.person] = row

    async def close(self, connection: AsyncConnection) -> None:
        """Put back what was changed."""
        await keep_standings(connection, self.edition, self.changed.values())
        await keep_watches(connection, self.edition, self.watched.values())


async def open_book(
    connection: AsyncConnection, edition: int, people: Collection[PersonId], *, watches: bool = False
) -> Book:
    """The standings of these people by all lists, and their watches if they are wanted."""
    rows = await standing_rows(connection, edition, people)
    found = await watch_rows(connection, edition, people) if watches else []
    return Book(edition, {(row.person, row.list): row for row in rows}, {row.person: row for row in found})
