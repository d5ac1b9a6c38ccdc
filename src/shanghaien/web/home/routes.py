"""The start page, and the way to the next game that waits."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from babel.dates import format_timedelta
from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from shanghaien.rules import ROUNDS, Seat
from shanghaien.web.core import clock
from shanghaien.web.core.formats import HOUR, SECOND, clock_text
from shanghaien.web.core.i18n import gettext, language, pgettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.page_panels import HomePanels
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.model import GameResult, ListedGame, Mode, SeatKind
from shanghaien.web.tables.pages.seen_table import MiniRow, mini_row
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.drawings import pictures
from shanghaien.web.tables.words.players import called, deal_words

LITTLE, LITTLE_LIVE = 6 * HOUR, 30 * SECOND
"""Less time left than this is marked, in games over days and at one sitting."""


@dataclass(frozen=True, slots=True)
class GameLink:
    """One of the reader's games."""

    href: str
    who: str
    sub: str
    points: tuple[int, int] | None
    """One's own first; None while they are unknown."""
    when: str
    waits: bool
    over: bool
    left: str = ""
    """The time left to the player who is asked; empty where no clock runs."""
    left_for: str = ""
    """Whose time that is, in words."""
    low: bool = False
    """Whether that is little."""
    row: MiniRow | None = None
    """The cards as they lie; None where there are none, or nothing is known of them."""


def game_row(line: ListedGame, now: datetime | None = None) -> GameLink:
    own = min(line.seats, default=0)
    return GameLink(
        href=f"/t/{line.id}",
        who=_who(line, own),
        sub=_sub(line, own),
        points=(line.points[own], line.points[1 - own]) if line.points else None,
        when=_ago(line.updated, now or _now()) if line.readable else "",
        waits=line.yours,
        over=line.result is not None,
        row=_row(line, own),
        **_time_left(line, now or _now()),
    )


def _time_left(line: ListedGame, now: datetime) -> dict[str, Any]:
    if line.deadline is None or line.result is not None or line.decides:  # nothing is lost by deciding later
        return {}
    left = line.deadline - round(now.timestamp() * 1000)
    whose = (
        pgettext("clock", "left")
        if line.yours
        else pgettext("clock", "for %(name)s") % {"name": _who(line, min(line.seats, default=0))}
    )
    low = left < (LITTLE if line.by_letter else LITTLE_LIVE)
    return {"left": clock_text(left, days=line.by_letter), "left_for": whose, "low": low}


def _row(line: ListedGame, own: Seat) -> MiniRow | None:
    first, second = (called(chair) for chair in line.chairs)
    both = (first, second) if line.mode.one_screen or line.mode is Mode.BOTS else None
    return mini_row(line.tavern, own, both, (first, second)[1 - own]) if line.readable else None


def _who(line: ListedGame, own: Seat) -> str:
    if not line.readable:
        return gettext("A damaged game")
    names = [called(chair) for chair in line.chairs]
    if line.mode.one_screen or line.mode is Mode.BOTS:
        return gettext("%(first)s and %(second)s") % {"first": names[0], "second": names[1]}
    if line.chairs[1 - own].kind is SeatKind.OPEN:
        return gettext("Open invitation")
    return names[1 - own]


def _sub(line: ListedGame, own: Seat) -> str:
    if not line.readable:
        return gettext("It is set aside as it is")
    how = _ended(line, own, line.result) if line.result is not None else _goes_on(line)
    return f"{deal_words(line.day)} · {how}" if line.day else how


def _goes_on(line: ListedGame) -> str:
    if any(chair.kind is SeatKind.OPEN for chair in line.chairs):
        return gettext("The link has not been used yet")
    turn = gettext("your turn") if line.yours else gettext("your opponent’s turn")
    if line.decides:
        turn = gettext("time is up: you decide")
    return gettext("Round %(round)s of %(rounds)s · %(turn)s") % {"round": line.round, "rounds": ROUNDS, "turn": turn}


def _ended(line: ListedGame, own: Seat, result: GameResult) -> str:
    if result.reason == "abandoned":
        return gettext("Called off")
    if result.winner is None:
        return gettext("A draw")
    if line.mode.one_screen or line.mode is Mode.BOTS:
        return pgettext("game", "Finished")
    if result.reason == "time":
        return gettext("You won on time") if result.winner == own else gettext("You lost on time")
    return gettext("You won") if result.winner == own else gettext("You lost")


def _now() -> datetime:
    return datetime.fromtimestamp(clock.now() / 1000, UTC)


def _ago(updated: int, now: datetime) -> str:
    past = datetime.fromtimestamp(updated / 1000, UTC) - now
    return format_timedelta(min(past, timedelta(seconds=-1)), add_direction=True, locale=language())


GAMES_SHOWN = 50


@get("/")
async def home(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    home_panels: NamedDependency[HomePanels],
    before: FromQuery[str] = "",
) -> Template:
    person = request.user.person
    notice = gettext("No other game is waiting for you.") if "none" in request.query_params else ""
    games = await _games_of(tables, person, before) if person else {}
    context = {"before": before, "pictures": pictures(), **(await home_panels.context(request, person))}
    return Template("home/home.html", context={"site": site_of(request, notice), **context, **NO_GAMES, **games})


NO_GAMES: dict[str, Any] = {
    **dict.fromkeys(("waiting", "asking", "running", "finished"), ()),
    "waits": 0,
    "more_waiting": "",
    "next": "",
}


async def _games_of(tables: Tables, person: PersonId, before: str) -> dict[str, Any]:
    found = await tables.listing.start_page(person, before, GAMES_SHOWN)
    waiting, rows = ([game_row(line) for line in lines] for lines in (found.waiting, found.others.games))
    return {
        "waiting": waiting,
        "waits": found.waits,
        "asking": [row for row in rows if row.waits] if before else waiting,
        "more_waiting": "" if before else found.more_waiting,
        "running": [row for row in rows if not row.over and not row.waits],
        "finished": [row for row in rows if row.over],
        "next": found.others.next,
    }


@get("/next")
async def next_game(
    request: AnyRequest,
    tables: NamedDependency[Tables],
) -> Redirect:
    """The next game that waits, or whose end was not seen, after the one in `from`."""
    person = request.user.person
    after = request.query_params.get("from", "")
    game = None if person is None else await tables.visits.next_game(person, after)
    return Redirect("/?none" if game is None else f"/t/{game}", status_code=303)


ROUTES = [home, next_game]
