"""What the form of notices says, as wishes; what cannot be meant is left as it was."""

from zoneinfo import available_timezones

import msgspec

from shanghaien.web.http.fields import Fields
from shanghaien.web.people.wishes import NoticeWishes, Wishes
from shanghaien.web.set_up import SetUp

MINUTES = (5, 10, 15, 30, 60, 180)
"""After how many minutes without a look one can be told."""
FRACTIONS = (0.5, 0.25, 0.1)
"""Of the time left: when one can be reminded."""
KINDS = ("turn", "time", "started", "over")
LONGEST_ZONE = 40


def changed(wishes: Wishes, fields: Fields, set_up: SetUp) -> Wishes:
    """The wishes after the form was sent."""
    zone = fields.text("time_zone", "", longest=LONGEST_ZONE)
    told = _notices(wishes.notices, fields, set_up)
    return msgspec.structs.replace(
        wishes, notices=told, time_zone=zone if zone in available_timezones() else wishes.time_zone
    )


def _notices(before: NoticeWishes, fields: Fields, set_up: SetUp) -> NoticeWishes:
    when, minutes, hour = fields.text("when", ""), _number(fields, "minutes"), _number(fields, "hour")
    return msgspec.structs.replace(
        before,
        when=when if when in {"now", "later", "daily"} else before.when,
        minutes=minutes if minutes in MINUTES else before.minutes,
        hour=hour if hour is not None and hour < 24 else before.hour,
        mail=fields.flag("mail") if set_up.mail else before.mail,
        webhook=fields.flag("webhook") if set_up.webhooks else before.webhook,
        reminders=tuple(each for each in FRACTIONS if fields.flag(reminder_field(each))),
        **{kind: fields.flag(kind) for kind in KINDS},
    )


def reminder_field(fraction: float) -> str:
    """The field of a reminder: reminder-50 for half of the time."""
    return f"reminder-{fraction * 100:.0f}"


def _number(fields: Fields, name: str) -> int | None:
    return fields.number(name) if name in fields else None
