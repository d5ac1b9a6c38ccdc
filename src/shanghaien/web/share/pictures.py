"""The picture of a finished game: who won, both figures, how the chances went, and what each nation brought."""

from collections.abc import Iterable, Iterator
from html import escape

from shanghaien import rules
from shanghaien.ai.review.model import EVEN, GameReview, ReviewKind
from shanghaien.rules import ROUNDS, Card, Nation, NationScore, Sailor, Seat, position_of
from shanghaien.rules import Card as AnyCard
from shanghaien.web.core.i18n import gettext
from shanghaien.web.share.painter import colours, drawn, emblem, shared_symbols
from shanghaien.web.tables.model import GameResult, SeatKind, Table
from shanghaien.web.tables.pages.decided import deciding
from shanghaien.web.tables.words.drawings import face
from shanghaien.web.tables.words.players import names

WIDTH, HEIGHT = 1200, 630
LONGEST_NAME = 14
SERIF, SANS = "DejaVu Serif", "DejaVu Sans"
BREADTH = {SERIF: 0.68, SANS: 0.58}
"""About how wide a letter is, as a part of its height: enough to make long words smaller before they leave the picture."""
INK, SOFT, GOLD = "#f5e9d2", "#cdb798", "#ffd36b"


def cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def text(words: str, at: tuple[float, float], size: float, room: float = WIDTH - 130, **style: str) -> str:
    """Words at a place, made smaller where they would need more than their room."""
    family = SERIF if style.pop("family", "") == "serif" else SANS
    fitting = min(size, room / (BREADTH[family] * max(1, len(words))))
    given = {"fill": INK, "font-family": family, "font-weight": "bold" if family == SERIF else "normal"} | style
    attributes = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{fitting:.1f}" {attributes}>{escape(words)}</text>'


def picture(label: str, *parts: str) -> str:
    night = colours()
    scene = drawn("harbour", (0, 0, WIDTH, 440))
    lamp = drawn("lantern", (1098, -4, 56, 118))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{escape(label)}"><defs>{shared_symbols()}'
        '<linearGradient id="sky" x2="0" y2="1"><stop offset=".2" stop-color="{sky}"/><stop offset=".8" '
        'stop-color="{low}"/></linearGradient><linearGradient id="veil"><stop stop-color="#09080e" stop-opacity=".82"/>'
        '<stop offset=".45" stop-color="#09080e" stop-opacity=".55"/><stop offset="1" stop-color="#09080e" '
        'stop-opacity=".15"/></linearGradient></defs><rect width="1200" height="630" fill="url(#sky)"/>'.format(
            sky=night["sky"], low=night["sky-low"]
        )
        + f'{scene}<rect width="1200" height="440" fill="url(#veil)"/>{lamp}{"".join(parts)}</svg>'
    )


def slate(*parts: str) -> str:
    """The lower part as a slate, with the name of the game at its right end."""
    ground = (
        '<rect y="428" width="1200" height="202" fill="#1a2120"/><rect y="428" width="1200" height="8" fill="#3d2216"/>'
    )
    name = drawn("logo", (934, 488, 56, 56)) + text("Shanghaien", (1000, 524), 24, 152, family="serif")
    return f"{ground}{name}{''.join(parts)}"


def counter(cards: Iterable[str]) -> str:
    """The lower part as a counter with a row of cards and the name of the game."""
    night = colours()
    wood = f'<rect y="300" width="1200" height="330" fill="{night["counter"]}"/><path d="M0 300H1200" stroke="{night["brass"]}" '
    row = "".join(
        f'<g transform="translate({48 + 158 * place} 356) scale(1.2)">{shown}</g>' for place, shown in enumerate(cards)
    )
    name = text("Shanghaien", (1072, 520), 23, 160, family="serif", text_anchor="middle")
    return f'{wood} stroke-width="6"/>{row}{drawn("logo", (1022, 384, 100, 100))}{name}'


def card(shown: AnyCard, *, down: bool = False) -> str:
    """A card of the row, or its back."""
    x, y, width, height = 0.0, 0.0, 120.0, 168.0
    paper = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10" '
    if down:
        return paper + 'fill="#123a3f"/>' + drawn("back", (x, y, width, height))
    if isinstance(shown, Sailor):
        digit = text(str(shown.value), (x + 60, y + 148), 72, family="serif", fill="#24160c", text_anchor="middle")
        return paper + 'fill="#f4e8cf"/>' + emblem(shown.nation, (x + 10, y + 10, 100, 67)) + digit
    halves = face(shown).halves
    each = (height - 24) / max(1, len(halves))
    icons = "".join(
        drawn(half.icon, (x + 22, y + 12 + each * number + (each - 54) / 2, 76, 54))
        for number, half in enumerate(halves)
    )
    return paper + f'fill="#201712" stroke="{GOLD}" stroke-opacity=".5"/><g color="#f7e7c6">{icons}</g>'


