"""How much time the players of a game have, in words: before one sits down, at the table, and in lists."""

from shanghaien.web.http.i18n import gettext, pgettext
from shanghaien.web.play.pace import MINUTE, Pace, PaceKind

from .times import duration


def pace_words(pace: Pace | None) -> str:
    """The whole pace: 3 days, plus 1 day a turn, at most 5 days; vacation allowed."""
    if pace is None:
        return gettext("No clock")
    if pace.cap is None:
        return _base(pace)
    limited = gettext("%(time)s, at most %(most)s") % {"time": _base(pace), "most": duration(pace.cap)}
    away = gettext("vacation allowed") if pace.vacation else gettext("no vacation")
    return gettext("%(first)s; %(more)s") % {"first": limited, "more": away}


def _base(pace: Pace) -> str:
    base = duration(pace.base)
    if not pace.increment:
        return base
    return gettext("%(time)s, plus %(more)s a turn") % {"time": base, "more": duration(pace.increment)}


def pace_short(pace: Pace | None) -> str:
    """The pace on a small label: 5 + 10, 3 days; empty where no time is counted."""
    if pace is None:
        return ""
    if pace.kind is PaceKind.DAYS or pace.base % MINUTE:
        return duration(pace.base)
    return f"{pace.base // MINUTE} + {pace.increment}"


def pace_brief(pace: Pace) -> str:
    """The pace in a line of a list: 10 min + 15 s, 3 days + 1 day a turn."""
    if pace.kind is PaceKind.LIVE and pace.base % MINUTE == 0:
        said = pgettext("pace", "%(minutes)s min + %(seconds)s s")
        return said % {"minutes": pace.base // MINUTE, "seconds": pace.increment}
    if not pace.increment:
        return duration(pace.base)
    said = pgettext("pace", "%(time)s + %(more)s a turn")
    return said % {"time": duration(pace.base), "more": duration(pace.increment)}
