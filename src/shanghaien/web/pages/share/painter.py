"""Pictures in pixels: painted one at a time by a program beside the server, and remembered."""

import asyncio
import subprocess
import sys
from collections import OrderedDict

from shanghaien.rules import N_
from shanghaien.web.child_environment import child_environment
from shanghaien.web.http.refusals import Refused

PROGRAM = "shanghaien.web.pages.share.paint"
PATIENCE = 30
"""Seconds after which a picture is given up; it takes a fraction of one."""
ROOM = 8_000_000
"""Bytes of pictures that are remembered, some two hundred."""
MOST_WAITING = 12


class PaintersBusy(Refused):
    """So many pictures wait already that this one was not added to them."""

    status = 503
    code = "unavailable"
    retry_after = 10

    def __init__(self) -> None:
        super().__init__(N_("Many pictures are being painted just now; ask again in a few seconds."))


class Painter:
    """Paints what is asked for; what was painted last is remembered by its drawing."""

    def __init__(self) -> None:
        self._painted: OrderedDict[str, bytes] = OrderedDict()
        self._held = 0
        self._turn = asyncio.Lock()
        self._waiting = 0

    def known(self, svg: str) -> bytes | None:
        """The picture of a drawing, if it is remembered."""
        png = self._painted.get(svg)
        if png is not None:
            self._painted.move_to_end(svg)
        return png

    async def paint(self, svg: str) -> bytes:
        """The picture of a drawing in pixels."""
        if self._waiting >= MOST_WAITING:
            raise PaintersBusy
        self._waiting += 1
        try:
            async with self._turn:
                return self.known(svg) or self._keep(svg, await asyncio.to_thread(painted, svg))
        finally:
            self._waiting -= 1

    def _keep(self, svg: str, png: bytes) -> bytes:
        self._painted[svg] = png
        self._held += len(svg) + len(png)
        while self._held > ROOM:
            self._held -= sum(map(len, self._painted.popitem(last=False)))
        return png


def painted(svg: str) -> bytes:
    """Paint a drawing in a process of its own: the renderer would keep the server from answering meanwhile."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", PROGRAM],
        input=svg.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
        env=child_environment(),
    )
    return done.stdout
