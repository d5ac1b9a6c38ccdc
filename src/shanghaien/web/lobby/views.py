"""The lobby as plain values: offers, games to watch, and who is here, for its page and for the start page."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from litestar import Response
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.rules import BY_OPTION, PRESETS, ROUNDS, Options
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.formats import duration
from shanghaien.web.core.i18n import gettext, language, ngettext, pgettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.lobby.offer_list import OFFERS_ON_A_PAGE, Asker, Fit, SeenOffer, page_of
from shanghaien.web.lobby.pairing import strength_of
from shanghaien.web.lobby.presence import SEEN_SECONDS
from shanghaien.web.lobby.seeking import Search, SearchStage
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.lobby.store import OfferRow
from shanghaien.web.lobby.watching import SeenGame
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.site.forms import AnyRequest, place_of
from shanghaien.web.site.page_panels import PagePanel
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.clocks import DAYS_PACE, LIVE_PACES, Pace, PaceKind
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.pages.seen_table import MiniRow, mini_row
from shanghaien.web.tables.pages.table_visit import JSON, answered
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.start.new_game_views import preset_name
from shanghaien.web.tables.words.players import pace_brief

MOST_NAMED = 3
"""So many expansions are named; with more it is a mix."""


@lru_cache(maxsize=512)
def options_words(text: str, spoken: str) -> str:
    """What is played, in a word or two of the language that is `spoken` now."""
    options = Options.from_dict(json.loads(text))
    for name, preset in PRESETS.items():
        if options == preset:
            return preset_name(name)
    named = [gettext(BY_OPTION[option].name) for option in options.expansions]
    return ", ".join(named) if 0 < len(named) <= MOST_NAMED else gettext("Custom")


def range_words(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"{low}–{high}"
    if low is not None:
        return gettext("%(rating)s and up") % {"rating": low}
    return "" if high is None else gettext("up to %(rating)s") % {"rating": high}


def why_not(row: OfferRow, fit: Fit) -> str:
    """Why a table is not for this person; empty if it is."""
    if fit is Fit.GUEST:
        return gettext("rated: for people with an account")
    if fit is Fit.STRENGTH:
        return gettext("for %(range)s") % {"range": range_words(row.low, row.high)}
    return ""


@dataclass(frozen=True, slots=True)
class OfferLine:
    """One offered table in a list; nothing of the request is in it, so that many who see it alike share it."""

    id: str
    name: str
    initial: str
    profile: str
    """The page of its owner; empty for guests."""
    strength: str
    """Empty for guests."""
    word: str
    options: str
    pace: str
    terms: str
    own: bool
    why_not: str
    """Why it is not for this person; empty if it is."""


@dataclass(frozen=True, slots=True)
class OfferList:
    """A page of the list."""

    lines: tuple[OfferLine, ...]
    said: str
    """How many there are and how many fit; empty if there are none."""
    next: str
    """Names the next page; empty on the last one."""


def offer_list(seen: Sequence[SeenOffer], after: str = "", most: int = OFFERS_ON_A_PAGE) -> OfferList:
    """A page of what a person sees, from the first or after a place that another page has named."""
    page, more = page_of(seen, after, most)
    return OfferList(tuple(offer_line(each) for each in page), _said(seen), more)


def offer_line(seen: SeenOffer) -> OfferLine:
    row, offer = seen.offer.row, seen.offer
    name = offer.name or pgettext("name", "Guest")
    strength = str(strength_of(offer.rating, offer.deviation)) if offer.account else ""
    counts = gettext("rated") if row.rated else gettext("friendly")
    return OfferLine(
        id=row.game,
        name=name,
        initial=name[0].upper(),
        profile=f"/people/{quote(offer.name, safe='')}" if offer.account else "",
        strength=strength,
        word=row.word,
        options=options_words(row.options, language()),
        pace=pace_brief(Pace.read(row.pace)),
        terms=f"{counts} · {range_words(row.low, row.high) or gettext('anybody')}",
        own=seen.fit is Fit.OWN,
        why_not=why_not(row, seen.fit),
    )


def _said(seen: Sequence[SeenOffer]) -> str:
    others = [each for each in seen if each.fit is not Fit.OWN]
    if not others:
        return ""
    fitting, count = sum(each.fit is Fit.FITS for each in others), len(others)
    if fitting == count:
        return ngettext("%(num)d open", "%(num)d open", count) % {"num": count}
    said = ngettext("%(num)d open, %(fits)s fit you", "%(num)d open, %(fits)s fit you", count)
    return said % {"num": count, "fits": fitting}


SEEK_PACES = (*LIVE_PACES, DAYS_PACE)
"""The paces at which an opponent is looked for; a table of one's own is offered at any."""


