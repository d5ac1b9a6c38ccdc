"""The lists of strength as plain values: people and the bots' fixed lines among them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from shanghaien.ratings.anchors import ANCHORS, anchor
from shanghaien.ratings.glicko import MIDDLE, PROVISIONAL_ABOVE, Rating, expected
from shanghaien.web.core.i18n import gettext
from shanghaien.web.standings.model import ListName, Unrated, list_of
from shanghaien.web.standings.service import GameOutcome, Listed, ListPage, RatedGames
from shanghaien.web.standings.standing_words import (
    change_words,
    list_words,
    margin_words,
    rated_words,
    rating_words,
    why_not,
)
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.pages.table_panels import Panel, TableLook
from shanghaien.web.tables.words.players import names, rank

TABS = (ListName.LIVE, ListName.DAYS, ListName.LIVE_BOTS)
"""The lists that can be looked at; bots are not played over days."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of a list."""

    name: str
    href: str
    rating: str
    margin: str
    skill: str = ""
    skill_margin: str = ""
    games: int = 0
    bot: str = ""
    """The level of a bot, whose line is fixed; empty for people."""
    yours: bool = False


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """A page of a list."""

    list: ListName
    heading: str
    tabs: tuple[tuple[str, str, bool], ...]
    """Address, name, and whether it is this one."""
    lines: tuple[StandingLine, ...]
    around: tuple[StandingLine, ...]
    provisional: bool
    other: str
    """The address of the provisional list, or back from there."""
    next: str
    first: str
    """The address of the first page; empty if this is it."""


def present(
    name: ListName, page: ListPage, around: tuple[Listed, ...], viewer: str, *, provisional: bool, first: bool
) -> StandingsPage:
    here = {"list": str(name)} | ({"uncertain": "1"} if provisional else {})
    return StandingsPage(
        list=name,
        heading=list_words(name),
        tabs=tuple((f"/standings?list={tab}", list_words(tab), tab is name) for tab in TABS),
        lines=_with_bots([_line(each, viewer) for each in page.people], page, bots=not provisional),
        around=tuple(_line(each, viewer) for each in around),
        provisional=provisional,
        other=f"/standings?list={name}" + ("" if provisional else "&uncertain=1"),
        next=f"/standings?{urlencode(here | {'after': page.next})}" if page.next else "",
        first="" if first else f"/standings?{urlencode(here)}",
    )


def _line(listed: Listed, viewer: str) -> StandingLine:
    standing = listed.standing
    return StandingLine(
        name=listed.name,
        href=f"/people/{quote(listed.name)}",
        rating=rating_words(standing.rating),
        margin=margin_words(standing.rating),
        skill="" if standing.skill is None else rating_words(standing.skill),
        skill_margin="" if standing.skill is None else margin_words(standing.skill),
        games=standing.games,
        yours=listed.name == viewer,
    )


def _with_bots(lines: list[StandingLine], page: ListPage, *, bots: bool) -> tuple[StandingLine, ...]:
    """The same with the bots who belong on this page: below those before it, and above those after it."""
    ratings = [listed.standing.rating.value for listed in page.people]
    lower = ratings[-1] if page.next else float("-inf")
    upper = float("inf") if page.upper is None else page.upper
    placed = list(zip(ratings, lines, strict=True))
    if bots:
        placed += [(value, _bot(level)) for level, value in ANCHORS.items() if lower < value <= upper]
    return tuple(line for _, line in sorted(placed, key=lambda each: -each[0]))


def _bot(level: str) -> StandingLine:
    rating = anchor(level)
    return StandingLine(name=rank(level), href="", rating=rating_words(rating), margin="", bot=level)


# What the numbers mean: the figures in the explanation, each from where it is used.

CERTAIN = 40.0
"""How uncertain the rating is of a person who plays often."""
LEADS = (0, 50, 100, 200, 300, 400)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the page needs."""

    chances: tuple[tuple[int, int], ...]
    """A difference of ratings, and how many of 100 games the stronger one wins."""
    bots: tuple[tuple[str, int], ...]
    middle: int
    provisional: int
    """How far off a rating may be that is not provisional any more."""


def meaning() -> Meaning:
    return Meaning(
        chances=tuple((lead, _chance(lead)) for lead in LEADS),
        bots=tuple((rank(level), round(value)) for level, value in ANCHORS.items()),
        middle=round(MIDDLE),
        provisional=round(1.96 * PROVISIONAL_ABOVE),
    )


def _chance(lead: int) -> int:
    return round(100 * expected(Rating(MIDDLE + lead, CERTAIN), Rating(MIDDLE, CERTAIN)))


# Whether a game counts and what it has changed, as lines of its page.


@dataclass(frozen=True, slots=True)
class StrengthLine:
    """One player and how the game has changed their rating."""

    name: str
    change: str
    yours: bool


@dataclass(frozen=True, slots=True)
class StrengthPart:
    """What a table says about ratings."""

    sentence: str
    counts: bool = False
    lines: tuple[StrengthLine, ...] = ()
    waits: bool = False
    """Whether what the game has changed is still being worked out."""


class StrengthPanel(Panel):
    """What the game counts for, on the page of its table."""

    def __init__(self, rated: RatedGames) -> None:
        self._rated = rated

    async def places(self, look: TableLook) -> Mapping[str, object]:
        return {"strength": await strength_part(self._rated, look.table, replace(look.viewer, person=look.person))}


async def strength_part(rated: RatedGames, table: Table, viewer: Viewer) -> StrengthPart | None:
    """What the table says about ratings; None where none could change, or before the game has begun."""
    if table.mode not in {Mode.BOT, Mode.INVITE} or not table.started:
        return None
    if table.over:
        return _told(table, viewer, await rated.outcome(table, viewer.person))
    if not table.rated:
        return _friendly(table)
    reason = await rated.foreseen(table)
    if reason is Unrated.HINT:
        return StrengthPart(gettext("After a hint this game counts only if it is lost."), counts=True)
    if reason is not None:
        return StrengthPart(_why_not(reason, table, viewer))
    return StrengthPart(rated_words(_list(table)), counts=True)


def _friendly(table: Table) -> StrengthPart | None:
    """Nobody asks whether a game without a clock counts; with one that it does not has to be said."""
    return None if table.pace is None else StrengthPart(gettext("Friendly game."))


def _told(table: Table, viewer: Viewer, outcome: GameOutcome | None) -> StrengthPart | None:
    if not table.rated:
        return _friendly(table)
    if outcome is None:
        return StrengthPart(gettext("Working out the ratings…"), counts=True, waits=True)
    if outcome.unrated is not None:
        return StrengthPart(_why_not(outcome.unrated, table, viewer))
    called = names(table)
    lines = tuple(
        StrengthLine(called[each.seat], change_words(each.list, each.before, each.after), each.seat in viewer.seats)
        for each in outcome.changes
    )
    return StrengthPart(gettext("This game counts."), counts=True, lines=lines)


def _why_not(reason: Unrated, table: Table, viewer: Viewer) -> str:
    return why_not(reason, yours=not table.helped.isdisjoint(viewer.seats))


def _list(table: Table) -> ListName:
    level = next((chair.level for chair in table.chairs if chair.level), "")
    return list_of(str(table.pace.kind) if table.pace else "", level)
