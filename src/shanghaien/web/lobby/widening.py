"""Who is brought together with whom: by pace, options and strength, the wider the longer somebody has waited.

Nothing here asks what time it is, nor any store: the same people at the same moment always give the same pairs.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from shanghaien.web.ids import PersonId
from shanghaien.web.play.pace import Pace

SECOND = 1000
REACH, REACH_PER_SECOND = 100.0, 5.0
"""How far two may be apart in strength at once, and how much further with each second of waiting."""
SIMILAR_PACE_AFTER, ANY_PACE_AFTER = 30 * SECOND, 90 * SECOND
"""When another pace will do as well: one of which a game takes at most twice as long, and any."""
OTHER_OPTIONS_AFTER = 60 * SECOND
"""When other options will do as well."""
TURNS = 24
"""About so many turns each player has; with their increments they tell how long a game takes."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who wants to play somebody."""

    person: PersonId
    name: str
    account: bool
    kind: str
    pace: str
    options: str
    rated: bool
    strength: float
    since: int
    passed: str = ""
    """Whom they did not want to play just now."""


class SeekTerms(NamedTuple):
    """What two people who were brought together play."""

    pace: str
    options: str
    rated: bool


def reach(waited: int) -> float:
    """How far apart in strength two may be after so many milliseconds of waiting."""
    return REACH + REACH_PER_SECOND * waited / SECOND


def fits(one: Seeker, other: Seeker, at: int) -> bool:
    """Whether two people can be brought together at this moment; the longer wait of the two counts."""
    waited = at - min(one.since, other.since)
    if one.person == other.person or one.kind != other.kind or _passed(one, other):
        return False
    if abs(one.strength - other.strength) > reach(waited):
        return False
    return _pace_fits(one, other, waited) and (one.options == other.options or waited >= OTHER_OPTIONS_AFTER)


def best(one: Seeker, others: Iterable[Seeker], at: int) -> list[Seeker]:
    """Everybody who fits, the nearest in strength first; of equals whoever has waited longest."""
    fitting = [other for other in others if fits(one, other, at)]
    return sorted(fitting, key=lambda other: (abs(one.strength - other.strength), other.since, other.person))


def terms(one: Seeker, other: Seeker) -> SeekTerms:
    """What the two play: the slower of two paces, the plainer of two sets of options; rated if both can and want it."""
    pace = max((one.pace, other.pace), key=lambda pace: (_length(pace), pace))
    options = min((one.options, other.options), key=lambda options: (len(options), options))
    return SeekTerms(pace, options, one.rated and other.rated and one.account and other.account)


def pairs(
    seekers: Iterable[Seeker], at: int, may_meet: Callable[[Seeker, Seeker], bool]
) -> list[tuple[Seeker, Seeker]]:
    """All who can be brought together now, whoever has waited longest first; nobody twice."""
    left = sorted(seekers, key=lambda seeker: (seeker.since, seeker.person))
    found: list[tuple[Seeker, Seeker]] = []
    while left:
        one = left.pop(0)
        other = next((each for each in best(one, left, at) if may_meet(one, each)), None)
        if other is not None:
            left.remove(other)
            found.append((one, other))
    return found


def _passed(one: Seeker, other: Seeker) -> bool:
    return one.passed == other.person or other.passed == one.person


def _pace_fits(one: Seeker, other: Seeker, waited: int) -> bool:
    if one.pace == other.pace or waited >= ANY_PACE_AFTER:
        return True
    shorter, longer = sorted((_length(one.pace), _length(other.pace)))
    return waited >= SIMILAR_PACE_AFTER and longer <= 2 * shorter


def _length(pace: str) -> int:
    """About how many seconds a player has in all."""
    read = Pace.read(pace)
    return read.base + TURNS * read.increment
