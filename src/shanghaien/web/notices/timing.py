"""When a player is told: at once, after a while without a look, or as their time runs out; and when it falls away."""

from shanghaien.web.people.wishes import NoticeWishes
from shanghaien.web.play.orders import ordered
from shanghaien.web.play.table import Table
from shanghaien.web.store.notices import Look

from .notice import NoticeKind
from .turns import OpenTurn, TurnNews

MINUTE, DAY = 60_000, 86_400_000
"""Milliseconds."""
LOOKED = 2 * MINUTE
"""Whoever looked at the game so short a time ago is not told."""
FOR_ORDERS = MINUTE
"""How long standing orders have to be carried out, before the player is told that it is their turn."""
LEAST_TO_REMIND = 60 * MINUTE
"""Nobody is reminded of a turn that lasts minutes: they would sit there."""

SWITCHES = {
    NoticeKind.TURN: "turn",
    NoticeKind.STARTED: "started",
    NoticeKind.OVER: "over",
    NoticeKind.TIME_UP: "time",
}
"""The wish by which each kind of news is switched on and off."""


def wanted(news: TurnNews, wishes: NoticeWishes) -> bool:
    """Whether the person wants such news."""
    return bool(getattr(wishes, SWITCHES[news.kind]))


def told_at(news: TurnNews, wishes: NoticeWishes, look: Look) -> int | None:
    """When the person is to be told of the news, which may be past; None if not at all, or not by itself."""
    if look.muted:
        return None
    if news.kind is NoticeKind.TURN and wishes.when != "now":
        if wishes.when == "daily":
            return None
        return max(news.since, look.at) + max(wishes.minutes * MINUTE, LOOKED)
    seen = look.version >= news.number
    # A look before the news does not tell it: whoever closed the page a minute earlier is told a minute later.
    return None if seen else max(news.since, look.at + LOOKED if look.at else 0)


def left_to_orders(table: Table, turn: OpenTurn) -> int:
    """Until when the player's standing orders may act for them; 0 if they have none for this moment."""
    action = ordered(table.state, table.orders[turn.seat])
    return 0 if action is None else table.updated + FOR_ORDERS


def reminders(table: Table, turn: OpenTurn, wishes: NoticeWishes) -> dict[int, int]:
    """When the player is reminded, by how many per cent of the time for this turn are left then."""
    clocks = table.clocks
    if clocks is None or clocks.up is not None or clocks.running != turn.seat or clocks.deadline is None:
        return {}
    whole = clocks.deadline - turn.since
    if not wishes.time or whole < LEAST_TO_REMIND:
        return {}
    shares = sorted({round(100 * share) for share in wishes.reminders if 0 < share < 1})
    return {share: clocks.deadline - whole * share // 100 for share in shares}
