"""The moments of a game at which somebody was asked, and the table as it stood at each."""

from dataclasses import dataclass, replace

from shanghaien import rules
from shanghaien.rules import State, parse_action, parse_outcome
from shanghaien.web.play.imported import played
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which somebody was asked, or the game was over."""

    number: int
    """The number of the log entry with which it was reached."""
    entries: int
    """How many steps of the record lie before it."""
    state: State


def moments_of(table: Table) -> tuple[Moment, ...]:
    """All moments of a game, in their order; there is always one."""
    state, moments = rules.new_game(table.options), []
    for entries, entry in enumerate(played(table), start=1):
        if entry.kind is EntryKind.ACT:
            state = rules.apply(state, parse_action(entry.text)).state
        else:
            state = rules.advance(state, parse_outcome(entry.text)).state
        if not rules.is_chance(state):
            moments.append(Moment(entry.number, entries, state))
    return tuple(moments) or (Moment(0, 0, state),)


def table_at(table: Table, moment: Moment, *, whole: bool) -> Table:
    """The table at a moment; at the last one with everything that came after it, such as a resignation. No clock is shown."""
    log = table.log if whole else played(table)[: moment.entries]
    result = table.result if whole else None
    asked = None if result else rules.to_move(moment.state)
    return replace(table, state=moment.state, log=log, waits_for=asked, undo=None, result=result, clocks=None)
