"""A round as the solver and its payoffs see it: plain data, without the engine's phases."""

from dataclasses import dataclass
from typing import NamedTuple

from shanghaien.rules.actions import Act, End
from shanghaien.rules.cards import Card, Nation, Pile, Seat, Trick
from shanghaien.rules.options import Options
from shanghaien.rules.state import State

ACT_OF = {
    Trick.DIE_SHIFT: Act.DIE_SHIFT,
    Trick.ROLL_AGAIN: Act.ROLL_AGAIN,
    Trick.BOTH_DICE: Act.BOTH_DICE,
    Trick.DOUBLE: Act.DOUBLE,
    Trick.EXTRA_1: Act.ROLL_ALL,
    Trick.EXTRA_2: Act.EXCHANGE,
}
"""The act, besides two sailors, after which the round goes on as before, without the card."""

JOINS_CREW = (Trick.DIE_SHIFT, Trick.ROLL_AGAIN, Trick.BOTH_DICE, Trick.WILD)
"""The cards that can be played as two sailors (R4, R25)."""


class Way(NamedTuple):
    """One way in which a player may have used his trick of the round (R15): card, act and, for two sailors, the nation."""

    card: Trick | None = None
    act: Act | None = None
    nation: Nation | None = None


UNUSED = Way()
"""No trick used (any more) in this round."""


class Holding(NamedTuple):
    """What one player has besides his dice."""

    hand: tuple[Trick, ...]
    """Trick cards not used."""
    crews: tuple[tuple[int, ...], ...]
    """Per nation the values of the sailor cards."""
    wilds: tuple[int, ...]
    """Per nation how many trick cards joined the crew (R16)."""
    trick_used: bool = False
    """Whether he can play no trick any more in this round."""

    def strength(self, nation: int) -> int:
        """The strength of one crew (R22)."""
        return sum(self.crews[nation]) + 2 * self.wilds[nation]

    def after(self, way: Way) -> "Holding":
        """What he has once he has used a trick in this way; the card leaves the hand (R16, R20, R39)."""
        if way.card is None:
            return self
        hand = list(self.hand)
        hand.remove(way.card)
        wilds = tuple(count + (nation == way.nation) for nation, count in enumerate(self.wilds))
        return Holding(tuple(hand), self.crews, wilds, trick_used=True)

    def ways(self) -> tuple[Way, ...]:
        """`UNUSED` and every way in which he can still use a trick that leaves the rest of the round as it is (R15)."""
        if self.trick_used:
            return (UNUSED,)
        kinds = sorted(set(self.hand), key=list(Trick).index)
        own_acts = [Way(card, ACT_OF[card]) for card in kinds if card in ACT_OF]
        joining = [
            Way(card, Act.TWO_SAILORS, nation)
            for card in kinds
            if card in JOINS_CREW
            for nation in Nation
            if self.crews[nation]
        ]
        return (UNUSED, *own_acts, *joining)


@dataclass(frozen=True)
class Position:
    """Everything about a round except the dice on the cards and whose turn it is."""

    options: Options
    round: int
    starter: Seat
    """Who started this round."""
    tavern: tuple[Card, ...]
    """The row from left to right."""
    pile: Pile
    """What is still to be dealt in later rounds."""
    holdings: tuple[Holding, Holding]
    middle: tuple[Trick, ...] = ()
    """Trick cards in the middle of the table (R38)."""
    end: End | None = None
    """Where card 1 lies, once it has been named (R10)."""
    face_down: tuple[int, ...] = ()
    """The numbers of the cards that lie face down (R35)."""
    no_shanghai: bool = False
    """Whether nobody may call until somebody has to (R32)."""
    captains: tuple[bool, bool] = (False, False)
    """Whose Crazy Captain is in force (R28)."""

    def frame(self) -> tuple[object, ...]:
        """What using a base trick and naming the end leave as it is: equal for all moments of one solved round."""
        row = self.options, self.round, self.starter, self.tavern, self.pile
        return (*row, self.face_down, self.no_shanghai, self.captains)


def position(state: State) -> Position:
    """The position of the round that a state is in; the cards of the row must have been dealt."""
    return Position(
        options=state.options,
        round=state.round,
        starter=state.starter,
        tavern=state.tavern,
        pile=state.pile,
        holdings=(_holding(state, 0), _holding(state, 1)),
        middle=state.middle,
        end=state.end,
        face_down=state.face_down,
        no_shanghai=any(player.in_force is Trick.EXTRA_1 for player in state.players),
        captains=(
            state.players[0].in_force is Trick.CRAZY_CAPTAIN,
            state.players[1].in_force is Trick.CRAZY_CAPTAIN,
        ),
    )


def _holding(state: State, seat: Seat) -> Holding:
    player = state.players[seat]
    wilds = tuple(len(cards) for cards in player.wilds)
    return Holding(player.hand, player.crews, wilds, player.trick_used)