@dataclass(frozen=True, slots=True)
class WatchLine:
    """A game that can be watched."""

    href: str
    names: tuple[str, str]
    strengths: tuple[str, str]
    sub: str
    points: tuple[int, int] | None
    row: MiniRow | None


def watch_line(game: SeenGame) -> WatchLine:
    strengths = str(game.strengths[0]), str(game.strengths[1])
    row = mini_row(game.tavern, 0, game.names)
    pace = pace_brief(Pace.read(game.pace)) if game.pace else ""
    if game.delay:  # how far it is must stay hidden until watchers see it
        sub = gettext("%(pace)s · shown %(time)s late") % {"pace": pace, "time": duration(game.delay)}
    else:
        told = {"round": game.round, "rounds": ROUNDS, "turn": pace}
        sub = gettext("Round %(round)s of %(rounds)s · %(turn)s") % told
    return WatchLine(f"/watch/{game.id}", game.names, strengths, sub, game.points, row)


@dataclass(frozen=True, slots=True)
class Life:
    """What is going on, as a person may see it."""

    here: str
    """How many people are here, in words; empty if only the reader is."""
    named: tuple[str, ...]
    """Those of them who agree to be named."""
    offers: OfferList
    watch: tuple[WatchLine, ...]


async def life_at(lobby: Lobby, asker: Asker, offers: int, watch: int, after: str = "") -> Life:
    seen = await lobby.offers.seen_by(asker)
    games = await lobby.watching.seen_by(asker.person, asker.hidden, watch)
    return Life(
        here_words(lobby.here.count()),
        tuple(lobby.here.named(asker.hidden)),
        offer_list(seen, after, offers),
        tuple(map(watch_line, games)),
    )


def here_words(count: int) -> str:
    """How many people are here; empty where that would be only the reader."""
    return "" if count < 2 else ngettext("%(num)d person is here", "%(num)d people are here", count) % {"num": count}


# The bar over a page that says how a search for an opponent stands.
SECONDS_TO_CHOOSE = 10
"""After so many seconds a page with script goes to the table by itself."""
COOKIE = "seeking"
"""Says that a search runs in this browser, so that other people's pages need not ask."""


@dataclass(frozen=True, slots=True)
class SearchBar:
    """What the bar over a page says during a search."""

    stage: str
    said: str
    go: str = ""
    """What the button says that leads to the table; empty while there is none."""
    to: str = ""
    seconds: int = SECONDS_TO_CHOOSE


def search_bar(search: Search) -> SearchBar | None:
    name = search.partner or gettext("Somebody")
    match search.stage:
        case SearchStage.WAITING:
            return SearchBar(search.stage, gettext("Looking for somebody. Meanwhile you can play the bot."))
        case SearchStage.FOUND:
            return SearchBar(search.stage, gettext("%(name)s is there.") % {"name": name}, gettext("To the table"))
        case SearchStage.AGREED:
            return SearchBar(search.stage, gettext("Waiting for %(name)s to say yes…") % {"name": name})
        case SearchStage.TABLE:
            to = f"/t/{search.game}"
            return SearchBar(search.stage, gettext("Your table is ready."), gettext("To the table"), to)
    return None


