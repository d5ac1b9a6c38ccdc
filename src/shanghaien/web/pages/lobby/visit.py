"""A request at the lobby: who asks, how strong they are, and what they see."""

from typing import Any

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.http.visitor import visitor_of
from shanghaien.web.ids import PersonId
from shanghaien.web.lobby.fit import Asker
from shanghaien.web.lobby.here import SEEN_SECONDS
from shanghaien.web.lobby.lobby import Lobby
from shanghaien.web.lobby.paging import OFFERS_ON_A_PAGE
from shanghaien.web.people.wishes import WishStore
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.quotas import Quotas, Work

from .choices import pace_choices, preset_choices
from .life import life_at
from .seeking_page import seeking_in

JSON = "application/json"
GAMES_TO_WATCH = 20


class LobbyVisit:
    """One request at the lobby, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        lobby: NamedDependency[Lobby],
        tables: NamedDependency[Tables],
        person_cookie: NamedDependency[PersonCookie],
        quotas: NamedDependency[Quotas],
        wishes: NamedDependency[WishStore],
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


def told_why(refusal: Refused) -> Response[bytes]:
    """Why not, to our own script."""
    return told({"code": refusal.code, "sentence": refusal.said(gettext)}, refusal.status)
