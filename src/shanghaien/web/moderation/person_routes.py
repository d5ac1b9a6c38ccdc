"""The history of a person, and what a moderator can do about them."""

from collections.abc import Awaitable, Callable
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
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.moderation.actions import MOST_DAYS
from shanghaien.web.moderation.fair_play import LONGEST_ID, game_named
from shanghaien.web.moderation.reports import History
from shanghaien.web.moderation.suspicion_routes import line_words, shown_game, shown_suspicion
from shanghaien.web.moderation.views import OrderVisit, sanction_words, shown_deed, shown_report, why_of
from shanghaien.web.site.forms import Fields, read_fields

Visit = NamedDependency[OrderVisit]
Act = Callable[[OrderVisit, PersonId, Fields], Awaitable[object]]
GAMES_SHOWN = 20
LONGEST_ADDRESS = 300


@get("/order/people")
async def find(visit: Visit) -> Redirect:
    """To the history of whoever goes by `name`."""
    found = await visit.records.named(visit.request.query_params.get("name", "")[:80])
    if found is None:
        raise NotFoundError(N_("Nobody here goes by this name."))
    return Redirect(f"/order/people/{found.id}", status_code=303)


@get("/order/people/{person:str}")
async def person_page(visit: Visit, person: FromPath[PersonId]) -> Template:
    """What matters about somebody, and what can be done."""
    return await _page(visit, person)


async def _page(visit: OrderVisit, person: PersonId, refusal: DomainError | None = None) -> Template:
    history = await visit.records.history(person)
    if history is None or person == visit.account.id:
        raise NotFoundException
    return visit.page("person.html", refusal, **_shown(visit, history), **await _play(visit, person))


async def _play(visit: OrderVisit, person: PersonId) -> dict[str, object]:
    """How perfectly they play, and whether their games count."""
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


def _shown(visit: OrderVisit, history: History) -> dict[str, object]:
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
        "muted": any(_holds(row.kind == "mute", row.lifted, row.time) for row in history.sanctions),
        "deeds": [shown_deed(row, zone) for row in history.deeds],
        "report": visit.request.query_params.get("report", "")[:40],
        "most_days": MOST_DAYS,
    }


def _holds(is_mute: bool, lifted: int | None, until: int | None) -> bool:
    return is_mute and lifted is None and (until or 0) > now()


async def _mute(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.moderation.mute(visit.keeper, person, fields.number("days"), why_of(fields))


async def _unmute(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.moderation.unmute(visit.keeper, person, why_of(fields))


async def _unrate(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.fair_play.unrate(visit.keeper, person, _day(fields.text("since")), why_of(fields))


async def _count_again(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.fair_play.count_again(visit.keeper, person, why_of(fields))


async def _clear(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.fair_play.clear(visit.keeper, person, why_of(fields))


async def _game_off(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.fair_play.game_off(visit.keeper, person, _game(fields), why_of(fields))


async def _game_on(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.fair_play.game_on(visit.keeper, person, _game(fields), why_of(fields))


def _game(fields: Fields) -> GameId:
    return game_named(fields.text("game", "", LONGEST_ADDRESS))


async def _close(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.moderation.close(visit.keeper, person, why_of(fields))


async def _reopen(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.moderation.reopen(visit.keeper, person, why_of(fields))


async def _rename(visit: OrderVisit, person: PersonId, fields: Fields) -> None:
    await visit.moderation.rename(visit.keeper, person, fields.text("name", "", 80), why_of(fields))


ACTS: dict[str, Act] = {
    "mute": _mute,
    "unmute": _unmute,
    "unrate": _unrate,
    "count-again": _count_again,
    "clear": _clear,
    "game-off": _game_off,
    "game-on": _game_on,
    "close": _close,
    "reopen": _reopen,
    "rename": _rename,
}


@post("/order/people/{person:str}/{act:str}", status_code=200)
async def do(visit: Visit, person: FromPath[PersonId], act: FromPath[str]) -> Template | Redirect:
    """Do something about somebody: each needs a `reason`, and may deal with a `report`."""
    if act not in ACTS:
        raise NotFoundException
    fields = await read_fields(visit.request)
    try:
        await ACTS[act](visit, person, fields)
    except DomainError as refusal:
        return await _page(visit, person, refusal)
    return visit.done(f"/order/people/{person}")


def _day(text: str) -> int:
    """The beginning of a day, as a form names it."""
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise BadRequestError(N_("Choose a day.")) from None


PERSON_ROUTES = [find, person_page, do]
