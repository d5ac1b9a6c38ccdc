"""Learning the game: the rules page, and a first game with a guide."""

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect, Template
from markupsafe import Markup

from shanghaien.rules import Options
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.memory import Memory
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.preferences import ONE_YEAR
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import environment, part, site_of
from shanghaien.web.pages.shared.own_dice import read_own_dice
from shanghaien.web.pages.shared.own_name import remembered_name
from shanghaien.web.play.levels import LEVELS
from shanghaien.web.play.setup import Setup
from shanghaien.web.play.table import Mode
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.quotas import Quotas

from .model import present
from .trial import TRIALS, Trial, picture

_BODIES: Memory[Markup] = Memory(32)
"""The page without what hangs on who reads it, for the addresses that were asked for last."""


@get("/rules", sync_to_thread=False)
def rules_page(request: AnyRequest) -> Template:
    """The rules with drawn examples, in the reader's language; an address may say how a picture was played with."""
    trials = tuple(trial.read(request.query_params) for trial in TRIALS.values())
    body = _BODIES.recall(trials, lambda: rules_body(trials))
    return Template("rules/page.html", context={"site": site_of(request), "body": body})


@get("/rules/row", media_type="text/html", sync_to_thread=False)
def rules_row(request: AnyRequest) -> str:
    """One picture by itself, for the script of the page."""
    trial = TRIALS.get(request.query_params.get("row", ""), next(iter(TRIALS.values())))
    return str(part("rules/trial.html", "trial", picture(trial.read(request.query_params))))


def rules_body(trials: tuple[Trial, ...]) -> Markup:
    """The rules with pictures that were played with like this; the same for everybody who reads their language."""
    pictures = {trial.row: picture(trial) for trial in trials}
    text = environment().get_template("rules/body.html").render(rules=present(), trials=pictures)
    return Markup(text)  # noqa: S704 - the template has escaped its values


@post("/guide")
async def guide(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
) -> Redirect:
    """Start a base game against the easiest bot, with the guide's comments switched on."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    names = (remembered_name(request), "")
    setup = Setup(Mode.BOT, Options(), names, seat=0, levels=(LEVELS[0], LEVELS[0]), dice=read_own_dice(fields))
    created = quotas.created(setup.mode, person, place_of(request))
    table = await tables.create(setup, person, fields.text("reservation", ""), fields.text("id", ""))
    created(table.id)
    comments = Cookie(key="guide", value="1", max_age=ONE_YEAR, path="/", samesite="lax")
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie, comments])


ROUTES = [rules_page, rules_row, guide]
