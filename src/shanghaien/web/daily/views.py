"""The page of a day as plain values, whatever its reader has done that day."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shanghaien.rules import N_
from shanghaien.web.core.formats import points
from shanghaien.web.core.i18n import gettext, ngettext, pgettext
from shanghaien.web.daily.calendar import long_date, short_date
from shanghaien.web.daily.day_table import EMPTY, FULL, HALF, SIGNS, TENTHS, losses_of, marks, worst_step
from shanghaien.web.daily.store import DayRow, TryRow
from shanghaien.web.tables.dice.daily_dice import dice_of_day, opens
from shanghaien.web.tables.words.drawings import Face, face

# The rounds of a try as marks: filled, half, empty; in words for readers who do not see them.

WORDS = {FULL: N_("no mistakes"), HALF: N_("small mistakes"), EMPTY: N_("big mistakes")}


@dataclass(frozen=True, slots=True)
class RoundMark:
    """One round: its mark, what was given away in it, and the same in words."""

    number: int
    mark: str
    loss: str
    words: str
    worst: bool


def round_marks(losses: Sequence[int]) -> tuple[RoundMark, ...]:
    """A mark for each round; the one that cost most stands out, if any did."""
    most = max(losses, default=0)
    found = marks(losses)
    return tuple(
        RoundMark(number, mark, loss_text(loss), gettext(WORDS[mark]), worst=loss == most and mark != FULL)
        for number, (mark, loss) in enumerate(zip(found, losses, strict=True), start=1)
    )


def signs(losses: Sequence[int]) -> str:
    """The marks as text: ●●◐."""
    return "".join(SIGNS[mark] for mark in marks(losses))


def marks_label(losses: Sequence[int]) -> str:
    given = [each for each in round_marks(losses) if each.mark != FULL]
    told = [gettext("round %(number)s %(words)s") % {"number": each.number, "words": each.words} for each in given]
    return ", ".join(told) or gettext("no mistakes")


def loss_text(loss: int) -> str:
    """What was given away, in points of a hundred with one decimal; nothing is 0."""
    return points(loss / TENTHS) if loss else "0"


Stage = Literal["new", "running", "waiting", "given-up", "played"]
"""Not begun; begun; over, but its review is not there yet; ended before its last round; played and reviewed."""
ENOUGH_FOR_A_GUESS = 8
"""With fewer in the table nothing can be said about a place before the review is there."""


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """The result of one's own try, as figures; what is not known yet is "…"."""

    loss: str
    rank: str
    of: int
    points: int
    against: int
    rounds: tuple[RoundMark, ...]
    worst: int
    """The round that cost most; 0 if none did."""
    worst_loss: str
    worst_step: int
    ranked: bool


@dataclass(frozen=True, slots=True)
class Seal:
    """What was promised about the dice, and the seed once it is open."""

    name: str
    """What stands in the public log."""
    commitment: str
    sealed: int
    before: bool
    """Whether it was promised before the day began."""
    seed: str
    opens: int


@dataclass(frozen=True, slots=True)
class DayView:
    """A day as its reader sees it."""

    day: str
    date: str
    short: str
    number: int
    today: bool
    stage: Stage
    row: tuple[Face, ...]
    """The first row, face up on the wood."""
    played: int
    game: str
    """One's own table; empty before it is begun."""
    round: int
    standing: OwnFigures | None
    captain: bool
    """Whether the Captain's line may be seen."""


def view_of(row: DayRow, own: TryRow | None, today: str, rank: int | None) -> DayView:
    """The day for the person with this try, whose place is `rank` if it has one."""
    dice, stage = dice_of_day(row.day, row.seed), stage_of(own)
    done = own is not None and stage in {"waiting", "played"}
    return DayView(
        row.day,
        long_date(row.day),
        short_date(row.day),
        row.number,
        row.day == today,
        stage,
        tuple(map(face, dice.first_row)),
        row.played,
        "" if own is None else own.game,
        0 if own is None else own.round,
        standing_of(own, row.played, rank) if done and own is not None else None,
        captain=row.captain is not None and (stage not in {"new", "running"} or row.day < today),
    )


def stage_of(own: TryRow | None) -> Stage:
    if own is None:
        return "new"
    if not own.over:
        return "running"
    if own.loss is not None:
        return "played"
    return "given-up" if own.gone or (own.finished is not None and own.points is None) else "waiting"


def standing_of(own: TryRow, played: int, rank: int | None) -> OwnFigures:
    losses = losses_of(own.rounds)
    most = max(losses, default=0)
    marks = round_marks(losses)
    worst = next((each.number for each in marks if each.worst), 0)
    return OwnFigures(
        "…" if own.loss is None else loss_text(own.loss),
        rank_text(own, played, rank),
        played,
        own.points or 0,
        own.points_against or 0,
        marks,
        worst,
        loss_text(most),
        worst_step(own.rounds),
        own.ranked,
    )


def rank_text(own: TryRow, played: int, rank: int | None) -> str:
    """The place, or between which places the middle half of all lies while nothing is known."""
    if not own.ranked:
        return ""
    if rank is not None:
        return str(rank)
    if played < ENOUGH_FOR_A_GUESS:
        return "…"
    first, last = played // 4 + 1, played - played // 4
    return gettext("about %(first)s–%(last)s") % {"first": first, "last": last}


def seal_of(row: DayRow, begins: int, now: int) -> Seal:
    at = opens(row.day)
    seed = row.seed.hex() if now >= at else ""
    return Seal(f"day-{row.day}", row.commitment, row.sealed, row.sealed < begins, seed, at)


def share_text(view: DayView, losses: tuple[int, ...], streak: int, address: str) -> str:
    """What a person can share without telling anything of the deal: marks, the loss, the place."""
    standing = view.standing
    assert standing is not None
    gave = gettext("mistakes cost %(loss)s") % {"loss": standing.loss}
    lines = [f"Shanghaien, {view.short}", f"{signs(losses)}  {gave}"]
    place = gettext("place %(rank)s of %(of)s") % {"rank": standing.rank, "of": standing.of} if standing.ranked else ""
    row = ngettext("%(num)d day in a row", "%(num)d days in a row", streak) % {"num": streak} if streak > 1 else ""
    told = " · ".join(part for part in (place, row) if part)
    return "\n".join([*lines, *([told] if told else []), address])


# How long it is until something, as the page of a day says it.

MINUTE = 60_000


def time_until(milliseconds: int) -> str:
    """5 h 18 min."""
    minutes = max(1, -(-milliseconds // MINUTE))
    if minutes < 60:
        return pgettext("until", "%(minutes)s min") % {"minutes": minutes}
    return pgettext("until", "%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
