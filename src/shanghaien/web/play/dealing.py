"""What is promised about a game's dice and cards, and what they bring: by the protocol that the game was set up with."""

from dataclasses import replace

from shanghaien import rules
from shanghaien.fairness import Draws, Promise, Proof
from shanghaien.fairness.day import DayProof
from shanghaien.fairness.second import SecondProof
from shanghaien.rules import Seat
from shanghaien.web.clock import now
from shanghaien.web.ids import RequestId
from shanghaien.web.store.rows import GameRow, GameSummary

from .change import Change
from .day_dice import day_proof, deal_day
from .progress import GameProgress
from .second_dice import SecondDice
from .server_chains import ServerChains
from .table import Mode, SeatKind


def dice_of(game: GameRow, chains: ServerChains | None = None) -> SecondDice | None:
    """The server's side of the dice by the second protocol; None where they follow the first, or are real ones.

    Whoever has just made the game's chains hands them over, so that they need not be made again.
    """
    return None if game.contract is None else SecondDice(game, chains)


def promise_of(game: GameRow) -> Promise:
    """The public part of the game's dice by the first protocol."""
    first, second = (seat.contribution for seat in game.seats)
    locked = all(seat.kind != SeatKind.OPEN for seat in game.seats)
    return Promise(game.id, game.commitment, (first, second), locked)


def proof_of(game: GameRow, progress: GameProgress, dice: SecondDice | None) -> Proof | SecondProof | DayProof:
    """What makes the dice checkable; the seed of the first protocol is told only when the game is over."""
    if game.day:
        return day_proof(game, now())
    if dice is not None and progress.ledger is not None:
        return SecondProof.of(progress.ledger, dice.creator)
    if game.mode == Mode.REAL_DICE:
        return Proof.manual(game.id)
    return Proof.of(promise_of(game), game.seed if progress.result is not None else None)


def deal(
    game: GameRow, change: Change, dice: SecondDice | None, link: str = "", request_id: RequestId | None = None
) -> None:
    """Let chance decide what follows, as far as it can be drawn now: with real dice, or before a link is opened, it waits.

    The link is that of the player whose page opens one; where none is wanted, it is not looked at.
    """
    if game.day:
        deal_day(game, change)
    elif dice is None:
        change.deal(None if game.mode == Mode.REAL_DICE else _draws_of(game))
    elif rules.is_chance(change.state):
        _deal_second(change, dice, link, request_id)


def _deal_second(change: Change, dice: SecondDice, link: str, request_id: RequestId | None) -> None:
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


def _draws_of(game: GameRow) -> Draws:
    first, second = (seat.contribution for seat in game.seats)
    return Draws(game.seed, game.id, (first, second))
