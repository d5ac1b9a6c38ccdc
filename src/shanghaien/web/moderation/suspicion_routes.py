"""Whose play looks too perfect for a person, in words that say how sure that is; and the games that tell it."""

import math
from dataclasses import dataclass

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.ratings.too_perfect import BEST_HONEST, FALSE_ALARMS
from shanghaien.web.core.formats import day_of
from shanghaien.web.core.i18n import gettext, language, ngettext
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.moderation.reports import ON_A_PAGE
from shanghaien.web.moderation.views import ModeratorVisit
from shanghaien.web.standings.model import Unrated
from shanghaien.web.standings.standing_words import outcome
from shanghaien.web.standings.store import JudgedGame
from shanghaien.web.standings.unrating import Key, Suspicion
from shanghaien.web.tables.words.players import rank

ALARM = -math.log(FALSE_ALARMS)
WORTH_SHOWING = math.log(100)
"""The least evidence that is listed: at most one honest person in a hundred ever reaches it."""
MOST_SAID = 1_000_000
"""Larger numbers say nothing more to a moderator."""


@dataclass(frozen=True, slots=True)
class ShownSuspicion:
    """The evidence about one person."""

    person: str
    name: str
    alarm: bool
    evidence: str
    counts: str
    states: tuple[str, ...]
    """What was done about it already."""


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game, and how perfectly the person decided in it."""

    id: GameId
    day: str
    against: str
    outcome: str
    counts: str
    taken_out: bool
    barred: bool


def shown_suspicion(found: Suspicion) -> ShownSuspicion:
    states = (gettext("account closed") if found.closed else "", gettext("games do not count") if found.barred else "")
    return ShownSuspicion(
        found.person,
        found.name,
        found.evidence >= ALARM,
        _evidence(found.evidence),
        _counts(found),
        tuple(filter(None, states)),
    )


def line_words() -> dict[str, str]:
    """The numbers of the test for the explanation on the page."""
    return {"line": grouped(round(1 / FALSE_ALARMS)), "honest": str(round(100 * BEST_HONEST))}


def shown_game(game: JudgedGame, zone: str) -> ShownGame:
    counts = gettext("no review to judge by")
    if game.hard is not None:
        counts = gettext("%(perfect)s of %(hard)s hard decisions perfect") % {
            "perfect": game.perfect,
            "hard": game.hard,
        }
    against = rank(game.level) if game.level else game.opponent or gettext("a sailor")
    off, barred = game.unrated == Unrated.MARKED, game.unrated == Unrated.BARRED
    return ShownGame(game.game, day_of(game.ended, zone), against, outcome(game.score), counts, off, barred)


def _evidence(evidence: float) -> str:
    """The evidence as a share of honest people; nothing below 1 in 2."""
    many = _rounded(math.exp(min(evidence, math.log(MOST_SAID))))
    if many < 2:
        return gettext("No evidence: many honest people play like this.")
    return gettext("At most one honest person in %(many)s ever plays so perfectly.") % {"many": grouped(many)}


def _rounded(number: float) -> int:
    """Cut to two digits, so that it does not look more exact than it is."""
    unit: int = 10 ** max(0, math.floor(math.log10(number) + 1e-9) - 1)
    return int(number / unit + 1e-9) * unit


def _counts(found: Suspicion) -> str:
    watch = found.watch
    counts = ngettext(
        "%(perfect)s of %(hard)s hard decisions perfect, in %(num)d game",
        "%(perfect)s of %(hard)s hard decisions perfect, in %(num)d games",
        watch.games,
    )
    return counts % {"perfect": watch.perfect, "hard": watch.hard, "num": watch.games}


def grouped(number: int) -> str:
    """A whole number with thousands separators of the page's language."""
    from babel.numbers import format_decimal  # noqa: PLC0415 - a server starts more quickly without

    return format_decimal(number, "#,##0", locale=language())


@get("/order/watch")
async def watch_page(visit: NamedDependency[ModeratorVisit]) -> Template:
    """People with evidence worth a look, the strongest first; moderators do not see themselves."""
    after = _key(visit.request.query_params.get("after", ""))
    rows = await visit.unrating.suspicions(ON_A_PAGE + 1, WORTH_SHOWING, after)
    further = _address(rows[ON_A_PAGE - 1].key) if len(rows) > ON_A_PAGE else ""
    people = [shown_suspicion(row) for row in rows[:ON_A_PAGE] if row.person != visit.account.id]
    return visit.page("watch.html", None, people=people, further=further, **line_words())


def _address(key: Key) -> str:
    return f"/order/watch?after={key[0]!r}-{key[1]}"


def _key(text: str) -> Key | None:
    evidence, _, person = text.partition("-")
    try:
        found = float(evidence[:40])
    except ValueError:
        return None
    return (found, PersonId(person[:40])) if person and math.isfinite(found) else None


WATCH_ROUTES = [watch_page]
