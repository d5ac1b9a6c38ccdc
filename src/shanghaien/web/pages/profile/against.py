"""Whom somebody has played most: each opponent with how often, how it ended, and what luck had to do with it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from shanghaien.web.ids import PersonId
from shanghaien.web.pages.shared.people import rank
from shanghaien.web.people.told_rows import ListedResult

from .game_lines import Lines
from .numbers import decimal


@dataclass(frozen=True, slots=True)
class Against:
    """All games with one opponent."""

    name: str
    href: str
    games: int
    won: int
    drawn: int
    lost: int
    per_game: str
    """Points more than the opponent's, on average."""
    luck: str
    """In wins; empty if nothing was reviewed."""


async def against(lines: Lines, rows: Sequence[ListedResult]) -> list[Against]:
    """The opponents in these results, those played most first; guests, and whoever is not to be named, are left out."""
    grouped: dict[tuple[PersonId, str], list[ListedResult]] = defaultdict(list)
    for row in rows:
        if row.called_off:
            continue
        grouped[row.opponent, row.level].append(row)
    opponents = await lines.opponents(rows)
    found = []
    for (person, level), games in grouped.items():
        known = opponents[person]
        if level:
            found.append(_sum(rank(level), f"{lines.found.address}/games?level={level}", games))
        elif person and known is not None and known.account:
            found.append(_sum(known.account, f"{lines.found.address}/versus/{quote(known.account, safe='')}", games))
    return sorted(found, key=lambda each: (-each.games, each.name))


def _sum(name: str, href: str, games: list[ListedResult]) -> Against:
    lucks = [row.luck for row in games if row.luck is not None]
    ahead = sum(row.points - row.points_against for row in games) / len(games)
    lost, drawn, won = (sum(row.score == score for row in games) for score in range(3))
    luck = decimal(sum(lucks), sign=True) if lucks else ""
    return Against(name, href, len(games), won, drawn, lost, decimal(ahead, sign=True), luck)
