"""When a player is notified: at once, after a while without a look, or as their time runs out; and when not at all."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time

from shanghaien.rules import Seat
from shanghaien.web.core.formats import zone_of
from shanghaien.web.notices.model import NoticeKind
from shanghaien.web.notices.store import Look
from shanghaien.web.people.preferences import NoticePreferences
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import Table, standing_order_for

ENDS = {EntryKind.ACT, EntryKind.RESIGN, EntryKind.TIME_OUT, EntryKind.ABANDONED}
"""Entries of which the last is the one that ended the game."""
MOST_TAKEN_BACK = 3
"""After the opponent has taken a choice back so often, the turn that follows sends no new notice."""


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A seat is asked since the opponent last did something: the number of that entry names the turn.

    So it stays the same while the player rolls and chooses, or takes a choice of theirs back.
    """

    seat: Seat
    number: int
    since: int
    sent_as: int = 0
    """The number under which a notice is marked as sent; that of the turn, unless it comes again and again."""

    def news(self, kind: NoticeKind = NoticeKind.TURN) -> "TurnNews":
        return TurnNews(kind, self.number, self.since, self.sent_as)


@dataclass(frozen=True, slots=True)
class TurnNews:
    """Something a player should know, and the entry of the log that brought it about."""

    kind: NoticeKind
    number: int
    since: int
    sent_as: int = 0
    """The number under which a notice is marked as sent, if that is another one."""

    @property
    def mark(self) -> str:
        """Its name among sent notices: a notice that the game began also says whose turn it is."""
        return NoticeKind.TURN if self.kind is NoticeKind.STARTED else self.kind


def turn_of(table: Table) -> OpenTurn | None:
    """Whose turn it is; None before the game begins and after it ends."""
    asked = table.opens if table.waits_for is None else table.waits_for
    if asked is None or table.over or not table.started:
        return None
    began = _last(table, lambda entry: _passes_to(asked, entry))
    return None if began is None else OpenTurn(asked, began.number, began.at, _told_as(table, asked, began))


def news_for(table: Table, seat: Seat) -> tuple[TurnNews, ...]:
    """What is new for a player at this seat; of several things, the first that they want stands for the others."""
    if table.over:
        return _news(NoticeKind.OVER, _last(table, lambda entry: entry.kind in ENDS))
    if table.clocks is not None and table.clocks.up is not None:
        return _news(NoticeKind.TIME_UP, _last(table, lambda entry: entry.kind is EntryKind.TIME_UP))
    turn = turn_of(table)
    if turn is None:
        return ()
    return _begun(table, seat) + ((turn.news(),) if turn.seat == seat else ())


def _told_as(table: Table, asked: Seat, began: SeenEntry) -> int:
    """The number by which a turn is remembered: taking a choice back again and again sends no notice each time."""
    taken_back: list[int] = []
    for entry in reversed(table.log):
        if not entry.undone and (entry.kind is EntryKind.DRAW or (entry.kind is EntryKind.ACT and entry.seat == asked)):
            break
        if entry.kind is EntryKind.UNDO:
            taken_back.append(entry.number)
    return began.number if len(taken_back) < MOST_TAKEN_BACK else taken_back[-MOST_TAKEN_BACK]


def _begun(table: Table, seat: Seat) -> tuple[TurnNews, ...]:
    """That the opponent has sat down, as long as nothing was chosen."""
    if _last(table, lambda entry: entry.kind is EntryKind.ACT) is not None:
        return ()
    joined = _last(table, lambda entry: entry.kind is EntryKind.JOIN)
    return _news(NoticeKind.STARTED, joined if joined and joined.seat != seat else None)


def _passes_to(seat: Seat, entry: SeenEntry) -> bool:
    """Whether an entry is one after which it may be this seat's turn, that has not been so before."""
    match entry.kind:
        case EntryKind.ACT:
            return entry.seat != seat
        case EntryKind.MORE_TIME:
            return entry.seat == seat
        case kind:
            return kind is EntryKind.JOIN


def _last(table: Table, such: Callable[[SeenEntry], bool]) -> SeenEntry | None:
    return next((entry for entry in reversed(table.log) if not entry.undone and such(entry)), None)


def _news(kind: NoticeKind, entry: SeenEntry | None) -> tuple[TurnNews, ...]:
    return () if entry is None else (TurnNews(kind, entry.number, entry.at),)


MINUTE, DAY = 60_000, 86_400_000
"""Milliseconds."""
LOOKED = 2 * MINUTE
"""No notice goes to a person who looked at the game so short a time ago."""
FOR_ORDERS = MINUTE
"""How long standing orders have to be carried out, before a notice says that it is the player's turn."""
LEAST_TO_REMIND = 60 * MINUTE
"""There are no reminders of a turn that lasts minutes: the player sits there."""

SWITCHES = {
    NoticeKind.TURN: "turn",
    NoticeKind.STARTED: "started",
    NoticeKind.OVER: "over",
    NoticeKind.TIME_UP: "time",
}
"""The preference by which each kind of news is switched on and off."""


def wanted(news: TurnNews, preferences: NoticePreferences) -> bool:
    return bool(getattr(preferences, SWITCHES[news.kind]))


def notify_at(news: TurnNews, preferences: NoticePreferences, look: Look) -> int | None:
    """When to send the news, which may be past; None if not at all, or not by itself."""
    if look.muted:
        return None
    if news.kind is NoticeKind.TURN and preferences.when != "now":
        if preferences.when == "daily":
            return None
        return max(news.since, look.at) + max(preferences.minutes * MINUTE, LOOKED)
    seen = look.version >= news.number
    # A look before the news does not show it: who closed the page a minute earlier gets the notice a minute later.
    return None if seen else max(news.since, look.at + LOOKED if look.at else 0)


def left_to_orders(table: Table, turn: OpenTurn) -> int:
    """Until when the player's standing orders may act for them; 0 if they have none for this moment."""
    action = standing_order_for(table.state, table.orders[turn.seat])
    return 0 if action is None else table.updated + FOR_ORDERS


def reminders(table: Table, turn: OpenTurn, preferences: NoticePreferences) -> dict[int, int]:
    """When the player is reminded, by how many per cent of the time for this turn are left then."""
    clocks = table.clocks
    if clocks is None or clocks.up is not None or clocks.running != turn.seat or clocks.deadline is None:
        return {}
    whole = clocks.deadline - turn.since
    if not preferences.time or whole < LEAST_TO_REMIND:
        return {}
    shares = sorted({round(100 * share) for share in preferences.reminders if 0 < share < 1})
    return {share: clocks.deadline - whole * share // 100 for share in shares}


# The hour of the day at which a person gets the digest, in their time zone: once on each day.

MOST_DAYS = date.max.toordinal() - 2
"""Some days after it time zones could not be reckoned with."""


def hour_on(day: int, hour: int, zone: str) -> int:
    """When it is that hour on a day, in milliseconds since 1970.

    An hour that is left out when clocks are put forward comes with the hour after it, and of one that comes twice the
    first counts: so it comes once on each day.
    """
    local = datetime.combine(date.fromordinal(min(day, MOST_DAYS)), time(hour % 24), zone_of(zone))
    return int(local.timestamp()) * 1000


def day_of(at: int, zone: str) -> int:
    return datetime.fromtimestamp(at / 1000, zone_of(zone)).toordinal()


def next_day(after: int, hour: int, zone: str) -> int:
    """The number of the first day whose hour comes later than this."""
    day = day_of(after, zone) - 1
    while hour_on(day, hour, zone) <= after:
        day += 1
    return day
