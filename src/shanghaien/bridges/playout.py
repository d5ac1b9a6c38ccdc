"""Random games of the base game from any state to the end, for searches that need many thousands of them.

What may be done, who takes which card and what two crews are worth is asked of the rules and remembered by what it depends
on; the cards and dice in between lie in plain lists. A test plays the rules along and compares every step.
"""

from collections.abc import Callable
from functools import cache, lru_cache

from shanghaien.rules import (
    DICE_PER_PLAYER,
    PILE_KINDS,
    ROUNDS,
    TAVERN_SIZE,
    Action,
    Call,
    Card,
    End,
    Malformed,
    Options,
    Phase,
    Pile,
    Place,
    Play,
    Player,
    Roll,
    Sailor,
    Seat,
    Starter,
    State,
    Trick,
    cards_in,
    legal_actions,
    nation_points,
    new_game,
    takings,
)

from .card_sets import BASE_TRICKS, ROLL_AGAIN, is_base
from .codes import DICE

TABLE = new_game(Options())
NATIONS = range(8)
NO_DICE = (0,) * 6
THROWS = tuple((min(one, two), max(one, two)) for one in DICE for two in DICE)
"""The 36 ways in which two dice fall."""
BIT = {trick: 1 << place for place, trick in enumerate(BASE_TRICKS)}

Dice = tuple[int, ...]
Random = Callable[[], float]
"""Gives numbers from 0 to below 1, as `random.random` does."""


class PlayoutSide:
    """What belongs to one player; `manned` and `holds` have a bit for each nation and each kind of trick they have."""

    __slots__ = ("crews", "dice", "hand", "holds", "lying", "manned", "used")

    def __init__(self, player: Player) -> None:
        hand, crews, self.holds, self.manned = _belongings(player._replace(dice=NO_DICE))
        self.hand, self.crews = hand.copy(), crews.copy()
        self.dice, self.lying, self.used = list(player.dice), player.dice_on_cards, player.trick_used

    def win(self, card: Card) -> None:
        if isinstance(card, Sailor):
            self.crews[card.nation] += card.value
            self.manned |= 1 << card.nation
        else:
            self.hand[card] += 1
            self.holds |= BIT[card]

    def spend(self, trick: Trick) -> None:
        self.used = True
        self.hand[trick] -= 1
        if not self.hand[trick]:
            self.holds ^= BIT[trick]


