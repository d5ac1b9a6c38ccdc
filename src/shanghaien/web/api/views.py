"""Tables as programs see them, in the shapes that the description promises; built by naming what may be seen."""

from functools import lru_cache
from typing import NamedTuple

from shanghaien import rules
from shanghaien.rules import EXPANSIONS, Options, RulesError, action_text
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.play.refusals import refusal_of
from shanghaien.web.play.setup import Setup, SetupRequest
from shanghaien.web.play.table import Chair, ListedGame, Table, TableEntry, Viewer

from .once import OncePerTable
from .position_view import LETTERS, letter, state_view
from .shapes import (
    GameShape,
    ListedGameShape,
    LogEntryShape,
    NewGame,
    OptionValues,
    ResultShape,
    SeatShape,
    StateShape,
)

VARIANTS = ("tricks", "first", "starter")


def game_view(table: Table, viewer: Viewer, invitation: str | None, since: int = 0) -> GameShape:
    """A table with what happened after version `since`, and the viewer's legal actions in notation."""
    shared = _shared(table)
    return GameShape(
        id=table.id,
        version=table.version,
        mode=str(table.mode),
        options=_every_option(table.options),
        seats=shared.seats,
        yours=[LETTERS[seat] for seat in sorted(viewer.seats)],
        waits_for=letter(table.waits_for),
        legal=shared.legal if viewer.may_choose(table) else [],
        undo=table.undo is not None and table.undo in viewer.seats,
        state=shared.state,
        result=_result(table),
        dice=table.proof.tags(),
        rematch=table.rematch,
        invitation=invitation,
        log=log_view(table, since),
    )


def listed_view(game: ListedGame) -> ListedGameShape:
    """A game in a list."""
    return ListedGameShape(
        id=game.id,
        mode=str(game.mode),
        seats=[_seat(chair) for chair in game.chairs],
        yours=[LETTERS[seat] for seat in sorted(game.seats)],
        round=game.round,
        waits_for=letter(game.waits_for),
        over=game.result is not None,
        updated=game.updated,
    )


def log_view(table: Table, since: int) -> list[LogEntryShape]:
    """What happened after version `since`, in notation."""
    return [_entry(entry) for entry in table.log[since:]]


def setup_from(wanted: NewGame) -> Setup:
    """What the program asks for, checked in the same way as the form that people fill in."""
    return SetupRequest(
        mode=wanted.mode,
        options=_options(wanted.options),
        seat=wanted.seat,
        name=wanted.name,
        name_b=wanted.name_b,
        level=wanted.level,
        level_b=wanted.level_b or "",
        contribution=wanted.contribution,
    ).checked()


def _options(values: OptionValues) -> Options:
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


def _legal_texts(table: Table) -> list[str]:
    if table.waits_for is None:
        return []
    return [action_text(action) for action in rules.legal_actions(table.state)]


def _shared_view(table: Table) -> "_Shared":
    return _Shared(state_view(table.state), _legal_texts(table), [_seat(chair) for chair in table.chairs])


class _Shared(NamedTuple):
    """What everybody sees of a table."""

    state: StateShape
    legal: list[str]
    """What the seat that is asked may do."""
    seats: list[SeatShape]


_shared = OncePerTable(_shared_view)


def _result(table: Table) -> ResultShape | None:
    result = table.result
    if result is None:
        return None
    return ResultShape(letter(result.winner), list(result.points), letter(result.resigned))


def _seat(chair: Chair) -> SeatShape:
    return SeatShape(kind=chair.kind.value, name=chair.name, level=chair.level)


def _entry(entry: TableEntry) -> LogEntryShape:
    return LogEntryShape(
        number=entry.number,
        kind=str(entry.kind),
        seat=letter(entry.seat),
        text=entry.text,
        at=entry.at,
        undone=entry.undone,
    )
