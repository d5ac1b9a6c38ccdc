"""Why an action is refused: a stable code, the rule, and a sentence for the player."""

from dataclasses import replace

from .actions import Action, Answer, Call, Place, Play, Roll
from .errors import Illegal
from .flow import step_of
from .hooks import Decision
from .state import Phase, State
from .texts import N_
from .tricks import BY_KEY, MAY_CALL


def why_illegal(state: State, action: Action, legal: tuple[Action, ...]) -> Illegal:
    """The reason why an action that is not in the legal list is refused."""
    if state.phase == Phase.TURN and isinstance(action, Call | Roll):
        return _turn(state, action)
    if isinstance(action, Answer | Play) and not _are_dice(action.dice):
        return _details()
    if isinstance(action, Place | Answer | Play) and any(_but_for_the_end(action, way) for way in legal):
        return _end(state, action)
    if state.phase == Phase.PLACE and isinstance(action, Play):
        return _play(state, action) or _details()
    if state.phase == Phase.PLACE and isinstance(action, Place):
        return _die(state, action)
    return _not_due(state, action)


def _are_dice(dice: object) -> bool:
    """Whether it is what the cards' own files take it for; a caller may have put anything there."""
    return isinstance(dice, tuple)


def _not_due(state: State, action: Action) -> Illegal:
    step = step_of(state)
    if not isinstance(step, Decision):
        return _nobody_asked(state)
    if isinstance(action, Answer) and action.word in {reply.word for reply in step.replies}:
        return step.why_not(state, action) or _details()
    return Illegal(step.due.code, step.rule, step.due.sentence)


def _nobody_asked(state: State) -> Illegal:
    if state.over:
        return Illegal("game-over", "R23", N_("The game is over."))
    return Illegal("chance-due", "R9", N_("Chance decides first."))


def _turn(state: State, action: Call | Roll) -> Illegal:
    if isinstance(action, Roll):
        return Illegal("must-call", "R11", N_("You have fewer than 2 dice left and must call Shanghai."))
    if state.mover.dice_on_cards < 2:
        return Illegal("too-few-dice", "R11", N_("You need at least 2 dice on cards to call Shanghai."))
    return next(filter(None, (forbid(state) for forbid in MAY_CALL)))


def _play(state: State, action: Play) -> Illegal | None:
    player = state.mover
    if action.card not in player.hand:
        return Illegal("no-such-card", "R15", N_("You do not hold that trick card."))
    if player.trick_used:
        return Illegal("trick-used", "R15", N_("You have used your trick of this round."))
    if action.card == state.refused and player.hand.count(action.card) == 1:
        return Illegal("card-refused", "R30", N_("That card was objected to in this turn."))
    act = next((act for act in BY_KEY[action.card].acts if act.key == action.act), None)
    if act is None:
        return Illegal("no-such-act", "R4", N_("That trick card does not show this action."))
    return act.why_not(state, action)


def _die(state: State, action: Place) -> Illegal:
    if action.die not in state.rolled:
        return Illegal("die-not-rolled", "R9", N_("You have not rolled a %(die)s."), die=action.die)
    return _details()


def _but_for_the_end(action: Place | Answer | Play, way: Action) -> bool:
    return isinstance(way, type(action)) and replace(way, end=None) == replace(action, end=None)


def _end(state: State, action: Place | Answer | Play) -> Illegal:
    if state.end is None and action.end is None:
        return Illegal("end-not-named", "R10", N_("Choose with your first die at which end card 1 is."))
    if state.end is not None:
        return Illegal("end-named", "R10", N_("For this round it has already been chosen at which end card 1 is."))
    return _details()


def _details() -> Illegal:
    return Illegal("details", "R15", N_("The details given do not belong to this action."))
