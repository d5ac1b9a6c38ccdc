"""How much time is left, in the few words that a notice has room for."""

from shanghaien.web.http.i18n import gettext, ngettext

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
"""Milliseconds."""


def time_left(deadline: int | None, now: int) -> str:
    """The time until the deadline in its largest unit, never more than there is; empty where there is none."""
    if deadline is None:
        return ""
    left = max(0, deadline - now)
    days, hours, minutes = left // DAY, left // HOUR, left // MINUTE
    if days:
        return ngettext("%(num)d day left", "%(num)d days left", days) % {"num": days}
    if hours:
        return ngettext("%(num)d hour left", "%(num)d hours left", hours) % {"num": hours}
    if minutes:
        return ngettext("%(num)d minute left", "%(num)d minutes left", minutes) % {"num": minutes}
    return gettext("hardly any time left")
