"""The shape of a trick card: everything there is to know about it, and the places where it meets the flow of the game.

The flow knows these shapes and no card. A card is one file in `tricks`; whatever it changes, it changes here:

* an *act* is what the card can be played for (R15);
* `after_roll` may put a question of its own after dice have been rolled;
* `before` may hold an announced action back, so that the other player is asked first;
* `may_call` may forbid calling Shanghai;
* `stays_out` may keep a tavern card from being taken;
* *steps* are questions and rolls that the card brings along.

Options, flags, forms, records, codes, screens, help and the rules page are all made from what stands here. Texts are
marked with `N_`; they may name `%(die)s` where dice are chosen.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from .actions import Act, Action, Answer, End, Play
from .cards import Nation, Seat, Trick
from .chance import Dice, Distribution
from .errors import Illegal
from .events import Log
from .state import State
from .texts import N_

WhyNot = Callable[[State, Play], Illegal | None]
DICE = range(1, 7)
ENDS = (None, End.LEFT, End.RIGHT)
NO_DICE: tuple[Dice, ...] = ((),)


class Asks(Enum):
    """What a player has to say besides the act or the answer itself."""

    CREW = auto()
    """One of their own crews (R16)."""
    ROLLED_DIE = auto()
    """One of the dice just rolled."""
    SHIFT = auto()
    """One of the dice just rolled, and whether it goes up or down (R17)."""
    OWN_DIE = auto()
    """One of their dice on a card, by the card's number (R36)."""
    THEIR_DIE = auto()
    """One of the other player's dice on a card, by the card's number."""
    END = auto()
    """Where card 1 lies, if that has not been named yet (R10)."""


ASKS_DICE = frozenset({Asks.ROLLED_DIE, Asks.OWN_DIE, Asks.THEIR_DIE})


def asked_dice(asks: tuple[Asks, ...]) -> Asks | None:
    """Which dice are asked for, of all that is; None if none are."""
    return next((asked for asked in asks if asked in ASKS_DICE), None)


def every_choice(asks: tuple[Asks, ...], most: int) -> Iterator[tuple[End | None, Dice]]:
    """Every end and dice that can ever be named where these are asked for, and at most so many dice."""
    ends = ENDS if Asks.END in asks else (None,)
    several = (dice for count in range(1, most + 1) for dice in combinations_with_replacement(DICE, count))
    return product(ends, several if asked_dice(asks) else NO_DICE)


@dataclass(frozen=True)
class TrickAct:
    """One thing a trick card can be played for."""

    key: Act
    name: str
    help: str
    """One sentence that tells what it does."""
    plays: Callable[[State, Trick], list[Play]]
    """Every way to play a card of this kind for this act now, with all details."""
    effect: Callable[[State, Play, Log], State]
    """What happens when it takes effect; the card has left the hand already."""
    why_not: WhyNot = lambda state, play: None
    """Why a play that is not in the list is refused, or None if this act has nothing to say about it."""
    asks: tuple[Asks, ...] = ()
    most_dice: int = 1
    """How many dice can be named at most, where dice are asked for."""
    question: str = ""
    """How the detail is asked for; without it, in general words."""
    choice: str = ""
    """What choosing a die does, said beside it: "Put the %(die)s on card %(die)s …"."""
    brief: str = ""
    """What it does in a few words, for the button; without it, `help` stands there."""
    worth_a_round: bool = False
    """Whether it is so much for a single round that a player is asked once more before it is spent."""
    not_now: str = N_("not now")
    """What stands on the card while the act cannot be played."""
    picture: str = ""
    """The name of the drawing: `static/tricks/NAME.svg`. Without one, a plain trick card is shown."""
    rules: tuple["Passage", ...] = ()
    """What the rules page says about it."""

    def __post_init__(self) -> None:
        if len(self.asks) > 1 and set(self.asks) - {*ASKS_DICE, Asks.END}:
            raise ValueError(f"Act {self.key!r} asks for a crew or a shift, which go with nothing else.")
        if len(ASKS_DICE & set(self.asks)) > 1:
            raise ValueError(f"Act {self.key!r} asks for dice of more than one kind.")

    def every_play(self, card: Trick) -> tuple[Play, ...]:
        """Every play of a card for this act that can ever occur, in the order of its codes."""
        if Asks.CREW in self.asks:
            return tuple(Play(card, self.key, nation=nation) for nation in Nation)
        if Asks.SHIFT in self.asks:
            shifts = ((die, step) for die, step in product(DICE, (-1, 1)) if die + step in DICE)
            return tuple(Play(card, self.key, dice=(die,), step=step) for die, step in shifts)
        return tuple(Play(card, self.key, dice=dice, end=end) for end, dice in every_choice(self.asks, self.most_dice))


