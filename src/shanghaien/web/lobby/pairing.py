"""Who is brought together with whom: by pace, options and strength, the wider the longer somebody has waited.

Nothing here asks what time it is, nor any store: the same people at the same moment always give the same pairs.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shanghaien.ratings.anchors import ANCHORS
from shanghaien.ratings.glicko import MIDDLE, PROVISIONAL_ABOVE
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.standings.result_lists import StrengthStore as StrengthLists
from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.model import DEFAULT_LEVEL

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


def rating_range(waited: int) -> float:
    """How far apart in strength two may be after so many milliseconds of waiting."""
    return REACH + REACH_PER_SECOND * waited / SECOND


def fits(one: Seeker, other: Seeker, at: int) -> bool:
    """Whether two people can be brought together at this moment; the longer wait of the two counts."""
    waited = at - min(one.since, other.since)
    if one.person == other.person or one.kind != other.kind or _passed(one, other):
        return False
    if abs(one.strength - other.strength) > rating_range(waited):
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


# How strong somebody is by the list of each pace, as far as it is known. Others work it out; here it is only read.

UNKNOWN = round(MIDDLE)
"""Where everybody begins: whoever has played no rated game counts as this strong."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, rounded; provisional as long as it is not `sure`."""

    rating: int = UNKNOWN
    sure: bool = False
    known: bool = False
    """Whether any game has counted."""

    def __str__(self) -> str:
        return f"{self.rating}" if self.sure else f"{self.rating} ?"


NOBODY_KNOWS = Strength()


def strength_of(rating: float | None, deviation: float | None) -> Strength:
    """A rating as it is told."""
    if rating is None or deviation is None:
        return NOBODY_KNOWS
    return Strength(round(rating), deviation <= PROVISIONAL_ABOVE, known=True)


class Strengths:
    """Looks up ratings."""

    def __init__(self, database: Database) -> None:
        self._store = StrengthLists(database)

    async def of(self, person: PersonId | None) -> Mapping[str, Strength]:
        """The person's strength by each list in which they stand."""
        if person is None:
            return {}
        return {row.list: strength_of(row.rating, row.deviation) for row in await self._store.of(person)}


# Which bot sits in while somebody waits: the one whose measured strength is nearest to theirs.


def level_for(strength: Strength) -> str:
    """The level of the bot; somebody of whom nobody knows how strong they are gets the usual one."""
    if not strength.known:
        return DEFAULT_LEVEL
    return min(ANCHORS, key=lambda level: abs(ANCHORS[level] - strength.rating))
