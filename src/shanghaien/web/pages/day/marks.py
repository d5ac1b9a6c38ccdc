"""The rounds of a try as marks: filled, half, empty; in words for whoever does not see them."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import N_
from shanghaien.web.daily.scoring import EMPTY, FULL, HALF, SIGNS, TENTHS, marks
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.numbers import points

WORDS = {FULL: N_("nothing given away"), HALF: N_("a little given away"), EMPTY: N_("much given away")}


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
    """The rounds in which something was given away, in words."""
    given = [each for each in round_marks(losses) if each.mark != FULL]
    told = [gettext("round %(number)s %(words)s") % {"number": each.number, "words": each.words} for each in given]
    return ", ".join(told) or gettext("nothing given away")


def loss_text(loss: int) -> str:
    """What was given away, in points of a hundred with one decimal; nothing is 0."""
    return points(loss / TENTHS) if loss else "0"
