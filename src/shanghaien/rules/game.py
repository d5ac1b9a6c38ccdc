"""Playing a game: set it up, ask what is legal, apply an action, advance chance."""

from typing import NamedTuple, Protocol, TypeVar

from .actions import Action
from .cards import Seat, full_pile
from .chance import Distribution, Outcome
from .errors import Illegal, Malformed, NotYourTurn
from .events import Event, Log
from .flow import STEPS, perform
from .hooks import Chance, Decision, SetOut
from .options import First, Options
from .refusals import why_illegal
from .shanghai import start_round
from .state import Phase, Player, State
from .texts import N_
from .tricks import set_out

REVISION = 1
"""Changes whenever legality or scores change; a record names the revision it was played under."""

NOTHING: tuple[Action, ...] = ()
NO_CHANCE = N_("Nothing is left to chance here; a player has to choose or the game is over.")
Listed = TypeVar("Listed")


class Applied(NamedTuple):
    """The state after an action or outcome, and what happened on the way."""

    state: State
    events: tuple[Event, ...]


def new_game(options: Options | None = None) -> State:
    """A game before anything has happened; chance comes first (R5-R7, R25-R27, R38)."""
    options = options or Options()
    hand, middle = set_out(options, SetOut.EACH_HAND), set_out(options, SetOut.MIDDLE)
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
        raise Malformed(NO_CHANCE)
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
        raise NotYourTurn(N_("It is not your turn to choose."))
    listed = _listed(action, legal_actions(state))
    if listed is None:
        raise why_illegal(state, action, legal_actions(state))
    log: Log = []
    return Applied(perform(state, listed, log), tuple(log))


def advance(state: State, outcome: Outcome) -> Applied:
    """The next state after chance has decided; accepts exactly the outcomes of `chance`."""
    step = STEPS.get(state.phase)
    if not isinstance(step, Chance):
        raise Malformed(NO_CHANCE)
    listed = _listed(outcome, step.outcomes(state).outcomes)
    if listed is None:
        raise Malformed(N_("%(outcome)s can’t happen here."), outcome=repr(outcome))
    log: Log = []
    return Applied(step.apply(state, listed, log), tuple(log))


def why_not(state: State, action: Action) -> Illegal | None:
    """Why an action may not be done now; None if it may."""
    legal = legal_actions(state)
    return None if _listed(action, legal) is not None else why_illegal(state, action, legal)


class Source(Protocol):
    """Where chance comes from: `random.Random` and everything like it."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1, each as likely."""


def draw(state: State, source: Source) -> Outcome:
    """What chance decides in this state, each outcome with its exact probability."""
    node = chance(state)
    outcome: Outcome = node.pick(source.randrange(node.total))
    return outcome


def _listed(wanted: Listed, listed: tuple[Listed, ...]) -> Listed | None:
    """The value of the list that is the one wanted or equal to it; None if there is none.

    An equal value of looser type ("left", True, a bare pair for a sailor) must not get into the state.
    """
    for value in listed:  # identity first: comparing is what costs, and most callers choose from the list
        if value is wanted:
            return value
    return next((value for value in listed if value == wanted), None)
