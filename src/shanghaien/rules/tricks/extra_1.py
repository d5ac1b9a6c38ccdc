"""Extra card 1: No Shanghai / Roll all again (R32-R34)."""

from shanghaien.rules.actions import Act, Action, Answer, Play, plain_play
from shanghaien.rules.cards import Trick
from shanghaien.rules.chance import Dice, Distribution, rolls
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import DiceRolled, DieReturned, Log
from shanghaien.rules.hooks import Asks, Chance, Decision, Due, Example, Length, Reply, TrickAct, TrickCard
from shanghaien.rules.moves import distinct, end_turn, ends_to_name, go_on, leave_game, name_end, put_dice
from shanghaien.rules.state import State
from shanghaien.rules.texts import N_

KEY = Trick("extra1")
NO_SHANGHAI, ROLL_ALL = Act("no-shanghai"), Act("roll-all")
ROLLING, KEEPING = "roll all", "keep"


def forbid_calls(state: State, play: Play, log: Log) -> State:
    """The card lies beside the tavern until the round ends; one die is placed as usual (R32, R33)."""
    return go_on(state.with_player(state.turn, state.mover._replace(in_force=play.card)))


def may_call(state: State) -> Illegal | None:
    """Neither player may call while the card lies there; who has to call is not asked (R32)."""
    if KEY in (state.players[0].in_force, state.players[1].in_force):
        return Illegal(
            "no-shanghai", "R32", N_("“No Shanghai” is in force: you may only call with fewer than 2 dice left.")
        )
    return None


def pick_up_all(state: State, play: Play, log: Log) -> State:
    """Take the two dice just rolled and all one's dice on cards, to roll them together (R34)."""
    lying = tuple(number for number in range(1, 7) for _ in range(state.mover.dice[number - 1]))
    picked = state.with_player(state.turn, state.mover._replace(dice=(0,) * 6))
    return leave_game(picked, play.card).evolve(phase=ROLLING, rolled=tuple(sorted(state.rolled + lying)))


def roll_of_all(state: State) -> Distribution:
    """All dice picked up are rolled at once; they never count as a double (R40)."""
    return rolls(len(state.rolled))


def rolled_all(state: State, dice: Dice, log: Log) -> State:
    """The dice lie; one of them will go back to the supply."""
    log.append(DiceRolled(state.turn, dice))
    return state.evolve(phase=KEEPING, rolled=dice)


def keeps(state: State) -> list[Action]:
    """Each number rolled can be the one that goes back; an end not yet named is named now (R10)."""
    return [Answer("keep", (die,), end) for die in distinct(state.rolled) for end in ends_to_name(state)]


def keep(state: State, action: Action, log: Log) -> State:
    """One die goes back to the supply, all others are placed, and the turn is over."""
    assert isinstance(action, Answer)
    assert action.die is not None
    log.append(DieReturned(state.turn, action.die, state.turn, KEY, rolled=True))
    return end_turn(put_dice(name_end(state, action.end, log), _others(state.rolled, action.die), log))


def why_not_keep(state: State, answer: Answer) -> Illegal | None:
    """Refused for a die that was not rolled."""
    if answer.die is not None and answer.die not in state.rolled:
        return Illegal("die-not-rolled", "R34", N_("You have not rolled a %(die)s."), die=answer.die)
    return None


def _others(dice: Dice, kept: int) -> Dice:
    number = dice.index(kept)
    return dice[:number] + dice[number + 1 :]


CARD = TrickCard(
    KEY,
    6,
    N_("Extra card 1"),
    N_("No Shanghai, or roll all your dice again."),
    (
        TrickAct(
            NO_SHANGHAI,
            N_("No Shanghai"),
            N_("Nobody may call Shanghai this round until forced to."),
            lambda state, card: [plain_play(card, NO_SHANGHAI)],
            forbid_calls,
            brief=N_("no calls in this round"),
            worth_a_round=True,
            picture="nobell",
        ),
        TrickAct(
            ROLL_ALL,
            N_("Roll all again"),
            N_("Roll these dice and all of yours on cards again; one goes back, the others are placed."),
            lambda state, card: [plain_play(card, ROLL_ALL)],
            pick_up_all,
            brief=N_("all your dice once more"),
            picture="all",
        ),
    ),
    option="extra_1",
    stays=True,
    length=Length(2, 2),
    rules=(
        N_(
            "<b>No Shanghai:</b> for the rest of the round nobody may call Shanghai until someone is forced to. "
            "Place a die as usual; the card stays beside the tavern with your captain on it until the round ends."
        ),
        N_(
            "<b>Roll all again:</b> take the two dice just rolled and all your dice on cards, and roll them "
            "together. One comes back to your supply, all the others are placed. That works even if none of your "
            "dice is on a card yet, and number 1 stays where it is."
        ),
        N_(
            "An example: your dice lie on cards 2 and 6, and you have rolled 3 and 3. All four together give this; you take "
            "back the 1 and place the others:"
        ),
        Example(dice=(1, 4, 4, 6), row="ITA3 AME1 TUR2 FRE4 shift DUT3", mine="446"),
    ),
    steps={
        ROLLING: Chance(
            roll_of_all,
            rolled_all,
            rule="R34",
            drawn=N_("as many dice as were picked up"),
            typed=N_("All the dice rolled, such as 2-4-5"),
            told=N_("all dice again"),
        ),
        KEEPING: Decision(
            keeps,
            keep,
            rule="R34",
            due=Due("keep-due", N_("Choose the die that goes back to your supply first.")),
            name=N_("Which die goes back?"),
            help=lambda state: N_("Press the die that goes back to you; all the others are placed."),
            waiting=N_("Choosing which die to take back."),
            replies=(
                Reply(
                    "keep",
                    N_("goes back"),
                    N_("Take the %(die)s back, place all the others"),
                    asks=(Asks.ROLLED_DIE, Asks.END),
                ),
            ),
            why_not=why_not_keep,
        ),
    },
    may_call=may_call,
)
