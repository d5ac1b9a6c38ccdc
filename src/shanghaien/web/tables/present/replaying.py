"""A game step by step: the table as it stood whenever somebody was asked, each step with an address of its own."""

from dataclasses import dataclass, replace

from shanghaien import rules
from shanghaien.rules import Seat, State
from shanghaien.rules.notation import parse_action, parse_outcome
from shanghaien.web.i18n import gettext
from shanghaien.web.tables.entries import Kind
from shanghaien.web.tables.recorded import played
from shanghaien.web.tables.table import Table

from .page import TablePage, present
from .presses import Tray
from .scene import Scene
from .story import LogLine, story
from .tray import at_the_dice


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A line of the log and the step that it leads to."""

    line: LogLine
    step: int
    current: bool


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """One step of a game."""

    page: TablePage
    step: int
    last: int
    lines: tuple[ToldLine, ...]
    side: str
    """The side watched from, as a link names it."""


@dataclass(frozen=True, slots=True)
class _Moment:
    number: int
    """The number of the log entry with which the moment was reached."""
    entries: int
    state: State


def replay(table: Table, step: int | None, side: Seat | None = None) -> ReplayPage:
    """The game after so many choices; the end if no step is named, the nearest there is if it is out of range."""
    moments = _moments(table)
    last = len(moments) - 1
    at = last if step is None else max(0, min(step, last))
    shown = _table_at(table, moments[at], whole=at == last)
    scene = Scene(shown, side=side)
    page = replace(present(scene), tray=_tray(scene))
    return ReplayPage(page, at, last, _lines(table, side, moments, at), "" if side is None else "ab"[side])


def _moments(table: Table) -> list[_Moment]:
    state, moments = rules.new_game(table.options), []
    log = played(table)
    for entries, happening in enumerate(log, start=1):
        if happening.kind is Kind.ACT:
            state = rules.apply(state, parse_action(happening.text)).state
        else:
            state = rules.advance(state, parse_outcome(happening.text)).state
        if not rules.is_chance(state):
            moments.append(_Moment(happening.number, entries, state))
    return moments or [_Moment(0, 0, state)]


def _table_at(table: Table, moment: _Moment, *, whole: bool) -> Table:
    log = table.log if whole else played(table)[: moment.entries]
    result = table.result if whole else None
    asked = None if result else rules.to_move(moment.state)
    return replace(table, state=moment.state, log=log, waits_for=asked, undo=None, result=result)


def _tray(scene: Scene) -> Tray:
    if scene.table.over:
        return Tray(gettext("Game over"))
    newest = next((line for line in story(scene) if not line.mark), None)
    text = "" if newest is None else f"{newest.who}: {newest.plain}"
    return replace(at_the_dice(scene), text=text)


def _lines(table: Table, side: Seat | None, moments: list[_Moment], at: int) -> tuple[ToldLine, ...]:
    numbers = [moment.number for moment in moments]
    told = []
    for line in story(Scene(table, side=side)):
        step = next((place for place, number in enumerate(numbers) if number >= line.number), len(numbers) - 1)
        told.append(ToldLine(line, step, step == at))
    return tuple(told)
