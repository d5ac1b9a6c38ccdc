"""What is promised about a game's dice and cards, and what they bring."""

from dataclasses import replace
from typing import NamedTuple

from shanghaien import rules
from shanghaien.fairness import Proof, Who
from shanghaien.fairness.day import DayProof
from shanghaien.rules import Call, Roll, Seat, action_text
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import RequestId
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.dice.daily_dice import day_proof, deal_day
from shanghaien.web.tables.dice.protocol import GameDice, ServerChains
from shanghaien.web.tables.model import Table, Viewer
from shanghaien.web.tables.progress import GameProgress
from shanghaien.web.tables.store.rows import GameRow, GameSummary


def dice_of(game: GameRow, chains: ServerChains | None = None) -> GameDice | None:
    """The server's side of the dice; None for those of a day, and real ones.

    Whoever has just made the game's chains hands them over, so that they need not be made again.
    """
    return None if game.contract is None else GameDice(game, chains)


def proof_of(game: GameRow, progress: GameProgress, dice: GameDice | None) -> Proof | DayProof | None:
    """What makes the dice checkable; None for real ones, of which nothing is promised."""
    if game.day:
        return day_proof(game, now())
    return None if dice is None or progress.ledger is None else Proof.of(progress.ledger, dice.creator)


def deal(
    game: GameRow, change: Change, dice: GameDice | None, link: str = "", request_id: RequestId | None = None
) -> None:
    """Let chance decide what follows, as far as it can be drawn now: with real dice, or before a link is opened, it waits.

    The link is that of the player whose page opens one; where none is wanted, it is not looked at.
    """
    if game.day:
        deal_day(game, change)
    elif dice is not None and rules.is_chance(change.state):
        _deal_group(change, dice, link, request_id)


def _deal_group(change: Change, dice: GameDice, link: str, request_id: RequestId | None) -> None:
    assert change.ledger is not None
    actor = dice.actor(change.ledger, change.actor)
    seat_too = change.ledger.contract.seat == "drawn" and not change.ledger.groups
    drawn = dice.draw(change.ledger, actor, link)
    if drawn is None:
        change.summary = waiting_for_link(change.summary, dice.awaited(change.ledger, actor))
        return
    change.open(drawn.ledger, drawn.links, drawn.seat, request_id)
    change.deal_from(drawn.group, int(seat_too))


def waiting_for_link(summary: GameSummary, seat: Seat | None) -> GameSummary:
    """What lists know of a game that waits until a page opens a link for the dice: it waits for that player."""
    return replace(summary, waits_for=seat)


# What a player is told about their chain for the dice: which link comes next, and whether the dice wait for it.

LIKELY = (Roll(), Call())
"""Choices after which chance usually follows at once; links for all others are asked for when it does."""


class OwnChain(NamedTuple):
    """A player's chain as the game stands; whoever opens links of it checks `head` first."""

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
