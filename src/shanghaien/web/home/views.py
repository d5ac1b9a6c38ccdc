"""The start page as plain values."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from babel.dates import format_timedelta

from shanghaien.rules import ROUNDS, Seat
from shanghaien.web.core import clock
from shanghaien.web.core.formats import HOUR, SECOND, clock_text
from shanghaien.web.core.i18n import gettext, language, pgettext
from shanghaien.web.tables.model import GameResult, ListedGame, Mode, SeatKind
from shanghaien.web.tables.pages.seen_table import MiniRow, mini_row
from shanghaien.web.tables.words.players import called, deal_words

LITTLE = 6 * HOUR
"""So little time is left that it is told loudly."""
LITTLE_LIVE = 30 * SECOND
"""The same at one sitting."""


@dataclass(frozen=True, slots=True)
class GameLink:
    """One of the reader's games."""

    href: str
    who: str
    sub: str
    points: tuple[int, int] | None
    """One's own first; None where nobody knows them yet."""
    when: str
    waits: bool
    over: bool
    left: str = ""
    """How much time whoever is asked has left; empty where no clock runs."""
    left_for: str = ""
    """Whose time that is, in words."""
    low: bool = False
    """Whether that is little."""
    row: MiniRow | None = None
    """The cards as they lie; None where there are none, or nothing is known of them."""


def game_row(line: ListedGame, now: datetime | None = None) -> GameLink:
    """One line of the list of one's games."""
    own = min(line.seats, default=0)
    return GameLink(
        href=f"/t/{line.id}",
        who=_who(line, own),
        sub=_sub(line, own),
        points=(line.points[own], line.points[1 - own]) if line.points else None,
        when=_ago(line.updated, now or _now()) if line.readable else "",
        waits=line.yours,
        over=line.result is not None,
        row=_row(line, own),
        **_time_left(line, now or _now()),
    )


def _time_left(line: ListedGame, now: datetime) -> dict[str, Any]:
    if line.deadline is None or line.result is not None:
        return {}
    left = line.deadline - round(now.timestamp() * 1000)
    whose = (
        pgettext("clock", "left")
        if line.yours
        else pgettext("clock", "for %(name)s") % {"name": _who(line, min(line.seats, default=0))}
    )
    low = left < (LITTLE if line.by_letter else LITTLE_LIVE)
    return {"left": clock_text(left, days=line.by_letter), "left_for": whose, "low": low}


def _row(line: ListedGame, own: Seat) -> MiniRow | None:
    first, second = (called(chair) for chair in line.chairs)
    both = (first, second) if line.mode.one_screen or line.mode is Mode.BOTS else None
    return mini_row(line.tavern, own, both, (first, second)[1 - own]) if line.readable else None


def _who(line: ListedGame, own: Seat) -> str:
    if not line.readable:
        return gettext("A damaged game")
    names = [called(chair) for chair in line.chairs]
    if line.mode.one_screen or line.mode is Mode.BOTS:
        return gettext("%(first)s and %(second)s") % {"first": names[0], "second": names[1]}
    if line.chairs[1 - own].kind is SeatKind.OPEN:
        return gettext("Open invitation")
    return names[1 - own]


def _sub(line: ListedGame, own: Seat) -> str:
    if not line.readable:
        return gettext("It is set aside as it is")
    how = _ended(line, own, line.result) if line.result is not None else _goes_on(line)
    return f"{deal_words(line.day)} · {how}" if line.day else how


def _goes_on(line: ListedGame) -> str:
    if any(chair.kind is SeatKind.OPEN for chair in line.chairs):
        return gettext("The link has not been used yet")
    turn = gettext("your turn") if line.yours else gettext("your opponent’s turn")
    return gettext("Round %(round)s of %(rounds)s · %(turn)s") % {"round": line.round, "rounds": ROUNDS, "turn": turn}


def _ended(line: ListedGame, own: Seat, result: GameResult) -> str:
    if result.reason == "abandoned":
        return gettext("Called off")
    if result.winner is None:
        return gettext("A draw")
    if line.mode.one_screen or line.mode is Mode.BOTS:
        return pgettext("game", "Finished")
    if result.reason == "time":
        return gettext("You won on time") if result.winner == own else gettext("You lost on time")
    return gettext("You won") if result.winner == own else gettext("You lost")


def _now() -> datetime:
    return datetime.fromtimestamp(clock.now() / 1000, UTC)


def _ago(updated: int, now: datetime) -> str:
    past = datetime.fromtimestamp(updated / 1000, UTC) - now
    return format_timedelta(min(past, timedelta(seconds=-1)), add_direction=True, locale=language())
