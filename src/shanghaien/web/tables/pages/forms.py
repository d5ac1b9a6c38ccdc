"""The two fields that every form at a table sends: the version it was made for, and an id of the request."""

from datetime import UTC
from urllib.parse import quote, unquote

import msgspec
from litestar.datastructures import Cookie

from shanghaien.web.core.formats import zone_of
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.core.signing import new_id
from shanghaien.web.core.visitor import visitor_of
from shanghaien.web.people.names import clean_name
from shanghaien.web.people.preferences import Wishes, WishStore
from shanghaien.web.site.forms import AnyRequest, Fields
from shanghaien.web.site.preferences import ONE_YEAR, preferences_of
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.model import Orders, Table
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.service import Tables

LONGEST_REQUEST_ID = 64


def read_change(fields: Fields, game: GameId, person: PersonId | None) -> TableRequest:
    """The change that a form asks for: `version` and `id`."""
    version, request_id = fields.number("version"), fields.text("id", longest=LONGEST_REQUEST_ID)
    return TableRequest(game, person, Version(version), RequestId(request_id))


# What somebody is called at new tables: by the name of their account, or as they called themselves last.

COOKIE = "called"
FIELD = "name"


def remembered_name(request: AnyRequest) -> str:
    """The name of their account, or the one that was given last; empty if none was."""
    account = visitor_of(request).account
    return account.name if account is not None else clean_name(unquote(request.cookies.get(COOKIE, "")))


def name_given(request: AnyRequest, fields: Fields) -> str:
    """The name that a form gives; a form that does not ask for it means the one that is remembered.

    Whoever has an account goes by its name: nobody sits at a table under a name that looks like somebody else's.
    """
    if FIELD not in fields or visitor_of(request).account is not None:
        return remembered_name(request)
    return clean_name(fields.text(FIELD))


def remember(name: str) -> Cookie:
    """The cookie that keeps a name; an empty one forgets what was kept."""
    return Cookie(
        key=COOKIE,
        value=quote(clean_name(name)),
        max_age=ONE_YEAR,
        path="/",
        httponly=True,
        samesite="lax",
    )


# What a person has set about time, put to use when they sit down at a table.


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
