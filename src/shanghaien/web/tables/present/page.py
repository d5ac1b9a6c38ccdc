"""Everything that the page of a table shows, as plain values."""

from dataclasses import dataclass

from shanghaien.rules.cards import ROUNDS, TAVERN_SIZE
from shanghaien.web.i18n import gettext

from .over import Verdict, verdict
from .presses import Tray
from .scene import Scene, Voice
from .seats import SeatLine, seat_line
from .slate import Hold, Slate, holds, slate
from .story import LogLine, story
from .tavern import Slot, row
from .tray import tray

LOG_ROUNDS = 2
"""How many rounds the log beside the table goes back; the replay holds the whole game."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table as a page shows it."""

    id: str
    version: int
    address: str
    title: str
    """What stands in the tab: it says whose turn it is."""
    yours: bool
    """Whether the page waits for whoever looks at it."""
    over: bool
    started: bool
    round: int
    rounds: int
    pile: int
    told: bool
    """Whether the row shows how the last round was shared out (R44)."""
    above: SeatLine
    below: SeatLine
    row: tuple[Slot, ...]
    backs: int
    """How many places of the row are still to be dealt."""
    tray: Tray
    verdict: Verdict | None
    slate: Slate
    holds: tuple[Hold, Hold]
    log: tuple[LogLine, ...]
    undo: bool
    retype: bool
    """Whether what was typed last can be corrected."""
    """Whether the last choice may be taken back."""
    resign: bool
    """Whether it is asked once more if the game is to be given up."""
    may_resign: bool
    watching: bool
    side: str
    """The side from which a watcher looks, as addresses name it: a, b, or empty for neither."""
    neutral: bool
    """Whether nobody's side is taken, so that neither player has the colours of the one who looks."""
    waiting_as: str | None
    """The name under which one waits for somebody to take the other seat; None where nobody is waited for."""
    carry: str
    """The private link to one's seat."""
    names: tuple[str, str]
    """The players' own names, first seat first."""


def present(scene: Scene) -> TablePage:
    """The page of a table for whoever looks at it."""
    state, table = scene.state, scene.table
    told = state.last is not None
    asked = tray(scene)
    shown = row(scene, asked.ghosts)
    return TablePage(
        id=table.id,
        version=table.version,
        address=scene.address,
        title=_title(scene, asked),
        yours=scene.asked,
        over=table.over,
        started=table.started,
        round=state.round - (told and not state.over),
        rounds=ROUNDS,
        pile=sum(state.pile) + (len(state.tavern) if told else 0),
        told=told,
        above=seat_line(scene, scene.above),
        below=seat_line(scene, scene.below),
        row=shown,
        backs=TAVERN_SIZE - len(shown),
        tray=asked,
        verdict=verdict(scene),
        slate=slate(scene),
        holds=holds(scene),
        log=story(scene, LOG_ROUNDS),
        undo=table.undo is not None and table.undo in scene.viewer.seats,
        retype=bool(table.typed and scene.viewer.seats),
        resign=scene.choice.resign and not table.over,
        may_resign=bool(scene.viewer.seats) and not table.over and table.started,
        watching=not scene.viewer.seats,
        side="" if scene.side is None else "ab"[scene.side],
        neutral=not scene.viewer.seats and scene.side is None,
        waiting_as=table.chairs[scene.below].name if scene.invitation else None,
        carry=scene.carry,
        names=(Voice(scene).own_name(0), Voice(scene).own_name(1)),
    )


def _title(scene: Scene, asked: Tray) -> str:
    end = verdict(scene)
    if end is not None:
        return end.heading
    if not scene.asked:
        return asked.heading
    seat = scene.below
    return Voice(scene).say(seat, gettext("Your turn: %(ask)s"), gettext("%(name)s: %(ask)s"), ask=asked.heading)
