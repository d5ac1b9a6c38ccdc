"""A round as the solver and its payoffs see it: plain data, without the engine's phases."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from shanghaien.rules import ROUNDS, Act, Card, End, Nation, Options, Pile, Seat, State, Trick

from .card_knowledge import JOINING, KNOWN, Group, in_order, joins_crew, known_of, returning_card

NUMBERS = range(1, 7)

MIDDLE = 2
"""Where the Double lies (R38): with seat 0, with seat 1, or in the middle of the table; there too if it takes no part."""


class Way(NamedTuple):
    """One way in which a player may have used a trick in the round (R15): card, act and, for two sailors, the nation."""

    card: Trick | None = None
    act: Act | None = None
    nation: Nation | None = None
    number: int | None = None
    """Of a card turned face down, its number (R35)."""

    @property
    def group(self) -> Group:
        """Where a player is after using a trick in this way."""
        if self.card is None:
            return Group.OPEN
        return Group.SAILORS if self.act is None or self.act == JOINING else known_of(self.card).acts[self.act].group


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
    in_force: Trick | None = None
    """The card that works for them until the round ends, if the solver knows it (R26)."""

    def strength(self, nation: int) -> int:
        """The strength of one crew (R22)."""
        return sum(self.crews[nation]) + 2 * self.wilds[nation]

    def after(self, way: Way) -> "Holding":
        """What they have once they have used a trick in this way; the card leaves the hand (R16, R20, R39)."""
        if way.card is None:
            return self
        hand = list(self.hand)
        if way.card in hand:  # the Double may have been taken since
            hand.remove(way.card)
        wilds = tuple(count + (nation == way.nation) for nation, count in enumerate(self.wilds))
        works = way.group in (Group.NO_CALLS, Group.OBJECTING)
        return Holding(tuple(hand), self.crews, wilds, trick_used=True, in_force=way.card if works else None)


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
    end: End | None = None
    """Where card 1 lies, once it has been named (R10)."""
    face_down: tuple[int, ...] = ()
    """The numbers of the cards that lie face down (R35)."""
    unknown: tuple[object, ...] = ()
    """What cards that the solver does not know have in force or remember: it only distinguishes rounds."""

    def frame(self) -> tuple[object, ...]:
        """What using a known trick and naming the end leave as it is: equal for all moments of one solved round."""
        return self.options, self.round, self.starter, self.tavern, self.pile, self.unknown

    @property
    def double(self) -> int:
        """Where the Double lies (R38)."""
        card = returning_card(self.options)
        return next((seat for seat in (0, 1) if card in self.holdings[seat].hand), MIDDLE)

    def with_double(self, place: int) -> "Position":
        """The same position with the Double lying elsewhere."""
        card = returning_card(self.options)
        if card is None or place == self.double:
            return self
        hands = [tuple(other for other in held.hand if other != card) for held in self.holdings]
        if place != MIDDLE:
            hands[place] = tuple(in_hand_order((*hands[place], card)))
        held = tuple(held._replace(hand=hand) for held, hand in zip(self.holdings, hands, strict=True))
        return replace(self, holdings=(held[0], held[1]))

    def ways(self, seat: Seat) -> tuple[Way, ...]:
        """`UNUSED` and every way in which a player can still use a trick that the solver knows (R15)."""
        held = self.holdings[seat]
        if held.trick_used:
            return (UNUSED,)
        double = returning_card(self.options)
        kinds = in_order({*held.hand} | ({double} if double else set()))
        own_acts = [way for card in kinds for way in self._acts(card)]
        crews = [nation for nation in Nation if held.crews[nation]]
        joining = [Way(card, JOINING, nation) for card in kinds if joins_crew(card) for nation in crews]
        return (UNUSED, *own_acts, *joining)

    def _acts(self, card: Trick) -> list[Way]:
        known = known_of(card)
        if self.round == ROUNDS and not known.in_last_round:
            return []
        ways = []
        for act, about in known.acts.items():
            numbers = NUMBERS if about.group is Group.FACE_DOWN else (None,)
            ways += [Way(card, act, number=number) for number in numbers if number not in self.face_down]
        return ways


def in_hand_order(cards: tuple[Trick, ...]) -> list[Trick]:
    return [card for kind in in_order(set(cards)) for card in cards if card == kind]


def position(state: State) -> Position:
    """The position of the round that a state is in; the cards of the row must have been dealt."""
    return Position(
        options=state.options,
        round=state.round,
        starter=state.starter,
        tavern=state.tavern,
        pile=state.pile,
        holdings=(_holding(state, 0), _holding(state, 1)),
        end=state.end,
        face_down=state.face_down,
        unknown=_unknown(state),
    )


def _unknown(state: State) -> tuple[object, ...]:
    in_force = tuple(player.in_force if player.in_force not in KNOWN else None for player in state.players)
    return (in_force, state.memory) if state.memory or any(in_force) else ()


def _holding(state: State, seat: Seat) -> Holding:
    player = state.players[seat]
    wilds = tuple(len(cards) for cards in player.wilds)
    works = player.in_force if player.in_force in KNOWN else None
    return Holding(player.hand, player.crews, wilds, player.trick_used, works)
