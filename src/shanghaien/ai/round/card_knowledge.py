"""Everything that the solver, the trained value and training know of particular trick cards, and why they know it.

Knowledge of a card is optional. A card that is not here is played all the same: a player who can play it looks ahead with the
engine to the next turn, the solved round goes on from there as if the card were gone, and a review says that it is not
exact. No other file of `ai` names a trick card.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from shanghaien.rules import BY_KEY, CARD_NUMBERS, PILE_TRICKS, Act, Answer, Options, Trick, cards_of


class Group(IntEnum):
    """How a player stands with the trick of the round; members share layers of the solver, as their dice on cards count alike."""

    OPEN = 0
    """May still play a trick."""
    SPENT = 1
    """Can play no trick any more; has placed one die per turn."""
    BOTH = 2
    """Has placed both dice of a roll: one die more (R18)."""
    LEFT_OUT = 3
    """Like `SAILORS`, in a way that the solver does not look ahead to; worked out only on request."""
    SAILORS = 4
    """Like `SPENT`, by one of the many ways to play two sailors."""

    @property
    def many(self) -> bool:
        """Whether a group can have so many members that pairs of them are not all kept."""
        return self in (Group.SAILORS, Group.LEFT_OUT)


JOINING = Act("sailors")
"""Two sailors (R16): any card that shows this act joins a crew with value 2, whatever else it does. It is known by its key
and not by asking for a crew, for another act may ask for a crew and do something else with it."""


class OnRoll(Enum):
    """What an act does to the roll, so that the solver can look ahead to it in later turns."""

    SHIFTS_DIE = auto()
    """One of the dice becomes one higher or lower (R17)."""
    ROLLS_AGAIN = auto()
    """Both dice are rolled again (R19, R39)."""


@dataclass(frozen=True)
class CardKnowledge:
    """What is known of one kind of card besides two sailors."""

    act: Act | None = None
    """The act after which the round goes on as it was, without the card; how its dice lie is all that differs."""
    group: Group = Group.SPENT
    """Where the player is after that act."""
    on_roll: OnRoll | None = None
    back_to_middle: bool = False
    """Whether the card goes back to the middle when it is played."""
    forbids_calls: bool = False
    """Whether nobody may call while the card is in force, until somebody has to."""
    objects: bool = False
    """Whether the card in force lets its owner object once in each turn of the other."""
    no_doubles: bool = False
    """Whether doubles are always rolled again where the card takes part, so that no roll ends in one."""
    foreseen: bool = False
    """Whether the solved round plans the card in advance, so that a review with it is exact inside rounds."""
    training: float = 0.0
    """In how many of the training games an expansion's card takes part."""


KNOWN: dict[Trick, CardKnowledge] = {
    # The three kinds of the pile are in every game: everything they do is part of the solved round.
    Trick("shift"): CardKnowledge(Act("shift"), on_roll=OnRoll.SHIFTS_DIE, foreseen=True),
    Trick("again"): CardKnowledge(Act("again"), on_roll=OnRoll.ROLLS_AGAIN, foreseen=True),
    Trick("both"): CardKnowledge(Act("both"), Group.BOTH, foreseen=True),
    # Two sailors and nothing else, which the solved round knows from its act.
    Trick("wild"): CardKnowledge(foreseen=True, training=0.3),
    # In force it changes what every roll and call of the other is worth (R28): the solver lets its owner object. That the
    # card may be played in a later turn, it does not foresee.
    Trick("captain"): CardKnowledge(objects=True, training=0.12),
    # No Shanghai (R32) takes a choice away from every state of the round. Roll all again (R34) leaves the round as it
    # was, and the many dice of its roll are worked out in one go instead of one by one.
    Trick("extra1"): CardKnowledge(Act("roll-all"), forbids_calls=True, training=0.12),
    # After an exchange (R36) the round is as it was but for the dice. To the sharks turns a card face down (R35), which
    # is part of a position anyway.
    Trick("extra2"): CardKnowledge(Act("exchange"), training=0.12),
    # Doubles are rolled again (R38), so that rolls have other odds; the card itself is a roll again (R39). Never trained
    # with: it is a point, as any other trick card.
    Trick("double"): CardKnowledge(Act("double"), on_roll=OnRoll.ROLLS_AGAIN, back_to_middle=True, no_doubles=True),
}

NOTHING_KNOWN = CardKnowledge()

ROLLING_ALL = "roll all"
"""The step in which all dice picked up are rolled at once and one of them will be kept back (R34)."""

DOUBLE_ASKED, ROLLING_ONE, ROLL_ONE = "double", "roll one", Answer("one")
"""The question after a double, the step in which one of its dice is rolled again, and the answer that leads there (R38).
The same double may come again and again, which no looking ahead would bring to an end."""

TOLD_APART = (*PILE_TRICKS, Trick("wild"))
"""The cards that the trained value distinguishes in a hand, in the order of its weights; it knows all others by number."""

ANY_OTHER = Trick("captain")
"""Stands for any card that the trained value does not distinguish, where training makes hands from numbers: the solver
plans no play of it."""


def known_of(card: Trick | None) -> CardKnowledge:
    """What is known of a card; nothing, for most cards to come."""
    return NOTHING_KNOWN if card is None else KNOWN.get(card, NOTHING_KNOWN)


def joins_crew(card: Trick) -> bool:
    """Whether a card can be played as two sailors (R16)."""
    return any(act.key == JOINING for act in BY_KEY[card].acts)


def only_joins_crew(card: Trick) -> bool:
    """Whether a card is good for nothing but two sailors (R25)."""
    return all(act.key == JOINING for act in BY_KEY[card].acts)


def in_order(cards: set[Trick]) -> list[Trick]:
    return sorted(cards, key=CARD_NUMBERS.__getitem__)


def foreseen(options: Options) -> bool:
    """Whether the solved round plans every card of a game in advance."""
    return all(known_of(card.key).foreseen for card in cards_of(options))


def all_known(options: Options) -> bool:
    """Whether something is known of every card of a game."""
    return all(card.key in KNOWN for card in cards_of(options))


def doubles_stay(options: Options) -> bool:
    """Whether a roll can end in a double, as in the base game."""
    return not any(known_of(card.key).no_doubles for card in cards_of(options))
