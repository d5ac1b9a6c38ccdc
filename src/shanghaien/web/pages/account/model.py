"""What the page about oneself shows."""

from dataclasses import dataclass

from shanghaien.web.clock import now
from shanghaien.web.http.i18n import gettext, ngettext
from shanghaien.web.people.devices import is_small
from shanghaien.web.words.devices import device_name
from shanghaien.web.words.times import DAY, HOUR, day_of

JUST_NOW = 2 * HOUR
"""When a device was last used is known to the hour."""


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which somebody is signed in, as they see it."""

    id: str
    name: str
    used: str
    picture: str
    here: bool


def device(session: str, label: str, used: str, *, here: bool) -> Device:
    """A session as a device; the one from which the page is looked at is told apart."""
    picture = "h-phone" if is_small(label) else "h-laptop"
    return Device(session, device_name(label), gettext("here now") if here else used, picture, here)


def used_words(seen: int, zone: str) -> str:
    """When a device was last used, as exactly as it is known."""
    ago = now() - seen
    if ago < JUST_NOW:
        return gettext("used just now")
    if ago < DAY:
        return gettext("used today")
    if ago < 31 * DAY:
        days = ago // DAY
        return ngettext("used %(num)d day ago", "used %(num)d days ago", days) % {"num": days}
    return gettext("used on %(day)s") % {"day": day_of(seen, zone)}