@dataclass(frozen=True)
class Reply:
    """One way to answer a card's question."""

    word: str
    """The answer in notation."""
    name: str
    help: str = ""
    asks: tuple[Asks, ...] = ()
    most_dice: int = 1
    """How many dice can be named at most, where dice are asked for."""
    picture: str = ""
    usual: bool = False
    """Whether it is what a player usually does, and is drawn so."""

    def __post_init__(self) -> None:
        if set(self.asks) - {*ASKS_DICE, Asks.END} or len(ASKS_DICE & set(self.asks)) > 1:
            raise ValueError(f"Answer {self.word!r} can name dice of one kind and an end, and nothing else.")

    def every_answer(self) -> tuple[Answer, ...]:
        """Every answer of this kind that can ever occur, in the order of its codes."""
        return tuple(Answer(self.word, dice, end) for end, dice in every_choice(self.asks, self.most_dice))


class Due(NamedTuple):
    """What is said to a player who does something else than what is due: a stable code and a sentence."""

    code: str
    sentence: str


ANSWER_DUE = Due("answer-due", N_("Answer the question of the trick card first."))


@dataclass(frozen=True)
class Decision:
    """A step at which a player chooses from a list."""

    legal: Callable[[State], list[Action]]
    apply: Callable[[State, Action, Log], State]
    seat: Callable[[State], Seat] = lambda state: state.turn
    rule: str = "R8"
    due: Due = ANSWER_DUE
    name: str = ""
    """The question as it is put to the player who is asked."""
    help: Callable[[State], str] = lambda state: ""
    """What the answers mean in this state."""
    waiting: str = ""
    """What all others read meanwhile."""
    replies: tuple[Reply, ...] = ()
    why_not: Callable[[State, Answer], Illegal | None] = lambda state, answer: None
    """Why an answer that is not in the list is refused, or None if there is nothing to say about it."""


@dataclass(frozen=True)
class Chance:
    """A step at which chance chooses: dice are rolled, since that is what the checks of the dice can draw again."""

    outcomes: Callable[[State], Distribution]
    apply: Callable[[State, Any, Log], State]
    rule: str = "R9"
    drawn: str = N_("dice")
    """What chance decides, in words."""
    typed: str = N_("The dice that were rolled, such as 2-4-5")
    """What people with real dice and cards are asked to type."""
    told: str = ""
    """How the roll is told apart from an ordinary one: "one die again"."""


class SetOut(Enum):
    """Where a card lies at the start."""

    PILE = auto()
    EACH_HAND = auto()
    MIDDLE = auto()


class Example(NamedTuple):
    """A drawing on the rules page: cards, or dice and what becomes of them, or a row with dice on it."""

    cards: tuple[str, ...] = ()
    """Cards in notation; `FRE+` is a trick card that joined a crew."""
    dice: tuple[int, ...] = ()
    then: tuple[int, ...] = ()
    row: str = ""
    mine: str = ""
    """One's dice on the cards of the row, as digits."""
    theirs: str = ""
    down: str = ""
    """The numbers of the cards that lie face down."""


Passage = str | tuple[str, ...] | Example
"""A part of the rules page: a paragraph, a list, or a drawing. A paragraph may set words in `<b>`."""


class Length(NamedTuple):
    """How much longer than the base game a card can make a game, at the most that will ever happen."""

    decisions: int
    chances: int


SOME_LONGER = Length(40, 40)
"""Enough for a card that asks or rolls once or twice in every round."""


@dataclass(frozen=True)
class TrickCard:
    """A trick card: what it is called, where it comes from, what it does, and where it meets the flow."""

    key: Trick
    number: int
    """Its place among all cards, from 1 on: in hands, lists and codes. A new card takes the next one."""
    name: str
    help: str
    """One sentence for the person who sets up a game."""
    acts: tuple[TrickAct, ...]
    option: str | None = None
    """The on/off option that brings the card into the game; None if it always is."""
    set_out: SetOut = SetOut.EACH_HAND
    presets: tuple[str, ...] = ("everything",)
    """The ready-made sets of options that have the card."""
    stays: bool = False
    """Whether it can work until the round ends, beside the tavern (R26)."""
    remembers: int = 0
    """The highest number that the card remembers during a round; 0 if it remembers nothing."""
    length: Length = SOME_LONGER
    rules: tuple[Passage, ...] = ()
    """What the rules page says about it, besides its acts."""
    steps: Mapping[str, Decision | Chance] = field(default_factory=dict)
    after_roll: Callable[[State], State | None] | None = None
    before: Callable[[State, Action], State | None] | None = None
    may_call: Callable[[State], Illegal | None] | None = None
    stays_out: Callable[[State, int], bool] | None = None

    @property
    def replies(self) -> tuple[Reply, ...]:
        """Every way to answer a question of this card."""
        return tuple(reply for step in self.steps.values() if isinstance(step, Decision) for reply in step.replies)
