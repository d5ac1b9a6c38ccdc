"""A table as plain values for programs, built by naming what may be seen."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from shanghaien import rules
from shanghaien.rules import Seat
from shanghaien.rules.notation import action_text, card_text, seat_letter
from shanghaien.web.play.table import Chair, Table, TableEntry, Viewer


def table_json(table: Table, viewer: Viewer, links: Mapping[str, str]) -> dict[str, Any]:
    """Everything about a table that this viewer may know, with his legal actions in notation and his own links."""
    return {
        "id": table.id,
        "version": table.version,
        "mode": str(table.mode),
        "options": table.options.as_dict(),
        "seats": [_chair(chair) for chair in table.chairs],
        "yours": [seat_letter(seat) for seat in sorted(viewer.seats)],
        "waits_for": _letter(table.waits_for),
        "legal": legal_json(table, viewer),
        "undo": table.undo is not None and table.undo in viewer.seats,
        "state": state_json(table.state),
        "result": None if table.result is None else asdict(table.result),
        "dice": table.proof.tags(),
        "rematch": table.rematch,
        "links": dict(links),
    }


def legal_json(table: Table, viewer: Viewer) -> list[str]:
    """The viewer's legal actions in notation; empty unless the table waits for him."""
    if not viewer.may_choose(table):
        return []
    return [action_text(action) for action in rules.legal_actions(table.state)]


def log_json(table: Table, since: int) -> list[dict[str, Any]]:
    """What happened after version `since`, in notation."""
    return [_happening(entry) for entry in table.log if entry.number > since]


def state_json(state: rules.State) -> dict[str, Any]:
    """The position in plain values; nothing of it is hidden (R5)."""
    return {
        "phase": str(state.phase),
        "round": state.round,
        "starter": seat_letter(state.starter),
        "turn": seat_letter(state.turn),
        "tavern": [card_text(card) for card in state.tavern],
        "end": None if state.end is None else str(state.end),
        "face_down": list(state.face_down),
        "rolled": list(state.rolled),
        "middle": [card_text(card) for card in state.middle],
        "announced": None if state.announced is None else action_text(state.announced),
        "pile": {card_text(kind): count for kind, count in zip(rules.PILE_KINDS, state.pile, strict=True) if count},
        "players": [_player(player) for player in state.players],
        "points": list(rules.points(state)),
    }


def _player(player: rules.Player) -> dict[str, Any]:
    return {
        "hand": [card_text(card) for card in player.hand],
        "crews": {nation.code: list(player.crews[nation]) for nation in rules.Nation if player.crews[nation]},
        "wilds": {nation.code: len(player.wilds[nation]) for nation in rules.Nation if player.wilds[nation]},
        "dice": list(player.dice),
        "supply": player.supply,
        "trick_used": player.trick_used,
        "in_force": None if player.in_force is None else str(player.in_force),
    }


def _chair(chair: Chair) -> dict[str, str]:
    return {"kind": str(chair.kind), "name": chair.name, "level": chair.level}


def _happening(entry: TableEntry) -> dict[str, Any]:
    told = {"number": entry.number, "kind": str(entry.kind), "seat": _letter(entry.seat)}
    return told | {"text": entry.text, "at": entry.at, "undone": entry.undone}


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat_letter(seat)
