"""What a player can do, in words."""

from shanghaien.rules import Act, Action, Allow, Call, Keep, Object, Place, Play, Roll, RollOne, State, TakeDouble
from shanghaien.rules.actions import End
from shanghaien.rules.state import position_of

from .card_names import ACT_NAMES, TRICK_NAMES, card_name, dice_words


def action_words(state: State, action: Action) -> str:
    """What an action does, for who has to choose it."""
    match action:
        case Place(die, end):
            return f"place the {die} on {target(state, die, end)}"
        case Play():
            return f"play {play_words(state, action)}"
        case Keep(die, end):
            return f"take a {die} back, place the others{_naming(end)}"
        case TakeDouble(end):
            return f"take the Double, which ends the turn{_naming(end)}"
        case Object() | Allow():
            return f"{'object to this' if isinstance(action, Object) else 'let this happen'}: {_announced(state)}"
        case _:
            return PLAIN[type(action)]


PLAIN = {
    Roll: "roll two dice",
    Call: "call Shanghai",
    RollOne: "roll one of the two dice again",
}


def target(state: State, die: int, end: End | None) -> str:
    """The card a die goes to, with the end that is named on the way."""
    where = end or state.end
    card = card_name(state.tavern[position_of(die, where)])
    return f"{card}{_naming(end)}"


def _naming(end: End | None) -> str:
    return "" if end is None else f", card 1 is on the {end}"


def _announced(state: State) -> str:
    assert state.announced is not None
    return action_words(state, state.announced)


def play_words(state: State, play: Play) -> str:
    """What a trick card does when it is played so."""
    name = ACT_NAMES[play.act]
    match play.act:
        case Act.TWO_SAILORS:
            assert play.nation is not None
            return f"two sailors: the {TRICK_NAMES[play.card]} card joins the {play.nation.name.title()} crew"
        case Act.DIE_SHIFT:
            assert play.die is not None
            assert play.step is not None
            return f"{name}: the {play.die} becomes a {play.die + play.step}"
        case Act.BOTH_DICE:
            return f"{name}: place {dice_words(state.rolled)}{_naming(play.end)}"
        case Act.SHARKS:
            assert play.die is not None
            return f"{name}: place the {play.die} and turn its card face down: {target(state, play.die, play.end)}"
        case Act.EXCHANGE:
            return f"{name}: take back the die on {play.die}, place {dice_words(state.rolled)}"
        case _:
            return f"{name}: {EFFECTS[play.act]}"


EFFECTS = {
    Act.ROLL_AGAIN: "roll both dice anew",
    Act.CRAZY_CAPTAIN: "object once in each turn of the other player",
    Act.NO_SHANGHAI: "nobody calls before he has to",
    Act.ROLL_ALL: "roll these and all dice on cards",
    Act.DOUBLE: "put it back and roll both dice anew",
}
