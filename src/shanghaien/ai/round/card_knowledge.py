"""Everything that the solver, the trained value and training know of particular trick cards, and why they know it.

Knowledge of a card is optional. A card that is not here is played all the same: a player who can play it looks ahead with the
engine to the next turn, the solved round goes on from there as if the card were gone, and a review says that it is not
exact. No other file of `ai` names a trick card.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from functools import cache

from shanghaien.rules import BY_KEY, CARD_NUMBERS, PILE_TRICKS, Act, Answer, Options, Play, Trick, cards_of


class Group(IntEnum):
    """How a player stands with the trick of the round; members share layers of the solver, as their dice on cards count alike."""

    OPEN = 0
    """May still play a trick."""
    SPENT = 1
    """Can play no trick any more; has placed one die per turn."""
    BOTH = 2
    """Has placed both dice of a roll: one die more (R18)."""
    RETURNED = 3
    """Has put the Double back into the middle (R39)."""
    NO_CALLS = 4
    """Has forbidden calls for the rest of the round (R32)."""
    OBJECTING = 5
    """May object once in each turn of the other (R28)."""
    FACE_DOWN = 6
    """Has turned a card face down (R35): one member for each number. A die of theirs lies there, which is not counted."""
    SAILORS = 7
    """Like `SPENT`, by one of the many ways to play two sailors."""
    SAILORS_IF_REFUSED = 8
    """The same, in ways that another card does better: looked ahead to where that one may be refused (R30)."""
    LEFT_OUT = 9
    """The same, in a way that the solver does not look ahead to; worked out only on request."""

    @property
    def many(self) -> bool:
        """Whether a group can have so many members that pairs of them are not all kept."""
        return self >= Group.SAILORS


JOINING = Act("sailors")
"""Two sailors (R16): any card that shows this act joins a crew with value 2, whatever else it does. It is known by its key
and not by asking for a crew, for another act may ask for a crew and do something else with it."""


class Effect(Enum):
    """What an act does to the turn, so that the solver can look ahead to it."""

    PLACES = auto()
    """A die is placed as usual (R16, R28, R33)."""
    SHIFTS_DIE = auto()
    """One of the dice becomes one higher or lower, then one is placed (R17)."""
    PLACES_BOTH = auto()
    """Both dice are placed (R18)."""
    ROLLS_AGAIN = auto()
    """Both dice are rolled again (R19, R39)."""
    ROLLS_ALL = auto()
    """All own dice are rolled together, one is kept back and the others are placed (R34)."""
    TURNS_FACE_DOWN = auto()
    """One die is placed, and its card turned face down (R35)."""
    EXCHANGES = auto()
    """A die on a card goes back to the supply, and both dice are placed (R36)."""


@dataclass(frozen=True)
class ActKnowledge:
    """What is known of one act of a card."""

    effect: Effect
    group: Group = Group.SPENT
    """Where the player is after it."""


@dataclass(frozen=True)
class CardKnowledge:
    """What is known of one kind of card besides two sailors."""

    acts: Mapping[Act, ActKnowledge] = field(default_factory=dict)
    expansion: bool = True
    """Whether the card comes with an expansion: a judge of little memory does not plan such cards in advance."""
    in_last_round: bool = True
    """Whether it can be played in the last round."""
    back_to_middle: bool = False
    """Whether the card goes back to the middle when it is played, and can be taken after a double from wherever it is."""
    training: float = 0.0
    """In how many of the training games an expansion's card takes part."""

    @property
    def in_force(self) -> Group:
        """Where a player is while the card works for them until the round ends (R26)."""
        groups = {act.group for act in self.acts.values()} & {Group.NO_CALLS, Group.OBJECTING}
        return min(groups, default=Group.SPENT)


KNOWN: dict[Trick, CardKnowledge] = {
    # The three kinds of the pile are in every game.
    Trick("shift"): CardKnowledge({Act("shift"): ActKnowledge(Effect.SHIFTS_DIE)}, expansion=False),
    Trick("again"): CardKnowledge({Act("again"): ActKnowledge(Effect.ROLLS_AGAIN)}, expansion=False),
    Trick("both"): CardKnowledge({Act("both"): ActKnowledge(Effect.PLACES_BOTH, Group.BOTH)}, expansion=False),
    # Two sailors and nothing else, which the solved round knows from its act.
    Trick("wild"): CardKnowledge(expansion=False, training=0.3),
    # In force it changes what every roll and call of the other is worth (R28).
    Trick("captain"): CardKnowledge(
        {Act("captain"): ActKnowledge(Effect.PLACES, Group.OBJECTING)}, in_last_round=False, training=0.12
    ),
    Trick("extra1"): CardKnowledge(
        {
            Act("no-shanghai"): ActKnowledge(Effect.PLACES, Group.NO_CALLS),
            Act("roll-all"): ActKnowledge(Effect.ROLLS_ALL),
        },
        training=0.12,
    ),
    Trick("extra2"): CardKnowledge(
        {
            Act("sharks"): ActKnowledge(Effect.TURNS_FACE_DOWN, Group.FACE_DOWN),
            Act("exchange"): ActKnowledge(Effect.EXCHANGES),
        },
        training=0.12,
    ),
    # Whoever rolls a double may take it (R38); played, it is a roll again. Never trained with: it is a point, as any other
    # trick card.
    Trick("double"): CardKnowledge(
        {Act("double"): ActKnowledge(Effect.ROLLS_AGAIN, Group.RETURNED)}, back_to_middle=True
    ),
}

NOTHING_KNOWN = CardKnowledge()

ROLLING_ALL = "roll all"
"""The step in which all dice picked up are rolled at once and one of them will be kept back (R34)."""

DOUBLE_ASKED, ROLLING_ONE, ROLL_ONE = "double", "roll one", Answer("one")
"""The question after a double, the step in which one of its dice is rolled again, and the answer that leads there (R38).
The same double may come again and again, which no looking ahead would bring to an end."""

TOLD_APART = (*PILE_TRICKS, Trick("wild"))
"""The cards that the trained value distinguishes in a hand, in the order of its weights; it knows all others by number."""

ANY_OTHER = Trick("any other")
"""Stands for any card that the trained value does not distinguish, where training makes hands from numbers: nothing is known
of it, so the solver plans no play of it."""


def known_of(card: Trick | None) -> CardKnowledge:
    """What is known of a card; nothing, for most cards to come."""
    return NOTHING_KNOWN if card is None else KNOWN.get(card, NOTHING_KNOWN)


def joins_crew(card: Trick) -> bool:
    """Whether a card can be played as two sailors (R16)."""
    return card in BY_KEY and any(act.key == JOINING for act in BY_KEY[card].acts)


def only_joins_crew(card: Trick) -> bool:
    """Whether a card is good for nothing but two sailors (R25)."""
    return all(act.key == JOINING for act in BY_KEY[card].acts)


def in_order(cards: set[Trick]) -> list[Trick]:
    return sorted(cards, key=lambda card: CARD_NUMBERS.get(card, len(CARD_NUMBERS)))


def planned(play: Play) -> bool:
    """Whether an act is looked ahead to even where cards of expansions are not foreseen."""
    known = known_of(play.card)
    return play.act == JOINING or (play.act in known.acts and (not known.expansion or known.back_to_middle))


def all_known(options: Options) -> bool:
    """Whether something is known of every card of a game, so that its solved rounds are exact."""
    return all(card.key in KNOWN for card in cards_of(options))


@cache
def returning_card(options: Options) -> Trick | None:
    """The card of a game that doubles are about (R38), if it takes part."""
    return next((card.key for card in cards_of(options) if known_of(card.key).back_to_middle), None)
