"""The small moves every turn is made of; the flow and the trick cards are written in them."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from .actions import End, Play
from .cards import Card, Seat, Trick
from .chance import Dice
from .events import DiePlaced, DieReturned, EndNamed, Log, TrickPlayed
from .registry import CARD_NUMBERS
from .state import Phase, Player, State

NAMED: tuple[End | None, ...] = (None,)
BOTH_ENDS: tuple[End | None, ...] = (End.LEFT, End.RIGHT)


def ends_to_name(state: State) -> tuple[End | None, ...]:
    """The ends that can be named with this act: none any more once one has been named (R10)."""
    return BOTH_ENDS if state.end is None else NAMED


def name_end(state: State, end: End | None, log: Log) -> State:
    """Say where card 1 is, if this act says it (R10)."""
    if end is None:
        return state
    log.append(EndNamed(state.turn, end))
    return state.evolve(end=end)


def put_dice(state: State, dice: Iterable[int], log: Log) -> State:
    """Put dice of the player whose turn it is on the cards with their numbers (R9)."""
    counts = list(state.mover.dice)
    for die in dice:
        counts[die - 1] += 1
        log.append(DiePlaced(state.turn, die))
    return state.with_player(state.turn, state.mover._replace(dice=tuple(counts)))


def take_back(state: State, dice: Iterable[int], card: Trick, log: Log, of: Seat | None = None) -> State:
    """Return dice from the cards with their numbers to their owner's supply, by a trick card.

    They belong to the player whose turn it is unless `of` names the other seat.
    """
    owner = state.turn if of is None else of
    counts = list(state.players[owner].dice)
    for die in dice:
        counts[die - 1] -= 1
        log.append(DieReturned(owner, die, state.turn, card))
    return state.with_player(owner, state.players[owner]._replace(dice=tuple(counts)))


def numbers_with_dice(player: Player) -> list[int]:
    """The numbers of the cards on which a player has a die, ascending."""
    return [number for number, count in enumerate(player.dice, start=1) if count]


def choices_of_dice(player: Player, most: int) -> list[Dice]:
    """Every choice of one die of a player on cards or of several, up to a number; equal dice are the same choice."""
    lying = [number for number, count in enumerate(player.dice, start=1) for _ in range(count)]
    return sorted({dice for count in range(1, most + 1) for dice in combinations(lying, count)})


def roll_two(state: State) -> State:
    """Let the player whose turn it is roll two dice; what they had rolled is gone (R9, R19)."""
    return state.evolve(phase=Phase.ROLL, rolled=())


def end_turn(state: State) -> State:
    """Pass the turn to the other player (R8); the dice not placed are back in the supply."""
    return state.evolve(phase=Phase.TURN, turn=1 - state.turn, rolled=(), objected=False, refused=None, must_roll=False)


def go_on(state: State) -> State:
    """After a trick that leaves the roll as it is: place one die as usual (R16, R17)."""
    return state.evolve(phase=Phase.PLACE)


def use_trick(state: State, play: Play, log: Log) -> State:
    """Take the card from the hand and stand the captain beside the tavern (R15); the card is nowhere yet."""
    log.append(TrickPlayed(state.turn, play))
    player = drop(state.mover, play.card)._replace(trick_used=True)
    return state.with_player(state.turn, player)


def leave_game(state: State, card: Card) -> State:
    """Remove a card from the game (R12, R20, R26)."""
    return state.evolve(removed=(*state.removed, card))


def drop(player: Player, card: Trick) -> Player:
    """The player with one trick card of this kind less in hand."""
    number = player.hand.index(card)
    return player._replace(hand=player.hand[:number] + player.hand[number + 1 :])


def gain(player: Player, card: Trick) -> Player:
    """The player with one trick card of this kind more in hand, kept in order."""
    return player._replace(hand=tuple(sorted((*player.hand, card), key=CARD_NUMBERS.__getitem__)))


def remember(state: State, card: Trick, number: int) -> State:
    """Let a trick card remember a number until the round ends; 0 forgets it."""
    kept = {**dict(state.memory), card: number}
    return state.evolve(memory=tuple(sorted((known, value) for known, value in kept.items() if value)))


def other(seat: Seat) -> Seat:
    return 1 - seat


@cache
def distinct(dice: Dice) -> Dice:
    """Each number of a roll once, ascending: equal dice are the same choice."""
    return tuple(sorted(set(dice)))
