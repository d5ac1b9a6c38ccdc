"""Tables as programs see them, in the shapes that the description promises; built by naming what may be seen."""

from functools import lru_cache

import msgspec

from shanghaien.rules import EXPANSIONS, Options, RulesError
from shanghaien.web.clock import now
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.play.dice_told import own_chain
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.refusals import refusal_of
from shanghaien.web.play.setup import Setup, SetupRequest
from shanghaien.web.play.table import A_SAILOR, ListedGame, Table, TableEntry, Viewer

from .clock_view import clocks_view
from .position_view import LETTERS, letter
from .requests import NewGame, OptionValues
from .shapes import GameShape, ListedGameShape, LogEntryShape
from .shared_view import chain_view, may_undo, seat_view, shared_view

VARIANTS = ("tricks", "first", "starter")
ENCODER = msgspec.json.Encoder()
"""Makes JSON of what programs are told."""


def game_view(table: Table, viewer: Viewer, invitation: str | None, since: int = 0) -> GameShape:
    """A table with what happened after version `since`, and the viewer's legal actions in notation."""
    shared = shared_view(table)
    return GameShape(
        id=table.id,
        version=table.version,
        mode=str(table.mode),
        options=_every_option(table.options),
        seats=shared.seats,
        yours=[LETTERS[seat] for seat in sorted(viewer.seats)],
        waits_for=letter(table.waits_for),
        legal=shared.legal if viewer.may_choose(table) else [],
        undo=may_undo(table, viewer),
        state=shared.state,
        result=shared.result,
        dice=shared.dice,
        opens=letter(table.opens),
        chain=chain_view(own_chain(table, viewer)),
        rematch=table.rematch,
        invitation=invitation,
        log=log_view(table, since),
        pace=None if table.pace is None else str(table.pace),
        clocks=clocks_view(table.clocks, now()),
        rated=table.rated,
        delay=table.delay,
    )


def listed_view(game: ListedGame) -> ListedGameShape:
    """A game in a list."""
    return ListedGameShape(
        id=game.id,
        mode=str(game.mode),
        seats=[seat_view(chair) for chair in game.chairs],
        yours=[LETTERS[seat] for seat in sorted(game.seats)],
        round=game.round,
        waits_for=letter(game.waits_for),
        over=game.result is not None,
        updated=game.updated,
    )


def log_view(table: Table, since: int) -> list[LogEntryShape]:
    """What happened after version `since`, in notation."""
    return [_entry(table, entry) for entry in table.log[since:]]


def setup_from(wanted: NewGame) -> Setup:
    """What the program asks for, checked in the same way as the form that people fill in."""
    return SetupRequest(
        mode=wanted.mode,
        options=options_from(wanted.options),
        seat=wanted.seat,
        name=wanted.name,
        name_b=wanted.name_b,
        level=wanted.level,
        level_b=wanted.level_b or "",
        dice=wanted.own,
        pace=wanted.pace,
        rated=wanted.rated,
        delay=wanted.delay,
    ).checked()


def options_from(values: OptionValues) -> Options:
    """The options that a program names; refused if there are no such ones."""
    known = (*VARIANTS, *EXPANSIONS)
    for name in values:
        if name not in known:
            raise Unreadable(f"There is no option {name!r}; there are {', '.join(known)}.")
    try:
        return Options.from_dict(dict(values))
    except RulesError as error:
        raise refusal_of(error) from None


@lru_cache(maxsize=256)
def _every_option(options: Options) -> OptionValues:
    """The options with every expansion, whether it is on or off."""
    return dict.fromkeys(EXPANSIONS, False) | options.as_dict()


def _entry(table: Table, entry: TableEntry) -> LogEntryShape:
    # Of somebody who has gone, the name that they gave when they sat down is told to nobody.
    named = entry.kind in {EntryKind.JOIN, EntryKind.NAME} and entry.seat is not None
    gone = named and table.chairs[entry.seat or 0].name == A_SAILOR
    return LogEntryShape(
        number=entry.number,
        kind=str(entry.kind),
        seat=letter(entry.seat),
        text=A_SAILOR if gone else entry.text,
        at=entry.at,
        undone=entry.undone,
    )
