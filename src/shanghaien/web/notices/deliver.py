"""Sending a notice to every place of a person, to each at most once: it is marked before it is sent.

What is known to have failed is not marked any more and tried again; what became of a notice whose sender died nobody
knows, and it is not sent again.
"""

import logging

from shanghaien.web.core.backoff import pause_after
from shanghaien.web.core.clock import now
from shanghaien.web.core.counters import NOTICES
from shanghaien.web.core.ids import Version
from shanghaien.web.core.jobs import JobRow, NewJob
from shanghaien.web.notices.announce import NoticeContext
from shanghaien.web.notices.model import Channel, Notice, Outcome
from shanghaien.web.notices.store import Mark, Marked
from shanghaien.web.people.preferences import NoticePreferences

log = logging.getLogger("shanghaien.notices")
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 6 * 3600.0
"""Seconds until a notice is tried again that did not arrive; each further failure doubles the pause."""
MOVED_ON = 1.0
"""Seconds until a game is looked at again that has moved on since a notice of it was made."""


def _later(row: JobRow, tries: int) -> NewJob:
    """The same once more, though another process has taken it over meanwhile."""
    return NewJob(row.kind, row.subject, now() + round(pause_after(tries, FIRST_PAUSE, LONGEST_PAUSE) * 1000), row.text)


class Deliverer:
    """Sends notices by all channels that their readers have switched on."""

    def __init__(self, desk: NoticeContext) -> None:
        self._desk = desk

    async def deliver(
        self, notice: Notice, mark: str, wishes: NoticePreferences, row: JobRow, tries: int
    ) -> float | None:
        """Send a notice wherever that has not happened yet; the seconds until it is to be tried again, or None.

        If the game has moved on since the notice was made, that is soon: there may be other things to tell.
        """
        version = notice.version if notice.game else None
        again: float | None = None
        for channel in self._desk.switched_on(wishes):
            for place in await channel.places(notice.person):
                marked = Mark(notice.game, notice.turn, notice.person, place, mark)
                outcome = await self._send(channel, marked, notice, version, _later(row, tries))
                if outcome is None:
                    return MOVED_ON
                if outcome.word == "failed":
                    again = max(again or 0, outcome.retry_after, pause_after(tries, FIRST_PAUSE, LONGEST_PAUSE))
        return again

    async def _send(
        self, channel: Channel, mark: Mark, notice: Notice, version: Version | None, again: NewJob
    ) -> Outcome | None:
        """What came of sending to one place; None if nothing was sent, since the game has moved on."""
        match await self._desk.store.mark(mark, version):
            case Marked.MOVED_ON:
                return None
            case Marked.BEFORE:
                return Outcome("before")
        outcome = await self._try(channel, mark, notice)
        NOTICES.add(channel.name, outcome.word)
        if outcome.word == "failed":
            await self._desk.store.unmark(mark, again)
        return outcome

    async def _try(self, channel: Channel, mark: Mark, notice: Notice) -> Outcome:
        try:
            return await channel.send(mark.place, notice)
        except Exception as error:  # noqa: BLE001 - nobody knows whether it arrived, so it is not sent again
            log.warning("a notice may not have arrived", extra={"place": mark.place, "reason": type(error).__name__})
            return Outcome("unknown")
