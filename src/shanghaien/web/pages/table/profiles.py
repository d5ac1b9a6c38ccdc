"""The pages of whoever sits at a table: found by the seat's person, since a guest may carry anybody's name."""

from urllib.parse import quote

from shanghaien.web.play.table import SeatKind, Table
from shanghaien.web.play.tables import Tables

NONE = ("", "")


async def profiles_at(table: Table, tables: Tables) -> tuple[str, str]:
    """Where the pages of the two players are; empty for bots, guests, and at tables with one screen for both."""
    humans = [seat for seat, chair in enumerate(table.chairs) if chair.kind is SeatKind.HUMAN]
    if table.mode.one_screen or not humans:
        return NONE
    holders = await tables.holders(table.id)
    known = await tables.names.of({person for seat in humans if (person := holders[seat]) is not None})
    first, second = (known.get(person, "") if person else "" for person in holders)
    return _address(first), _address(second)


def _address(name: str) -> str:
    return f"/people/{quote(name, safe='')}" if name else ""
