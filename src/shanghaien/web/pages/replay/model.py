"""A game step by step: the table as it stood whenever somebody was asked, each step with an address of its own."""

from dataclasses import dataclass, replace

from shanghaien import rules
from shanghaien.rules import Seat, State, parse_action, parse_outcome
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.pages.table.buttons import Question
from shanghaien.web.pages.table.model import TablePage, present
from shanghaien.web.pages.table.question import at_the_dice
from shanghaien.web.pages.table.story import LogLine, story
from shanghaien.web.play.imported import played
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Table


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
    seen = SeenTable(shown, side=side)
    page = replace(present(seen), question=_question(seen))
    return ReplayPage(page, at, last, _lines(table, side, moments, at), "" if side is None else "ab"[side])


def _moments(table: Table) -> list[_Moment]:
    state, moments = rules.new_game(table.options), []
    log = played(table)
    for entries, entry in enumerate(log, start=1):
        if entry.kind is EntryKind.ACT:
            state = rules.apply(state, parse_action(entry.text)).state
        else:
            state = rules.advance(state, parse_outcome(entry.text)).state
        if not rules.is_chance(state):
            moments.append(_Moment(entry.number, entries, state))
    return moments or [_Moment(0, 0, state)]


def _table_at(table: Table, moment: _Moment, *, whole: bool) -> Table:
    log = table.log if whole else played(table)[: moment.entries]
    result = table.result if whole else None
    asked = None if result else rules.to_move(moment.state)
    return replace(table, state=moment.state, log=log, waits_for=asked, undo=None, result=result)


def _question(seen: SeenTable) -> Question:
    if seen.table.over:
        return Question(gettext("Game over"))
    newest = next((line for line in story(seen) if not line.mark), None)
    text = "" if newest is None else f"{newest.who}: {newest.plain}"
    return replace(at_the_dice(seen), text=text)


def _lines(table: Table, side: Seat | None, moments: list[_Moment], at: int) -> tuple[ToldLine, ...]:
    numbers = [moment.number for moment in moments]
    told = []
    for line in story(SeenTable(table, side=side)):
        step = next((place for place, number in enumerate(numbers) if number >= line.number), len(numbers) - 1)
        told.append(ToldLine(line, step, step == at))
    return tuple(told)
