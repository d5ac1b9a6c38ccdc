"""What a player is sent about their chain for the dice: which link comes next, and whether the dice wait for it."""

from typing import NamedTuple

from shanghaien import rules
from shanghaien.fairness import Who
from shanghaien.rules import Call, Roll, Seat, action_text
from shanghaien.web.tables.model import Table, Viewer

LIKELY = (Roll(), Call())
"""Choices after which chance usually follows at once; links for all others are asked for when it does."""


class OwnChain(NamedTuple):
    """A player's chain as the game stands; its owner checks `head` before opening links."""

    who: Who
    kind: str
    """`person` if they hold it themselves, `entrusted` if the server does."""
    chain: str
    number: int
    """The number of its next link."""
    group: int
    """How many groups have been drawn so far."""
    head: str
    """The transcript now."""
    waits: bool
    """Whether the dice wait for the next link."""
    stale: bool
    """Whether a fresh chain is needed first, since the server was restored from a copy."""
    chances: tuple[str, ...] = ()
    """The choices that are offered now and with which the next link should come, since chance follows at once."""


def chain_state(table: Table, viewer: Viewer) -> OwnChain | None:
    """The viewer's chain; None for watchers, after the game, and where no chain is theirs."""
    ledger, seat = table.ledger, _own_seat(table, viewer)
    if ledger is None or seat is None or table.over:
        return None
    who: Who = "creator" if seat == table.creator else "guest"
    chain = ledger.chains.get(who)
    if chain is None:
        return None
    kind, last = ledger.players[who].kind, ledger.tips.get(chain)
    return OwnChain(
        who,
        kind,
        chain,
        1 if last is None else last.number + 1,
        len(ledger.groups),
        ledger.head,
        table.opens == seat,
        who in ledger.stale,
        _chances(table, viewer) if kind == "person" else (),
    )


def _own_seat(table: Table, viewer: Viewer) -> Seat | None:
    """The seat whose chain is the viewer's; where both are theirs, the creator's."""
    return table.creator if table.creator in viewer.seats else min(viewer.seats, default=None)


def _chances(table: Table, viewer: Viewer) -> tuple[str, ...]:
    if not viewer.may_choose(table):
        return ()
    legal = [action for action in LIKELY if action in rules.legal_actions(table.state)]
    return tuple(action_text(action) for action in legal if rules.is_chance(rules.apply(table.state, action)[0]))
