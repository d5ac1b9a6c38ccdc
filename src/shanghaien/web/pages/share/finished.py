"""The picture of a finished game: who won, both figures, how the chances went, and what each nation brought."""

from collections.abc import Iterator

from shanghaien import rules
from shanghaien.ai.review.model import EVEN, GameReview, ReviewKind
from shanghaien.rules import NationScore, Seat
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.decided import deciding
from shanghaien.web.pages.shared.people import names
from shanghaien.web.play.table import GameResult, Table

from .night import emblem
from .parts import GOLD, SOFT, cut, picture, slate, text

COLOURS = (("#c23326", "#ffd9cf", "#ffaa9d"), ("#2b6bd1", "#d3e4ff", "#a9ccff"))
"""Plate, rim and chalk of either seat; the first is red and has sharper corners, as for whoever watches."""
LEFT, RIGHT, TOP, BOTTOM = 690, 1138, 262, 384
"""The room for the curve."""


def finished_picture(table: Table, account: GameReview | None) -> str:
    """The picture; without a review there is no curve, and nothing is said about what decided."""
    result = table.result
    assert result is not None
    shown = cut(names(table)[0]), cut(names(table)[1])
    heading = verdict_of(result, shown)
    why = reason(result, account, shown)
    label = f"{heading}: {shown[0]} {result.points[0]}, {shown[1]} {result.points[1]}"
    return picture(
        label,
        text(heading, (64, 126), 66, 980, family="serif"),
        text(why, (66, 176), 27, 980, fill="#e6d6ba"),
        *(_plate(seat, shown[seat], result.points[seat]) for seat in (1, 0)),
        "" if account is None else _curve(account, result.winner or 0, shown),
        slate(*_nations(table)),
    )


def verdict_of(result: GameResult, shown: tuple[str, str]) -> str:
    """Who has won, if anybody has."""
    if result.reason == "abandoned":
        return gettext("The game was called off")
    return gettext("A draw") if result.winner is None else gettext("%(name)s wins") % {"name": shown[result.winner]}


def reason(result: GameResult, account: GameReview | None, shown: tuple[str, str]) -> str:
    """What decided the game, in a few words."""
    if result.winner is not None and result.reason == "resigned":
        return gettext("%(name)s resigned.") % {"name": shown[1 - result.winner]}
    if result.winner is not None and result.reason == "time":
        return gettext("%(name)s lost on time.") % {"name": shown[1 - result.winner]}
    if result.reason == "abandoned":
        return gettext("It counts for nobody.")
    if account is None or result.winner is None:
        return gettext("The game of dice, sailors and dirty tricks")
    entry = deciding(account)
    if entry is None:
        return gettext("Many small steps decided it.")
    wording = {
        ReviewKind.ROLL: gettext("A roll in round %(round)s decided it."),
        ReviewKind.DEAL: gettext("The cards of round %(round)s decided it."),
    }.get(entry.kind, gettext("A choice in round %(round)s decided it."))
    return wording % {"round": entry.round}


def _plate(seat: Seat, name: str, points: int) -> str:
    fill, rim, _ = COLOURS[seat]
    x, round_ = (264, 9) if seat == 0 else (64, 20)
    box = (
        f'<rect x="{x}" y="212" width="180" height="168" rx="{round_}" fill="{fill}" stroke="{rim}" stroke-width="3"/>'
    )
    title = text(name, (x + 90, 250), 25, 160, fill="#fff", text_anchor="middle")
    return box + title + text(str(points), (x + 90, 354), 100, family="serif", fill="#fff", text_anchor="middle")


def _curve(account: GameReview, seat: Seat, shown: tuple[str, str]) -> str:
    """The chance of winning after each round, with a ring where the game was decided."""
    ends = {entry.round: entry.after for entry in account.entries}
    values = [EVEN, *(value if seat == 0 else 1 - value for value in ends.values())]
    step = (RIGHT - LEFT) / max(1, len(values) - 1)
    points = [(LEFT + step * number, BOTTOM - (BOTTOM - TOP) * value) for number, value in enumerate(values)]
    line, middle = "L".join(f"{x:.1f} {y:.1f}" for x, y in points), (TOP + BOTTOM) / 2
    entry = deciding(account)
    ring = points[list(ends).index(entry.round) + 1] if entry is not None else None
    title = gettext("%(name)s’s chance of winning") % {"name": shown[seat]}
    return (
        f'<rect x="660" y="212" width="508" height="190" rx="14" fill="#120d0b" fill-opacity=".82" stroke="#8d7558"/>'
        f"{text(title, (690, 243), 21, 448, fill='#e6d6ba')}"
        f'<path d="M{LEFT} {middle}H{RIGHT}" stroke="{SOFT}" stroke-dasharray="6 5"/>'
        f'<path d="M{line}L{RIGHT} {middle}H{LEFT}Z" fill="{GOLD}" fill-opacity=".22"/>'
        f'<path d="M{line}" fill="none" stroke="{GOLD}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>'
        + ("" if ring is None else _ring(*ring))
    )


def _ring(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="#120d0b" stroke="{GOLD}" stroke-width="4"/>'


def _nations(table: Table) -> Iterator[str]:
    """Each nation with its points, the least first; the sign says for whom."""
    nations = sorted(rules.standing(table.state.players).nations, key=lambda nation: sum(nation.points))
    for number, score in enumerate(nations):
        yield _nation(score, 64 + 108 * number)


def _nation(score: NationScore, x: float) -> str:
    flag, points = emblem(score.nation, (x, 470, 82, 56)), sum(score.points)
    if not points:
        return flag + text("0", (x + 41, 568), 27, family="serif", fill="#f1f1e6", text_anchor="middle")
    seat = 0 if score.points[0] else 1
    sign = f"M{x + 14:g} 551l9 15 9-15z" if seat == 0 else f"M{x + 14:g} 566l9-15 9 15z"
    chalk = COLOURS[seat][2]
    return (
        flag + f'<path d="{sign}" fill="{chalk}"/>' + text(str(points), (x + 38, 568), 27, family="serif", fill=chalk)
    )
