"""What nobody needs any more of people who keep their games: sessions long unused, names that are free again, old vacations.

An account itself stays until its person deletes it.
"""

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .notice_schema import push_subscriptions, vacations
from .order_schema import reports
from .people_schema import names, sessions

DAY_MS = 24 * 3600 * 1000
UNUSED_MS = 366 * DAY_MS
"""A session that was shown last before that: its cookie has run out too."""
REPORT_MS = 3 * UNUSED_MS
"""A report is kept for so long after it was dealt with."""
VACATION_MS = 2 * UNUSED_MS
"""Vacations count for a year, and a clock may have stood still in one that ended lately."""


async def remove_unused(connection: AsyncConnection, today: int) -> int:
    """Remove what is old as seen from today, and tell how much that was."""
    unused = sessions.c.seen < today - UNUSED_MS
    pushes = push_subscriptions.c.session.in_(select(sessions.c.hash).where(unused))
    old = (
        delete(push_subscriptions).where(pushes),
        delete(sessions).where(unused),
        delete(names).where(names.c.held_until < today),
        delete(vacations).where(vacations.c.ends < today - VACATION_MS),
        delete(reports).where(reports.c.closed < today - REPORT_MS),
    )
    return sum([(await connection.execute(each)).rowcount for each in old])
