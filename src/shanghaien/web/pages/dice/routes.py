"""The page that checks the dice, for a game of this server or for any record, and the downloads of a record."""

from typing import Any

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.fairness.evidence import reading_table
from shanghaien.fairness.second import choices_before
from shanghaien.rules import EXPANSIONS, Record, seat_letter, to_dict, to_json, to_text
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.play.records import record_of
from shanghaien.web.play.table import Table, Viewer
from shanghaien.web.play.tables import Tables

from .log_routes import LOG_ROUTES
from .promise import is_second, promise_of
from .sentences import sentences
from .statistics import statistics
from .warnings import WARNING_ROUTES


@get("/t/{game:str}/dice")
async def dice_page(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Template | Redirect:
    """What was promised about the dice of a game, which the browser of whoever looks checks.

    Games of a day have a source of their own, which the page of the day tells about.
    """
    table, _ = await tables.look(game, person_cookie.known(request))
    if table.day:
        return Redirect(f"/day/{table.day}#seal", status_code=303)
    record = record_of(table)
    told = promise_of(record.tags, table.chairs)
    return _page(request, game=game, over=table.over, promise=told, record=embedded(record))


@get("/dice")
async def any_dice_page(request: AnyRequest, tables: NamedDependency[Tables]) -> Template:
    """The same check for a record in a file, which never leaves the browser; and how dice have fallen here so far."""
    told = statistics(await tables.rolls.fallen())
    return _page(request, game=None, over=False, promise=None, record=None, statistics=told)


def record_dice_page(request: AnyRequest, record: Record) -> Template:
    """The same check for a record that somebody has brought."""
    return _page(request, game=None, over=True, promise=None, record=embedded(record))


def _page(request: AnyRequest, **context: Any) -> Template:
    reading = reading_table() | {"expansions": list(EXPANSIONS)}
    told = {"site": site_of(request), "sentences": sentences(), "reading": reading}
    return Template("dice/dice.html", context={**told, **context})


def embedded(record: Record) -> dict[str, Any]:
    """The record for the page, with the seats that chose: the JSON form alone does not say whose turn it is."""
    if not is_second(record.tags):
        return to_dict(record)
    actors = [None if choice is None else seat_letter(choice.seat) for choice in choices_before(record)]
    return to_dict(record) | {"actors": actors}


@get("/t/{game:str}/record.txt", media_type=MediaType.TEXT)
async def record_text(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Response[str]:
    """The record to read and to type."""
    return _download(await tables.look(game, person_cookie.known(request)), "txt")


@get("/t/{game:str}/record.json")
async def record_json(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Response[str]:
    """The record for programs."""
    return _download(await tables.look(game, person_cookie.known(request)), "json")


def _download(looked: tuple[Table, Viewer], form: str) -> Response[str]:
    table, _ = looked
    write, kind = (to_text, "text/plain") if form == "txt" else (to_json, "application/json")
    headers = {"Content-Disposition": f'attachment; filename="shanghaien-{table.id}.{form}"'}
    return Response(write(record_of(table)), media_type=kind, headers=headers)


ROUTES = [dice_page, any_dice_page, record_text, record_json, *LOG_ROUTES, *WARNING_ROUTES]