COLOURS = (("#c23326", "#ffd9cf", "#ffaa9d"), ("#2b6bd1", "#d3e4ff", "#a9ccff"))
"""Plate, rim and chalk of either seat; the first is red and has sharper corners, as watchers see it."""
LEFT, RIGHT, TOP, BOTTOM = 690, 1138, 262, 384
"""The room for the curve."""


def finished_picture(table: Table, account: GameReview | None) -> str:
    """Without a review there is no curve, and nothing says what decided the game."""
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
    if result.reason == "abandoned":
        return gettext("The game was called off")
    return gettext("A draw") if result.winner is None else gettext("%(name)s wins") % {"name": shown[result.winner]}


def reason(result: GameResult, account: GameReview | None, shown: tuple[str, str]) -> str:
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
    ring = ""
    if entry is not None:
        x, y = points[list(ends).index(entry.round) + 1]
        ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="#120d0b" stroke="{GOLD}" stroke-width="4"/>'
    title = gettext("%(name)s’s chance of winning") % {"name": shown[seat]}
    return (
        f'<rect x="660" y="212" width="508" height="190" rx="14" fill="#120d0b" fill-opacity=".82" stroke="#8d7558"/>'
        f"{text(title, (690, 243), 21, 448, fill='#e6d6ba')}"
        f'<path d="M{LEFT} {middle}H{RIGHT}" stroke="{SOFT}" stroke-dasharray="6 5"/>'
        f'<path d="M{line}L{RIGHT} {middle}H{LEFT}Z" fill="{GOLD}" fill-opacity=".22"/>'
        f'<path d="M{line}" fill="none" stroke="{GOLD}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>'
        f"{ring}"
    )


def _nations(table: Table) -> Iterator[str]:
    """The nations with their points, the fewest first."""
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


SAMPLE: tuple[Card, ...] = tuple(
    Sailor(nation, value)
    for nation, value in zip(
        (Nation.GERMAN, Nation.SPANISH, Nation.TURKISH, Nation.ITALIAN, Nation.FRENCH, Nation.CHINESE),
        (3, 1, 4, 3, 2, 4),
        strict=True,
    )
)
"""The row that lies on the counter where there is no game to show."""


def running_picture(table: Table) -> str:
    """A running game without points, dice or chances, so that a shared link spoils nothing."""
    if not table.started:
        return _offered(table)
    first, second = (cut(name) for name in names(table))
    heading = gettext("%(first)s vs %(second)s") % {"first": first, "second": second}
    shared = table.state.last  # until the next roll, the row that was shared out is the one on the table
    if shared is not None:
        return _with_row(heading, table.state.round - 1, tuple(taking.card for taking in shared.takings))
    down = {position_of(number, table.state.end) for number in table.state.face_down}
    return _with_row(heading, table.state.round, table.state.tavern, frozenset(down))


def start_picture() -> str:
    return _picture("Shanghaien", gettext("The game of dice, sailors and dirty tricks"), SAMPLE)


def _offered(table: Table) -> str:
    """A table with a free seat; there are no cards yet."""
    seats = zip(names(table), table.chairs, strict=True)
    host = next(cut(name) for name, chair in seats if chair.kind is not SeatKind.OPEN)
    about = gettext("One seat is free: sit down and play.")
    return _picture(gettext("Play against %(name)s") % {"name": host}, about, SAMPLE, frozenset(range(6)))


def _with_row(heading: str, number: int, cards: tuple[Card, ...], down: frozenset[int] = frozenset()) -> str:
    return _picture(
        heading, gettext("Round %(round)s of %(rounds)s") % {"round": number, "rounds": ROUNDS}, cards, down
    )


def _picture(heading: str, about: str, cards: tuple[Card, ...], down: frozenset[int] = frozenset()) -> str:
    row = [card(shown, down=place in down) for place, shown in enumerate(cards)]
    words = text(heading, (64, 150), 72, 980, family="serif"), text(about, (66, 214), 34, 980)
    return picture(f"{heading}: {about}", *words, counter(row))
