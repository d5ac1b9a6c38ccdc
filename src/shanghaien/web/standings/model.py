"""The lists on which people have a strength: by pace, against people and against bots."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from shanghaien.ai.review.kinds import decision_kind
from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind
from shanghaien.ratings.balance import Balance
from shanghaien.ratings.too_perfect import PERFECT, SUSPICIONS, Watch, WatchedChoice, margin
from shanghaien.rules import PRESETS, Options, Seat
from shanghaien.web.core.ids import PersonId
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.store.rows import SeatedPerson


class ListName(StrEnum):
    """A list of strength."""

    LIVE = "live"
    DAYS = "days"
    LIVE_BOTS = "live-bots"
    DAYS_BOTS = "days-bots"

    @property
    def against_bots(self) -> bool:
        """Whether the opponents are bots, whose strength is fixed."""
        return self in {ListName.LIVE_BOTS, ListName.DAYS_BOTS}


def list_of(pace: str, level: str) -> ListName:
    """The list for which a rated game of this pace counts, against a bot of this level if one is named."""
    return ListName(f"{pace}-bots" if level else pace)


# Whether one person sits on both sides of a table, as after signing in on two devices: such a game counts for
# nobody.


def same_person(people: Iterable[SeatedPerson]) -> bool:
    """Whether somebody holds both seats."""
    first, second = set[PersonId](), set[PersonId]()
    for seat, person in people:
        (second if seat else first).add(person)
    return not first.isdisjoint(second)


# Why a game does not count for anybody's rating: one reason of a closed set, found in one place.

MIXED = "mixed"
"""What any set-up is called that is none of the ready-made ones."""


class Unrated(StrEnum):
    """Why a game does not count."""

    WISH = "wish"
    """Its players did not want it to."""
    CALLED_OFF = "called-off"
    SAME = "same"
    """One person sits on both sides."""
    SHARED = "shared"
    """Two people with accounts share a seat."""
    GUEST = "guest"
    """Somebody plays without an account."""
    GONE = "gone"
    """Somebody has left for good."""
    SETUP = "setup"
    """It is not the base game, the online variant or everything."""
    CLOCK = "clock"
    """No time is counted."""
    HINT = "hint"
    """Somebody asked what the Captain would do."""
    SHORT = "short"
    """It was given up before both had chosen anything."""
    BARRED = "barred"
    """By a moderator's decision no games of one of the players count."""
    MARKED = "marked"
    """By a moderator's decision this one does not."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """All that decides whether a game counts, at its end or before it."""

    table: Table
    people: tuple[SeatedPerson, ...]
    accounts: frozenset[PersonId]
    """Who of the people keeps their games."""
    barred: bool = False

    def at(self, seat: Seat) -> tuple[PersonId, ...]:
        """The people at a seat, those with accounts first."""
        there = {person for place, person in self.people if place == seat}
        return tuple(sorted(there, key=lambda person: (person not in self.accounts, person)))

    def player(self, seat: Seat) -> PersonId:
        """Whose seat it is; empty for a bot, and where nobody is left."""
        return next(iter(self.at(seat)), PersonId(""))


def why_unrated(terms: GameTerms) -> Unrated | None:
    """Why the game does not count, or would not if it ended by points now; None if it does."""
    table, result = terms.table, terms.table.result
    if not table.rated or table.mode not in {Mode.BOT, Mode.INVITE}:
        return Unrated.WISH
    if result is not None and result.reason == "abandoned":
        return Unrated.CALLED_OFF
    return _about_people(terms) or _about_play(terms) or (Unrated.BARRED if terms.barred else None)


def _about_people(terms: GameTerms) -> Unrated | None:
    if same_person(terms.people):
        return Unrated.SAME
    for seat, chair in enumerate(terms.table.chairs):
        there = terms.at(seat)
        if chair.kind is SeatKind.HUMAN and not there:
            return Unrated.GONE
        if chair.kind is SeatKind.HUMAN and there[0] not in terms.accounts:
            return Unrated.GUEST
        if len(terms.accounts.intersection(there)) > 1:
            return Unrated.SHARED
    return None


def _about_play(terms: GameTerms) -> Unrated | None:
    table = terms.table
    if setup_name(table.options) == MIXED:
        return Unrated.SETUP
    if table.pace is None:
        return Unrated.CLOCK
    if any(entry.kind is EntryKind.HELP for entry in table.log):
        return Unrated.HINT
    return Unrated.SHORT if _too_short(table) else None


def _too_short(table: Table) -> bool:
    """Whether it was given up before both had chosen anything: then nothing was decided, and nobody was there."""
    if table.result is None or table.result.reason == "points":
        return False
    return not table.both_have_chosen


def setup_name(options: Options) -> str:
    """What the set-up is called: by name if it is a ready-made one in every point, who starts among them."""
    return next((name for name, preset in PRESETS.items() if preset == options), MIXED)


# What standings and watches keep as JSON: sums that means, intervals and the watch over perfect play are made of.


class SkillSums(msgspec.Struct, frozen=True):
    """The running account of somebody's reviewed games by one list."""

    at: int = 0
    """When the last of them ended."""
    balance: Balance = Balance()

    @classmethod
    def read(cls, text: str) -> "SkillSums":
        """The sums as they were kept."""
        return msgspec.json.decode(text, type=SkillSums) if text else cls()

    @property
    def text(self) -> str:
        """The sums as they are kept."""
        return msgspec.json.encode(self).decode()


