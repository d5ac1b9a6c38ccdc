"""The page that checks the dice, for a game of this server or for any record, and the downloads of a record."""

from typing import Any

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.fairness.evidence import reading_table
from shanghaien.rules import to_dict, to_json, to_text
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.people import nameless
from shanghaien.web.play.records import record_of
from shanghaien.web.play.table import Table
from shanghaien.web.play.tables import Tables

from .sentences import sentences


@get("/t/{game:str}/dice")
async def dice_page(request: AnyRequest, tables: NamedDependency[Tables], game: FromPath[GameId]) -> Template:
    """What was promised about the dice of a game; once it is over, the browser of whoever looks checks them."""
    table, _ = await tables.look(game)
    context = {"game": game, "over": table.over, "promise": _promise(table), "record": to_dict(record_of(table))}
    return Template(
        "dice/dice.html",
        context={"site": site_of(request), "sentences": sentences(), "reading": reading_table(), **context},
    )


@get("/dice", sync_to_thread=False)
def any_dice_page(request: AnyRequest) -> Template:
    """The same check for a record in a file; the file never leaves the browser."""
    context = {"game": None, "over": False, "promise": None, "record": None}
    return Template(
        "dice/dice.html",
        context={"site": site_of(request), "sentences": sentences(), "reading": reading_table(), **context},
    )


@get("/t/{game:str}/record.txt", media_type=MediaType.TEXT)
async def record_text(tables: NamedDependency[Tables], game: FromPath[GameId]) -> Response[str]:
    """The record to read and to type."""
    return await _download(tables, game, "txt")


@get("/t/{game:str}/record.json")
async def record_json(tables: NamedDependency[Tables], game: FromPath[GameId]) -> Response[str]:
    """The record for programs."""
    return await _download(tables, game, "json")


async def _download(tables: Tables, game: GameId, form: str) -> Response[str]:
    table, _ = await tables.look(game)
    write, kind = (to_text, "text/plain") if form == "txt" else (to_json, "application/json")
    headers = {"Content-Disposition": f'attachment; filename="shanghaien-{game}.{form}"'}
    return Response(write(record_of(table)), media_type=kind, headers=headers)


def _promise(table: Table) -> dict[str, Any] | None:
    """What the page shows before any script has run; the seed only if the game is over."""
    proof = table.proof
    if not proof.commitment:
        return None
    seats = [
        {"letter": letter, "name": chair.name or nameless(chair), "text": text, "seal": receipt}
        for letter, chair, text, receipt in zip("AB", table.chairs, proof.contributions, proof.seals, strict=True)
    ]
    seed = None if proof.seed is None else proof.seed.hex()
    return {"game": proof.game_id, "commitment": proof.commitment, "seats": seats, "seed": seed}


ROUTES = [dice_page, any_dice_page, record_text, record_json]
