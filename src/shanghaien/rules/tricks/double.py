"""Extra card 3, the Double: a rolled double lets a player take it instead of placing a die (R38-R41)."""

from shanghaien.rules.actions import Act, Action, Answer, Play, plain_play
from shanghaien.rules.cards import Trick
from shanghaien.rules.chance import Dice, Distribution, rolls
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import DiceRolled, Log, TrickTaken
from shanghaien.rules.hooks import Asks, Chance, Decision, Due, Length, Reply, SetOut, TrickAct, TrickCard
from shanghaien.rules.moves import drop, end_turn, ends_to_name, gain, name_end, other, roll_two
from shanghaien.rules.state import Phase, State
from shanghaien.rules.texts import N_

KEY = Trick("double")
OPTION = "extra_3"
ACT = Act("double")
DOUBLE, ROLLING_ONE = "double", "roll one"
ROLL_ONE = Answer("one")


def plays(state: State, card: Trick) -> list[Play]:
    """Always possible after a roll that is no double; with a double the question below comes first (R38)."""
    return [plain_play(card, ACT)]


def effect(state: State, play: Play, log: Log) -> State:
    """The card goes back to the middle, and both dice are rolled again (R39)."""
    return roll_two(state.evolve(middle=(*state.middle, play.card)))


def after_roll(state: State) -> State | None:
    """Two equal dice of a roll put the question of R38."""
    if OPTION not in state.options.expansions or state.rolled[0] != state.rolled[1]:
        return None
    return state.evolve(phase=DOUBLE)


def choices(state: State) -> list[Action]:
    """Roll one die again, or take the card unless one holds it; taking it may name the end (R38, R10)."""
    if KEY in state.mover.hand:
        return [ROLL_ONE]
    return [ROLL_ONE, *(Answer("take", end=end) for end in ends_to_name(state))]


def choose(state: State, action: Action, log: Log) -> State:
    """Roll one again, or end the turn with the card in hand and no die placed (R38)."""
    if action == ROLL_ONE:
        return state.evolve(phase=ROLLING_ONE)
    assert isinstance(action, Answer)
    named = name_end(state, action.end, log)
    from_other = KEY not in named.middle
    log.append(TrickTaken(state.turn, KEY, from_other))
    return end_turn(_handed_over(named, from_other))


def why_not_take(state: State, answer: Answer) -> Illegal | None:
    """Who holds the card can only roll again."""
    if answer.word == "take" and KEY in state.mover.hand:
        sentence = N_("You hold the Double already and can only roll one die again.")
        return Illegal("holds-double", "R38", sentence)
    return None


def what_to_do(state: State) -> str:
    """What the answers mean (R38)."""
    if KEY in state.mover.hand:
        return N_("You hold the Double already: roll one of the dice again.")
    return N_("Roll one of the dice again, or take the Double: that ends your turn and no die is placed.")


def roll_of_one(state: State) -> Distribution:
    """One of the two equal dice is rolled again."""
    return rolls(1)


def rolled_one(state: State, dice: Dice, log: Log) -> State:
    """The new die lies beside the other one; a new double asks again."""
    result = tuple(sorted((state.rolled[0], *dice)))
    log.append(DiceRolled(state.turn, result))
    lies = state.evolve(phase=Phase.PLACE, rolled=result)
    return after_roll(lies) or lies


def _handed_over(state: State, from_other: bool) -> State:
    taken = state.with_player(state.turn, gain(state.mover, KEY))
    if not from_other:
        return taken.evolve(middle=tuple(card for card in taken.middle if card != KEY))
    loser = other(state.turn)
    return taken.with_player(loser, drop(taken.players[loser], KEY))


QUESTION = Decision(
    choices,
    choose,
    rule="R38",
    due=Due("double-due", N_("You rolled a double: roll one die again or take the Double first.")),
    name=N_("You rolled a double"),
    help=what_to_do,
    waiting=N_("A double: roll one again or take the Double."),
    replies=(
        Reply("one", N_("Roll one die again"), N_("Roll one of the dice again"), picture="again", usual=True),
        Reply(
            "take",
            N_("Take the Double"),
            N_("It ends your turn and no die is placed; the card is a point, or a new roll when you need one."),
            asks=(Asks.END,),
            picture="double",
        ),
    ),
    why_not=why_not_take,
)

CARD = TrickCard(
    KEY,
    8,
    N_("The Double"),
    N_("Roll a double: roll one again, or take this card."),
    (
        TrickAct(
            ACT,
            N_("The Double"),
            N_("Put it back into the middle and roll both dice again."),
            plays,
            effect,
            brief=N_("both dice once more"),
            picture="double",
        ),
    ),
    option=OPTION,
    set_out=SetOut.MIDDLE,
    # Doubles can follow each other without end (R38), but a game would need 400 more than the about 20 that are usual.
    length=Length(400, 400),
    rules=(
        N_(
            "Roll a double? Roll one of the two dice again, or take this card instead: then no die is placed, and your turn "
            "is over."
        ),
        N_("There is only one; take it from the middle of the table or from the other captain."),
        (
            N_("Another double: you choose again."),
            N_("Whoever holds the Double can only roll again."),
            N_("You can play a trick only when your roll is no longer a double."),
            N_("A double that a trick makes by changing a die does not count."),
            N_("If you start a round and take the Double at once, you still choose where number 1 is."),
            N_("Nobody can object to taking it."),
        ),
        N_(
            "Played as a trick, it goes back to the middle and you roll both dice again. It never leaves the game, and "
            "whoever holds it at the end gets one point for it."
        ),
        N_(
            "Whenever two dice are rolled again, that can be a double too. More than two dice rolled together never "
            "count as a double."
        ),
    ),
    steps={
        DOUBLE: QUESTION,
        ROLLING_ONE: Chance(
            roll_of_one,
            rolled_one,
            rule="R38",
            drawn=N_("one die"),
            typed=N_("One die, such as 4"),
            told=N_("one die again"),
        ),
    },
    after_roll=after_roll,
)
