"""Games step by step: those played here, and those that somebody brings."""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.rules import N_, Record, RulesError, load, to_text
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.errors import BadRequestError, DomainError, NotFoundError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.reviews.replay.views import Replay, Ways, overviews, shown, told
from shanghaien.web.reviews.routes import review_or_page
from shanghaien.web.reviews.service import Reviews
from shanghaien.web.reviews.views import present
from shanghaien.web.site.forms import AnyRequest, place_of, read_fields, side_in, step_in
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.dice.routes import record_dice_page
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.records import table_of
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.drawings import told as reason

# A game that somebody brings, as part of an address: the address holds the game itself, so that it is kept nowhere.

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


@get("/record/{code:str}/review")
async def record_review(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    reviews: NamedDependency[Reviews],
    person_cookie: NamedDependency[GuestCookie],
    code: FromPath[str],
) -> Template:
    """The review of a game that the address holds; while it is made, a page that looks again by itself."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
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


# Games that somebody brings as a record: replayed, reviewed and checked, and kept nowhere.


@get("/import", sync_to_thread=False)
def import_page(request: AnyRequest) -> Template:
    """The form for a record."""
    return Template("reviews/replay/import.html", context={"site": site_of(request), "record": ""})


@post("/import", status_code=200)
async def import_record(
    request: AnyRequest, quotas: NamedDependency[Quotas], person_cookie: NamedDependency[GuestCookie]
) -> Template:
    """Replay a record. It is kept nowhere: the addresses of its steps hold the game themselves."""
    return await _read(request, quotas, person_cookie, replayed)


@post("/import/dice", status_code=200)
async def import_dice(
    request: AnyRequest, quotas: NamedDependency[Quotas], person_cookie: NamedDependency[GuestCookie]
) -> Template:
    """Check the dice of a record, in the browser of whoever brings it."""
    return await _read(request, quotas, person_cookie, lambda request, record, _: record_dice_page(request, record))


def replayed(request: AnyRequest, record: Record, text: str) -> Template:
    """The replay of a record from its start."""
    code = code_of(record)
    return shown(request, Replay(table_of(record), None, f"/record/{code}"), Ways.of_record(code, text))


async def _read(
    request: AnyRequest,
    quotas: Quotas,
    person_cookie: GuestCookie,
    then: Callable[[AnyRequest, Record, str], Template],
) -> Template:
    """What becomes of the record in a form; one that cannot be read is given back with the reason."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    text = (await read_fields(request)).text("record", longest=LONGEST_RECORD)
    try:
        return then(request, load(text), text)
    except RulesError as error:
        refusal = BadRecord(N_("This record cannot be replayed: %(reason)s"), reason=reason(error))
        context = {"site": site_of(request, refusal.said(gettext)), "record": text}
        return Template("reviews/replay/import.html", context=context, status_code=status_of(refusal))


@get("/record/{code:str}")
async def record_page(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[GuestCookie],
    code: FromPath[str],
) -> Template:
    """A game that the address itself holds, step by step."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    return shown(request, _brought_routes_replay(request, code), Ways.of_record(code))


@get("/record/{code:str}/steps")
async def record_steps(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[GuestCookie],
    code: FromPath[str],
) -> Response[bytes]:
    """A stretch of steps for the page's script."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    return await told(request, _brought_routes_replay(request, code))


@get("/record/{code:str}/overviews")
async def record_overviews(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[GuestCookie],
    code: FromPath[str],
) -> Response[str]:
    """What can be opened about the score at a step."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    return overviews(request, _brought_routes_replay(request, code))


def _brought_routes_replay(request: AnyRequest, code: str) -> Replay:
    return Replay(table_of(record_in(code)), side_in(request), f"/record/{code}")


BROUGHT_ROUTES = [
    *(import_page, import_record, import_dice),
    *(record_page, record_steps, record_overviews, record_review),
]


@get("/replay/{game:str}")
async def replay_page(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[GuestCookie],
    game: FromPath[GameId],
) -> Template:
    """A game step by step; each step has an address."""
    replay = await _replay(request, tables, person_cookie.known(request), game)
    return shown(request, replay, Ways.of_table(game))


@get("/replay/{game:str}/steps")
async def replay_steps(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[GuestCookie],
    game: FromPath[GameId],
) -> Response[bytes]:
    """A stretch of steps for the page's script."""
    return await told(request, await _replay(request, tables, person_cookie.known(request), game))


@get("/replay/{game:str}/overviews")
async def replay_overviews(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[GuestCookie],
    game: FromPath[GameId],
) -> Response[str]:
    """What can be opened about the score at a step."""
    return overviews(request, await _replay(request, tables, person_cookie.known(request), game))


async def _replay(request: AnyRequest, tables: Tables, person: PersonId | None, game: GameId) -> Replay:
    table, _ = await tables.look(game, person)
    return Replay(table, side_in(request), f"/replay/{game}")


ROUTES = [replay_page, replay_steps, replay_overviews, *BROUGHT_ROUTES]
