"""A round as the solver and its payoffs see it: plain data, without the engine's phases."""

from dataclasses import dataclass
from typing import NamedTuple

from shanghaien.rules import Act, Card, End, Nation, Options, Pile, Seat, State, Trick

from .card_knowledge import JOINING, KNOWN, in_order, joins_crew, known_of


class Way(NamedTuple):
    """One way in which a player may have used a trick in the round (R15): card, act and, for two sailors, the nation."""

    card: Trick | None = None
    act: Act | None = None
    nation: Nation | None = None


UNUSED = Way()
"""No trick used (any more) in this round."""


class Holding(NamedTuple):
    """What one player has besides dice."""

    hand: tuple[Trick, ...]
    """Trick cards not used."""
    crews: tuple[tuple[int, ...], ...]
    """Per nation the values of the sailor cards."""
    wilds: tuple[int, ...]
    """Per nation how many trick cards joined the crew (R16)."""
    trick_used: bool = False
    """Whether they can play no trick any more in this round."""

    def strength(self, nation: int) -> int:
        """The strength of one crew (R22)."""
        return sum(self.crews[nation]) + 2 * self.wilds[nation]

    def after(self, way: Way) -> "Holding":
        """What they have once they have used a trick in this way; the card leaves the hand (R16, R20, R39)."""
        if way.card is None:
            return self
        hand = list(self.hand)
        hand.remove(way.card)
        wilds = tuple(count + (nation == way.nation) for nation, count in enumerate(self.wilds))
        return Holding(tuple(hand), self.crews, wilds, trick_used=True)

    def ways(self) -> tuple[Way, ...]:
        """`UNUSED` and every way in which they can still use a trick that leaves the rest of the round as it is (R15)."""
        if self.trick_used:
            return (UNUSED,)
        kinds = in_order(set(self.hand))
        own_acts = [Way(card, known_of(card).act) for card in kinds if known_of(card).act is not None]
        crews = [nation for nation in Nation if self.crews[nation]]
        joining = [Way(card, JOINING, nation) for card in kinds if joins_crew(card) for nation in crews]
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
    calls_forbidden: bool = False
    """Whether nobody may call until somebody has to (R32)."""
    objecting: tuple[bool, bool] = (False, False)
    """Who may object once in each turn of the other (R28)."""
    unknown: tuple[object, ...] = ()
    """What cards that the solver does not know have in force or remember: it only distinguishes rounds."""

    def frame(self) -> tuple[object, ...]:
        """What using a known trick and naming the end leave as it is: equal for all moments of one solved round."""
        row = self.options, self.round, self.starter, self.tavern, self.pile
        return (*row, self.face_down, self.calls_forbidden, self.objecting, self.unknown)


def position(state: State) -> Position:
    """The position of the round that a state is in; the cards of the row must have been dealt."""
    in_force = state.players[0].in_force, state.players[1].in_force
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
        calls_forbidden=any(known_of(card).forbids_calls for card in in_force),
        objecting=(known_of(in_force[0]).objects, known_of(in_force[1]).objects),
        unknown=_unknown(state),
    )


def _unknown(state: State) -> tuple[object, ...]:
    in_force = tuple(player.in_force if player.in_force not in KNOWN else None for player in state.players)
    return (in_force, state.memory) if state.memory or any(in_force) else ()


def _holding(state: State, seat: Seat) -> Holding:
    player = state.players[seat]
    wilds = tuple(len(cards) for cards in player.wilds)
    return Holding(player.hand, player.crews, wilds, player.trick_used)
