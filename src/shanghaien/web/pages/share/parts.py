"""What pictures to hand on have in common: the harbour by night, words, cards, and the name of the game."""

from collections.abc import Iterable
from html import escape

from shanghaien.rules import Card as AnyCard
from shanghaien.rules import Sailor
from shanghaien.web.pages.shared.faces import face

from .night import colours, drawn, emblem, shared_symbols

WIDTH, HEIGHT = 1200, 630
LONGEST_NAME = 14
SERIF, SANS = "DejaVu Serif", "DejaVu Sans"
BREADTH = {SERIF: 0.68, SANS: 0.58}
"""About how wide a letter is, as a part of its height: enough to make long words smaller before they leave the picture."""
INK, SOFT, GOLD = "#f5e9d2", "#cdb798", "#ffd36b"


def cut(name: str) -> str:
    """A name in at most 14 letters."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def text(words: str, at: tuple[float, float], size: float, room: float = WIDTH - 130, **style: str) -> str:
    """Words at a place, made smaller where they would need more than their room."""
    family = SERIF if style.pop("family", "") == "serif" else SANS
    fitting = min(size, room / (BREADTH[family] * max(1, len(words))))
    given = {"fill": INK, "font-family": family, "font-weight": "bold" if family == SERIF else "normal"} | style
    told = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{fitting:.1f}" {told}>{escape(words)}</text>'


def picture(label: str, *parts: str) -> str:
    """A whole picture: the harbour by night, and on it the parts."""
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
    """The lower part: a slate, and at its right end the name of the game."""
    ground = (
        '<rect y="428" width="1200" height="202" fill="#1a2120"/><rect y="428" width="1200" height="8" fill="#3d2216"/>'
    )
    return (
        ground
        + drawn("logo", (934, 488, 56, 56))
        + text("Shanghaien", (1000, 524), 24, 152, family="serif")
        + "".join(parts)
    )


def counter(cards: Iterable[str]) -> str:
    """The lower part as the tavern's counter, with a row of cards on it and the name of the game at its end."""
    night = colours()
    wood = f'<rect y="300" width="1200" height="330" fill="{night["counter"]}"/><path d="M0 300H1200" stroke="{night["brass"]}" '
    row = "".join(
        f'<g transform="translate({48 + 158 * place} 356) scale(1.2)">{shown}</g>' for place, shown in enumerate(cards)
    )
    name = text("Shanghaien", (1072, 520), 23, 160, family="serif", text_anchor="middle")
    return f'{wood} stroke-width="6"/>{row}{drawn("logo", (1022, 384, 100, 100))}{name}'


def card(shown: AnyCard, *, down: bool = False) -> str:
    """A card of the row: paper with emblem and value, or dark lacquer with its acts; only its back if it lies face down."""
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
