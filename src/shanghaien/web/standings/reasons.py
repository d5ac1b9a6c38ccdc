"""Why a game does not count for anybody's rating: one reason of a closed set, found in one place."""

from dataclasses import dataclass
from enum import StrEnum

from shanghaien.rules import PRESETS, Options, Seat
from shanghaien.web.ids import PersonId
from shanghaien.web.people.same_person import same_person
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Mode, SeatKind, Table
from shanghaien.web.store.rows import SeatedPerson

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
