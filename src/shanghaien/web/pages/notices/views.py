"""A request at the page of notices: who asks, what they have set, and the page that answers."""

from typing import Any

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.http.fields import Fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.preferences import preferences_of
from shanghaien.web.http.requests import AnyRequest, address_for_links
from shanghaien.web.http.site import site_of
from shanghaien.web.http.visitor import visitor_of
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.notices.places import NoticeDesk
from shanghaien.web.play.refusals import NotYours
from shanghaien.web.play.tables import Tables
from shanghaien.web.settings import Settings

from .model import MutedGame, NoticesPage, Visit
from .muted import muted_game
from .wished import changed

JSON = "application/json"
NOBODY_YET = PersonId("")
"""Who looks for the first time: their cookie comes with the page, and nothing is known of them."""


class NoticeVisit:
    """One request about notices, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        tables: NamedDependency[Tables],
        notice_desk: NamedDependency[NoticeDesk],
        person_cookie: NamedDependency[PersonCookie],
        settings: NamedDependency[Settings],
    ) -> None:
        self.request = request
        self.tables = tables
        self.desk = notice_desk
        self.person = person_cookie.known(request) or NOBODY_YET
        self._origin = address_for_links(request, settings.public_url)

    async def show(self, said: str = "", secret: str = "", status: int = 200) -> Template:
        """The page; a secret that was made just now is shown this once."""
        known, game = await self.desk.known_of(self.person), await self._game()
        visit = Visit(
            said,
            preferences_of(self.request).zone,
            visitor_of(self.request).account is not None,
            (await self.desk.keys.get()).public if self.desk.set_up.push else "",
            secret,
            self._feeds(known.wishes.feed_number),
            await self._muted(game),
            game,
        )
        page = NoticesPage(known, self.desk.set_up, visit)
        context = {"site": site_of(self.request), "notices": page}
        return Template("notices/page.html", context=context, status_code=status)

    async def save(self, fields: Fields) -> None:
        """Keep what the form says; a browser that it lists and that is not on is told no more."""
        await self.desk.wishes.change(self.person, lambda wishes: changed(wishes, fields, self.desk.set_up))
        store = self.desk.browsers.store
        for row in await store.of(self.person):
            name = f"browser-{row.id}"
            if f"listed-{name}" not in fields:
                continue
            if fields.flag(name):
                await store.answered(row.id)
            elif not row.silent:
                await store.remove(self.person, row.id)
        if fields.flag("webhook"):
            await self.desk.webhooks.store.answered(self.person)
        await self.desk.plan_anew(self.person)

    async def mute(self, game: GameId, *, muted: bool) -> None:
        """Mute a game of the person's, or tell of it again."""
        _, viewer = await self.tables.look(game, self.person)
        if not viewer.seats:
            raise NotYours(gettext("You are watching this game; only its players can do that."))
        await self.desk.mutes.set(self.person, game, muted=muted)
        await self.desk.plan_anew(self.person)

    async def renew_addresses(self) -> None:
        """End the private addresses, and let there be new ones."""
        await self.desk.wishes.change(
            self.person, lambda wishes: msgspec.structs.replace(wishes, feed_number=wishes.feed_number + 1)
        )

    def answered(self, values: dict[str, Any], status: int = 200) -> Response[bytes]:
        """A short answer to our own script."""
        return Response(msgspec.json.encode(values), status_code=status, media_type=JSON)

    def _feeds(self, number: int) -> list[tuple[str, str, str]]:
        if self.person == NOBODY_YET:
            return []
        token = self.tables.signer.sign("feed", self.person, number)
        return [
            ("feed", gettext("Feed"), f"{self._origin}/feed/{token}.atom"),
            ("calendar", gettext("Calendar"), f"{self._origin}/calendar/{token}.ics"),
        ]

    async def _muted(self, but: MutedGame | None) -> list[MutedGame]:
        """The person's muted games, but for one that is told of elsewhere on the page."""
        games = [game for game in await self.desk.mutes.of(self.person) if but is None or game != but.id]
        found = [await muted_game(self.tables, game, self.person, muted=True) for game in games]
        return [game for game in found if game is not None]

    async def _game(self) -> MutedGame | None:
        """The game from whose table the person came, if it is one of theirs."""
        game = GameId(self.request.query_params.get("game", "")[:40])
        muted = game in await self.desk.mutes.of(self.person) if game else False
        return await muted_game(self.tables, game, self.person, muted=muted) if game else None
