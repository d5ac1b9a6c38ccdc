"""Games step by step: those played here, and imported records."""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable

from litestar import MediaType, Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.rules import N_, Record, RulesError, load, to_text
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.errors import BadRequestError, DomainError, NotFoundError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId
from shanghaien.web.reviews.replay.views import Replay, ReplayLinks, film, shown
from shanghaien.web.reviews.routes import review_or_page
from shanghaien.web.reviews.service import Reviews
from shanghaien.web.reviews.views import present
from shanghaien.web.site.forms import AnyRequest, place_of, read_fields, side_in, step_in
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.dice.routes import record_dice_page
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.records import table_of
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.drawings import refusal_words

# An imported game as part of an address: the address holds the game itself, so that nothing is stored.

NAMES = ("Player-A", "Player-B", "Date")
"""The tags that go along."""
LONGEST_CODE = 1900
"""Letters of an address, of which a server reads two thousand; a game takes less than half of them."""
LONGEST_RECORD = 100_000
NO_GAME = N_("This link holds no game that can be replayed. Copy the whole link, or paste the record again.")


class BadRecord(DomainError):
    """A record that the rules cannot replay."""

    code = "bad-record"


def code_of(record: Record) -> str:
    """The part of an address that holds the game."""
    tags = {name: value for name, value in record.tags.items() if name in NAMES}
    bare = Record(record.options, record.steps, tags, record.resigned, record.revision)
    code = urlsafe_b64encode(zlib.compress(to_text(bare).encode(), 9)).decode().rstrip("=")
    if len(code) > LONGEST_CODE:
        raise BadRequestError(N_("This game is too long for a link."))
    return code


def record_in(code: str) -> Record:
    """The game that an address holds; refused if it holds none."""
    if len(code) > LONGEST_CODE:
        raise NotFoundError(NO_GAME)
    try:
        packed = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        text = zlib.decompressobj().decompress(packed, LONGEST_RECORD).decode()
        return load(text)
    except (binascii.Error, ValueError, zlib.error, RulesError):
        raise NotFoundError(NO_GAME) from None


async def record_replay(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    code: FromPath[str],
) -> Replay:
    """The game that the address itself holds."""
    quotas.ask(Work.IMPORTS, request.user.person, place_of(request))
    return Replay(table_of(record_in(code)), side_in(request), ReplayLinks.of_record(code))


async def table_replay(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    game: FromPath[GameId],
) -> Replay:
    """A game that was played here."""
    table, _ = await tables.look(game, request.user.person)
    return Replay(table, side_in(request), ReplayLinks.of_table(game))


@get("/")
async def replay_page(request: AnyRequest, replay: NamedDependency[Replay]) -> Template:
    """A game step by step; each step has an address."""
    return shown(request, replay)


@get("/steps")
async def replay_steps(request: AnyRequest, replay: NamedDependency[Replay]) -> Response[bytes]:
    """A stretch of steps for the page's script."""
    step = step_in(request.query_params.get("from", "")) or 0
    return Response(await film(replay, step), media_type="application/json")


@get("/overviews")
async def replay_overviews(request: AnyRequest, replay: NamedDependency[Replay]) -> Response[str]:
    """The details of the score at a step, for the page's script."""
    at = replay.nearest(step_in(request.query_params.get("step", "")))
    return Response(str(replay.shot(at).page.overviews), media_type=MediaType.HTML)


@get("/review")
async def record_review(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    reviews: NamedDependency[Reviews],
    code: FromPath[str],
) -> Template:
    """The review of the game in the address; while it is made, a page that reloads itself."""
    quotas.ask(Work.IMPORTS, request.user.person, place_of(request))
    record = record_in(code)
    table = table_of(record)
    if not table.over:
        raise IllegalMove(N_("The review is made when the game is over."))
    finding = reviews.find_passing(table, place_of(request))
    account = await review_or_page(request, finding, f"/record/{code}", gettext("Back to the replay"))
    if isinstance(account, Template):
        return account
    seen, step = SeenTable(table, side=side_in(request) or 0), step_in(request.query_params.get("step", ""))
    page = present(seen, account, list(record.played), step)
    return Template("reviews/replay/review.html", context={"site": site_of(request), "review": page, "code": code})


# Games that a visitor brings as a record: replayed, reviewed and checked, and not stored.


@get("/import", sync_to_thread=False)
def import_page(request: AnyRequest) -> Template:
    return Template("reviews/replay/import.html", context={"site": site_of(request), "record": ""})


@post("/import", status_code=200)
async def import_record(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
) -> Template:
    """Replay a record. It is not stored: the addresses of its steps hold the game themselves."""
    return await _read(request, quotas, replayed)


@post("/import/dice", status_code=200)
async def import_dice(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
) -> Template:
    """Check the dice of a record, in the visitor's own browser."""
    return await _read(request, quotas, lambda request, record, _: record_dice_page(request, record))


def replayed(request: AnyRequest, record: Record, text: str) -> Template:
    return shown(request, Replay(table_of(record), None, ReplayLinks.of_record(code_of(record), text)))


async def _read(
    request: AnyRequest,
    quotas: Quotas,
    then: Callable[[AnyRequest, Record, str], Template],
) -> Template:
    """The answer for the record in a form; one that cannot be read is given back with the reason."""
    quotas.ask(Work.IMPORTS, request.user.person, place_of(request))
    text = (await read_fields(request)).text("record", longest=LONGEST_RECORD)
    try:
        return then(request, load(text), text)
    except RulesError as error:
        refusal = BadRecord(N_("This record cannot be replayed: %(reason)s"), reason=refusal_words(error))
        context = {"site": site_of(request, refusal.said(gettext)), "record": text}
        return Template("reviews/replay/import.html", context=context, status_code=status_of(refusal))


STEPS = [replay_page, replay_steps, replay_overviews]
ROUTES = [
    Router("/replay/{game:str}", route_handlers=STEPS, dependencies={"replay": Provide(table_replay)}),
    Router(
        "/record/{code:str}",
        route_handlers=[*STEPS, record_review],
        dependencies={"replay": Provide(record_replay)},
    ),
    *(import_page, import_record, import_dice),
]