class WatchSums(msgspec.Struct, frozen=True):
    """A watch as it is kept; JSON has no number for a bet on which nothing was staked yet."""

    games: int
    hard: int
    perfect: int
    bets: tuple[float | None, ...]
    most: float


def read_watch(text: str) -> Watch:
    """The watch as it was kept; a fresh one if none was."""
    if not text:
        return Watch()
    kept = msgspec.json.decode(text, type=WatchSums)
    bets = tuple(-math.inf if bet is None else bet for bet in kept.bets)
    # A program that bets otherwise begins anew: what was staked before cannot be compared.
    return Watch(kept.games, kept.hard, kept.perfect, bets, kept.most) if len(bets) == len(SUSPICIONS) else Watch()


def written_watch(watch: Watch) -> str:
    """The watch as it is kept."""
    bets = tuple(None if math.isinf(bet) else bet for bet in watch.bets)
    return msgspec.json.encode(WatchSums(watch.games, watch.hard, watch.perfect, bets, watch.most)).decode()


# What somebody gives away by kind of decision and by round, and how well they take hard ones, as a review tells.


@dataclass(frozen=True, slots=True)
class Habit:
    """How many decisions there were, what they gave away, and what was at stake."""

    decisions: int = 0
    loss: float = 0.0
    stake: float = 0.0

    def after(self, entry: ReviewEntry) -> "Habit":
        """The same with one more decision."""
        return Habit(self.decisions + 1, self.loss + entry.loss, self.stake + entry.at_stake)


def decided(account: GameReview, seat: Seat) -> list[ReviewEntry]:
    """The decisions of a seat in which there was something to choose."""
    own = (entry for entry in account.entries if entry.seat == seat and entry.kind is ReviewKind.DECISION)
    return [entry for entry in own if not entry.forced]


def habits_of(account: GameReview, seat: Seat) -> dict[str, Habit]:
    """The seat's decisions by kind ("kind place") and by round ("round 3")."""
    habits: dict[str, Habit] = {}
    for entry in decided(account, seat):
        kind = decision_kind(choice.action for choice in entry.choices)
        for name in (f"kind {kind}", f"round {entry.round}"):
            habits[name] = habits.get(name, Habit()).after(entry)
    return habits


def hard_choices(account: GameReview, seat: Seat) -> tuple[int, int]:
    """How many decisions of the seat were hard, and how many of these perfect."""
    hard = [choice for choice in map(_watched, decided(account, seat)) if choice.hard]
    return len(hard), sum(choice.loss < PERFECT for choice in hard)


def _watched(entry: ReviewEntry) -> WatchedChoice:
    values = [choice.value for choice in entry.choices]
    best = max(values) if entry.seat == 0 else min(values)
    return WatchedChoice(entry.loss, margin([abs(best - value) for value in values]))


# Strength over time in at most 200 points: half for the rating, half for skill; thinned as they grow.

MOST = 100
"""Points of each."""
Point = tuple[int, float, float]
"""When (milliseconds since 1970), how strong, and how uncertain that is; strengths to a tenth."""


class Curve(msgspec.Struct, frozen=True):
    """Both curves, oldest points first; the first and the last game are always among them."""

    rating: tuple[Point, ...] = ()
    skill: tuple[Point, ...] = ()

    @classmethod
    def read(cls, text: str) -> "Curve":
        """The curve as it was kept."""
        return msgspec.json.decode(text, type=Curve) if text else cls()

    @property
    def text(self) -> str:
        """The curve as it is kept."""
        return msgspec.json.encode(self).decode()

    def with_rating(self, at: int, value: float, deviation: float) -> "Curve":
        """The same with one more game."""
        return Curve(_longer(self.rating, at, value, deviation), self.skill)

    def with_skill(self, at: int, value: float, deviation: float) -> "Curve":
        """The same with one more review."""
        return Curve(self.rating, _longer(self.skill, at, value, deviation))


def _longer(points: tuple[Point, ...], at: int, value: float, deviation: float) -> tuple[Point, ...]:
    if len(points) >= MOST:
        points = points[::2]
    return (*points, (at, round(value, 1), round(deviation, 1)))
