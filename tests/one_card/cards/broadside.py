"""A made-up card that hits the other player: dice of theirs go back to their supply.

Broadside: the player names one or two of them. Boarding: the other player is asked which two they give up.
"""

from shanghaien.rules.actions import Act, Action, Answer, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import Log
from shanghaien.rules.hooks import Asks, Decision, Due, Reply, TrickAct, TrickCard
from shanghaien.rules.moves import choices_of_dice, go_on, leave_game, other, take_back
from shanghaien.rules.state import State
from shanghaien.rules.texts import N_

KEY = Trick("broadside")
BROADSIDE, BOARD = Act("broadside"), Act("board")
NUMBER = 3
"""The third number that is free; the tests add those that are taken."""
YIELDING = "yield"
MOST = 2


def broadsides(state: State, card: Trick) -> list[Play]:
    """Each one or two dice of the other player on cards."""
    return [Play(card, BROADSIDE, dice=dice) for dice in choices_of_dice(state.players[other(state.turn)], MOST)]


def fire(state: State, play: Play, log: Log) -> State:
    """The dice go back to the other player; one of the roll is still to be placed."""
    hit = take_back(state, play.dice, KEY, log, of=other(state.turn))
    return go_on(leave_game(hit, play.card))


def why_not_fire(state: State, play: Play) -> Illegal | None:
    """Refused for dice that do not lie there."""
    if play.dice and play.dice not in choices_of_dice(state.players[other(state.turn)], MOST):
        return Illegal("no-dice-there", "R15", N_("The other player has no such dice on cards."))
    return None


def boardings(state: State, card: Trick) -> list[Play]:
    """Possible once the other player has a die on a card."""
    return [Play(card, BOARD)] if state.players[other(state.turn)].dice_on_cards else []


def board(state: State, play: Play, log: Log) -> State:
    """The other player is asked."""
    return leave_game(state, play.card).evolve(phase=YIELDING)


def yields(state: State) -> list[Action]:
    """Each two of their dice on cards, or the only one."""
    player = state.players[other(state.turn)]
    many = min(MOST, player.dice_on_cards)
    return [Answer("yield", dice) for dice in choices_of_dice(player, MOST) if len(dice) == many]


def give_up(state: State, action: Action, log: Log) -> State:
    """The dice go back, and the turn goes on."""
    assert isinstance(action, Answer)
    return go_on(take_back(state, action.dice, KEY, log, of=other(state.turn)))


CARD = TrickCard(
    KEY,
    NUMBER,
    N_("Broadside"),
    N_("Send dice of the opponent back to their supply."),
    (
        TrickAct(
            BROADSIDE,
            N_("Broadside"),
            N_("Send one or two of the opponent's dice back; then place a die as usual."),
            broadsides,
            fire,
            why_not_fire,
            asks=(Asks.THEIR_DIE,),
            most_dice=MOST,
            choice=N_("Fire at the %(die)s"),
        ),
        TrickAct(
            BOARD,
            N_("Boarding"),
            N_("The opponent gives up two dice of their choice; then place a die as usual."),
            boardings,
            board,
        ),
    ),
    option="broadside",
    rules=(N_("<b>Broadside:</b> dice that are hit go back to whoever they belong to."),),
    steps={
        YIELDING: Decision(
            yields,
            give_up,
            seat=lambda state: other(state.turn),
            rule="R15",
            due=Due("yield-due", N_("Say first which dice you give up.")),
            name=N_("Which dice do you give up?"),
            help=lambda state: N_("They go back to your supply."),
            waiting=N_("Choosing which dice to give up."),
            replies=(
                Reply(
                    "yield",
                    N_("Give up"),
                    N_("Give the %(die)s up"),
                    asks=(Asks.OWN_DIE,),
                    most_dice=MOST,
                ),
            ),
        ),
    },
)
