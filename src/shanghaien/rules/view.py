"""What a seat or a spectator may know, built by naming what may be seen (R5).

The pile is seen by its contents, never by its order; a state holds no order to begin with, since cards are drawn by
chance as they are dealt. Whatever secret a later part adds to a state stays hidden until it is named here.
"""

from dataclasses import dataclass

from .actions import Action, End
from .cards import PILE_KINDS, Card, Seat, Trick
from .chance import Dice
from .game import legal_actions, to_move
from .options import Options
from .scoring import Standing, ToCome, standing, to_come
from .state import Phase, Player, Shanghai, State, Taking
from .tavern import takings_now


@dataclass(frozen=True)
class View:
    """A game as one seat, or a spectator, sees it."""

    seat: Seat | None
    options: Options
    phase: Phase
    round: int
    starter: Seat
    turn: Seat
    to_move: Seat | None
    legal: tuple[Action, ...]
    """What this seat may do now; empty unless it is the one that is asked."""
    players: tuple[Player, Player]
    tavern: tuple[Card, ...]
    end: End | None
    face_down: tuple[int, ...]
    takings: tuple[Taking, ...]
    """Who would take each card if Shanghai were called now, and why (R12)."""
    rolled: Dice
    middle: tuple[Trick, ...]
    removed: tuple[Card, ...]
    announced: Action | None
    refused: Trick | None
    last: Shanghai | None
    pile: tuple[tuple[Card, int], ...]
    """The kinds of card still in the pile and how many of each."""
    standing: Standing
    """The score as it stands, per nation with its reason (R22)."""
    to_come: ToCome
    """What can still be won (R46)."""


def view(state: State, seat: Seat | None = None) -> View:
    """What the seat may see, or a spectator if no seat is given."""
    asked = to_move(state)
    return View(
        seat=seat,
        options=state.options,
        phase=state.phase,
        round=state.round,
        starter=state.starter,
        turn=state.turn,
        to_move=asked,
        legal=legal_actions(state) if seat is not None and seat == asked else (),
        players=state.players,
        tavern=state.tavern,
        end=state.end,
        face_down=state.face_down,
        takings=takings_now(state),
        rolled=state.rolled,
        middle=state.middle,
        removed=state.removed,
        announced=state.announced,
        refused=state.refused,
        last=state.last,
        pile=tuple((kind, count) for kind, count in zip(PILE_KINDS, state.pile, strict=True) if count),
        standing=standing(state.players),
        to_come=to_come(state),
    )
