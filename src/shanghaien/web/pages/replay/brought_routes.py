"""Games that somebody brings as a record: replayed, reviewed and checked, and kept nowhere."""

from collections.abc import Callable

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.rules import Record, RulesError, load
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest, side_in
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.dice.routes import record_dice_page
from shanghaien.web.pages.shared.told import told as reason
from shanghaien.web.play.imported import table_of
from shanghaien.web.workers.quotas import Quotas, Work

from .brought import LONGEST_RECORD, code_of, record_in
from .model import Replay
from .review_route import record_review
from .showing import overviews, shown, told
from .ways import Ways


@get("/import", sync_to_thread=False)
def import_page(request: AnyRequest) -> Template:
    """The form for a record."""
    return Template("replay/import.html", context={"site": site_of(request), "record": ""})


@post("/import", status_code=200)
async def import_record(
    request: AnyRequest, quotas: NamedDependency[Quotas], person_cookie: NamedDependency[PersonCookie]
) -> Template:
    """Replay a record. It is kept nowhere: the addresses of its steps hold the game themselves."""
    return await _read(request, quotas, person_cookie, replayed)


@post("/import/dice", status_code=200)
async def import_dice(
    request: AnyRequest, quotas: NamedDependency[Quotas], person_cookie: NamedDependency[PersonCookie]
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
    person_cookie: PersonCookie,
    then: Callable[[AnyRequest, Record, str], Template],
) -> Template:
    """What becomes of the record in a form; one that cannot be read is given back with the reason."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    text = (await read_fields(request)).text("record", longest=LONGEST_RECORD)
    try:
        return then(request, load(text), text)
    except RulesError as error:
        notice = gettext("This record cannot be replayed: %(reason)s") % {"reason": reason(error)}
        context = {"site": site_of(request, notice), "record": text}
        return Template("replay/import.html", context=context, status_code=422)


@get("/record/{code:str}")
async def record_page(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
    code: FromPath[str],
) -> Template:
    """A game that the address itself holds, step by step."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    return shown(request, _replay(request, code), Ways.of_record(code))


@get("/record/{code:str}/steps")
async def record_steps(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
    code: FromPath[str],
) -> Response[bytes]:
    """A stretch of steps for the page's script."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    return await told(request, _replay(request, code))


@get("/record/{code:str}/overviews")
async def record_overviews(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
    code: FromPath[str],
) -> Response[str]:
    """What can be opened about the score at a step."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    return overviews(request, _replay(request, code))


def _replay(request: AnyRequest, code: str) -> Replay:
    return Replay(table_of(record_in(code)), side_in(request), f"/record/{code}")


BROUGHT_ROUTES = [
    *(import_page, import_record, import_dice),
    *(record_page, record_steps, record_overviews, record_review),
]
