"""The addresses about people: a person's page, their games, two people over the years, records to take along."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, get_args
from urllib.parse import urlencode

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template
from litestar.router import Router
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from shanghaien.ratings.anchors import ANCHORS
from shanghaien.rules import N_
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.account_names import AccountNames
from shanghaien.web.people.pages.archive import archive, record_text
from shanghaien.web.people.person_data import PersonExport
from shanghaien.web.people.preferences import PreferenceStore, Shown
from shanghaien.web.people.profile.charts import SMALL, WIDE
from shanghaien.web.people.profile.opponent_views import GameLine, Lines, Versus, against
from shanghaien.web.people.profile.service import Found, ProfileService, address_of
from shanghaien.web.people.profile.views import profile_page
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.visibility import Visibility
from shanghaien.web.site.forms import AnyRequest, Fields, place_of, read_fields
from shanghaien.web.site.page_panels import ProfilePanels
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.standings.result_lists import (
    LOOKED_AT,
    ResultLists,
    ResultPage,
    ResultPlace,
    StrengthStore,
    WantedResults,
)
from shanghaien.web.standings.standing_words import SETUPS, outcome, pace_word, setup_words
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.drawings import character
from shanghaien.web.tables.words.players import RANKS, rank


class ProfileVisit:
    """A request about a person; Litestar makes one for each request."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        self.request, self.about, self._panels = request, parts[ProfileService], parts[ProfilePanels]
        self.viewer = request.user.person

    async def panels(self, found: Found) -> dict[str, object]:
        """What other features show on the page of another person; nothing to a viewer without an account."""
        if found.seen.own or self.request.user.account is None:
            return {"panels": []}
        return {"name": found.name, **(await self._panels.context(self.request, self.viewer))}

    async def find(self, name: str) -> Found:
        return await self.about.find(name, self.viewer)

    async def with_games(self, name: str) -> Found:
        return await self.about.with_games(name, self.viewer)


SCORES = {"won": 2, "drawn": 1, "lost": 0}
PACES = {"live": "live", "days": "days", "none": ""}
LONGEST = 40

