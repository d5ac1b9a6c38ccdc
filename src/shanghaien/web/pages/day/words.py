"""How long it is until something, as the page of a day says it."""

from shanghaien.web.http.i18n import pgettext

MINUTE = 60_000


def time_until(milliseconds: int) -> str:
    """5 h 18 min."""
    minutes = max(1, -(-milliseconds // MINUTE))
    if minutes < 60:
        return pgettext("until", "%(minutes)s min") % {"minutes": minutes}
    return pgettext("until", "%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