class Playout:
    """A game that waits for a player's choice, or is over; `act` draws the chances that follow a choice."""

    __slots__ = (
        "_alternates",
        "_random",
        "left",
        "named",
        "over",
        "rolled",
        "round",
        "sides",
        "starter",
        "tavern",
        "turn",
    )

    def __init__(self, state: State, random: Random) -> None:
        if not is_base(state.options):
            raise Malformed("Playouts know the base game only: no expansion but the extra wild card (R25).")
        self._random, self._alternates = random, state.options.starter is Starter.ALTERNATE
        self.round, self.turn, self.starter, self.over = state.round, state.turn, state.starter, state.over
        self.sides = (PlayoutSide(state.players[0]), PlayoutSide(state.players[1]))
        self.left, self.rolled, self.named = _cards(state.pile).copy(), state.rolled, state.end is not None
        self.tavern: list[Card] = list(state.tavern if state.end is not End.RIGHT else state.tavern[::-1])
        if state.phase == Phase.WHO_STARTS:
            self.turn = self.starter = int(random() * 2)
        if state.phase in (Phase.WHO_STARTS, Phase.DEAL):
            self._deal()
        elif state.phase == Phase.ROLL:
            self._roll()

    def run(self) -> int:
        """Choose at random until the game is over; 1 if seat 0 wins, 0 for a draw, -1 if it loses (R23)."""
        random = self._random
        while not self.over:
            legal = self.legal()
            self.act(legal[int(random() * len(legal))])
        own, other = self.points()
        return (own > other) - (own < other)

    def legal(self) -> tuple[Action, ...]:
        side = self.sides[self.turn]
        if self.rolled:
            return _placings(self.rolled, self.named, 0 if side.used else side.holds, side.manned)
        return TURN_CHOICES[side.lying]

    def act(self, action: Action) -> None:
        kind = type(action)
        if kind is Roll:
            self._roll()
        elif kind is Call:
            self._end_round()
        elif isinstance(action, Place):
            self._place((action.die,), action.end)
        elif isinstance(action, Play):
            self._play(action)

    def points(self) -> tuple[int, int]:
        one, two = self.sides
        worth = [_worth(*crews) for crews in zip(one.crews, two.crews, strict=True)]
        return sum(own for own, _ in worth) + sum(one.hand.values()), sum(own for _, own in worth) + sum(
            two.hand.values()
        )

    def _roll(self) -> None:
        self.rolled = THROWS[int(self._random() * 36)]

    def _place(self, dice: Dice, end: End | None) -> None:
        if end is not None:
            self.named = True
            if end is End.RIGHT:
                self.tavern.reverse()
        side = self.sides[self.turn]
        for die in dice:
            side.dice[die - 1] += 1
            side.lying += 1
        self.rolled, self.turn = (), 1 - self.turn

    def _play(self, play: Play) -> None:
        side = self.sides[self.turn]
        side.spend(play.card)
        if play.nation is not None:
            side.crews[play.nation] += 2
        elif play.die is not None and play.step is not None:
            dice = list(self.rolled)
            dice[dice.index(play.die)] += play.step
            self.rolled = tuple(sorted(dice))
        elif play.act == ROLL_AGAIN:
            self._roll()
        else:
            self._place(self.rolled, play.end)

    def _end_round(self) -> None:
        one, two = self.sides
        for card, taker in zip(self.tavern, _takers(tuple(one.dice), tuple(two.dice)), strict=True):
            if taker is not None:
                self.sides[taker].win(card)
        for side in self.sides:
            side.dice, side.lying, side.used = [0] * 6, 0, False
        self.over = self.round == ROUNDS
        if not self.over:
            self.turn = self.starter = 1 - (self.starter if self._alternates else self.turn)  # R13
            self.round, self.named, self.tavern = self.round + 1, False, []
            self._deal()

    def _deal(self) -> None:
        left = self.left
        for _ in range(TAVERN_SIZE - len(self.tavern)):
            drawn = int(self._random() * len(left))
            left[drawn], left[-1] = left[-1], left[drawn]
            self.tavern.append(left.pop())


@lru_cache(maxsize=4096)
def _belongings(player: Player) -> tuple[dict[Card, int], list[int], int, int]:
    hand: dict[Card, int] = {trick: player.hand.count(trick) for trick in BASE_TRICKS}
    crews = [player.strength(nation) for nation in NATIONS]
    holds = sum(bit for trick, bit in BIT.items() if hand[trick])
    return hand, crews, holds, sum(1 << nation for nation in NATIONS if crews[nation])


@lru_cache(maxsize=4096)
def _cards(pile: Pile) -> list[Card]:
    return cards_in(pile)


def _turn_choices(lying: int) -> tuple[Action, ...]:
    player = Player(dice=(lying, 0, 0, 0, 0, 0))
    return legal_actions(TABLE.evolve(phase=Phase.TURN, end=End.LEFT, players=(player, player)))


TURN_CHOICES = tuple(map(_turn_choices, range(DICE_PER_PLAYER + 1)))
"""What may be done before a roll, by the number of own dice on cards."""


@lru_cache(maxsize=1 << 18)
def _placings(rolled: Dice, named: bool, holds: int, manned: int) -> tuple[Action, ...]:
    hand = tuple(trick for trick, bit in BIT.items() if holds & bit)
    player = Player(hand, tuple((1,) if manned >> nation & 1 else () for nation in NATIONS))
    end = End.LEFT if named else None
    return legal_actions(TABLE.evolve(phase=Phase.PLACE, rolled=rolled, end=end, players=(player, player)))


@lru_cache(maxsize=1 << 18)
def _takers(own: Dice, other: Dice) -> tuple[Seat | None, ...]:
    return tuple(taking.taker for taking in takings(PILE_KINDS[:TAVERN_SIZE], (own, other), End.LEFT))


@cache
def _worth(own: int, other: int) -> tuple[int, int]:
    return nation_points(own, other)[:2]