Choices = list[tuple[str, str]]
"""What can be chosen: values of the form and their words."""


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters in the address of the list; empty is everything, and invalid values are ignored."""

    opponent: str = ""
    level: str = ""
    setup: str = ""
    pace: str = ""
    result: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Filters":
        def known(name: str, values: Mapping[str, object]) -> str:
            value = query.get(name, "")
            return value if value in values else ""

        opponent = " ".join(query.get("opponent", "")[:LONGEST].split())
        level = "" if opponent else known("level", RANKS)
        return cls(opponent, level, known("setup", SETUPS), known("pace", PACES), known("result", SCORES))

    def wanted(self, opponent: PersonId | None) -> WantedResults:
        """The filters with ids in place of names."""
        pace = PACES[self.pace] if self.pace else None
        return WantedResults(opponent, self.level, self.setup, pace, SCORES[self.result] if self.result else None)

    @property
    def any(self) -> bool:
        return self != Filters()

    def query(self, before: str = "") -> str:
        """The query string of these filters, for a later page."""
        values = asdict(self) | {"before": before}
        return "?" + urlencode({name: value for name, value in values.items() if value})


def choices() -> dict[str, Choices]:
    return {
        "level": [("", gettext("Anybody")), *((level, rank(level)) for level in RANKS)],
        "setup": [("", gettext("Any set-up")), *((setup, setup_words(setup)) for setup in SETUPS)],
        "pace": [("", gettext("Any pace")), *((key, pace_word(pace)) for key, pace in PACES.items())],
        "result": [("", gettext("Any result")), *((key, outcome(score)) for key, score in SCORES.items())],
    }


@get("/bots/{level:str}", sync_to_thread=False)
def bot_page(request: AnyRequest, level: FromPath[str]) -> Template:
    if level not in RANKS:
        raise NotFoundError(N_("There is no such bot."))
    mates = [_bot(each) for each in RANKS]
    return Template("people.profile/bot.html", context={"site": site_of(request), "bot": _bot(level), "mates": mates})


def _bot(level: str) -> dict[str, Any]:
    strength = round(ANCHORS[level]) if level in ANCHORS else None
    return {"level": level, "name": rank(level), "character": character(level), "strength": strength}


ON_A_PAGE = 20
Visit = NamedDependency[ProfileVisit]
Name = FromPath[str]


@get("/{name:str}/games")
async def games_of(visit: Visit, name: Name, before: FromQuery[str] = "") -> Template:
    """A page of the list; combined filters read a limited number of games and offer to look further back."""
    found = await visit.with_games(name)
    filters = Filters.read(visit.request.query_params)
    opponent = await _opponent(visit, found, filters.opponent) if filters.opponent else None
    lines, page = await _lines(visit, found, filters.wanted(opponent), before)
    context = {
        "site": site_of(visit.request),
        "person": found,
        "games": lines,
        "filters": filters,
        "choices": choices(),
        "before": before,
        "next": filters.query(str(page.next)) if page.next else "",
        "full": len(page.rows) == ON_A_PAGE,
    }
    return Template("people.profile/games.html", context=context)


@get("/{name:str}/versus/{other:str}")
async def two_people(visit: Visit, name: Name, other: Name, before: FromQuery[str] = "") -> Template:
    """Open to those who may see both lists, and to the two people themselves."""
    found, opponent = await visit.find(name), await visit.find(other)
    for one, them in ((found, opponent), (opponent, found)):
        if not one.shows_games and not them.seen.own:
            raise one.kept_back()
    if found.person.id == opponent.person.id:
        raise NotFoundError(N_("Nobody plays against themselves."))
    latest = await visit.about.results.latest(found.person.id, opponent.person.id)
    rows, whole = [row for row in latest if not row.called_off], len(latest) < LOOKED_AT
    lines, page = await _lines(visit, found, WantedResults(opponent.person.id), before)
    context = {
        "site": site_of(visit.request),
        "person": found,
        "other": opponent,
        "versus": Versus((found.name, opponent.name), rows, whole) if rows else None,
        "sizes": (WIDE._replace(left=60, right=10), SMALL._replace(left=52, right=8)),
        "games": lines,
        "before": before,
        "next": f"?before={page.next}" if page.next else "",
    }
    return Template("people.profile/versus.html", context=context)


async def _opponent(visit: ProfileVisit, found: Found, name: str) -> PersonId:
    """The person whom a filter names; refused if the viewer may not learn of games with them."""
    opponent = await visit.find(name)
    if not opponent.seen.games and not found.seen.own:
        raise opponent.kept_back()
    return opponent.person.id


async def _lines(
    visit: ProfileVisit, found: Found, wanted: WantedResults, before: str
) -> tuple[list[GameLine], ResultPage]:
    page = await visit.about.page(found.person.id, ON_A_PAGE, before, wanted)
    return await Lines(visit.about, found, visit.viewer).of(page.rows), page


AT_ONCE, MOST = 50, 1000
"""Games that are looked up together, and games in an archive: the latest ones."""


async def records(lines: Lines, own: PersonExport, tables: Tables) -> AsyncIterator[tuple[str, str]]:
    """Every game that the viewer could open from the list, the latest first, as files."""
    async for line in _games(lines):
        if record := await record_text(line.game, tables, lines.viewer, own):
            yield f"{line.game}.json", record


async def _games(lines: Lines) -> AsyncIterator[GameLine]:
    """Read page by page while the archive is sent, since what may be seen can change meanwhile."""
    place: ResultPlace | None = None
    for _ in range(MOST // AT_ONCE):
        page = await lines.about.results.page(lines.found.person.id, AT_ONCE, after=place)
        for line in await lines.of(page.rows):
            if line.game:
                yield line
        if page.next is None:
            return
        place = page.next


@get("/{name:str}")
async def person_page(visit: Visit, name: Name) -> Template | Redirect:
    """A private page says so and nothing else."""
    found = await visit.find(name)
    if found.name != name:
        return Redirect(found.address, status_code=303)
    if not found.seen.profile:
        context = {"site": site_of(visit.request), "name": found.name, **(await visit.panels(found))}
        return Template("people.profile/hidden.html", context=context, status_code=status_of(found.kept_back()))
    profile = await profile_page(visit.about, found, visit.viewer, visit.request.query_params.get("list", ""))
    context = {"site": site_of(visit.request), "profile": profile, **(await visit.panels(found))}
    return Template("people.profile/page.html", context=context)


@get("/{name:str}/records.zip")
async def records_of(
    visit: Visit,
    name: Name,
    person_export: NamedDependency[PersonExport],
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
) -> Stream:
    found = await visit.with_games(name)
    quotas.ask(Work.RECORDS, visit.viewer, place_of(visit.request))
    made = archive(records(Lines(visit.about, found, visit.viewer), person_export, tables))
    headers = {"Content-Disposition": 'attachment; filename="records.zip"', "Cache-Control": "no-store"}
    return Stream(made, media_type="application/zip", headers=headers)


@get("/{name:str}/versus")
async def all_opponents(visit: Visit, name: Name) -> Template:
    found = await visit.with_games(name)
    rows = await visit.about.results.latest(found.person.id)
    lines = Lines(visit.about, found, visit.viewer)
    opponents = against(lines, rows, await lines.opponents(rows))
    context = {"site": site_of(visit.request), "person": found, "opponents": opponents, "looked": len(rows)}
    return Template("people.profile/opponents.html", context=context)


HIDEABLE = {
    "profile": (N_("Your page"), N_("Your page as a whole; people who may not see it see your name and nothing else.")),
    "games": (
        N_("Your games"),
        N_("The list of your games, games in progress, and your name in other people’s lists of games."),
    ),
    "strength": (N_("Your strength"), N_("Rating, skill, habits and luck, on your page and in the lists of strength.")),
    "day": (N_("The deal of the day"), N_("Your name on the table of the day.")),
}
"""What can be hidden: its name and what it is."""
SHOWN = {
    "everybody": N_("Everybody"),
    "opponents": N_("People I have played"),
    "nobody": N_("Nobody"),
}


@get("/privacy")
async def privacy_page(request: AnyRequest, preferences: NamedDependency[PreferenceStore]) -> Template | Redirect:
    account = request.user.account
    if account is None:
        return Redirect("/keep", status_code=303)
    privacy = (await preferences.of(account.id)).privacy
    parts = [(part, gettext(name), gettext(about), getattr(privacy, part)) for part, (name, about) in HIDEABLE.items()]
    context = {
        "site": site_of(request),
        "parts": parts,
        "shown": [(value, gettext(text)) for value, text in SHOWN.items()],
        "here": privacy.here,
        "address": address_of(account.name),
        "told": "told" in request.query_params,
    }
    return Template("people.profile/privacy.html", context=context)


@post("/privacy")
async def keep_private(request: AnyRequest, preferences: NamedDependency[PreferenceStore]) -> Redirect:
    owner, fields = request.user.require_account(), await read_fields(request)
    changed: dict[str, Any] = {part: _shown(fields, part) for part in HIDEABLE if part in fields}
    changed["here"] = fields.flag("here")
    await preferences.change(owner.id, lambda kept: replace(kept, privacy=replace(kept.privacy, **changed)))
    return Redirect("/privacy?told", status_code=303)


def _shown(fields: Fields, part: str) -> str:
    shown = fields.text(part)
    if shown not in get_args(Shown):
        raise BadRequestError(N_("Choose who may see it: everybody, people you have played, or nobody."))
    return shown


def open_parts(parts: Parts) -> None:
    people = PeopleStore(parts.database)
    strengths = StrengthStore(parts.database)
    about = ProfileService(people, parts[Visibility], AccountNames(people), parts[ResultLists], strengths)
    parts.add(about, "about_people")


ROUTES: list[ControllerRouterHandler] = [
    Router(
        "/people",
        route_handlers=[person_page, games_of, records_of, all_opponents, two_people],
        dependencies={"visit": Provide(ProfileVisit, sync_to_thread=False)},
    ),
    bot_page,
    privacy_page,
    keep_private,
]
