"""How the dice of this server have fallen, as the page tells it: each face beside what is fair, and what chance allows."""

import math
from dataclasses import dataclass

from shanghaien.web.http.i18n import gettext, ngettext
from shanghaien.web.pages.shared.numbers import percent
from shanghaien.web.play.rolls import FallenDice

FEWEST = 60
"""Dice below which nothing can be said."""
FAIR = 1 / 6
WIDEST = 2 * FAIR
"""The share that fills a bar; the fair one ends in its middle."""
BAR = 200


@dataclass(frozen=True, slots=True)
class FaceRow:
    """One face of a die."""

    pips: int
    count: int
    share: str
    bar: int
    """How long its bar is, of 200."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The whole picture."""

    intro: str
    rows: tuple[FaceRow, ...]
    doubles: str
    verdict: str


def statistics(fallen: FallenDice) -> Statistics | None:
    """The statistics of the dice; None as long as there are too few."""
    if fallen.dice < FEWEST:
        return None
    intro = gettext(
        "%(dice)s dice from the latest games on this server. With fair dice each face comes up one time in six."
    )
    share = fallen.doubles / fallen.pairs if fallen.pairs else 0
    doubles = ngettext(
        "%(num)d roll of two dice, %(share)s of them doubles (fair: 1 in 6).",
        "%(num)d rolls of two dice, %(share)s of them doubles (fair: 1 in 6).",
        fallen.pairs,
    )
    return Statistics(
        intro % {"dice": fallen.dice},
        tuple(_row(pips, count, fallen.dice) for pips, count in enumerate(fallen.faces, 1)),
        doubles % {"num": fallen.pairs, "share": percent(share)},
        _verdict(fallen),
    )


def _row(pips: int, count: int, dice: int) -> FaceRow:
    return FaceRow(pips, count, percent(count / dice), min(BAR, round(BAR * count / dice / WIDEST)))


def _verdict(fallen: FallenDice) -> str:
    chance = percent(chance_of_more(deviation(fallen.faces)), 0)
    said = gettext("Fair dice would be at least this far off in %(chance)s of such counts.")
    return said % {"chance": chance}


def deviation(faces: tuple[int, ...]) -> float:
    """How far the faces are from equal: Pearson's chi-square."""
    expected = sum(faces) / len(faces)
    return sum((count - expected) ** 2 for count in faces) / expected


def chance_of_more(distance: float) -> float:
    """The chance that fair dice come to at least this deviation (chi-square with five degrees of freedom)."""
    tail = math.sqrt(2 * distance / math.pi) * math.exp(-distance / 2) * (1 + distance / 3)
    return math.erfc(math.sqrt(distance / 2)) + tail
