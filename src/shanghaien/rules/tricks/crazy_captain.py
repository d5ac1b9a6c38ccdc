"""The Crazy Captain: until the round ends his owner may object to one act in each of the other's turns (R27-R31)."""

from shanghaien.rules.actions import Act, Action, Allow, Call, Object, Place, Play
from shanghaien.rules.cards import ROUNDS, Seat, Trick
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import Log, Objected
from shanghaien.rules.hooks import Decision, SetOut, TrickAct, TrickCard
from shanghaien.rules.moves import go_on, other, roll_two
from shanghaien.rules.state import Phase, State

PLAY = Play(Trick.CRAZY_CAPTAIN, Act.CRAZY_CAPTAIN)


def plays(state: State, card: Trick) -> list[Play]:
    """Not in the last round, nor against a Captain in force (R27)."""
    return [] if why_not(state, PLAY) else [PLAY]


def effect(state: State, play: Play, log: Log) -> State:
    """The card works until the round ends; its owner places one die as usual (R28)."""
    return go_on(state.with_player(state.turn, state.mover._replace(in_force=play.card)))


def why_not(state: State, play: Play) -> Illegal | None:
    """Refused in round 8 and where the other player has played his (R27)."""
    if state.round == ROUNDS:
        return Illegal("captain-last-round", "R27", "The Crazy Captain can't be played in the last round.")
    if _stands_against(state):
        return Illegal("captain-answered", "R27", "The other player has played his Crazy Captain in this round.")
    return None


def ask_first(state: State, action: Action) -> State | None:
    """Hold back what the owner may object to: a placing, a trick, a call that is not forced (R28-R31)."""
    if not _stands_against(state) or state.objected or not _open_to_objection(state, action):
        return None
    return state.evolve(phase=Phase.OBJECTION, announced=action)


def answers(state: State) -> list[Action]:
    """The owner objects or lets it pass."""
    return [Object(), Allow()]


def answer(state: State, action: Action, log: Log) -> State:
    """Let it pass: it takes effect. Object: it does not, and the turn goes on as R29 to R31 say."""
    announced = state.announced
    if isinstance(action, Allow):
        return state.evolve(phase=Phase.TURN if isinstance(announced, Call) else Phase.PLACE)
    log.append(Objected(other(state.turn), announced))
    refused = state.evolve(announced=None, objected=True)
    if isinstance(announced, Place):
        return roll_two(refused)
    if isinstance(announced, Play):
        return go_on(refused).evolve(refused=announced.card)
    return refused.evolve(phase=Phase.TURN, must_roll=True)


def may_call(state: State) -> Illegal | None:
    """Not after a call that was objected to in this turn (R31)."""
    if state.must_roll:
        return Illegal("call-refused", "R31", "Your call was objected to: you must roll in this turn.")
    return None


def _stands_against(state: State) -> bool:
    return state.players[other(state.turn)].in_force is Trick.CRAZY_CAPTAIN


def _open_to_objection(state: State, action: Action) -> bool:
    return isinstance(action, Place | Play) or (isinstance(action, Call) and state.mover.supply >= 2)


def _owner(state: State) -> Seat:
    return other(state.turn)


CARD = TrickCard(
    Trick.CRAZY_CAPTAIN,
    (TrickAct(Act.CRAZY_CAPTAIN, plays, effect, why_not),),
    SetOut.EACH_HAND,
    option="crazy_captain",
    steps={Phase.OBJECTION: Decision(answers, answer, _owner)},
    before=ask_first,
    may_call=may_call,
)
