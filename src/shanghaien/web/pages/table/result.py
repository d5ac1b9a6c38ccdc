"""The end of a game: the verdict, and how the score comes about nation by nation (R22, R23, R47)."""

from dataclasses import dataclass

from shanghaien.web.http.i18n import gettext, ngettext
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import seat_in_rematch

from .finale import Reckoning, reckoning
from .score import score_table


@dataclass(frozen=True, slots=True)
class ResultPanel:
    """Who has won, and what can be done next."""

    heading: str
    detail: str
    rematch: str
    """The address of the next game, once somebody has set it up."""
    may_rematch: bool
    mode: str
    """What is played again, and against which level; the page's script agrees on the dice by it."""
    level: str
    seat: str
    """The seat that whoever looks would have then: a or b."""
    reckoning: Reckoning | None
    """How the score came about; None if the game ended before its last round."""


def verdict(seen: SeenTable) -> ResultPanel | None:
    """The verdict once the game is over, else None."""
    result = seen.table.result
    if result is None:
        return None
    rematch = f"/t/{seen.table.rematch}" if seen.table.rematch else ""
    table, seats = seen.table, seen.viewer.seats
    level = next((chair.level for chair in table.chairs if chair.level), "")
    seat = "ab"[seat_in_rematch(table, seats)]
    told = reckoning(score_table(seen)) if result.reason == "points" else None
    return ResultPanel(_heading(seen), _detail(seen), rematch, bool(seats), str(table.mode), level, seat, told)


def _heading(seen: SeenTable) -> str:
    voice, result = seen.voice, seen.table.result
    assert result is not None
    if result.reason == "abandoned":
        return gettext("The game was called off")
    if result.winner is None:
        return gettext("Nobody wins: %(points)s each") % {"points": result.points[0]}
    if result.reason != "points":
        return voice.say(result.winner, gettext("You win"), gettext("%(name)s wins"))
    lead = abs(result.points[0] - result.points[1])
    you = ngettext("You win by %(num)d point", "You win by %(num)d points", lead)
    named = ngettext("%(name)s wins by %(num)d point", "%(name)s wins by %(num)d points", lead)
    return voice.say(result.winner, you, named, num=lead)


def _detail(seen: SeenTable) -> str:
    result = seen.table.result
    assert result is not None
    if result.winner is not None and result.reason == "resigned":
        return seen.voice.say(1 - result.winner, gettext("You resigned."), gettext("%(name)s resigned."))
    if result.winner is not None and result.reason == "time":
        return seen.voice.say(1 - result.winner, gettext("You lost on time."), gettext("%(name)s lost on time."))
    if result.reason == "abandoned":
        return _called_off(seen)
    rounds = seen.state.round
    return ngettext("After %(num)d round.", "After %(num)d rounds.", rounds) % {"num": rounds}


def _called_off(seen: SeenTable) -> str:
    """Why a game counts for nobody."""
    ended = next((entry for entry in reversed(seen.table.log) if entry.kind is EntryKind.ABANDONED), None)
    if ended is None or ended.seat is None:
        return gettext("Time was up when the game had hardly begun. It counts for nobody.")
    return gettext("Time was up, and the game was called off. It counts for nobody.")
