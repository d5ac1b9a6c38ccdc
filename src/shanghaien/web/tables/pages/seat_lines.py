"""The two lines above and below the row: lamp, name, dice left, tricks, points, and the captains (R15, R42, R43)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from shanghaien.rules import DICE_PER_PLAYER, Action, Answer, End, Play, Seat
from shanghaien.web.core.formats import HOUR, SECOND, clock_text, day_of, moment
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.tables.clocks import Clocks, Pace, PaceKind, Pause, counted, merged
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.pages.buttons import Button
from shanghaien.web.tables.pages.score_table import score_table
from shanghaien.web.tables.pages.seen_table import SeenTable, Voice
from shanghaien.web.tables.words.drawings import Face, face

# A clock at a seat: what it shows at a moment, and what the page's script needs to count on from there.

LOW_LIVE, LOW_DAYS = 30 * SECOND, 6 * HOUR
"""When a clock becomes loud; at one sitting with a tenth of the time, if that is more."""


@dataclass(frozen=True, slots=True)
class Away:
    """A vacation in which a clock stands."""

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
    """When it does not go on: while its player is away, or no move could be stored."""
    aways: tuple[Away, ...]
    text: str
    paused: str = ""
    """Why it stands still, if it does; it shows two strokes then."""
    is_low: bool = False

    def at(self, moment: int) -> "SeatClock":
        left = self.left - counted(self.since, moment, self.stands) if self.running else self.left
        paused = next((away.words for away in self.aways if away.begins <= moment < away.ends), "")
        low = self.running and not paused and left <= self.low
        return replace(self, text=clock_text(left, days=self.days), paused=paused, is_low=low)

    @property
    def pauses(self) -> str:
        return _spans(self.stands)


def seat_clock(seen: SeenTable, seat: Seat) -> SeatClock | None:
    clocks = seen.table.clocks
    if clocks is None:
        return None
    days = clocks.pace.kind is PaceKind.DAYS
    left = 0 if clocks.up == seat else clocks.left[seat]
    running = clocks.running == seat and clocks.up is None and not seen.table.over
    away = [pause for pause in merged(clocks.away[seat]) if pause.ends > clocks.since and clocks.pace.vacation]
    stands = _stands(clocks, seat)
    until, zone = gettext("away until %(day)s"), seen.preferences.zone
    told = tuple(Away(pause.begins, pause.ends, until % {"day": day_of(pause.ends - 1, zone)}) for pause in away)
    clock = SeatClock(left, clocks.since, days, running, low_below(clocks.pace), tuple(stands), told, "")
    return clock.at(clocks.since)


def _stands(clocks: Clocks, seat: Seat) -> list[Pause]:
    away = clocks.away[seat] if clocks.pace.vacation else ()
    return merged(pause for pause in (*away, *clocks.outages) if pause.ends > clocks.since)


def outages_since(table: Table) -> str:
    """When the clock that runs stands still, as its seat says it; nothing if no outage was noticed since the last entry."""
    clocks = table.clocks
    if clocks is None or clocks.running is None or all(pause.ends <= clocks.since for pause in clocks.outages):
        return ""
    return _spans(_stands(clocks, clocks.running))


def _spans(pauses: Iterable[Pause]) -> str:
    return " ".join(f"{pause.begins}-{pause.ends}" for pause in pauses)


def low_below(pace: Pace) -> int:
    """With fewer milliseconds left a clock is loud."""
    return LOW_DAYS if pace.kind is PaceKind.DAYS else max(LOW_LIVE, pace.base * SECOND // 10)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player as their line shows them."""

    of: str
    name: str
    level: str
    """Which bot sits there; empty for a person."""
    lit: bool
    """Whether their lamp burns: they are to play."""
    tag: str
    dice: int
    dice_label: str
    tricks: tuple[Face, ...]
    tricks_label: str
    points: int
    used: bool
    captain: str
    """The captain's state in words."""
    in_force: Face | None
    """The card that works until the round ends."""
    clock: SeatClock | None = None
    """The time that they have left; None where no time is counted."""
    profile: str = ""
    """Where their profile is; empty for bots, guests, and the viewer."""
    talks: bool = False
    """Whether the viewer sits there, with an opponent elsewhere to talk to."""