async def seeking_in(request: AnyRequest, lobby: Lobby, person: PersonId | None) -> SearchBar | None:
    """What the bar over a page says; None without a search."""
    if not request.cookies.get(COOKIE):
        return None
    return search_bar(await lobby.seeking.look(person))


async def seeking_at(
    request: AnyRequest, lobby: Lobby, person: PersonId | None, table: Table, viewer: Viewer
) -> SearchBar | None:
    """The same for the page of a table; it ends the search of a person who plays another one there.

    Else the bar would lead them to the table where they are, over and over, or away from their running game.
    """
    if person is None or not request.cookies.get(COOKIE):
        return None
    search = await lobby.seeking.look(person)
    if search.game == table.id or (search.stage is not SearchStage.NOT and _plays_a_person(table, viewer)):
        search = await lobby.seeking.stop(person, table.id)
    return search_bar(search)


def _plays_a_person(table: Table, viewer: Viewer) -> bool:
    """Whether a live game with another person goes on."""
    live = table.pace is not None and table.pace.kind is PaceKind.LIVE
    return live and table.mode is Mode.INVITE and table.started and not table.over and bool(viewer.seats)


OFFERS_AT_HOME, WATCHED_AT_HOME = 6, 3


def home_panel(lobby: Lobby) -> PagePanel:
    """What the start page shows of the lobby."""

    async def context(request: AnyRequest, person: PersonId | None) -> dict[str, object]:
        account = request.user.account
        asker = await lobby.offers.asker(person, account=account is not None)
        lobby.here.seen(person, "" if account is None else account.name)
        life = await life_at(lobby, asker, OFFERS_AT_HOME, WATCHED_AT_HOME)
        return {"life": life, "seeking": await seeking_in(request, lobby, person)}

    return PagePanel("lobby/start_page.html", context)


GAMES_TO_WATCH = 20


class LobbyVisit:
    """One request at the lobby, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        self.request, self.lobby, self.tables = request, parts[Lobby], parts[Tables]
        self.cookies, self.preferences, self._quotas = parts[GuestCookie], parts[PreferenceStore], parts[Quotas]
        self.account = request.user.account

    async def asker(self, person: PersonId | None = None) -> Asker:
        """The person who asks; a guest who was made just now is given."""
        known = person or self.request.user.person
        return await self.lobby.offers.asker(known, account=self.account is not None)

    def count(self, work: Work, person: PersonId) -> None:
        self._quotas.ask(work, person, place_of(self.request))

    def created(self, person: PersonId, work: Work = Work.OFFERS) -> Any:
        """Count a game that is about to be set up; call what comes back with its id."""
        self.count(work, person)
        return lambda game: self._quotas.owners.note(person, place_of(self.request), game)

    async def page(self, after: str = "", notice: str = "", status: int = 200) -> Template:
        asker = await self.asker()
        self.here(asker.person)
        life = await life_at(self.lobby, asker, OFFERS_ON_A_PAGE, GAMES_TO_WATCH, after)
        context = {
            "site": site_of(self.request, notice),
            "life": life,
            "after": after,
            "seeking": await seeking_in(self.request, self.lobby, asker.person),
            "paces": [(str(pace), pace_brief(pace)) for pace in SEEK_PACES],
            "presets": [(value, preset_name(value)) for value in PRESETS],
        }
        return Template("lobby/lobby.html", context=context, status_code=status)

    def here(self, person: PersonId | None, seconds: float = SEEN_SECONDS) -> None:
        self.lobby.here.seen(person, self.name, seconds)

    @property
    def by_script(self) -> bool:
        """Whether our own script asks, which has the page already."""
        return self.request.headers.get("accept") == JSON

    @property
    def name(self) -> str:
        """The name of the person's account; empty for guests."""
        return "" if self.account is None else self.account.name


def json_refusal(refusal: DomainError) -> Response[bytes]:
    return answered({"code": refusal.code, "sentence": refusal.said(gettext)}, status_of(refusal))
