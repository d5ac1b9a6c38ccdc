"""How much time the players of a new game have: what the form offers, and what it asks for."""

from dataclasses import dataclass

from shanghaien.web.http.fields import Fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.pace import DAY, DAYS_PACE, LIVE_PACES, MINUTE, Pace, PaceKind
from shanghaien.web.play.table import Mode
from shanghaien.web.words.paces import pace_short, pace_words

OWN_LIVE, OWN_DAYS = "own-live", "own-days"
"""What the form calls times that are typed."""
FAR, HERE = "pace", "here"
"""The field for a game with somebody elsewhere, and that for one against a bot or at one screen."""
FIELDS = (FAR, "vacation", "minutes", "seconds", "days", "more", "most", HERE, "here_minutes", "here_seconds")
"""Everything that the form sends about time."""


@dataclass(frozen=True, slots=True)
class PaceOption:
    """A pace to choose."""

    value: str
    name: str
    note: str


def here_options() -> tuple[PaceOption, ...]:
    """What is offered against a bot and at one screen."""
    return PaceOption("", gettext("No clock"), gettext("Take your time.")), *_live_options()


def _live_options() -> tuple[PaceOption, ...]:
    known = [PaceOption(str(pace), pace_short(pace), pace_words(pace)) for pace in LIVE_PACES]
    return (*known, PaceOption(OWN_LIVE, gettext("Your own time"), gettext("you choose the minutes and seconds")))


def far_options() -> tuple[PaceOption, ...]:
    """All that is offered for a game with somebody elsewhere; whether there is vacation is asked apart."""
    none = PaceOption("", gettext("No clock"), gettext("You trust each other."))
    days = PaceOption(str(_days()), gettext("Over days"), pace_words(_days()).partition(";")[0])
    own = PaceOption(OWN_DAYS, gettext("Your own days"), gettext("you choose how many days"))
    return none, *_live_options(), days, own


def read_pace(fields: Fields, mode: str) -> str:
    """The pace that the form asks for, as `Pace` writes it; empty where no time is counted."""
    if mode == Mode.INVITE:
        return _far(fields)
    if mode not in {Mode.BOT, Mode.HOT_SEAT}:
        return ""
    wanted = fields.text(HERE, "")
    return _live(fields, "here_") if wanted == OWN_LIVE else wanted


def _far(fields: Fields) -> str:
    wanted = fields.text(FAR, "")
    if wanted == OWN_LIVE:
        return _live(fields, "")
    if wanted == OWN_DAYS:
        base, more, most = (fields.number(name) * DAY for name in ("days", "more", "most"))
        wanted = str(Pace(PaceKind.DAYS, base, more, most))
    return f"{wanted} vacation" if wanted.startswith(PaceKind.DAYS) and fields.flag("vacation") else wanted


def _live(fields: Fields, before: str) -> str:
    return str(Pace(PaceKind.LIVE, fields.number(f"{before}minutes") * MINUTE, fields.number(f"{before}seconds")))


def _days() -> Pace:
    return Pace(DAYS_PACE.kind, DAYS_PACE.base, DAYS_PACE.increment, DAYS_PACE.cap)
