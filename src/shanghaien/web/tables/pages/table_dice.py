"""What a page tells its script about the dice: the next link of its chain, whether it is waited for, what was drawn last."""

from dataclasses import dataclass
from typing import Any

import msgspec

from shanghaien.web.site.forms import Fields
from shanghaien.web.tables.dice.draws import chain_state
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Table, Viewer
from shanghaien.web.tables.records import is_step
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import OwnDice


def dice_state(table: Table, viewer: Viewer) -> str | None:
    """What the script of a player's page needs to know, as JSON; None for watchers, and where the server draws alone."""
    mine = chain_state(table, viewer)
    if mine is None:
        return None
    choices = (entry.text for entry in reversed(table.log) if entry.kind is EntryKind.ACT)
    told = mine._asdict() | {
        "choice": next(choices, "") if mine.waits else "",
        "last": [len(table.groups) - 1, *table.groups[-1]] if table.groups else None,
        "steps": _last_steps(table, 2),
    }
    return msgspec.json.encode(told).decode()


def groups_since(table: Table, since: int) -> dict[str, Any]:
    """The groups of draws from this number on with their steps, and where the server was restored from a backup."""
    if table.ledger is None:
        return {"head": "", "groups": [], "restored": [], "steps": []}
    restored = [[each.group, each.end] for each in table.ledger.recommitments if each.who == "server"]
    return {"head": table.ledger.head, "groups": table.groups[since:], "restored": restored} | {
        "steps": _last_steps(table, len(table.groups) - since)
    }


def _last_steps(table: Table, groups: int) -> list[str]:
    """What each of the last groups brought: its outcomes and the choices after them that count, with commas between.

    From these a page works out which steps it has opened its links after.
    """
    found, steps = list[str](), list[str]()
    for entry in reversed(table.log):
        if len(found) >= groups:
            break
        if entry.kind is EntryKind.OPEN:
            found.append(",".join(reversed(steps)))
            steps = []
        elif is_step(entry):
            steps.append(entry.text)
    return found[::-1]


# What is fixed about the dice before the invited player sits down, for them and their page to see.


@dataclass(frozen=True, slots=True)
class GuestPromise:
    """Everything that the invited player agrees to by sitting down."""

    game: str
    server: str
    creator_held: str
    guest_held: str
    contract: str
    head: str
    """The transcript so far."""
    groups: int
    """How many groups have been drawn: one if the seats were."""
    kind: str
    """Whether the creator holds their chain or entrusts it."""
    end: str
    receipt: str
    key: str


async def promise_to_guest(tables: Tables, table: Table) -> GuestPromise:
    ledger = table.ledger
    assert ledger is not None
    kept, creator = ledger.contract.reservation, ledger.contract.creator
    return GuestPromise(
        game=table.id,
        server=kept.server,
        creator_held=kept.creator_held,
        guest_held=kept.guest_held,
        contract=ledger.contract.hash,
        head=ledger.head,
        groups=len(ledger.groups),
        kind=creator.kind,
        end=creator.end,
        receipt=table.receipt,
        key=await tables.reservations.receipts.key_of(table.receipt),
    )


# What a form brings to the dice of a game: the end of a chain and its first link, and a typed word.


def read_own_dice(fields: Fields) -> OwnDice:
    """The fields `end`, `link` and `contribution`, all optional."""
    end, link = fields.text("end", ""), fields.text("link", "")
    return OwnDice(end, link, fields.text("contribution", "").strip())
