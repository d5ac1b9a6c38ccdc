"""Tables as programs see them, in the shapes that the description promises; built by naming what may be seen."""

from typing import Literal

from shanghaien import rules
from shanghaien.rules import EXPANSIONS, Options, RulesError, Seat, action_text, card_text
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.play.refusals import refusal_of
from shanghaien.web.play.setup import Setup, SetupRequest
from shanghaien.web.play.table import Chair, ListedGame, Table, TableEntry, Viewer

from .shapes import (
    GameShape,
    ListedGameShape,
    LogEntryShape,
    NewGame,
    OptionValues,
    PlayerShape,
    ResultShape,
    SeatShape,
    StateShape,
)

VARIANTS = ("tricks", "first", "starter")
LETTERS: tuple[Literal["A"], Literal["B"]] = ("A", "B")


def game_view(table: Table, viewer: Viewer, invitation: str | None, since: int = 0) -> GameShape:
    """A table with what happened after version `since`, and the viewer's legal actions in notation."""
    return GameShape(
        id=table.id,
        version=table.version,
        mode=str(table.mode),
        options=_every_option(table.options),
        seats=[_seat(chair) for chair in table.chairs],
        yours=[LETTERS[seat] for seat in sorted(viewer.seats)],
        waits_for=_letter(table.waits_for),
        legal=_legal(table, viewer),
        undo=table.undo is not None and table.undo in viewer.seats,
        state=_state(table.state),
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
        waits_for=_letter(game.waits_for),
        over=game.result is not None,
        updated=game.updated,
    )


def log_view(table: Table, since: int) -> list[LogEntryShape]:
    """What happened after version `since`, in notation."""
    return [_entry(entry) for entry in table.log if entry.number > since]


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


def _every_option(options: Options) -> OptionValues:
    """The options with every expansion, whether it is on or off."""
    return dict.fromkeys(EXPANSIONS, False) | options.as_dict()


def _legal(table: Table, viewer: Viewer) -> list[str]:
    if not viewer.may_choose(table):
        return []
    return [action_text(action) for action in rules.legal_actions(table.state)]


def _state(state: rules.State) -> StateShape:
    """The position; nothing of it is hidden (R5)."""
    return StateShape(
        phase=str(state.phase),
        round=state.round,
        starter=LETTERS[state.starter],
        turn=LETTERS[state.turn],
        tavern=[card_text(card) for card in state.tavern],
        end=None if state.end is None else str(state.end),
        face_down=list(state.face_down),
        rolled=list(state.rolled),
        middle=[card_text(card) for card in state.middle],
        announced=None if state.announced is None else action_text(state.announced),
        pile={card_text(kind): count for kind, count in zip(rules.PILE_KINDS, state.pile, strict=True) if count},
        players=[_player(player) for player in state.players],
        points=list(rules.points(state)),
    )


def _player(player: rules.Player) -> PlayerShape:
    return PlayerShape(
        hand=[card_text(card) for card in player.hand],
        crews={nation.code: list(player.crews[nation]) for nation in rules.Nation if player.crews[nation]},
        wilds={nation.code: len(player.wilds[nation]) for nation in rules.Nation if player.wilds[nation]},
        dice=list(player.dice),
        supply=player.supply,
        trick_used=player.trick_used,
        in_force=None if player.in_force is None else str(player.in_force),
    )


def _result(table: Table) -> ResultShape | None:
    result = table.result
    if result is None:
        return None
    return ResultShape(_letter(result.winner), list(result.points), _letter(result.resigned))


def _seat(chair: Chair) -> SeatShape:
    return SeatShape(kind=chair.kind.value, name=chair.name, level=chair.level)


def _entry(entry: TableEntry) -> LogEntryShape:
    return LogEntryShape(
        number=entry.number,
        kind=str(entry.kind),
        seat=_letter(entry.seat),
        text=entry.text,
        at=entry.at,
        undone=entry.undone,
    )


def _letter(seat: Seat | None) -> Literal["A", "B"] | None:
    return None if seat is None else LETTERS[seat]
