"""A turn played from a notice: the service worker shows the proof that came with the button, and the person's cookie."""

from typing import Any

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from shanghaien.rules import Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.notices.acts import LONGEST_PROOF, ProvenAct, read_act
from shanghaien.web.notices.channels.payload import push_payload
from shanghaien.web.notices.compose import NoticeReader, compose
from shanghaien.web.notices.timing import turn_of
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.problems import STATUS
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.players import names


@post("/t/{game:str}/from-notice", status_code=200)
async def from_notice(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    game: FromPath[GameId],
) -> Response[bytes]:
    """Do what a button of a notice says: `id` is its proof. What can't be done from here is to be done at the table."""
    act = read_act(tables.signer, (await read_fields(request)).text("id", longest=LONGEST_PROOF))
    if act is None or act.game != game or act.person != request.user.person:
        return _at_the_table(game)
    try:
        table = await tables.act(TableRequest(act.game, act.person, act.version, act.request_id), act.text)
        return await _told(tables, act, table)
    except DomainError:
        return _at_the_table(game)


async def _told(tables: Tables, act: ProvenAct, table: Table) -> Response[bytes]:
    """The result in a sentence; where the dice wait for the person's own page, only the table can go on."""
    _, viewer = await tables.look(act.game, act.person)
    if table.opens in viewer.seats:
        return _at_the_table(act.game)
    told = {"said": sentence(table, viewer.seats), "version": table.version}
    return _json(told | _next(tables, act.person, table, viewer.seats))


def _next(tables: Tables, person: PersonId, table: Table, seats: frozenset[Seat]) -> dict[str, Any]:
    """The next notice where it is still the person's turn, as after a roll."""
    asked = turn_of(table)
    if asked is None or table.waits_for is None or asked.seat not in seats:
        return {}
    notice = compose(asked.news(), table, asked.seat, NoticeReader(person, language(), now()))
    return {"next": msgspec.json.decode(push_payload(notice, tables.signer))}


def sentence(table: Table, seats: frozenset[Seat]) -> str:
    if table.over:
        return gettext("Done. The game is over.")
    if table.waits_for in seats:
        return gettext("Done. It is still your turn.")
    return gettext("Done. It is %(name)s’s turn.") % {"name": names(table)[1 - min(seats)]}


def _at_the_table(game: GameId) -> Response[bytes]:
    return _json({"open": f"/t/{game}"}, STATUS["stale"])


def _json(values: dict[str, Any], status: int = 200) -> Response[bytes]:
    return Response(msgspec.json.encode(values), status_code=status, media_type="application/json")


PLAYED_ROUTES = [from_notice]
