"""A game drawn as text and as SVG, for the render methods of environments; the table pages have drawings of their own."""

from html import escape

from shanghaien.nation_colours import NATION_COLOURS
from shanghaien.rules import Card, Sailor, Seat, State, card_text, points

TRICK_COLOUR = "#2c2c2c"
SEATS = ("A", "B")


def draw_text(state: State) -> str:
    """The table in a few lines: seat B's dice above the row, seat A's below it."""
    own, other = points(state)
    asked = "over" if state.over else f"seat {SEATS[state.turn]}: {state.phase}"
    lines = [
        f"round {state.round}, {asked}, points A {own} B {other}",
        "B     " + _cells(state, [str(count) if count else "." for count in _along_row(state, 1)]),
        "row   " + _cells(state, [card_text(card) for card in state.tavern]),
        "no.   " + _cells(state, [str(number) for number in _numbers(state)]),
        "A     " + _cells(state, [str(count) if count else "." for count in _along_row(state, 0)]),
        *(f"hand {SEATS[seat]}: {' '.join(state.players[seat].hand) or '-'}" for seat in (0, 1)),
    ]
    return "\n".join(line.rstrip() for line in [*lines, f"rolled: {' '.join(map(str, state.rolled)) or '-'}"])


def draw_svg(state: State) -> str:
    """The same as a drawing of 620 by 250 units."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 250" font-family="sans-serif" role="img">',
        f"<title>{escape(draw_text(state).splitlines()[0])}</title>",
        '<rect width="620" height="250" fill="#f4ecd8"/>',
        _label(10, 20, draw_text(state).splitlines()[0]),
        *(_card(place, card) for place, card in enumerate(state.tavern)),
        *(_label(20 + 100 * place, 178, str(number)) for place, number in enumerate(_numbers(state))),
        *(_dice(place, count, 40, "#2e5aac") for place, count in enumerate(_along_row(state, 1))),
        *(_dice(place, count, 186, "#b03a2e") for place, count in enumerate(_along_row(state, 0))),
        _label(10, 238, f"rolled {' '.join(map(str, state.rolled)) or '-'}"),
        "</svg>",
    ]
    return "\n".join(parts)


def _numbers(state: State) -> list[int | str]:
    if state.end is None:
        return ["?"] * len(state.tavern)
    return list(range(1, 7)) if state.end == "left" else list(range(6, 0, -1))


def _along_row(state: State, seat: Seat) -> tuple[int, ...]:
    dice = state.players[seat].dice
    return dice[::-1] if state.end == "right" else dice


def _cells(state: State, words: list[str]) -> str:
    return "".join(f"{word:8}" for word in words[: len(state.tavern)])


def _card(place: int, card: Card) -> str:
    x, colour = 10 + 100 * place, NATION_COLOURS[card.nation] if isinstance(card, Sailor) else TRICK_COLOUR
    box = f'<rect x="{x}" y="70" width="90" height="90" rx="8" fill="{colour}"/>'
    return box + f'<text x="{x + 8}" y="120" font-size="20" fill="#fff">{escape(card_text(card))}</text>'


def _dice(place: int, count: int, y: int, colour: str) -> str:
    return "".join(
        f'<rect x="{12 + 100 * place + 15 * number}" y="{y}" width="13" height="13" rx="3" fill="{colour}"/>'
        for number in range(count)
    )


def _label(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="14" fill="#222">{escape(text)}</text>'
