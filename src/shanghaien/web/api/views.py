"""Tables as programs see them, in the shapes that the description promises."""

from typing import Any

import msgspec

from shanghaien.rules import Seat
from shanghaien.rules.notation import seat_letter
from shanghaien.web.assembly import Services
from shanghaien.web.http.fields import Fields
from shanghaien.web.pages.new_game.form import TRICK_COUNTS, read_setup
from shanghaien.web.play.table import ListedGame, Setup, Table, Viewer

from .plain import log_json, table_json
from .shapes import GameShape, ListedGameShape, NewGame


def game_view(services: Services, table: Table, viewer: Viewer, since: int = 0) -> GameShape:
    """A table with what happened after version `since`."""
    open_seat = bool(viewer.seats) and not table.started
    more = {
        "result": _result(table),
        "invitation": services.seating.invitation(table.id) if open_seat else None,
        "log": log_json(table, since),
    }
    return msgspec.convert(table_json(table, viewer, {}) | more, GameShape)


def line_view(line: ListedGame) -> ListedGameShape:
    """A game in a list."""
    values = {
        "id": line.id,
        "mode": str(line.mode),
        "seats": [{"kind": str(chair.kind), "name": chair.name, "level": chair.level} for chair in line.chairs],
        "yours": [seat_letter(seat) for seat in sorted(line.seats)],
        "round": line.round,
        "waits_for": _letter(line.waits_for),
        "over": line.result is not None,
        "updated": line.updated,
    }
    return msgspec.convert(values, ListedGameShape)


def setup_from(wanted: NewGame) -> Setup:
    """What the program asks for, checked in the same way as the form that people fill in."""
    values: dict[str, Any] = msgspec.to_builtins(wanted)
    options = values.pop("options", {})
    tricks = options.pop("tricks", None)
    if tricks is not None:
        values |= dict(zip(TRICK_COUNTS, tricks, strict=True))
    return read_setup(Fields(values | options | {"preset": "custom"}))


def _result(table: Table) -> dict[str, Any] | None:
    if table.result is None:
        return None
    result = table.result
    return {
        "winner": _letter(result.winner),
        "points": list(result.points),
        "resigned": _letter(result.resigned),
    }


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat_letter(seat)