def seat_line(seen: SeenTable, seat: Seat) -> SeatLine:
    voice, player = seen.voice, seen.state.players[seat]
    # While a link is opened for the dice, the turn stays whose it is.
    lit = seen.table.waits_for == seat or (seen.table.opens is not None and seen.state.turn == seat)
    dice = dice_left(seen, seat)
    return SeatLine(
        of=voice.of(seat),
        name=voice.name(seat),
        level=seen.table.chairs[seat].level,
        lit=lit,
        tag=_tag(seen, seat) if lit else "",
        dice=dice,
        dice_label=ngettext("%(num)d die left", "%(num)d dice left", dice) % {"num": dice},
        tricks=tuple(face(card) for card in player.hand),
        tricks_label=ngettext("%(num)d trick card", "%(num)d trick cards", len(player.hand))
        % {"num": len(player.hand)},
        points=score_table(seen).points[seat == seen.below],
        used=player.trick_used,
        captain=_captain(voice, seat, player.trick_used),
        in_force=face(player.in_force) if player.in_force else None,
        clock=seat_clock(seen, seat),
        profile="" if voice.is_you(seat) else seen.profiles[seat],
        talks=_talks(seen) and voice.is_you(seat),
    )


def _talks(seen: SeenTable) -> bool:
    """Whether two people sit at this table; a position that is only shown is no such table."""
    return seen.table.mode is Mode.INVITE and seen.table.started and seen.address.startswith("/t/")


def dice_left(seen: SeenTable, seat: Seat) -> int:
    """The dice neither on cards nor just rolled; after a Shanghai those that still lie on show do not count (R44)."""
    state = seen.state
    if state.last is not None:
        return DICE_PER_PLAYER - sum(state.last.dice[seat])
    in_hand = len(state.rolled) if seat == state.turn else 0
    return max(0, state.players[seat].supply - in_hand)


def _tag(seen: SeenTable, seat: Seat) -> str:
    voice, state = seen.voice, seen.state
    fresh = state.end is None and state.starter == seat == state.turn
    if fresh:
        return gettext("You start") if voice.is_you(seat) else gettext("Starts")
    return gettext("Your turn") if voice.is_you(seat) else gettext("To play")


def _captain(voice: Voice, seat: Seat, used: bool) -> str:
    if used:
        return voice.say(seat, gettext("Your trick is used"), gettext("Trick used: %(name)s"))
    return voice.say(seat, gettext("Trick available"), gettext("Trick available: %(name)s"))


# The grey captains at the ends of the row, with which the round's starter says where number 1 is (R10, R43).


def captains(seen: SeenTable, **play: Action) -> tuple[Button, ...]:
    """The two grey captains: each leads on with its end chosen, or plays the action given for that end (R43)."""
    ends = ((End.LEFT, "1 → 6"), (End.RIGHT, "6 ← 1"))
    labels = {End.LEFT: gettext("1 is at the left end"), End.RIGHT: gettext("1 is at the right end")}
    buttons = []
    for end, arrow in ends:
        action = play.get(str(end))
        link = "" if action else seen.address + seen.choice.link(end=str(end))
        text = gettext("1 is at this end")
        buttons.append(Button(text, arrow, "captain", link=link, label=labels[end], end=str(end)).playing(action))
    return tuple(buttons)


def change_end(seen: SeenTable) -> tuple[Button, ...]:
    """A way back from an end that is chosen and not played yet."""
    if seen.state.end is not None or seen.choice.end is None:
        return ()
    link = seen.address + seen.choice.link(end="")
    return (Button(gettext("Other end"), link=link, style="btn-quiet", key="Escape"),)


def keeping_end(seen: SeenTable, button: Button, action: Action | None) -> Button:
    """The button of a choice after which the end is still to be named, so that the chosen end stays chosen."""
    named = seen.state.end is not None or seen.choice.end is None
    if named or not isinstance(action, Play | Answer) or action.end is not None:
        return button
    return replace(button, to=f"/t/{seen.table.id}/act?end={seen.choice.end}")


def end_in_words(end: End) -> str:
    return gettext("1 is on the left") if end is End.LEFT else gettext("1 is on the right")


# What is asked when a player's time is up in a game of days, and what that player reads.


@dataclass(frozen=True, slots=True)
class TimeUp:
    """What the tray says when a player's time is up; the opponent is asked what follows."""

    asks: bool
    heading: str
    text: str

    @property
    def sentence(self) -> str:
        return f"{self.heading}. {self.text}"


def time_up(seen: SeenTable) -> TimeUp | None:
    """What the tray says when a player's time is up; None before that."""
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
