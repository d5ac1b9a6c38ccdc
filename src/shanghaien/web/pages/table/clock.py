"""A clock at a seat: what it shows at a moment, and what the page's script needs to count on from there.

The parts of a page hang on nothing but the version of the table, so they show the clock as it stood when that version
was made; a whole page shows it as it stands now, and the script goes on by itself.
"""

from dataclasses import dataclass, replace

from shanghaien.rules import Seat
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.pace import Pace, PaceKind
from shanghaien.web.play.pauses import Pause, counted, merged
from shanghaien.web.words.times import HOUR, SECOND, clock_text, day_of

LOW_LIVE, LOW_DAYS = 30 * SECOND, 6 * HOUR
"""When a clock becomes loud; at one sitting with a tenth of the time, if that is more."""


@dataclass(frozen=True, slots=True)
class Away:
    """A time in which a clock stands, and what is said of it."""

    begins: int
    ends: int
    words: str


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of one seat."""

    left: int
    """Milliseconds at the moment `since`."""
    since: int
    days: bool
    running: bool
    low: int
    """With so many milliseconds left it is loud."""
    stands: tuple[Pause, ...]
    """When it does not go on: while its player is away, or no server was there."""
    aways: tuple[Away, ...]
    text: str
    paused: str = ""
    """Why it stands still, if it does; it shows two strokes then."""
    is_low: bool = False

    def at(self, moment: int) -> "SeatClock":
        """The same as it shows at a moment."""
        left = self.left - counted(self.since, moment, self.stands) if self.running else self.left
        paused = next((away.words for away in self.aways if away.begins <= moment < away.ends), "")
        low = self.running and not paused and left <= self.low
        return replace(self, text=clock_text(left, days=self.days), paused=paused, is_low=low)

    @property
    def pauses(self) -> str:
        """When it stands still, for the script."""
        return " ".join(f"{pause.begins}-{pause.ends}" for pause in self.stands)


def seat_clock(seen: SeenTable, seat: Seat) -> SeatClock | None:
    """The clock of a seat; None where no time is counted."""
    clocks = seen.table.clocks
    if clocks is None:
        return None
    days = clocks.pace.kind is PaceKind.DAYS
    left = 0 if clocks.up == seat else clocks.left[seat]
    running = clocks.running == seat and clocks.up is None and not seen.table.over
    away = [pause for pause in merged(clocks.away[seat]) if pause.ends > clocks.since and clocks.pace.vacation]
    stands = merged([*away, *(pause for pause in clocks.outages if pause.ends > clocks.since)])
    told = tuple(Away(pause.begins, pause.ends, _until(pause, seen.preferences.zone)) for pause in away)
    clock = SeatClock(left, clocks.since, days, running, low_below(clocks.pace), tuple(stands), told, "")
    return clock.at(clocks.since)


def low_below(pace: Pace) -> int:
    """With how many milliseconds left a clock is loud."""
    return LOW_DAYS if pace.kind is PaceKind.DAYS else max(LOW_LIVE, pace.base * SECOND // 10)


def _until(pause: Pause, zone: str) -> str:
    """The last day of a vacation."""
    return gettext("away until %(day)s") % {"day": day_of(pause.ends - 1, zone)}
