"""The clocks of a game as programs see them."""

from shanghaien.web.play.clocks import Clocks

from .position_view import letter
from .shapes import ClocksShape


def clocks_view(clocks: Clocks | None, at: int | None = None) -> ClocksShape | None:
    """Both clocks at a moment, or when the last entry was made; None where no time is counted."""
    if clocks is None:
        return None
    time = clocks.since if at is None else max(at, clocks.since)
    left = list(clocks.left)
    if clocks.running is not None and clocks.up is None:
        left[clocks.running] = max(0, left[clocks.running] - (clocks.used_until(time) or 0))
    return ClocksShape(
        left=left,
        running=letter(clocks.running),
        deadline=clocks.deadline,
        up=letter(clocks.up),
        server_time=time,
    )
