"""The page that checks the dice, for a game of this server or for any record, and the downloads of a record."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, SkipValidation
from litestar.response import Redirect, Template

from shanghaien.fairness import PROTOCOL, DicePlayer, FairnessError, Proof
from shanghaien.fairness.evidence import reading_table
from shanghaien.rules import EXPANSIONS, Record, to_dict, to_json, to_text
from shanghaien.web.core.formats import percent
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.core.ids import GameId
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.dice.log_routes import LOG_ROUTES
from shanghaien.web.tables.dice.script_texts import WARNING_ROUTES, sentences
from shanghaien.web.tables.dice.statistics import RollStatistics
from shanghaien.web.tables.model import Table, TableSeat
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.players import called

# What was promised about a game's dice, for the page to show before any script has run.


def promise_of(tags: Mapping[str, str], chairs: Sequence[TableSeat]) -> dict[str, Any] | None:
    """The commitments in the tags of a game; None if there are none."""
    if tags.get("Dice") != PROTOCOL:
        return None
    try:
        proof = Proof.from_tags(tags)
    except FairnessError:
        return None  # the check names what can't be read
    names = [called(chair) for chair in chairs]
    sitting = ((proof.creator_seat, proof.creator), (proof.guest_seat, proof.guest))
    players = [_player(seat, player, names) for seat, player in sitting if seat is not None and player is not None]
    return {"game": proof.reservation.game_id, "server": proof.reservation.server, "players": players}


def _player(seat: int, player: DicePlayer, names: Sequence[str]) -> dict[str, Any]:
    end = player.end if player.has_chain else None
    return {"letter": "AB"[seat], "name": names[seat], "kind": player.kind, "end": end, "word": player.word}


# How the dice of this server have fallen, as the page tells it: each face beside what is fair, and what chance
# allows.

FEWEST = 60
"""Dice below which nothing can be said."""
FAIR = 1 / 6
WIDEST = 2 * FAIR
"""The share that fills a bar; the fair one ends in its middle."""
BAR = 200


@dataclass(frozen=True, slots=True)
class FaceRow:
    """One face of a die."""

    pips: int
    count: int
    share: str
    bar: int
    """How long its bar is, of 200."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """How the dice have fallen, in words and bars."""

    intro: str
    rows: tuple[FaceRow, ...]
    doubles: str
    verdict: str


def statistics(fallen: RollStatistics) -> Statistics | None:
    """The statistics of the dice; None as long as there are too few."""
    if fallen.dice < FEWEST:
        return None
    intro = gettext(
        "%(dice)s dice from the latest games on this server. With fair dice each face comes up one time in six."
    )
    share = fallen.doubles / fallen.pairs if fallen.pairs else 0
    doubles = ngettext(
        "%(num)d roll of two dice, %(share)s of them doubles (fair: 1 in 6).",
        "%(num)d rolls of two dice, %(share)s of them doubles (fair: 1 in 6).",
        fallen.pairs,
    )
    rows = (
        FaceRow(pips, count, percent(count / fallen.dice), min(BAR, round(BAR * count / fallen.dice / WIDEST)))
        for pips, count in enumerate(fallen.faces, 1)
    )
    verdict = gettext("Fair dice would be at least this far off in %(chance)s of such counts.")
    chance = percent(chance_of_more(deviation(fallen.faces)), 0)
    doubles %= {"num": fallen.pairs, "share": percent(share)}
    return Statistics(intro % {"dice": fallen.dice}, tuple(rows), doubles, verdict % {"chance": chance})


def deviation(faces: tuple[int, ...]) -> float:
    """How far the faces are from equal: Pearson's chi-square."""
    expected = sum(faces) / len(faces)
    return sum((count - expected) ** 2 for count in faces) / expected


def chance_of_more(distance: float) -> float:
    """The chance that fair dice come to at least this deviation (chi-square with five degrees of freedom)."""
    tail = math.sqrt(2 * distance / math.pi) * math.exp(-distance / 2) * (1 + distance / 3)
    return math.erfc(math.sqrt(distance / 2)) + tail


async def table_of_game(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    game: FromPath[GameId],
) -> Table:
    """The table as the visitor may see it."""
    table, _ = await tables.look(game, request.user.person)
    return table


@get("/dice")
async def dice_page(
    request: AnyRequest, table: NamedDependency[SkipValidation[Table]], game: FromPath[GameId]
) -> Template | Redirect:
    """What was promised about the dice of a game; the visitor's browser checks it.

    Games of a day have a source of their own, which the page of the day explains.
    """
    if table.day:
        return Redirect(f"/day/{table.day}#seal", status_code=303)
    record = record_of(table)
    told = promise_of(record.tags, table.chairs)
    return _page(request, game=game, over=table.over, promise=told, record=to_dict(record))


@get("/dice")
async def any_dice_page(request: AnyRequest, tables: NamedDependency[Tables]) -> Template:
    """The same check for a record in a file, which never leaves the browser; and how dice have fallen here so far."""
    told = statistics(await tables.rolls.fallen())
    return _page(request, game=None, over=False, promise=None, record=None, statistics=told)


def record_dice_page(request: AnyRequest, record: Record) -> Template:
    """The same check for an imported record."""
    return _page(request, game=None, over=True, promise=None, record=to_dict(record))


def _page(request: AnyRequest, **context: Any) -> Template:
    reading = reading_table() | {"expansions": list(EXPANSIONS)}
    told = {"site": site_of(request), "sentences": sentences(), "reading": reading}
    return Template("tables/dice/dice.html", context={**told, **context})


@get("/record.txt", media_type=MediaType.TEXT)
async def record_text(table: NamedDependency[SkipValidation[Table]]) -> Response[str]:
    return _download(table, "txt", to_text(record_of(table)), "text/plain")


@get("/record.json")
async def record_json(table: NamedDependency[SkipValidation[Table]]) -> Response[str]:
    return _download(table, "json", to_json(record_of(table)), "application/json")


def _download(table: Table, ending: str, text: str, media_type: str) -> Response[str]:
    headers = {"Content-Disposition": f'attachment; filename="shanghaien-{table.id}.{ending}"'}
    return Response(text, media_type=media_type, headers=headers)


OF_A_GAME = Router(
    "/t/{game:str}",
    route_handlers=[dice_page, record_text, record_json],
    dependencies={"table": Provide(table_of_game)},
)
ROUTES = [OF_A_GAME, any_dice_page, *LOG_ROUTES, *WARNING_ROUTES]
