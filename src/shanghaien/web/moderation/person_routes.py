"""The history of a person, and what a moderator can do about them."""

from collections.abc import Awaitable
from datetime import UTC, datetime

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import BadRequestError, DomainError, NotFoundError
from shanghaien.web.core.formats import day_of
from shanghaien.web.core.ids import PersonId
from shanghaien.web.moderation.fair_play import LONGEST_ID, game_named
from shanghaien.web.moderation.reports import History
from shanghaien.web.moderation.service import MOST_DAYS
from shanghaien.web.moderation.suspicion_routes import line_words, shown_game, shown_suspicion
from shanghaien.web.moderation.views import ModeratorVisit, sanction_words, shown_action, shown_report, why_of
from shanghaien.web.people.sanctions import MUTE, SanctionRow
from shanghaien.web.site.forms import Fields, read_fields

Visit = NamedDependency[ModeratorVisit]
ACTS = {"mute", "unmute", "unrate", "count-again", "clear", "game-off", "game-on", "close", "reopen", "rename"}
GAMES_SHOWN = 20
LONGEST_ADDRESS = 300


@get("/order/people")
async def find(visit: Visit) -> Redirect:
    """Redirect to the person with this `name`."""
    found = await visit.records.named(visit.request.query_params.get("name", "")[:80])
    if found is None:
        raise NotFoundError(N_("Nobody here goes by this name."))
    return Redirect(f"/order/people/{found.id}", status_code=303)


@get("/order/people/{person:str}")
async def person_page(visit: Visit, person: FromPath[PersonId]) -> Template:
    return await _page(visit, person)


async def _page(visit: ModeratorVisit, person: PersonId, refusal: DomainError | None = None) -> Template:
    history = await visit.records.history(person)
    if history is None or person == visit.account.id:
        raise NotFoundException
    return visit.page("person.html", refusal, **_shown(visit, history), **await _play(visit, person))


async def _play(visit: ModeratorVisit, person: PersonId) -> dict[str, object]:
    found, since = await visit.unrating.suspicion(person), await visit.unrating.barred_since(person)
    games = await visit.unrating.games(person, GAMES_SHOWN)
    return {
        "suspicion": None if found is None else shown_suspicion(found),
        "barred": since is not None,
        "games": [shown_game(game, visit.zone) for game in games],
        "game_off": visit.request.query_params.get("game-off", "")[:LONGEST_ID],
        "game_on": visit.request.query_params.get("game-on", "")[:LONGEST_ID],
        **line_words(),
    }


def _shown(visit: ModeratorVisit, history: History) -> dict[str, object]:
    zone, account = visit.zone, history.account
    return {
        "person": history.person,
        "name": history.name,
        "account": account,
        "since": "" if account is None else day_of(account.created, zone),
        "names": history.names,
        "reports_about": [shown_report(row, zone) for row in history.about if row.about != visit.account.id],
        "reports_by": [shown_report(row, zone) for row in history.by if row.about != visit.account.id],
        "sanctions": [(sanction_words(row, zone), row.reason) for row in history.sanctions],
        "muted": any(map(_is_muted, history.sanctions)),
        "actions": [shown_action(row, zone) for row in history.actions],
        "report": visit.request.query_params.get("report", "")[:40],
        "most_days": MOST_DAYS,
    }


def _is_muted(row: SanctionRow) -> bool:
    return row.kind == MUTE and row.lifted is None and (row.time or 0) > now()


@post("/order/people/{person:str}/{act:str}", status_code=200)
async def do(visit: Visit, person: FromPath[PersonId], act: FromPath[str]) -> Template | Redirect:
    """Act on a person; form: `reason`, and the `report` that led to it."""
    if act not in ACTS:
        raise NotFoundException
    fields = await read_fields(visit.request)
    try:
        await _act(visit, act, person, fields)
    except DomainError as refusal:
        return await _page(visit, person, refusal)
    return visit.done(f"/order/people/{person}")


def _act(visit: ModeratorVisit, act: str, person: PersonId, fields: Fields) -> Awaitable[object]:
    moderation, fair_play, by, why = visit.moderation, visit.fair_play, visit.moderator, why_of(fields)
    match act:
        case "mute":
            return moderation.mute(by, person, fields.number("days"), why)
        case "rename":
            return moderation.rename(by, person, fields.text("name", "", 80), why)
        case "unrate":
            return fair_play.unrate(by, person, _day(fields.text("since")), why)
        case "game-off" | "game-on":
            change = fair_play.game_off if act == "game-off" else fair_play.game_on
            return change(by, person, game_named(fields.text("game", "", LONGEST_ADDRESS)), why)
    plain = {
        "unmute": moderation.unmute,
        "count-again": fair_play.count_again,
        "clear": fair_play.clear,
        "close": moderation.close,
        "reopen": moderation.reopen,
    }
    return plain[act](by, person, why)


def _day(text: str) -> int:
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise BadRequestError(N_("Choose a day.")) from None


PERSON_ROUTES = [find, person_page, do]
