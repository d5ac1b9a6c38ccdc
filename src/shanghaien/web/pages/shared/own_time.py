"""What a person has set about time, put to use when they sit down at a table."""

from datetime import UTC

import msgspec

from shanghaien.web.http.preferences import preferences_of
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.signing import new_id
from shanghaien.web.ids import PersonId, RequestId
from shanghaien.web.people.wishes import Wishes, WishStore
from shanghaien.web.play.orders import Orders
from shanghaien.web.play.pace import PaceKind
from shanghaien.web.play.request import TableRequest
from shanghaien.web.play.table import Table
from shanghaien.web.play.tables import Tables
from shanghaien.web.words.times import zone_of


class OwnTime:
    """Remembers a person's time zone where days are counted, and gives their standing orders."""

    def __init__(self, request: AnyRequest, tables: Tables, wishes: WishStore) -> None:
        self._wished = preferences_of(request)
        self._tables = tables
        self._wishes = wishes

    async def sit_down(self, table: Table, person: PersonId) -> None:
        """The person has just sat down at a table."""
        if table.pace is not None and table.pace.kind is PaceKind.DAYS and zone_of(self._wished.zone) is not UTC:
            await self._wishes.change(person, self._with_zone)
        orders = Orders.read(self._wished.orders)
        if self._wished.orders and not table.mode.adds_nothing and orders not in table.orders:
            asked = TableRequest(table.id, person, table.version, RequestId(new_id()))
            await self._tables.order(asked, orders)

    def _with_zone(self, kept: Wishes) -> Wishes:
        return kept if kept.time_zone else msgspec.structs.replace(kept, time_zone=self._wished.zone)
