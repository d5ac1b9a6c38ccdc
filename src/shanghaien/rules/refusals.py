"""Why an action is refused: a stable code, the rule, and a sentence for the player."""

from dataclasses import replace

from .actions import Action, Call, Keep, Place, Play, Roll, TakeDouble
from .errors import Illegal
from .state import Phase, State
from .tricks import BY_TRICK, MAY_CALL

EXPECTED = {
    Phase.TURN: ("turn-choice-due", "R8", "Roll or call Shanghai first."),
    Phase.PLACE: ("placing-due", "R9", "Place a die or play a trick."),
    Phase.OBJECTION: ("answer-due", "R28", "Object or let it pass first."),
    Phase.DOUBLE: ("double-due", "R38", "You rolled a double: roll one die again or take the Double first."),
    Phase.KEEP: ("keep-due", "R34", "Choose the die that goes back to your supply first."),
    Phase.OVER: ("game-over", "R23", "The game is over."),
}

DIE_DUE = {Place: Phase.PLACE, Keep: Phase.KEEP}


def why_illegal(state: State, action: Action, legal: tuple[Action, ...]) -> Illegal:
    """The reason why an action that is not in the legal list is refused."""
    if state.phase is Phase.TURN and isinstance(action, Call | Roll):
        return _turn(state, action)
    if isinstance(action, Place | Keep | Play | TakeDouble) and any(_but_for_the_end(action, way) for way in legal):
        return _end(state, action)
    if state.phase is Phase.PLACE and isinstance(action, Play):
        return _play(state, action) or _details()
    if isinstance(action, Place | Keep) and state.phase is DIE_DUE[type(action)]:
        return _die(state, action)
    if state.phase is Phase.DOUBLE and isinstance(action, TakeDouble):
        return Illegal("holds-double", "R38", "You hold the Double already and can only roll one die again.")
    return Illegal(*EXPECTED.get(state.phase, ("chance-due", "R9", "Chance decides first.")))


def _turn(state: State, action: Call | Roll) -> Illegal:
    if isinstance(action, Roll):
        return Illegal("must-call", "R11", "You have fewer than 2 dice left and must call Shanghai.")
    if state.mover.dice_on_cards < 2:
        return Illegal("too-few-dice", "R11", "You need at least 2 dice on cards to call Shanghai.")
    return next(filter(None, (forbid(state) for forbid in MAY_CALL)))


def _play(state: State, action: Play) -> Illegal | None:
    player = state.mover
    if action.card not in player.hand:
        return Illegal("no-such-card", "R15", "You do not hold that trick card.")
    if player.trick_used:
        return Illegal("trick-used", "R15", "You have used your trick of this round.")
    if action.card == state.refused and player.hand.count(action.card) == 1:
        return Illegal("card-refused", "R30", "That card was objected to in this turn.")
    act = next((act for act in BY_TRICK[action.card].acts if act.act == action.act), None)
    if act is None:
        return Illegal("no-such-act", "R4", "That trick card does not show this action.")
    return act.why_not(state, action)


def _die(state: State, action: Place | Keep) -> Illegal:
    if action.die not in state.rolled:
        rule = "R9" if isinstance(action, Place) else "R34"
        return Illegal("die-not-rolled", rule, f"You have not rolled a {action.die}.")
    return _details()


def _but_for_the_end(action: Place | Keep | Play | TakeDouble, way: Action) -> bool:
    return isinstance(way, type(action)) and replace(way, end=None) == replace(action, end=None)


def _end(state: State, action: Place | Keep | Play | TakeDouble) -> Illegal:
    if state.end is None and action.end is None:
        return Illegal("end-not-named", "R10", "Say with your first die at which end card 1 lies.")
    if state.end is not None:
        return Illegal("end-named", "R10", "The end where card 1 lies has been named for this round.")
    return _details()


def _details() -> Illegal:
    return Illegal("details", "R15", "The details given do not belong to this action.")
