"""Pairs of players: by pace, options and strength, the wider the longer they have waited.

Nothing here reads a clock or a store: the same people at the same moment always give the same pairs.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from shanghaien.ratings.anchors import ANCHORS
from shanghaien.ratings.glicko import MIDDLE, PROVISIONAL_ABOVE
from shanghaien.web.core.ids import PersonId
from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.model import DEFAULT_LEVEL

SECOND = 1000
REACH, REACH_PER_SECOND = 100.0, 5.0
"""How far two may be apart in strength at once, and how much further with each second of waiting."""
SIMILAR_PACE_AFTER, ANY_PACE_AFTER = 30 * SECOND, 90 * SECOND
"""When another pace will do as well: one at which a game takes at most twice as long, and any."""
OTHER_OPTIONS_AFTER = 60 * SECOND
"""When other options will do as well."""
TURNS = 24
"""About so many turns each player has; their increments add to the length of a game."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """A person who looks for an opponent."""

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
    """The person they did not want to play just now."""


class SeekTerms(NamedTuple):
    """What two people who were paired play."""

    pace: str
    options: str
    rated: bool


def rating_range(waited: int) -> float:
    """How far apart in strength two may be after so many milliseconds of waiting."""
    return REACH + REACH_PER_SECOND * waited / SECOND


def fits(one: Seeker, other: Seeker, at: int) -> bool:
    """Whether two people can be paired at this moment; the longer wait of the two counts."""
    waited = at - min(one.since, other.since)
    if one.person == other.person or one.kind != other.kind:
        return False
    if one.passed == other.person or other.passed == one.person:
        return False
    if abs(one.strength - other.strength) > rating_range(waited):
        return False
    return _pace_fits(one, other, waited) and (one.options == other.options or waited >= OTHER_OPTIONS_AFTER)


def best(one: Seeker, others: Iterable[Seeker], at: int) -> list[Seeker]:
    """Those who fit, the nearest in strength first; of equals the one who has waited longest."""
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
    """All who can be paired now, those who have waited longest first."""
    left = sorted(seekers, key=lambda seeker: (seeker.since, seeker.person))
    found: list[tuple[Seeker, Seeker]] = []
    while left:
        one = left.pop(0)
        other = next((each for each in best(one, left, at) if may_meet(one, each)), None)
        if other is not None:
            left.remove(other)
            found.append((one, other))
    return found


def _pace_fits(one: Seeker, other: Seeker, waited: int) -> bool:
    if one.pace == other.pace or waited >= ANY_PACE_AFTER:
        return True
    shorter, longer = sorted((_length(one.pace), _length(other.pace)))
    return waited >= SIMILAR_PACE_AFTER and longer <= 2 * shorter


def _length(pace: str) -> int:
    """About how many seconds a player has in all."""
    read = Pace.read(pace)
    return read.base + TURNS * read.increment


# How strong a person is by the list of each pace, as far as it is known.

UNKNOWN = round(MIDDLE)
"""A person without rated games counts as this strong."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, rounded; provisional as long as it is not `sure`."""

    rating: int = UNKNOWN
    sure: bool = False
    known: bool = False
    """Whether any game has counted."""

    def __str__(self) -> str:
        return f"{self.rating}" if self.sure else f"{self.rating} ?"


UNKNOWN_STRENGTH = Strength()


def strength_of(rating: float | None, deviation: float | None) -> Strength:
    if rating is None or deviation is None:
        return UNKNOWN_STRENGTH
    return Strength(round(rating), deviation <= PROVISIONAL_ABOVE, known=True)


def level_for(strength: Strength) -> str:
    """The level of the bot that sits in, nearest in strength; a person of unknown strength gets the usual one."""
    if not strength.known:
        return DEFAULT_LEVEL
    return min(ANCHORS, key=lambda level: abs(ANCHORS[level] - strength.rating))
