"""The Crazy Captain: until the round ends its owner may object to one act in each of the other's turns (R27-R31)."""

from shanghaien.rules.actions import Act, Action, Answer, Call, Place, Play, plain_play
from shanghaien.rules.cards import ROUNDS, Seat, Trick
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import Log, Objected
from shanghaien.rules.hooks import Decision, Due, Length, Reply, TrickAct, TrickCard
from shanghaien.rules.moves import go_on, other, roll_two
from shanghaien.rules.state import Phase, State
from shanghaien.rules.texts import N_

KEY = Trick("captain")
ACT = Act("captain")
OBJECTION = "objection"
OBJECT, ALLOW = Answer("object"), Answer("allow")


def plays(state: State, card: Trick) -> list[Play]:
    """Not in the last round, nor against a Captain in force (R27)."""
    play = plain_play(card, ACT)
    return [] if why_not(state, play) else [play]


def effect(state: State, play: Play, log: Log) -> State:
    """The card works until the round ends; its owner places one die as usual (R28)."""
    return go_on(state.with_player(state.turn, state.mover._replace(in_force=play.card)))


def why_not(state: State, play: Play) -> Illegal | None:
    """Refused in round 8 and where the other player has played theirs (R27)."""
    if state.round == ROUNDS:
        return Illegal("captain-last-round", "R27", N_("The Crazy Captain can’t be played in the last round."))
    if _stands_against(state):
        sentence = N_("Your opponent has already played a Crazy Captain in this round.")
        return Illegal("captain-answered", "R27", sentence)
    return None


def ask_first(state: State, action: Action) -> State | None:
    """Hold back what the owner may object to: a placing, a trick, a call that is not forced (R28-R31)."""
    if not _stands_against(state) or state.objected or not _open_to_objection(state, action):
        return None
    return state.evolve(phase=OBJECTION, announced=action)


def answers(state: State) -> list[Action]:
    """The owner objects or lets it pass."""
    return [OBJECT, ALLOW]


def answer(state: State, action: Action, log: Log) -> State:
    """Let it pass: it takes effect. Object: it does not, and the turn goes on as R29 to R31 say."""
    announced = state.announced
    if action == ALLOW:
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
        return Illegal("call-refused", "R31", N_("Your call was objected to: you must roll in this turn."))
    return None


def if_you_object(state: State) -> str:
    """What an objection would do (R29-R31)."""
    if isinstance(state.announced, Play):
        return N_("If you object, the card goes back to the hand for this turn.")
    if isinstance(state.announced, Call):
        return N_("If you object, the dice must be rolled instead.")
    return N_("If you object, the die is taken back and both are rolled again.")


def _stands_against(state: State) -> bool:
    return state.players[other(state.turn)].in_force == KEY


def _open_to_objection(state: State, action: Action) -> bool:
    return isinstance(action, Place | Play) or (isinstance(action, Call) and state.mover.supply >= 2)


def _owner(state: State) -> Seat:
    return other(state.turn)


QUESTION = Decision(
    answers,
    answer,
    _owner,
    rule="R28",
    due=Due("answer-due", N_("Object first, or allow it.")),
    name=N_("Object?"),
    help=if_you_object,
    waiting=N_("The Crazy Captain may object."),
    replies=(
        Reply("object", N_("Object!"), N_("It does not take effect."), picture="crazy"),
        Reply("allow", N_("Allow it"), N_("It takes effect as announced."), usual=True),
    ),
)

CARD = TrickCard(
    KEY,
    5,
    N_("Crazy Captain"),
    N_("For one round, object once in each of your opponent’s turns."),
    (
        TrickAct(
            ACT,
            N_("Crazy Captain"),
            N_("Until the round ends you may object once in each of your opponent’s turns."),
            plays,
            effect,
            why_not,
            brief=N_("object to your opponent once a turn"),
            worth_a_round=True,
            picture="crazy",
        ),
    ),
    option="crazy_captain",
    stays=True,
    length=Length(30, 22),
    rules=(
        N_(
            "Play it and place a die as usual. Until the round ends you may object once in each turn of the other captain, "
            "to one of these:"
        ),
        (
            N_("a die that is placed: it is taken back, both dice are rolled again, and the turn goes on from there;"),
            N_(
                "a trick card: it goes back to the hand and stays there for this turn. It does not count as the trick of "
                "the round, and another card may be played;"
            ),
            N_(
                "a call of Shanghai: the caller must roll instead and may not call again in this turn. Not if fewer than "
                "two dice are left to roll."
            ),
        ),
        N_("If you let one thing pass, you may still object to the next one in that turn."),
        N_("It can’t be played in round 8, nor in a round in which the other captain has played theirs."),
    ),
    steps={OBJECTION: QUESTION},
    before=ask_first,
    may_call=may_call,
)
