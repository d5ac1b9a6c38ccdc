"""Playing a game: set it up, ask what is legal, apply an action, advance chance."""

from typing import NamedTuple, TypeVar

from .actions import Action
from .cards import Seat, full_pile
from .chance import Distribution, Outcome
from .errors import Malformed, NotYourTurn
from .events import Event, Log
from .flow import STEPS, perform
from .hooks import Chance, Decision, SetOut
from .options import First, Options
from .refusals import why_illegal
from .shanghai import start_round
from .state import Phase, Player, State
from .tricks import TRICK_CARDS

REVISION = 1
"""Changes whenever legality or scores change; a record names the revision it was played under."""

NOTHING: tuple[Action, ...] = ()
Listed = TypeVar("Listed")


class Applied(NamedTuple):
    """The state after an action or outcome, and what happened on the way."""

    state: State
    events: tuple[Event, ...]


def new_game(options: Options | None = None) -> State:
    """A game before anything has happened; chance comes first (R5-R7, R25-R27, R38)."""
    options = options or Options()
    in_game = [card for card in TRICK_CARDS if card.option and getattr(options, card.option)]
    hand = tuple(card.card for card in in_game if card.set_out is SetOut.EACH_HAND)
    middle = tuple(card.card for card in in_game if card.set_out is SetOut.MIDDLE)
    state = State(options, Phase.WHO_STARTS, full_pile(options.tricks), (Player(hand), Player(hand)), middle=middle)
    if options.first is First.RANDOM:
        return state
    return start_round(state.evolve(starter=0 if options.first is First.SEAT_A else 1), 1, [])


def is_chance(state: State) -> bool:
    """Whether chance decides what comes next."""
    return isinstance(STEPS.get(state.phase), Chance)


def to_move(state: State) -> Seat | None:
    """The seat that is asked to choose; None when chance decides or the game is over."""
    step = STEPS.get(state.phase)
    return step.seat(state) if isinstance(step, Decision) else None


def chance(state: State) -> Distribution:
    """What can happen at a chance node, with exact probabilities."""
    step = STEPS.get(state.phase)
    if not isinstance(step, Chance):
        raise Malformed("Nothing is left to chance here; a player has to choose or the game is over.")
    return step.outcomes(state)


def legal_actions(state: State) -> tuple[Action, ...]:
    """The one ordered list of what may be done; empty when chance decides or the game is over."""
    legal: tuple[Action, ...] | None = state.__dict__.get("legal")
    if legal is None:
        step = STEPS.get(state.phase)
        legal = tuple(step.legal(state)) if isinstance(step, Decision) else NOTHING
        state.__dict__["legal"] = legal  # a memo of a pure function, no part of the state's value
    return legal


def apply(state: State, action: Action, seat: Seat | None = None) -> Applied:
    """The next state and what happened; accepts exactly what `legal_actions` lists.

    Give `seat` to have it checked that this seat is the one that is asked.
    """
    if seat is not None and seat != to_move(state):
        raise NotYourTurn("It is not your turn to choose.")
    legal = legal_actions(state)
    listed = _listed(action, legal)
    if listed is None:
        raise why_illegal(state, action, legal)
    log: Log = []
    return Applied(perform(state, listed, log), tuple(log))


def advance(state: State, outcome: Outcome) -> Applied:
    """The next state after chance has decided; accepts exactly the outcomes of `chance`."""
    step = STEPS.get(state.phase)
    if not isinstance(step, Chance):
        raise Malformed("Nothing is left to chance here; a player has to choose or the game is over.")
    listed = _listed(outcome, step.outcomes(state).outcomes)
    if listed is None:
        raise Malformed(f"{outcome!r} can't happen here.")
    log: Log = []
    return Applied(step.apply(state, listed, log), tuple(log))


def _listed(wanted: Listed, listed: tuple[Listed, ...]) -> Listed | None:
    """The value of the list that is the one wanted or equal to it; None if there is none.

    An equal value of looser type ("left", True, a bare pair for a sailor) must not get into the state.
    """
    for value in listed:  # identity first: comparing is what costs, and most callers choose from the list
        if value is wanted:
            return value
    return next((value for value in listed if value == wanted), None)
