"""The two lines above and below the row: lamp, name, dice left, tricks, points, and the captains (R15, R42, R43)."""

from dataclasses import dataclass

from shanghaien.rules import DICE_PER_PLAYER, Seat
from shanghaien.web.http.i18n import gettext, ngettext
from shanghaien.web.pages.shared.faces import Face, face
from shanghaien.web.pages.shared.seen_table import SeenTable, Voice
from shanghaien.web.play.table import Mode

from .clock import SeatClock, seat_clock
from .score import score_table


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
    """Where their page is; empty for bots, guests, and whoever looks."""
    talks: bool = False
    """Whether whoever looks sits there, with somebody elsewhere to talk to."""


def seat_line(seen: SeenTable, seat: Seat) -> SeatLine:
    """The line of one seat."""
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
    """Whether two people sit at this table; positions that are only shown look like such a table too."""
    return seen.table.mode is Mode.INVITE and seen.table.started and seen.address.startswith("/t/")


def dice_left(seen: SeenTable, seat: Seat) -> int:
    """The dice not on cards and not just rolled; after a Shanghai those that still lie on show are counted out (R44)."""
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
