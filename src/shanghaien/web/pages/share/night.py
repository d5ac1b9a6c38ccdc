"""The drawings of the game by night, as a renderer without style sheets understands them: every colour written out."""

import re
from functools import cache

from shanghaien.nation_colours import NATION_COLOURS
from shanghaien.rules import Nation
from shanghaien.web.http.assets import PAGES, drawings
from shanghaien.web.pages.shared.names import EMBLEMS

TOKEN = re.compile(r"--([\w-]+):\s*(?:light-dark\([^,]+,\s*(#\w+|rgb\([^)]*\))\)|(#\w+))")
VARIABLE = re.compile(r"var\(--([\w-]+)(?:,\s*([^()]+))?\)")
SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="([\d. -]+)"([^>]*)>(.*?)</symbol>', re.DOTALL)
MIXED = re.compile(r"rgb\((\d+) (\d+) (\d+) / [\d.]+\)")
UNKNOWN = "none"


@cache
def colours() -> dict[str, str]:
    """The colours of the style sheet by night, by their names; those one can look through are given whole."""
    sheet = (PAGES / "shared" / "tokens.css").read_text(encoding="utf-8")
    return {name: MIXED.sub(r"rgb(\1,\2,\3)", night or always) for name, night, always in TOKEN.findall(sheet)}


def drawn(name: str, place: tuple[float, float, float, float], **own: str) -> str:
    """A drawing of the sprite at x, y, width and height; `own` gives colours that depend on what is shown."""
    box, more, content = _symbols()[name]
    x, y, width, height = place
    plain = VARIABLE.sub(lambda found: own.get(found[1]) or found[0], content)
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" viewBox="{box}"{more}>{_plain(plain)}</svg>'


def emblem(nation: Nation, place: tuple[float, float, float, float]) -> str:
    """The emblem of a nation with a rim."""
    x, y, width, height = place
    rim = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="none" stroke="#fff" '
    return drawn(f"flag-{EMBLEMS[nation]}", place, n=NATION_COLOURS[nation]) + rim + 'stroke-opacity=".6"/>'


def shared_symbols() -> str:
    """What other drawings are made of."""
    box, more, content = _symbols()["sailor"]
    sailor = VARIABLE.sub(lambda found: "#7c8aa5" if found[1] == "n" else found[0], content)
    return f'<symbol id="sailor" viewBox="{box}"{more}>{_plain(sailor)}</symbol>'


@cache
def _symbols() -> dict[str, tuple[str, str, str]]:
    return {name: (box, more, content) for name, box, more, content in SYMBOL.findall(drawings())}


def _plain(drawing: str) -> str:
    return VARIABLE.sub(lambda found: colours().get(found[1]) or found[2] or UNKNOWN, drawing)
