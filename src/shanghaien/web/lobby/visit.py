"""A request at the lobby: who asks, how strong they are, and what they see."""

from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.visitor import visitor_of
from shanghaien.web.lobby.offer_list import OFFERS_ON_A_PAGE, Asker
from shanghaien.web.lobby.panels import life_at
from shanghaien.web.lobby.presence import SEEN_SECONDS
from shanghaien.web.lobby.seeking import Search, SearchStage
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.lobby.views import pace_choices, preset_choices
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.site.forms import AnyRequest, place_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.service import Tables

# How a search for somebody stands, in words, for pages and for their script.

SECONDS_TO_CHOOSE = 10
"""After so many seconds a page with script goes to the table by itself."""
COOKIE = "seeking"
"""Says that somebody in this browser looks for somebody, so that nobody else's pages have to ask."""


@dataclass(frozen=True, slots=True)
class SearchBar:
    """What the bar over a page says while somebody is looked for."""

    stage: str
    said: str
    go: str = ""
    """What the button says that leads to the table; empty while there is none."""
    to: str = ""
    seconds: int = SECONDS_TO_CHOOSE


def search_bar(search: Search) -> SearchBar | None:
    """What is said of a search; None if there is none."""
    name = search.partner or gettext("Somebody")
    match search.stage:
        case SearchStage.WAITING:
            return SearchBar(search.stage, gettext("Looking for somebody. Meanwhile you can play the bot."))
        case SearchStage.FOUND:
            return SearchBar(search.stage, gettext("%(name)s is there.") % {"name": name}, gettext("To the table"))
        case SearchStage.AGREED:
            return SearchBar(search.stage, gettext("Waiting for %(name)s to say yes …") % {"name": name})
        case SearchStage.TABLE:
            to = f"/t/{search.game}"
            return SearchBar(search.stage, gettext("Your table is ready."), gettext("To the table"), to)
    return None


# What a page says of somebody's search; whoever searches for nobody costs nothing.


async def seeking_in(request: AnyRequest, lobby: Lobby, person: PersonId | None) -> SearchBar | None:
    """What the bar over a page says; None for whoever looks for nobody."""
    if not request.cookies.get(COOKIE):
        return None
    return search_bar(await lobby.seeking.look(person))


async def seeking_at(
    request: AnyRequest, lobby: Lobby, person: PersonId | None, table: Table, viewer: Viewer
) -> SearchBar | None:
    """The same for the page of a table; it ends the search of whoever plays somebody there.

    Else the bar would lead them to the table where they are, over and over, or away from their running game.
    """
    if person is None or not request.cookies.get(COOKIE):
        return None
    search = await lobby.seeking.look(person)
    if search.game == table.id or (search.stage is not SearchStage.NOT and _plays_somebody(table, viewer)):
        search = await lobby.seeking.stop(person, table.id)
    return search_bar(search)


def _plays_somebody(table: Table, viewer: Viewer) -> bool:
    """Whether a game of one sitting with another person goes on."""
    live = table.pace is not None and table.pace.kind is PaceKind.LIVE
    return live and table.mode is Mode.INVITE and table.started and not table.over and bool(viewer.seats)


JSON = "application/json"
GAMES_TO_WATCH = 20


class LobbyVisit:
    """One request at the lobby, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        lobby: NamedDependency[Lobby],
        tables: NamedDependency[Tables],
        person_cookie: NamedDependency[GuestCookie],
        quotas: NamedDependency[Quotas],
        wishes: NamedDependency[PreferenceStore],
    ) -> None:
        self.request, self.lobby, self.tables = request, lobby, tables
        self.cookies, self.wishes, self._quotas = person_cookie, wishes, quotas
        self.account = visitor_of(request).account

    async def asker(self, person: PersonId | None = None) -> Asker:
        """Whoever asks; a guest who was made just now is given."""
        known = person or self.cookies.known(self.request)
        return await self.lobby.offers.asker(known, account=self.account is not None)

    def count(self, work: Work, person: PersonId) -> None:
        """Count what is asked for; refused if it is too much."""
        self._quotas.ask(work, person, place_of(self.request))

    def created(self, person: PersonId, work: Work = Work.OFFERS) -> Any:
        """Count a game that is about to be set up; call what comes back with its id."""
        self.count(work, person)
        return lambda game: self._quotas.owners.note(person, place_of(self.request), game)

    async def page(self, after: str = "", notice: str = "", status: int = 200) -> Template:
        """The page of the lobby."""
        asker = await self.asker()
        self.here(asker.person)
        life = await life_at(self.lobby, asker, OFFERS_ON_A_PAGE, GAMES_TO_WATCH, after)
        context = {
            "site": site_of(self.request, notice),
            "life": life,
            "after": after,
            "seeking": await seeking_in(self.request, self.lobby, asker.person),
            "paces": pace_choices(),
            "presets": preset_choices(),
        }
        return Template("lobby/lobby.html", context=context, status_code=status)

    def here(self, person: PersonId | None, seconds: float = SEEN_SECONDS) -> None:
        """Somebody has a page of the lobby open."""
        self.lobby.here.seen(person, self.name, seconds)

    @property
    def by_script(self) -> bool:
        """Whether our own script asks, which has the page already."""
        return self.request.headers.get("accept") == JSON

    @property
    def name(self) -> str:
        """The name of the account of whoever asks; empty for guests."""
        return "" if self.account is None else self.account.name


def told(values: dict[str, Any], status: int = 200) -> Response[bytes]:
    """A short answer to our own script."""
    return Response(msgspec.json.encode(values), status_code=status, media_type=JSON)


def told_why(refusal: DomainError) -> Response[bytes]:
    """Why not, to our own script."""
    return told({"code": refusal.code, "sentence": refusal.said(gettext)}, status_of(refusal))
