"""A notice on trial: sent at once to every place where the person wants notices, so that they see that it works."""

import logging

from shanghaien.web.clock import now
from shanghaien.web.http.i18n import language
from shanghaien.web.ids import PersonId
from shanghaien.web.notices.compose import NoticeReader, compose_trial
from shanghaien.web.notices.notice import SENT, Channel, Notice, Outcome, failed
from shanghaien.web.notices.places import NoticeDesk
from shanghaien.web.people.attempts import HourlyLimit

log = logging.getLogger("shanghaien.notices")
MOST_AN_HOUR = 10


async def send_trial(desk: NoticeDesk, person: PersonId) -> str:
    """Send it; "sent" if it left for at least one place, "unsent" if for none, "nowhere" if there is none."""
    await desk.attempts.check(HourlyLimit("trial notice", person, MOST_AN_HOUR))
    wishes, notice = (await desk.wishes.of(person)).notices, compose_trial(NoticeReader(person, language(), now()))
    wanted = [channel for channel in desk.channels if getattr(wishes, channel.name)]
    outcomes = [await _sent(channel, place, notice) for channel in wanted for place in await channel.places(person)]
    if not outcomes:
        return "nowhere"
    return "sent" if SENT in outcomes else "unsent"


async def _sent(channel: Channel, place: str, notice: Notice) -> Outcome:
    try:
        return await channel.send(place, notice)
    except Exception:  # whatever it was, the person is told that nothing was sent
        log.exception("a notice on trial could not be sent")
        return failed()
