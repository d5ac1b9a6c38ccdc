"""The flow of a game: deal, turn, roll, placing (R5-R11, R15). It knows the hooks and names no trick card."""

from functools import cache

from .actions import Action, Call, End, Place, Play, Roll
from .cards import TAVERN_SIZE, Card, Seat, Trick, without
from .chance import WHO_STARTS, Dice, deal, rolls
from .events import Announced, CardDealt, DiceRolled, Log
from .hooks import Chance, Decision, Due
from .moves import distinct, end_turn, ends_to_name, name_end, put_dice, roll_two, use_trick
from .shanghai import end_round, start_round
from .state import Phase, State
from .texts import N_
from .tricks import AFTER_ROLL, BEFORE, BY_KEY, MAY_CALL, act_of
from .tricks import STEPS as TRICK_STEPS

ROLL, CALL = Roll(), Call()


def perform(state: State, action: Action, log: Log) -> State:
    """The state after a legal action, unless a card makes the other player be asked first."""
    for hold_back in BEFORE:
        held = hold_back(state, action)
        if held is not None:
            log.append(Announced(state.turn, action))
            return held
    return _take_effect(state, action, log)


def _take_effect(state: State, action: Action, log: Log) -> State:
    step = STEPS[state.phase]
    assert isinstance(step, Decision)
    after = step.apply(state, action, log)
    if after.announced is not None:  # it was held back, and nobody objected
        return _take_effect(after.evolve(announced=None), after.announced, log)
    return after


def who_starts(state: State, seat: Seat, log: Log) -> State:
    """Chance has named the starting player of round 1 (R7)."""
    return start_round(state.evolve(starter=seat), 1, log)


def next_card(state: State, card: Card, log: Log) -> State:
    """A card is dealt into the row; with six the starting player's turn begins (R6)."""
    log.append(CardDealt(len(state.tavern), card))
    tavern = (*state.tavern, card)
    phase = Phase.TURN if len(tavern) == TAVERN_SIZE else Phase.DEAL
    return state.evolve(tavern=tavern, pile=without(state.pile, card), phase=phase)


def turn_choices(state: State) -> list[Action]:
    """Roll or call Shanghai (R8); with fewer than 2 dice left the call is forced (R11)."""
    if must_call(state):
        return [CALL]
    return [ROLL, CALL] if may_call(state) else [ROLL]


def must_call(state: State) -> bool:
    """Fewer than two dice are left to roll (R11)."""
    return state.mover.supply < 2


def may_call(state: State) -> bool:
    """At least two own dice on cards (R11), and no card forbids it."""
    return state.mover.dice_on_cards >= 2 and not any(forbid(state) for forbid in MAY_CALL)


def roll_or_call(state: State, action: Action, log: Log) -> State:
    """The turn's choice takes effect."""
    return end_round(state, log) if isinstance(action, Call) else roll_two(state)


def dice_lie(state: State, dice: Dice, log: Log) -> State:
    """Two dice have been rolled (R9); what the last Shanghai showed is gone (R44)."""
    log.append(DiceRolled(state.turn, dice))
    lie = state.evolve(phase=Phase.PLACE, rolled=dice, last=None)
    for ask in AFTER_ROLL:
        asked = ask(lie)
        if asked is not None:
            return asked
    return lie


def placings(state: State) -> list[Action]:
    """Put one of the dice on its card (R9), or play a trick first (R15)."""
    return [*places(state.rolled, ends_to_name(state)), *trick_plays(state)]


@cache
def places(rolled: Dice, ends: tuple[End | None, ...]) -> tuple[Place, ...]:
    """One for each number of the roll, and each end that can be named with it."""
    return tuple(Place(die, end) for die in distinct(rolled) for end in ends)


def trick_plays(state: State) -> list[Action]:
    """Every way to play a trick now: one card per round, right after rolling (R15)."""
    if state.mover.trick_used:
        return []
    return [play for card in playable_cards(state) for act in BY_KEY[card].acts for play in act.plays(state, card)]


def playable_cards(state: State) -> list[Trick]:
    """The kinds of card in hand, without a card that was refused in this turn (R30)."""
    hand = list(state.mover.hand)
    if state.refused is not None:
        hand.remove(state.refused)
    return list(dict.fromkeys(hand))


def place_or_play(state: State, action: Action, log: Log) -> State:
    """A die is placed, which ends the turn (R9), or a trick takes effect."""
    if isinstance(action, Place):
        return end_turn(put_dice(name_end(state, action.end, log), (action.die,), log))
    assert isinstance(action, Play)
    return act_of(action.card, action.act).effect(use_trick(state, action, log), action, log)


STEPS: dict[str, Decision | Chance] = {
    Phase.WHO_STARTS: Chance(
        lambda state: WHO_STARTS,
        who_starts,
        rule="R7",
        drawn=N_("the seat that starts"),
        typed=N_("Who starts: A or B?"),
    ),
    Phase.DEAL: Chance(
        lambda state: deal(state.pile),
        next_card,
        rule="R6",
        drawn=N_("a card that is left in the pile"),
        typed=N_("The cards of the row, left to right, such as AME3 shift SPA1"),
    ),
    Phase.TURN: Decision(
        turn_choices,
        roll_or_call,
        rule="R8",
        due=Due("turn-choice-due", N_("Roll or call Shanghai first.")),
        waiting=N_("Choosing: roll or call Shanghai."),
    ),
    Phase.ROLL: Chance(
        lambda state: rolls(2), dice_lie, rule="R9", drawn=N_("two dice"), typed=N_("Two dice, such as 3-5")
    ),
    Phase.PLACE: Decision(
        placings,
        place_or_play,
        rule="R9",
        due=Due("placing-due", N_("Place a die or play a trick.")),
        waiting=N_("Choosing a die to place."),
    ),
    **TRICK_STEPS,
}
"""What each phase of a game is: who decides, and how; those of the trick cards included."""


def step_of(state: State) -> Decision | Chance | None:
    """The step that a state is in; None once the game is over."""
    return STEPS.get(state.phase)
