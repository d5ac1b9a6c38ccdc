"""The lists of strength as somebody may see them: page by page, and those around themselves."""

from dataclasses import dataclass

from shanghaien.web.ids import PersonId
from shanghaien.web.people.name_rules import folded
from shanghaien.web.people.seeing import Seeing
from shanghaien.web.store.database import Database
from shanghaien.web.store.people import PeopleStore
from shanghaien.web.store.result_rows import StandingRow
from shanghaien.web.store.standing_lists import Key, best, names_of, next_above, row_of

from .lists import ListName
from .standings import ListedStanding, standing_of

ON_A_PAGE, AROUND = 50, 4
MOST_LOOKS = 4
"""How many pages in a row may have nobody on them whom the reader may see."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody on a list."""

    name: str
    standing: ListedStanding


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list."""

    people: tuple[Listed, ...]
    upper: float | None
    """How strong those are below whom it begins; None for the first page."""
    next: str = ""
    """The name after whom the next page begins; empty if there is none."""


class ListPages:
    """Reads lists for somebody who looks at them."""

    def __init__(self, database: Database, seeing: Seeing) -> None:
        self._database = database
        self._seeing = seeing
        self._people = PeopleStore(database)

    async def page(
        self, name: ListName, viewer: PersonId | None, after: str = "", *, provisional: bool = False
    ) -> ListPage:
        """The page that begins after somebody, or the first."""
        below = await self._place(name, viewer, after) if after else None
        upper = below.rating if below else None
        for _ in range(MOST_LOOKS):
            async with self._database.reading() as connection:
                rows = await best(connection, name, ON_A_PAGE, provisional=provisional, below=below)
            people = await self._shown(rows, viewer)
            if people or len(rows) < ON_A_PAGE:
                return ListPage(people, upper, people[-1].name if len(rows) == ON_A_PAGE else "")
            below = Key(rows[-1].rating, rows[-1].person)
        return ListPage((), upper)

    async def around(self, name: ListName, person: PersonId) -> tuple[Listed, ...]:
        """Somebody with those right above and below them; nobody if they are not on the list for certain."""
        async with self._database.reading() as connection:
            own = await row_of(connection, name, person)
            if own is None or own.provisional:
                return ()
            here = Key(own.rating, own.person)
            above = await next_above(connection, name, AROUND, here)
            below = await best(connection, name, AROUND, below=here)
        return await self._shown([*above, own, *below], person)

    async def _place(self, name: ListName, viewer: PersonId | None, after: str) -> Key | None:
        row = await self._people.named(folded(after))
        if row is None or not (await self._seeing.what_is_shown(row.id, viewer)).strength:
            return None
        async with self._database.reading() as connection:
            found = await row_of(connection, name, row.id)
        return None if found is None else Key(found.rating, found.person)

    async def _shown(self, rows: list[StandingRow], viewer: PersonId | None) -> tuple[Listed, ...]:
        persons = [row.person for row in rows]
        seen = await self._seeing.of_all(persons, viewer) if persons else {}
        async with self._database.reading() as connection:
            names = await names_of(connection, persons)
        shown = [row for row in rows if row.person in names and seen[row.person].strength]
        return tuple(Listed(names[row.person], standing_of(row)) for row in shown)
