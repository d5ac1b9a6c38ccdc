"""What a page tells its script about the dice: the next link of its chain, whether it is waited for, what was drawn last."""

from typing import Any

import msgspec

from shanghaien import rules
from shanghaien.fairness.second import Who
from shanghaien.rules import Call, Roll, Seat, action_text
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Table, Viewer

LIKELY = (Roll(), Call())
"""Choices after which chance usually follows at once; links for all others are asked for when it does."""


def dice_told(table: Table, viewer: Viewer) -> str | None:
    """What the script of a player's page needs to know, as JSON; None for watchers, and where the server draws alone."""
    ledger, seat = table.ledger, _own_seat(table, viewer)
    if ledger is None or seat is None or table.over:
        return None
    who = _who(table, seat)
    player = ledger.players.get(who)
    if player is None or not player.has_chain:
        return None
    mine = next(each for each in ledger.wanted_of(who) if each.who == who)
    waits = table.opens == seat
    told = {
        "who": who,
        "kind": player.kind,
        "chain": mine.chain,
        "number": mine.number,
        "group": len(ledger.groups),
        "head": ledger.head,
        "waits": waits,
        "choice": _last_choice(table) if waits else "",
        "stale": who in ledger.stale,
        "chances": _chances(table, viewer) if player.kind == "person" else [],
        "last": [len(table.groups) - 1, *table.groups[-1]] if table.groups else None,
    }
    return msgspec.json.encode(told).decode()


def groups_since(table: Table, since: int) -> dict[str, Any]:
    """The groups of draws from this number on, and where the server said that it was restored from a copy."""
    if table.ledger is None:
        return {"head": "", "groups": [], "restored": []}
    restored = [[each.group, each.end] for each in table.ledger.anew if each.who == "server"]
    return {"head": table.ledger.head, "groups": table.groups[since:], "restored": restored}


def _own_seat(table: Table, viewer: Viewer) -> Seat | None:
    """The seat whose chain the viewer's page holds; where both are theirs, the creator's."""
    return table.creator if table.creator in viewer.seats else min(viewer.seats, default=None)


def _who(table: Table, seat: Seat) -> Who:
    return "creator" if seat == table.creator else "guest"


def _last_choice(table: Table) -> str:
    return next((entry.text for entry in reversed(table.log) if entry.kind is EntryKind.ACT), "")


def _chances(table: Table, viewer: Viewer) -> list[str]:
    """The choices that are offered now and that a link has to come with."""
    if not viewer.may_choose(table):
        return []
    legal = [action for action in LIKELY if action in rules.legal_actions(table.state)]
    return [action_text(action) for action in legal if rules.is_chance(rules.apply(table.state, action)[0])]
