"""What a page tells its script about the dice: the next link of its chain, whether it is waited for, what was drawn last."""

from typing import Any

import msgspec

from shanghaien.web.play.dice_told import own_chain
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Table, Viewer


def dice_told(table: Table, viewer: Viewer) -> str | None:
    """What the script of a player's page needs to know, as JSON; None for watchers, and where the server draws alone."""
    mine = own_chain(table, viewer)
    if mine is None:
        return None
    told = mine._asdict() | {
        "choice": _last_choice(table) if mine.waits else "",
        "last": [len(table.groups) - 1, *table.groups[-1]] if table.groups else None,
    }
    return msgspec.json.encode(told).decode()


def groups_since(table: Table, since: int) -> dict[str, Any]:
    """The groups of draws from this number on, and where the server said that it was restored from a copy."""
    if table.ledger is None:
        return {"head": "", "groups": [], "restored": []}
    restored = [[each.group, each.end] for each in table.ledger.anew if each.who == "server"]
    return {"head": table.ledger.head, "groups": table.groups[since:], "restored": restored}


def _last_choice(table: Table) -> str:
    return next((entry.text for entry in reversed(table.log) if entry.kind is EntryKind.ACT), "")
