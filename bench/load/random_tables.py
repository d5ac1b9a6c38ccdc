"""Tables without a server: any position, and whole games played at random."""

import random
from collections.abc import Sequence
from dataclasses import replace

from shanghaien import rules
from shanghaien.rules import Options, State, action_text, outcome_text
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import Mode, SeatKind, Table, TableSeat
from shanghaien.web.tables.summary import result_of

EVERYTHING = Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)


def table_at(state: State, log: Sequence[SeenEntry] = (), mode: Mode = Mode.INVITE) -> Table:
    """A table in any position."""
    return Table(
        id=GameId("g"),
        mode=mode,
        options=state.options,
        chairs=(TableSeat(SeatKind.HUMAN, "Anna"), TableSeat(SeatKind.HUMAN, "Marta")),
        version=Version(len(log)),
        state=state,
        log=tuple(log),
        waits_for=rules.to_move(state),
        undo=None,
        result=result_of(state),
        proof=None,
        rematch=None,
        created=0,
        updated=0,
    )


def random_game(name: str, options: Options) -> list[Table]:
    """A whole game, the same for the same name: the table before every choice, and at the end."""
    dice, state, log, stops = random.Random(name), rules.new_game(options), list[SeenEntry](), list[Table]()
    while not state.over:
        seat = rules.to_move(state)
        if seat is None:
            outcome = rules.draw(state, dice)
            kind, text, (state, events) = EntryKind.DRAW, outcome_text(outcome), rules.advance(state, outcome)
        else:
            stops.append(table_at(state, log))
            action = dice.choice(rules.legal_actions(state))
            kind, text, (state, events) = EntryKind.ACT, action_text(action), rules.apply(state, action)
        log.append(SeenEntry(len(log) + 1, kind, seat, text, 0, events))
    return [replace(table, id=GameId(f"random {name}")) for table in (*stops, table_at(state, log))]
