"""Real dice and cards: one tap after another, or what somebody typed; and taking back what was told."""

from dataclasses import replace

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien import rules
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId
from shanghaien.web.site.forms import read_fields
from shanghaien.web.site.problems import status_of
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.real_dice import pad_of, put
from shanghaien.web.tables.pages.real_dice_input import Taps, in_notation, rolling
from shanghaien.web.tables.pages.visit import Answer, TableVisit
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.words.players import names

LONGEST_ROW = 400
"""Six cards by their names fit into so many letters."""


@post("/t/{game:str}/chance", status_code=200)
async def chance(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """What came: `version`, `id`, and `outcome` as it was tapped or `typed` as people write it."""
    fields = await read_fields(visit.request)
    typed = fields.text("outcome", "") or fields.text("typed", longest=LONGEST_ROW)
    table, _ = await visit.look(game)
    said = in_notation(typed, names(table))
    refused: list[IllegalMove] = []

    async def told(asked: TableRequest) -> Table:
        try:
            return await visit.tables.type_chance(asked, said)
        except IllegalMove as refusal:
            refused.append(refusal)
            raise

    answer = await visit.change(game, fields, told)
    return await _pad(visit, game, "", typed, refused[0]) if refused and isinstance(answer, Template) else answer


@post("/t/{game:str}/tap", status_code=200)
async def tap(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """One tap of a page without script: `tap`, and the `taps` before it. With the last one it is told what came."""
    fields = await read_fields(visit.request)
    words = f"{fields.text('taps', '')} {fields.text('tap')}"
    table, _ = await visit.look(game)
    state = rolling(table.state)
    taps = Taps.read(state, words) if rules.is_chance(state) else None
    if taps is not None and taps.enough:
        return await visit.change(game, fields, lambda asked: visit.tables.type_chance(asked, taps.said))
    return await _pad(visit, game, words)


@post("/t/{game:str}/retype", status_code=200)
async def retype(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Take back what was told last of real dice or cards: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.retype)


async def _pad(
    visit: TableVisit, game: GameId, words: str, typed: str = "", refusal: IllegalMove | None = None
) -> Template:
    """The page of the table with taps that are not sent yet, or with what was typed and why it was refused."""
    table, viewer = await visit.look(game)
    shown, seen = await visit.show(table, viewer), visit.perspective(table, viewer).see(table)
    page = shown.context["page"]
    if page.pad is None:
        return await visit.show(table, viewer, refusal)
    pad = pad_of(seen, Taps.read(rolling(table.state), words), typed, refusal.said(gettext) if refusal else "")
    shown.context["page"] = replace(page, pad=pad, question=put(page.question, pad))
    shown.status_code = status_of(refusal)
    return shown


BY_HAND_ROUTES = [chance, tap, retype]
