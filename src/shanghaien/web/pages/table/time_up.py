"""What is asked when somebody's time is up in a game of days, and what the one who is late is told."""

from dataclasses import dataclass

from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.words.times import moment


@dataclass(frozen=True, slots=True)
class TimeUp:
    """Whose time is up is said to everybody; the opponent is asked what follows."""

    asks: bool
    heading: str
    text: str

    @property
    def sentence(self) -> str:
        """Both in one line."""
        return f"{self.heading}. {self.text}"


def time_up(seen: SeenTable) -> TimeUp | None:
    """What the tray says since somebody's time is up; None while nobody's is."""
    clocks = seen.table.clocks
    if clocks is None or clocks.up is None or clocks.deadline is None or seen.table.over:
        return None
    until = moment(clocks.deadline, seen.preferences.zone)
    heading = seen.voice.say(clocks.up, gettext("Your time is up"), gettext("%(name)s: time is up"))
    if 1 - clocks.up in seen.viewer.seats and not seen.hot_seat:
        text = gettext("You decide what happens. If you do nothing, the win is yours on %(until)s.")
        return TimeUp(True, heading, text % {"until": until})
    if clocks.up in seen.viewer.seats:
        text = gettext("You can still play until your opponent decides what happens. On %(until)s the game is lost.")
        return TimeUp(False, heading, text % {"until": until})
    return TimeUp(False, heading, gettext("The opponent decides what happens, by %(until)s.") % {"until": until})
