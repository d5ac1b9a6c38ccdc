"""A request at a table: who asks, what they want, and the page that answers."""

from collections.abc import Awaitable, Callable

from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import Chance, legal_actions, step_of
from shanghaien.web.http.fields import Fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.requests import AnyRequest, side_in
from shanghaien.web.http.signing import new_id
from shanghaien.web.http.site import Site, site_of
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.change_form import read_change
from shanghaien.web.pages.shared.seen_table import OpenChoice, SeenTable
from shanghaien.web.play.refusals import IllegalMove, Stale
from shanghaien.web.play.request import TableRequest
from shanghaien.web.play.seating import Seating
from shanghaien.web.play.table import Mode, Table, Viewer
from shanghaien.web.play.tables import Tables
from shanghaien.web.settings import Settings

from .model import present


class TableVisit:
    """One request at a table, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        tables: NamedDependency[Tables],
        seating: NamedDependency[Seating],
        person_cookie: NamedDependency[PersonCookie],
        settings: NamedDependency[Settings],
    ) -> None:
        self.request = request
        self.tables = tables
        self.seating = seating
        self.person = person_cookie.known(request)
        self.settings = settings

    async def change(
        self, game: GameId, fields: Fields, change: Callable[[TableRequest], Awaitable[object]], then: str = ""
    ) -> Redirect | Template:
        """Make a change and go on to the table or to `then`; a refusal comes with the table as it stands now."""
        asked = read_change(fields, game, self.person)
        try:
            await change(asked)
        except (Stale, IllegalMove) as refusal:
            return self.show(*await self.tables.look(game, self.person), refusal)
        return Redirect(then or f"/t/{game}", status_code=303)

    def show(self, table: Table, viewer: Viewer, refusal: Refused | None = None) -> Template:
        """The page of the table; with a refusal, the reason stands on it."""
        site = site_of(self.request, refusal.said(gettext) if refusal else "")
        context = {
            "site": site,
            "page": present(self._seen(table, viewer, site)),
            "move_id": new_id(),
            "reservation": self.tables.reserve() if table.over else None,
            "wanted": wanted_by_hand(table) if viewer.seats else "",
            "may_ask": table.mode is Mode.BOT and viewer.may_choose(table) and len(legal_actions(table.state)) > 1,
        }
        return Template("table/page.html", context=context, status_code=refusal.status if refusal else 200)

    def _seen(self, table: Table, viewer: Viewer, site: Site) -> SeenTable:
        query = self.request.query_params
        links = self.seating.links_of(table, viewer)
        return SeenTable(
            table,
            viewer,
            OpenChoice.read(query.get("end", ""), query.get("half", ""), query.get("ask", "")),
            site.preferences,
            side_in(self.request),
            f"/t/{table.id}" if viewer.seats else f"/watch/{table.id}",
            self._absolute(links.get("invitation", "")),
            "" if table.over else self._absolute(links.get("seat", "")),
        )

    def _absolute(self, path: str) -> str:
        return path and (self.settings.public_url or str(self.request.base_url).rstrip("/")) + path


def wanted_by_hand(table: Table) -> str:
    """What has to be rolled or dealt by hand now, in words; empty where the server draws."""
    step = step_of(table.state)
    by_hand = table.mode is Mode.REAL_DICE and not table.over
    return gettext(step.typed) if by_hand and isinstance(step, Chance) else ""
