"""The lists of strength as plain values: people and the bots' fixed lines among them."""

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from shanghaien.ratings.anchors import ANCHORS, anchor
from shanghaien.web.standings.list_pages import Listed, ListPage
from shanghaien.web.standings.lists import ListName
from shanghaien.web.words.players import rank
from shanghaien.web.words.strength import list_words, margin_words, rating_words

TABS = (ListName.LIVE, ListName.DAYS, ListName.LIVE_BOTS)
"""The lists that can be looked at; nobody plays a bot over days."""


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
    """The address of those of whom little is known, or back from there."""
    next: str
    first: str
    """The address of the first page; empty if this is it."""


def present(
    name: ListName, page: ListPage, around: tuple[Listed, ...], viewer: str, *, provisional: bool, first: bool
) -> StandingsPage:
    """A page of a list for whoever looks at it, by the name of their account."""
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
