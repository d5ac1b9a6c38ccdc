"""Points: what each crew is worth and why (R22, R23; R24 is worked out in the tests), and what is still to come (R46)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from .cards import PILE_KINDS, Nation, Sailor, Seat
from .state import Player, State, Taking


class Reason(StrEnum):
    """Why a nation counts as it does (R22)."""

    NOBODY = "nobody"
    ALONE = "alone"
    STRONGER = "stronger"
    EQUAL = "equal"


class NationScore(NamedTuple):
    """One nation as it stands: the strengths of both seats, the points they bring, and the reason."""

    nation: Nation
    strengths: tuple[int, int]
    points: tuple[int, int]
    reason: Reason


class Standing(NamedTuple):
    """The score as it stands: each nation, the unused trick cards, and the points of both seats."""

    nations: tuple[NationScore, ...]
    tricks: tuple[int, int]
    points: tuple[int, int]


class ToCome(NamedTuple):
    """What can still be won: cards and points on the table and in the pile, per nation and as tricks (R46)."""

    cards: tuple[int, ...]
    points: tuple[int, ...]
    tricks: int


def nation_points(own: int, other: int) -> tuple[int, int, Reason]:
    """The points of two crews of one nation: the stronger takes the weaker, equals cancel out (R22)."""
    if not own and not other:
        return 0, 0, Reason.NOBODY
    if not own or not other:
        return own, other, Reason.ALONE
    if own == other:
        return 0, 0, Reason.EQUAL
    return (other, 0, Reason.STRONGER) if own > other else (0, own, Reason.STRONGER)


def standing(players: tuple[Player, Player]) -> Standing:
    """What the score would be if the game ended now (R22, R23)."""
    nations = tuple(_nation(nation, players) for nation in Nation)
    tricks = (len(players[0].hand), len(players[1].hand))
    first = sum(score.points[0] for score in nations) + tricks[0]
    second = sum(score.points[1] for score in nations) + tricks[1]
    return Standing(nations, tricks, (first, second))


def points(state: State) -> tuple[int, int]:
    """The points of both seats as they stand; final once the game is over."""
    return points_with(state.players)


def points_with(players: tuple[Player, Player], takings: Iterable[Taking] = ()) -> tuple[int, int]:
    """The points of both seats once these cards are theirs too; the sums of `standing`, without the reasons."""
    strengths = [[player.strength(nation) for nation in range(len(Nation))] for player in players]
    sums = [len(player.hand) for player in players]
    for taking in takings:
        if taking.taker is None:
            continue
        if isinstance(taking.card, Sailor):
            strengths[taking.taker][taking.card.nation] += taking.card.value
        else:
            sums[taking.taker] += 1
    for first, second in zip(*strengths, strict=True):
        earned = nation_points(first, second)
        sums[0] += earned[0]
        sums[1] += earned[1]
    return sums[0], sums[1]


def winner(state: State) -> Seat | None:
    """The seat with more points as they stand, once the game is over the one that has won; None for a draw (R23)."""
    first, second = points(state)
    return None if first == second else int(second > first)


def to_come(state: State) -> ToCome:
    """The cards and points of each nation, and the tricks, on the table and in the pile (R46)."""
    cards, worth, tricks = [0] * len(Nation), [0] * len(Nation), 0
    left = [*zip(PILE_KINDS, state.pile, strict=True), *((card, 1) for card in state.tavern)]
    for card, count in left:
        if isinstance(card, Sailor):
            cards[card.nation] += count
            worth[card.nation] += count * card.value
        else:
            tricks += count
    return ToCome(tuple(cards), tuple(worth), tricks)


def _nation(nation: Nation, players: tuple[Player, Player]) -> NationScore:
    strengths = (players[0].strength(nation), players[1].strength(nation))
    first, second, reason = nation_points(*strengths)
    return NationScore(nation, strengths, (first, second), reason)
