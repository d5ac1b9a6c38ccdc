"""Extra card 2: To the sharks / Exchange (R35-R37)."""

from shanghaien.rules.actions import Act, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import CardTurned, Log
from shanghaien.rules.hooks import Asks, Example, Length, TrickAct, TrickCard
from shanghaien.rules.moves import (
    distinct,
    end_turn,
    ends_to_name,
    leave_game,
    name_end,
    numbers_with_dice,
    put_dice,
    take_back,
)
from shanghaien.rules.state import State
from shanghaien.rules.texts import N_

SHARKS, EXCHANGE = Act("sharks"), Act("exchange")


def shark_plays(state: State, card: Trick) -> list[Play]:
    """One for each rolled die whose card is face up."""
    dice = [die for die in distinct(state.rolled) if die not in state.face_down]
    return [Play(card, SHARKS, dice=(die,), end=end) for die in dice for end in ends_to_name(state)]


def to_the_sharks(state: State, play: Play, log: Log) -> State:
    """Place the die and turn its card face down; the turn is over (R35)."""
    assert play.die is not None
    placed = put_dice(name_end(state, play.end, log), (play.die,), log)
    log.append(CardTurned(state.turn, play.die))
    turned = placed.evolve(face_down=tuple(sorted((*placed.face_down, play.die))))
    return end_turn(leave_game(turned, play.card))


def why_not_sharks(state: State, play: Play) -> Illegal | None:
    """Refused for a die that was not rolled or whose card lies face down."""
    if play.die is not None and play.die not in state.rolled:
        return Illegal("die-not-rolled", "R35", N_("You have not rolled a %(die)s."), die=play.die)
    if play.die in state.face_down:
        return Illegal("face-down", "R35", N_("Card %(die)s is already face down."), die=play.die)
    return None


def stays_out(state: State, number: int) -> bool:
    """A face-down card is removed whatever lies on it (R35)."""
    return number in state.face_down


def exchange_plays(state: State, card: Trick) -> list[Play]:
    """One for each number on which the player has a die; all of them lie there since an earlier turn (R36, R37)."""
    return [Play(card, EXCHANGE, dice=(die,)) for die in numbers_with_dice(state.mover)]


def exchange(state: State, play: Play, log: Log) -> State:
    """One die goes back to the supply, both dice just rolled are placed; the turn is over (R36)."""
    placed = put_dice(take_back(state, play.dice, play.card, log), state.rolled, log)
    return end_turn(leave_game(placed, play.card))


def why_not_exchange(state: State, play: Play) -> Illegal | None:
    """Refused without such a die (R37)."""
    if play.die is not None and play.die not in numbers_with_dice(state.mover):
        return Illegal("no-die-there", "R37", N_("You have no die on card %(die)s to take back."), die=play.die)
    return None


CARD = TrickCard(
    Trick("extra2"),
    7,
    N_("Extra card 2"),
    N_("Turn a card face down, or exchange a die."),
    (
        TrickAct(
            SHARKS,
            N_("To the sharks"),
            N_("Place a die and turn its card face down: nobody will get it."),
            shark_plays,
            to_the_sharks,
            why_not_sharks,
            asks=(Asks.ROLLED_DIE, Asks.END),
            question=N_("Which card goes to the sharks?"),
            choice=N_("Put the %(die)s on card %(die)s and turn it face down"),
            brief=N_("nobody gets the card"),
            picture="shark",
        ),
        TrickAct(
            EXCHANGE,
            N_("Exchange"),
            N_("Take one of your dice back, then place both dice of this roll."),
            exchange_plays,
            exchange,
            why_not_exchange,
            asks=(Asks.OWN_DIE,),
            question=N_("Which die do you take back?"),
            choice=N_("Take the die on card %(die)s back"),
            brief=N_("one die back, place both"),
            picture="swap",
        ),
    ),
    option="extra_2",
    length=Length(2, 2),
    rules=(
        N_(
            "<b>To the sharks:</b> place one of the two dice and turn its card face down. Nobody gets that card, "
            "whatever dice are on it, but they still count for its neighbours. Only a card that is face up can be "
            "chosen; dice may still be placed on it later."
        ),
        Example(row="ITA3 AME1 TUR2 FRE4 shift DUT3", mine="24", theirs="44", down="4"),
        N_(
            "<b>Exchange:</b> take back one of your dice from an earlier turn, then place both dice of this roll. "
            "Without such a die it cannot be played."
        ),
    ),
    stays_out=stays_out,
)
