"""Everything that the page of a table shows, as plain values."""

from dataclasses import dataclass

from shanghaien.rules import BY_KEY, ROUNDS, TAVERN_SIZE, Trick
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable, Voice

from .buttons import Question
from .question import question
from .result import ResultPanel, verdict
from .row import Slot, row
from .score import CardsTaken, ScoreTable, cards_taken, score_table
from .seat_lines import SeatLine, seat_line
from .story import LogLine, story

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
    question: Question
    verdict: ResultPanel | None
    score: ScoreTable
    taken: tuple[CardsTaken, CardsTaken]
    log: tuple[LogLine, ...]
    undo: bool
    """Whether the last choice may be taken back."""
    retype: bool
    """Whether what was typed last can be corrected."""
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
    remembered: tuple[str, ...]
    """What trick cards remember until the round ends, each in a sentence."""


def present(seen: SeenTable) -> TablePage:
    """The page of a table for whoever looks at it."""
    state, table = seen.state, seen.table
    told = state.last is not None
    asked = question(seen)
    shown = row(seen, asked.ghosts)
    return TablePage(
        id=table.id,
        version=table.version,
        address=seen.address,
        title=_title(seen, asked),
        yours=seen.asked,
        over=table.over,
        started=table.started,
        round=state.round - (told and not state.over),
        rounds=ROUNDS,
        pile=sum(state.pile) + (len(state.tavern) if told else 0),
        told=told,
        above=seat_line(seen, seen.above),
        below=seat_line(seen, seen.below),
        row=shown,
        backs=TAVERN_SIZE - len(shown),
        question=asked,
        verdict=verdict(seen),
        score=score_table(seen),
        taken=cards_taken(seen),
        log=story(seen, LOG_ROUNDS),
        undo=table.undo is not None and table.undo in seen.viewer.seats,
        retype=bool(table.typed and seen.viewer.seats),
        resign=seen.choice.resign and not table.over,
        may_resign=bool(seen.viewer.seats) and not table.over and table.started,
        watching=not seen.viewer.seats,
        side="" if seen.side is None else "ab"[seen.side],
        neutral=not seen.viewer.seats and seen.side is None,
        waiting_as=table.chairs[seen.below].name if seen.invitation else None,
        carry=seen.carry,
        names=(Voice(seen).own_name(0), Voice(seen).own_name(1)),
        remembered=tuple(_remembers(card, number) for card, number in state.memory),
    )


def _remembers(card: Trick, number: int) -> str:
    return gettext("%(card)s remembers: %(number)s.") % {"card": gettext(BY_KEY[card].name), "number": number}


def _title(seen: SeenTable, asked: Question) -> str:
    end = verdict(seen)
    if end is not None:
        return end.heading
    if not seen.asked:
        return asked.heading
    seat = seen.below
    return Voice(seen).say(seat, gettext("Your turn: %(ask)s"), gettext("%(name)s: %(ask)s"), ask=asked.heading)
