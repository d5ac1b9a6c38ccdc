"""The lists on which people have a strength: by pace, against people and against bots."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Self

import msgspec

from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind, decision_kind
from shanghaien.ratings.balance import Balance
from shanghaien.ratings.glicko import Rating
from shanghaien.ratings.too_perfect import PERFECT, SUSPICIONS, Watch, WatchedChoice, margin
from shanghaien.rules import PRESETS, Options, Seat
from shanghaien.web.core.ids import PersonId
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.store.rows import SeatedPerson


class ListName(StrEnum):
    """A list of strength."""

    LIVE = "live"
    DAYS = "days"
    LIVE_BOTS = "live-bots"
    DAYS_BOTS = "days-bots"


def list_of(pace: str, level: str) -> ListName:
    """The list for which a rated game of this pace counts, against a bot of this level if one is named."""
    return ListName(f"{pace}-bots" if level else pace)


def same_person(people: Iterable[SeatedPerson]) -> bool:
    """Whether one person holds both seats, as after signing in on two devices: then the game does not count."""
    held = set(people)
    return len({person for _, person in held}) < len(held)


MIXED = "mixed"
"""The name of any set-up that is no preset."""


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
    """A player has no account."""
    GONE = "gone"
    """A player has deleted their account, and how strong they were is not known."""
    SETUP = "setup"
    """It is not the base game, the online variant or everything."""
    CLOCK = "clock"
    """No time is counted."""
    HINT = "hint"
    """A player asked what the Captain would do, and has not lost."""
    SHORT = "short"
    """It was given up before both had chosen anything."""
    BARRED = "barred"
    """By a moderator's decision no games of one of the players count."""
    MARKED = "marked"
    """By a moderator's decision this one does not."""


class LastRating(NamedTuple):
    """How strong a person was when they deleted their account."""

    rating: Rating
    skill: Rating


@dataclass(frozen=True, slots=True)
class GameTerms:
    """All that decides whether a game counts, at its end or before it."""

    table: Table
    people: tuple[SeatedPerson, ...]
    accounts: frozenset[PersonId]
    """Who of the people keeps their games."""
    barred: bool = False
    departed: Mapping[Seat, LastRating] = field(default_factory=dict)
    """Who deleted their account during the game, by the seat: the game counts for the other player."""

    def at(self, seat: Seat) -> tuple[PersonId, ...]:
        """The people at a seat, those with accounts first."""
        there = {person for place, person in self.people if place == seat}
        return tuple(sorted(there, key=lambda person: (person not in self.accounts, person)))

    def last_rating(self, seat: Seat) -> LastRating | None:
        """How strong the player who left that seat was; None if an account has it, or nothing is known."""
        return None if self.accounts.intersection(self.at(seat)) else self.departed.get(seat)

    def player(self, seat: Seat) -> PersonId:
        """Whose seat it is; empty for a bot, and for a person who has left."""
        return PersonId("") if self.last_rating(seat) else next(iter(self.at(seat)), PersonId(""))


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
        if chair.kind is not SeatKind.HUMAN or terms.last_rating(seat):
            continue
        if not there:
            return Unrated.GONE
        if there[0] not in terms.accounts:
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
    if any(hinted(table, seat) and not _lost(table, seat) for seat in (0, 1)):
        return Unrated.HINT
    given_up = table.result is not None and table.result.reason != "points"
    return Unrated.SHORT if given_up and not table.both_have_chosen else None


def hinted(table: Table, seat: Seat) -> bool:
    """Whether this player asked what the Captain would do."""
    return seat in table.helped


def _lost(table: Table, seat: Seat) -> bool:
    return table.result is not None and table.result.winner == 1 - seat


def setup_name(options: Options) -> str:
    """The name of the preset that these options are, or "mixed"."""
    return next((name for name, preset in PRESETS.items() if preset == options), MIXED)


# What standings and watches keep as JSON: sums that means, intervals and the watch over perfect play are made of.


class StoredJson(msgspec.Struct, frozen=True):
    """A value that is kept as JSON in one column; an empty text stands for a new one."""

    @classmethod
    def read(cls, text: str) -> Self:
        return msgspec.json.decode(text, type=cls) if text else cls()

    @property
    def text(self) -> str:
        return msgspec.json.encode(self).decode()


class SkillSums(StoredJson, frozen=True):
    """The sums over a person's reviewed games by one list."""

    at: int = 0
    """When the last of them ended."""
    balance: Balance = Balance()


class WatchSums(msgspec.Struct, frozen=True):
    """A watch as it is kept; JSON has no number for a bet on which nothing was staked yet."""

    games: int
    hard: int
    perfect: int
    bets: tuple[float | None, ...]
    most: float


def read_watch(text: str) -> Watch:
    """The stored watch; a fresh one if there is none."""
    if not text:
        return Watch()
    kept = msgspec.json.decode(text, type=WatchSums)
    bets = tuple(-math.inf if bet is None else bet for bet in kept.bets)
    # A program that bets otherwise begins anew: what was staked before cannot be compared.
    return Watch(kept.games, kept.hard, kept.perfect, bets, kept.most) if len(bets) == len(SUSPICIONS) else Watch()


def written_watch(watch: Watch) -> str:
    bets = tuple(None if math.isinf(bet) else bet for bet in watch.bets)
    return msgspec.json.encode(WatchSums(watch.games, watch.hard, watch.perfect, bets, watch.most)).decode()


# What a person gives away by kind of decision and by round, and how well they take hard ones, by their reviews.


class Habit(NamedTuple):
    """How many decisions there were, what they gave away, and what was at stake."""

    decisions: int = 0
    loss: float = 0.0
    stake: float = 0.0

    def after(self, entry: ReviewEntry) -> "Habit":
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


class Curve(StoredJson, frozen=True):
    """Both curves, oldest points first; the first and the last game are always among them."""

    rating: tuple[Point, ...] = ()
    skill: tuple[Point, ...] = ()

    def with_rating(self, at: int, value: float, deviation: float) -> "Curve":
        return Curve(_longer(self.rating, at, value, deviation), self.skill)

    def with_skill(self, at: int, value: float, deviation: float) -> "Curve":
        return Curve(self.rating, _longer(self.skill, at, value, deviation))


def _longer(points: tuple[Point, ...], at: int, value: float, deviation: float) -> tuple[Point, ...]:
    if len(points) >= MOST:
        points = points[::2]
    return (*points, (at, round(value, 1), round(deviation, 1)))
