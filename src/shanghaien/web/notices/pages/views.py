"""The page of notices in plain values."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import ConfiguredParts
from shanghaien.web.notices.pages.switches import (
    FRACTIONS,
    MINUTES,
    NoticePicture,
    Switch,
    browser_switch,
    changed,
    kind_switches,
    mail_switch,
    on_a_computer,
    on_a_phone,
    reminder_field,
    webhook_switch,
)
from shanghaien.web.notices.places import KnownPlaces, NoticePlaces
from shanghaien.web.people.preferences import NoticePreferences
from shanghaien.web.site.forms import AnyRequest, Fields, address_for_links
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.errors import NoSuchGame, NotYours
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.players import names


@dataclass(frozen=True, slots=True)
class MutedGame:
    """A game whose notices are on or off."""

    id: str
    title: str
    line: str
    muted: bool = True


@dataclass(frozen=True, slots=True)
class Visit:
    """What one look at the page is about, besides what the person has set."""

    said: str = ""
    """What came of what was pressed last."""
    zone: str = ""
    signed_in: bool = False
    key: str = ""
    """What browsers subscribe with."""
    secret: str = ""
    """Of a webhook, shown once."""
    feeds: Sequence[tuple[str, str, str]] = ()
    """Private addresses: an id, a name, the address."""
    muted: Sequence[MutedGame] = ()
    game: MutedGame | None = None
    """The game from whose table the person came."""


@dataclass(frozen=True)
class NoticesPage:
    """Everything that the page shows."""

    known: KnownPlaces
    set_up: ConfiguredParts
    visit: Visit
    phone: NoticePicture = field(default_factory=on_a_phone)
    computer: NoticePicture = field(default_factory=on_a_computer)
    minutes: tuple[int, ...] = MINUTES

    @property
    def preferences(self) -> NoticePreferences:
        return self.known.preferences.notices

    @property
    def zone(self) -> str:
        """The person's time zone; empty for UTC."""
        return self.known.preferences.time_zone or self.visit.zone

    @property
    def browsers(self) -> list[Switch]:
        told = self.known.last_sent
        return [browser_switch(row, self.zone, told.get(f"push:{row.id}")) for row in self.known.browsers]

    @property
    def ways(self) -> list[Switch]:
        """The other channels."""
        hook = self.known.webhook
        ways = [mail_switch(self.known, self.set_up, signed_in=self.visit.signed_in)]
        return [*ways, webhook_switch(hook, self.preferences, self.zone)] if hook and self.set_up.webhooks else ways

    @property
    def kinds(self) -> list[Switch]:
        return kind_switches(self.preferences)

    @property
    def times(self) -> list[tuple[str, str]]:
        return [("now", gettext("At once")), ("later", gettext("After a while")), ("daily", gettext("Once a day"))]

    @property
    def reminders(self) -> list[tuple[str, str, bool]]:
        """When the person can be reminded: field, words, and whether it is on."""
        words = (gettext("a half"), gettext("a quarter"), gettext("a tenth"))
        told = zip(FRACTIONS, words, strict=True)
        return [(reminder_field(share), text, share in self.preferences.reminders) for share, text in told]

    @property
    def trial(self) -> bool:
        """Whether there is anywhere to which a notice could be sent now."""
        here = self.set_up.push and any(not row.silent for row in self.known.browsers)
        mail = self.set_up.mail and bool(self.known.mailbox) and self.preferences.mail
        hook = self.set_up.webhooks and self.known.webhook is not None and self.preferences.webhook
        return here or mail or hook


async def muted_game(tables: Tables, game: GameId, person: PersonId, *, muted: bool) -> MutedGame | None:
    """The game as the list shows it; None if it is gone, or not the person's."""
    try:
        table, viewer = await tables.look(game, person)
    except NoSuchGame:
        return None
    if not viewer.seats:
        return None
    opponent = names(table)[1 - min(viewer.seats)]
    state = gettext("The game is over") if table.over else gettext("Round %(round)s") % {"round": table.state.round}
    silence = gettext("no notices") if muted else gettext("notices are sent")
    return MutedGame(game, gettext("Against %(names)s") % {"names": opponent}, f"{state}, {silence}", muted)


NEW_PERSON = PersonId("")
"""A person without a cookie, which comes with the page; nothing is stored of them yet."""


class NoticeVisit:
    """One request about notices, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        self.request = request
        self.tables = parts[Tables]
        self.places = parts[NoticePlaces]
        self.person = request.user.person or NEW_PERSON
        self._origin = address_for_links(request, parts.settings.public_url)

    async def show(self, said: str = "", secret: str = "", status: int = 200) -> Template:
        """The page; a new secret is shown this once."""
        known, game = await self.places.known_of(self.person), await self._game()
        visit = Visit(
            said,
            preferences_of(self.request).zone,
            self.request.user.account is not None,
            (await self.places.keys.get()).public if self.places.set_up.push else "",
            secret,
            self._feeds(known.preferences.feed_number),
            await self._muted(game),
            game,
        )
        page = NoticesPage(known, self.places.set_up, visit)
        context = {"site": site_of(self.request), "notices": page}
        return Template("notices/page.html", context=context, status_code=status)

    async def save(self, fields: Fields) -> None:
        """Store the form; a browser that it lists and that is off gets no more notices."""
        await self.places.preferences.change(
            self.person, lambda preferences: changed(preferences, fields, self.places.set_up)
        )
        store = self.places.browsers.store
        for row in await store.of(self.person):
            name = f"browser-{row.id}"
            if f"listed-{name}" not in fields:
                continue
            if fields.flag(name):
                await store.answered(row.id)
            elif not row.silent:
                await store.remove(self.person, row.id)
        if fields.flag("webhook"):
            await self.places.webhooks.store.answered(self.person)
        await self.places.plan_anew(self.person)

    async def mute(self, game: GameId, *, muted: bool) -> None:
        _, viewer = await self.tables.look(game, self.person)
        if not viewer.seats:
            raise NotYours(gettext("You are watching this game; only its players can do that."))
        await self.places.mutes.set(self.person, game, muted=muted)
        await self.places.plan_anew(self.person)

    async def renew_addresses(self) -> None:
        await self.places.preferences.change(
            self.person,
            lambda preferences: msgspec.structs.replace(preferences, feed_number=preferences.feed_number + 1),
        )

    def _feeds(self, number: int) -> list[tuple[str, str, str]]:
        if self.person == NEW_PERSON:
            return []
        token = self.tables.signer.sign("feed", self.person, number)
        return [
            ("feed", gettext("Feed"), f"{self._origin}/feed/{token}.atom"),
            ("calendar", gettext("Calendar"), f"{self._origin}/calendar/{token}.ics"),
        ]

    async def _muted(self, but: MutedGame | None) -> list[MutedGame]:
        """The person's muted games, except one that stands elsewhere on the page."""
        games = [game for game in await self.places.mutes.of(self.person) if but is None or game != but.id]
        found = [await muted_game(self.tables, game, self.person, muted=True) for game in games]
        return [game for game in found if game is not None]

    async def _game(self) -> MutedGame | None:
        """The game from whose table the person came, if it is one of theirs."""
        game = GameId(self.request.query_params.get("game", "")[:40])
        muted = game in await self.places.mutes.of(self.person) if game else False
        return await muted_game(self.tables, game, self.person, muted=muted) if game else None
