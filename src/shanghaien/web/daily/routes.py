"""The deal of the day: its page, beginning it, the whole table, the Captain's line, and days before."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import quote

from litestar import Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from shanghaien.web.bots.quotas import Quotas
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.daily.calendar import calendar, long_date, month_of
from shanghaien.web.daily.day_table import DayPlace, Excerpt, losses_of
from shanghaien.web.daily.home_panel import home_panel
from shanghaien.web.daily.mistake_store import PuzzleDays
from shanghaien.web.daily.own_mistakes import MistakeService
from shanghaien.web.daily.puzzle_routes import ROUTES as PUZZLE_ROUTES
from shanghaien.web.daily.puzzle_routes import DailyVisit, Visit
from shanghaien.web.daily.service import Daily, DailyService
from shanghaien.web.daily.store import OwnDays, TryRow
from shanghaien.web.daily.tables import DayTables
from shanghaien.web.daily.views import (
    DayView,
    RoundMark,
    loss_text,
    marks_label,
    round_marks,
    seal_of,
    share_text,
    time_until,
    view_of,
)
from shanghaien.web.people.pages.remembered_name import name_given
from shanghaien.web.reviews.puzzles.book import PuzzleBook
from shanghaien.web.site.forms import AnyRequest, place_of, read_fields
from shanghaien.web.site.page_panels import HomePanels
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.dice.daily_dice import begins, later
from shanghaien.web.tables.model import Mode

# The table of a day as its rows are written.


@dataclass(frozen=True, slots=True)
class Row:
    """One row."""

    rank: int
    name: str
    profile: str
    """Where their page is; empty for guests, and for people with a private name."""
    mine: bool
    loss: str
    result: str
    rounds: tuple[RoundMark, ...]
    label: str
    replay: str


@dataclass(frozen=True, slots=True)
class Rows:
    """What is shown of the table: its top, a gap, and one's own neighbourhood."""

    first: tuple[Row, ...]
    between: int
    around: tuple[Row, ...]
    more: int


def rows_of(excerpt: Excerpt) -> Rows:
    return Rows(tuple(map(row_of, excerpt.first)), excerpt.between, tuple(map(row_of, excerpt.around)), excerpt.more)


def row_of(place: DayPlace) -> Row:
    own, other = place.points
    return Row(
        place.rank,
        called(place),
        f"/people/{quote(place.name)}" if place.name else "",
        place.mine,
        loss_text(place.loss),
        f"{own} : {other}",
        round_marks(place.losses),
        marks_label(place.losses),
        f"/replay/{place.game}",
    )


def called(place: DayPlace) -> str:
    if place.called == "guest":
        return gettext("a guest")
    return place.name or gettext("somebody anonymous")


@get("/day")
async def today(visit: Visit, month: FromQuery[str] = "") -> Template:
    """The deal of today; the calendar may show another month."""
    return await _shown(visit, visit.days.today, month)


@get("/day/{day:str}")
async def one_day(visit: Visit, day: FromPath[str]) -> Template:
    """The deal of a day before, or of today."""
    return await _shown(visit, day)


@post("/day/{day:str}")
async def begin(visit: Visit, quotas: NamedDependency[Quotas], day: FromPath[str]) -> Redirect:
    """Play the deal of a day, or go on with it: there is one table for each person, however often this is sent."""
    fields = await read_fields(visit.request)
    person, cookie = visit.cookies.welcome(visit.request)
    created = quotas.created(Mode.DAY, person, place_of(visit.request))
    table = await visit.days.begin(day, person, name_given(visit.request, fields))
    created(table.id)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


@get("/day/{day:str}/table")
async def whole_table(visit: Visit, day: FromPath[str], after: FromQuery[str] = "") -> Template:
    row = await visit.days.day(day)
    places, following = await visit.days.page(row.day, visit.person, after)
    context = {
        "site": site_of(visit.request),
        "date": long_date(row.day),
        "after": after,
        "rows": [row_of(place) for place in places],
        "next": following,
        "day": row.day,
        "played": row.played,
    }
    return Template("daily/day/whole_table.html", context=context)


@get("/day/{day:str}/captain")
async def captains_line(visit: Visit, day: FromPath[str]) -> Redirect:
    """How the Captain plays the same dice, for people who have played them."""
    return Redirect(f"/replay/{await visit.days.captain(day, visit.person)}", status_code=303)


async def _shown(visit: DailyVisit, day: str, month: str = "") -> Template:
    days, person = visit.days, visit.person
    row = await days.day(day)
    first = await days.first()
    shown = min(max(_first_of(month) or row.day, first), days.today)
    known = await days.own_days(person, (row.day, row.day), month_of(shown), (later(days.today, -14), days.today))
    own = known.tries.get(row.day)
    excerpt = await days.excerpt(row, person, own)
    view = view_of(row, own, days.today, None if excerpt is None else excerpt.rank)
    streak = days.streak(known)
    at = now()
    context = {
        "site": site_of(visit.request),
        "view": view,
        "table": None if excerpt is None else rows_of(excerpt),
        "streak": streak,
        "month": calendar(shown, days.today, known.days, known.tries, first),
        "seal": seal_of(row, begins(row.day), at),
        "until": time_until(begins(later(days.today, 1)) - at),
        "share": _share(visit.request, view, own, streak.now),
        "missed": _missed(known, days.today),
        "repeated": await _repeated(visit.mistakes, person, view),
    }
    return Template("daily/day/day.html", context=context)


def _share(request: AnyRequest, view: DayView, own: TryRow | None, streak: int) -> str:
    if own is None or own.loss is None or view.standing is None:
        return ""
    address = f"{site_of(request).origin}/day/{view.day}"
    return share_text(view, losses_of(own.rounds), streak if own.ranked else 0, address)


def _first_of(month: str) -> str:
    try:
        return date.fromisoformat(f"{month}-01").isoformat()
    except ValueError:
        return ""


def _missed(known: OwnDays, today: str) -> tuple[str, str] | None:
    """The latest of the last days that the person has not played, as an address and a date."""
    last = sorted((day for day in known.days if later(today, -14) <= day < today), reverse=True)
    missed = next((day for day in last if day not in known.tries), None)
    return None if missed is None else (f"/day/{missed}", long_date(missed))


async def _repeated(mistakes: MistakeService, person: PersonId | None, view: DayView) -> str:
    """Where the worst choice of the day can be repeated; empty if it is none of one's mistakes."""
    if view.standing is None or not view.standing.worst_step:
        return ""
    found = await mistakes.known(person, view.game, view.standing.worst_step)
    return "" if found is None else found.address


def open_parts(parts: Parts) -> None:
    keeper = parts[Daily].keeper
    days = parts.add(DailyService(parts[DayTables], keeper), "days")
    puzzle_days = parts.add(PuzzleDays(parts.database), "puzzle_days")
    parts.add(MistakeService(parts.database), "mistakes")
    parts[HomePanels].all.append(home_panel(days, parts[PuzzleBook], puzzle_days))


ROUTES = [
    Router(
        "/",
        route_handlers=[today, one_day, begin, whole_table, captains_line, *PUZZLE_ROUTES],
        dependencies={"visit": Provide(DailyVisit, sync_to_thread=False)},
    )
]
