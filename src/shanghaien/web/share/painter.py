"""Pictures in pixels: painted one at a time by a program beside the server, and remembered."""

import asyncio
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b

from cachetools import LRUCache

from shanghaien.nation_colours import NATION_COLOURS
from shanghaien.rules import N_, Nation
from shanghaien.web.core.child_environment import child_environment
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.limits import InFlight
from shanghaien.web.site.assets import drawings, style
from shanghaien.web.tables.words.drawings import EMBLEMS

PROGRAM = "shanghaien.web.share.paint"
PATIENCE = 30
"""Seconds after which a picture is given up; it takes a fraction of one."""
ROOM = 8_000_000
"""Bytes of pictures that are remembered, some two hundred."""
MOST_WAITING = 12


class PaintersBusy(DomainError):
    """Too many pictures wait already."""

    code = "unavailable"
    retry_after = 10

    def __init__(self) -> None:
        super().__init__(N_("Many pictures are being painted just now; ask again in a few seconds."))


class Painter:
    """Paints one picture at a time; the last ones are cached by the hashes of their drawings."""

    def __init__(self) -> None:
        self._painted: LRUCache[bytes, bytes] = LRUCache(ROOM, len)
        self._turn = asyncio.Lock()
        self._waiting = InFlight(MOST_WAITING)

    def known(self, svg: str) -> bytes | None:
        return self._painted.get(_hashed(svg))

    async def paint(self, svg: str) -> bytes:
        if not self._waiting.begin():
            raise PaintersBusy
        try:
            async with self._turn:
                return self.known(svg) or self._keep(svg, await asyncio.to_thread(painted, svg))
        finally:
            self._waiting.end()

    def _keep(self, svg: str, png: bytes) -> bytes:
        with suppress(ValueError):  # larger than the whole cache
            self._painted[_hashed(svg)] = png
        return png


def _hashed(svg: str) -> bytes:
    return blake2b(svg.encode()).digest()


def painted(svg: str) -> bytes:
    """Render in a process of its own: the renderer holds the interpreter."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", PROGRAM],
        input=svg.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
        env=child_environment(),
    )
    return done.stdout


# The drawings for a renderer without style sheets: every colour is written out.

TOKEN = re.compile(r"--([\w-]+):\s*(?:light-dark\([^,]+,\s*(#\w+|rgb\([^)]*\))\)|(#\w+))")
VARIABLE = re.compile(r"var\(--([\w-]+)(?:,\s*([^()]+))?\)")
SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="([\d. -]+)"([^>]*)>(.*?)</symbol>', re.DOTALL)
MIXED = re.compile(r"rgb\((\d+) (\d+) (\d+) / [\d.]+\)")
UNKNOWN = "none"


@cache
def colours() -> dict[str, str]:
    """The night colours of a player's own table by name; translucent ones become opaque. Those of a watcher stand after them."""
    sheet = style("site/tokens").partition("[data-neutral]")[0]
    return {name: MIXED.sub(r"rgb(\1,\2,\3)", night or always) for name, night, always in TOKEN.findall(sheet)}


def drawn(name: str, place: tuple[float, float, float, float], **own: str) -> str:
    """A symbol of the sprite at x, y, width, height; `own` overrides colours."""
    box, more, content = _symbols()[name]
    x, y, width, height = place
    plain = VARIABLE.sub(lambda found: own.get(found[1]) or found[0], content)
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" viewBox="{box}"{more}>{_plain(plain)}</svg>'


def emblem(nation: Nation, place: tuple[float, float, float, float]) -> str:
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
