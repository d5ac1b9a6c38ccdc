"""What is promised about a game's dice and cards, and the draws that follow from it."""

from shanghaien.fairness import Draws, Promise, Proof
from shanghaien.web.store.rows import GameRow

from .table import Mode, SeatKind


def promise_of(game: GameRow) -> Promise:
    """The public part of the game's dice."""
    first, second = (seat.contribution for seat in game.seats)
    locked = all(seat.kind != SeatKind.OPEN for seat in game.seats)
    return Promise(game.id, game.commitment, (first, second), locked)


def proof_of(game: GameRow, *, over: bool) -> Proof:
    """What makes the dice checkable; the seed is told only when the game is over."""
    if game.mode == Mode.REAL_DICE:
        return Proof.manual(game.id)
    return Proof.of(promise_of(game), game.seed if over else None)


def draws_of(game: GameRow) -> Draws | None:
    """The game's draws; known only once both seats are taken, since both add to them. None with real dice."""
    if game.mode == Mode.REAL_DICE:
        return None
    first, second = (seat.contribution for seat in game.seats)
    return Draws(game.seed, game.id, (first, second))
