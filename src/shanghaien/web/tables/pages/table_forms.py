"""What forms of tables have in common: the version and the id of a request, and what a person has set about time."""

import re
from datetime import UTC

import msgspec

from shanghaien.web.core.formats import zone_of
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore
from shanghaien.web.site.forms import AnyRequest, Fields
from shanghaien.web.site.middleware import HotRoute, hot_form
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.sessions import VisitorMiddleware
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.model import Orders, Table
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.service import Tables

LONGEST_REQUEST_ID = 64


def read_change(fields: Fields, game: GameId, person: PersonId | None) -> TableRequest:
    """The change that a form asks for by `version` and `id`."""
    version, request_id = fields.number("version"), fields.text("id", longest=LONGEST_REQUEST_ID)
    return TableRequest(game, person, Version(version), RequestId(request_id))


def hot_forms(parts: Parts) -> list[HotRoute]:
    """The form that pages send most, a choice, as their scripts send it."""
    tables = parts[Tables]

    async def act(game: str, fields: Fields, person: PersonId | None) -> bytes:
        asked = read_change(fields, GameId(game), person)
        table = await tables.act(asked, fields.text("action"), fields.text("link", ""))
        return msgspec.json.encode({"version": table.version})

    return [hot_form(parts[VisitorMiddleware], re.compile("/t/([^/]+)/act"), "/t/{game}/act", act)]


# What a person has set about time, put to use when they sit down at a table.


class OwnTime:
    """Remembers a person's time zone where days are counted, and gives their standing orders."""

    def __init__(self, request: AnyRequest, tables: Tables, preferences: PreferenceStore) -> None:
        self._wished = preferences_of(request)
        self._tables = tables
        self._preferences = preferences

    async def sit_down(self, table: Table, person: PersonId) -> None:
        if table.pace is not None and table.pace.kind is PaceKind.DAYS and zone_of(self._wished.zone) is not UTC:
            await self._preferences.change(person, self._with_zone)
        orders = Orders.read(self._wished.orders)
        if self._wished.orders and not table.mode.adds_nothing and orders not in table.orders:
            asked = TableRequest(table.id, person, table.version, RequestId(new_id()))
            await self._tables.order(asked, orders)

    def _with_zone(self, kept: PersonPreferences) -> PersonPreferences:
        return kept if kept.time_zone else msgspec.structs.replace(kept, time_zone=self._wished.zone)
