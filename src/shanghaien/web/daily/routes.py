"""The deal of the day: its page, beginning it, the whole table, the Captain's line, and days before."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import quote

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from shanghaien.web.bots.quotas import Quotas
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.daily.calendar import MonthOfDays, calendar, long_date, month_of
from shanghaien.web.daily.mistake_store import PuzzleDays
from shanghaien.web.daily.mistakes import MistakeService
from shanghaien.web.daily.scoring import DayPlace, Excerpt, losses_of
from shanghaien.web.daily.service import Daily, DailyService
from shanghaien.web.daily.store import TryRow
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
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.pages.remembered_name import name_given
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.site.forms import AnyRequest, place_of, read_fields
from shanghaien.web.site.sessions import GuestCookie
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
    """Where their page is; empty for guests, and for whoever keeps their name to themselves."""
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
    """An excerpt as it is written."""
    return Rows(tuple(map(row_of, excerpt.first)), excerpt.between, tuple(map(row_of, excerpt.around)), excerpt.more)


def row_of(place: DayPlace) -> Row:
    """One place as it is written."""
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
    """What somebody is called in the table."""
    if place.called == "guest":
        return gettext("a guest")
    return place.name or gettext("somebody who keeps their name")


@get("/day")
async def today(
    request: AnyRequest,
    days: NamedDependency[DailyService],
    mistakes: NamedDependency[MistakeService],
    person_cookie: NamedDependency[GuestCookie],
    month: FromQuery[str] = "",
) -> Template:
    """The deal of today; the calendar may show another month."""
    return await _shown(request, days, mistakes, person_cookie.known(request), days.today, month)


@get("/day/{day:str}")
async def one_day(
    request: AnyRequest,
    days: NamedDependency[DailyService],
    mistakes: NamedDependency[MistakeService],
    person_cookie: NamedDependency[GuestCookie],
    day: FromPath[str],
) -> Template:
    """The deal of a day before, or of today."""
    return await _shown(request, days, mistakes, person_cookie.known(request), day)


@post("/day/{day:str}")
async def begin(
    request: AnyRequest,
    days: NamedDependency[DailyService],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[GuestCookie],
    day: FromPath[str],
) -> Redirect:
    """Play the deal of a day, or go on with it: there is one table for each person, however often this is sent."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    created = quotas.created(Mode.DAY, person, place_of(request))
    table = await days.begin(day, person, name_given(request, fields))
    created(table.id)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


@get("/day/{day:str}/table")
async def whole_table(
    request: AnyRequest,
    days: NamedDependency[DailyService],
    person_cookie: NamedDependency[GuestCookie],
    day: FromPath[str],
    after: FromQuery[str] = "",
) -> Template:
    """The whole table of a day, page by page, for whoever may see it."""
    row = await days.day(day)
    places, following = await days.page(row.day, person_cookie.known(request), after)
    context = {"rows": [row_of(place) for place in places], "next": following, "day": row.day, "played": row.played}
    told = {"site": site_of(request), "date": long_date(row.day), "after": after, **context}
    return Template("daily/day/whole_table.html", context=told)


@get("/day/{day:str}/captain")
async def captains_line(
    days: NamedDependency[DailyService],
    request: AnyRequest,
    person_cookie: NamedDependency[GuestCookie],
    day: FromPath[str],
) -> Redirect:
    """How the Captain plays the same dice, for whoever has played them."""
    return Redirect(f"/replay/{await days.captain(day, person_cookie.known(request))}", status_code=303)


async def _shown(
    request: AnyRequest,
    days: DailyService,
    mistakes: MistakeService,
    person: PersonId | None,
    day: str,
    month: str = "",
) -> Template:
    row = await days.day(day)
    own = await days.own(row.day, person)
    view = view_of(row, own, days.today, await days.rank(own))
    excerpt = await days.excerpt(row, person, own)
    streak = await days.streak(person)
    at = now()
    context = {
        "view": view,
        "table": None if excerpt is None else rows_of(excerpt),
        "streak": streak,
        "month": await _month(days, person, month, row.day),
        "seal": seal_of(row, begins(row.day), at),
        "until": time_until(begins(later(days.today, 1)) - at),
        "share": _share(request, view, own, streak.now),
        "missed": await _missed(days, person),
        "repeated": await _repeated(mistakes, person, view),
    }
    return Template("daily/day/day.html", context={"site": site_of(request), **context})


def _share(request: AnyRequest, view: DayView, own: TryRow | None, streak: int) -> str:
    if own is None or own.loss is None or view.standing is None:
        return ""
    address = f"{site_of(request).origin}/day/{view.day}"
    return share_text(view, losses_of(own.rounds), streak if own.ranked else 0, address)


async def _month(days: DailyService, person: PersonId | None, wanted: str, day: str) -> MonthOfDays:
    shown = _first_of(wanted) or day
    first = await days.first()
    shown = min(max(shown, first), days.today)
    known, tries = await days.between(person, *month_of(shown))
    return calendar(shown, days.today, set(known), tries, first)


def _first_of(month: str) -> str:
    try:
        return date.fromisoformat(f"{month}-01").isoformat()
    except ValueError:
        return ""


async def _missed(days: DailyService, person: PersonId | None) -> tuple[str, str] | None:
    """The latest of the last days that the person has not played, as an address and a date."""
    first, last = later(days.today, -14), later(days.today, -1)
    known, tries = await days.between(person, first, last)
    missed = next((day for day in reversed(known) if day not in tries), None)
    return None if missed is None else (f"/day/{missed}", long_date(missed))


async def _repeated(mistakes: MistakeService, person: PersonId | None, view: DayView) -> str:
    """Where the worst choice of the day can be repeated; empty if it is none of one's mistakes."""
    if view.standing is None or not view.standing.worst_step:
        return ""
    found = await mistakes.known(person, view.game, view.standing.worst_step)
    return "" if found is None else found.address


def open_parts(parts: Parts) -> None:
    """What pages ask about days, the puzzle of the day, and mistakes."""
    keeper = parts[Daily].keeper
    parts.add(DailyService(parts[DayTables], keeper, parts[PreferenceStore], parts[Blocks]), "days")
    parts.add(PuzzleDays(parts.database), "puzzle_days")
    parts.add(MistakeService(parts.database), "mistakes")


ROUTES = [today, one_day, begin, whole_table, captains_line]
