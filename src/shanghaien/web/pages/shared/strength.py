"""Whether a game counts and what it has changed, as lines of its page."""

from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Mode, Table, Viewer
from shanghaien.web.standings.lists import ListName, list_of
from shanghaien.web.standings.rated_games import GameOutcome, RatedGames, RatingChange
from shanghaien.web.standings.reasons import Unrated
from shanghaien.web.words.players import names
from shanghaien.web.words.strength import change_words, rated_words, why_not


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


async def strength_part(rated: RatedGames, table: Table, viewer: Viewer) -> StrengthPart | None:
    """What the table says to whoever looks; None where nobody plays for anything."""
    if table.mode not in {Mode.BOT, Mode.INVITE} or not table.started:
        return None
    if table.over:
        return _told(table, viewer, await rated.outcome(table, viewer.person))
    if not table.rated:
        return StrengthPart(gettext("A friendly game: it does not count."))
    reason = await rated.foreseen(table)
    if reason is not None:
        return StrengthPart(_why_not(reason, table, viewer))
    return StrengthPart(rated_words(_list(table)), counts=True)


def _told(table: Table, viewer: Viewer, outcome: GameOutcome | None) -> StrengthPart:
    if outcome is None:
        if not table.rated:
            return StrengthPart(_why_not(Unrated.WISH, table, viewer))
        return StrengthPart(gettext("Working out the ratings …"), counts=True, waits=True)
    if outcome.unrated is not None:
        return StrengthPart(_why_not(outcome.unrated, table, viewer))
    lines = tuple(_line(table, viewer, change) for change in outcome.changes)
    return StrengthPart(gettext("This game counts."), counts=True, lines=lines)


def _line(table: Table, viewer: Viewer, change: RatingChange) -> StrengthLine:
    words = change_words(change.list, change.before, change.after)
    return StrengthLine(names(table)[change.seat], words, change.seat in viewer.seats)


def _why_not(reason: Unrated, table: Table, viewer: Viewer) -> str:
    return why_not(reason, yours=bool(viewer.seats & _asked(table)))


def _asked(table: Table) -> frozenset[Seat]:
    """The seats that asked for a hint."""
    return frozenset(entry.seat for entry in table.log if entry.kind is EntryKind.HELP and entry.seat is not None)


def _list(table: Table) -> ListName:
    level = next((chair.level for chair in table.chairs if chair.level), "")
    return list_of(str(table.pace.kind) if table.pace else "", level)
