"""What holds in every game: nothing gets lost, eight rounds, one trick a round, and points that add up."""

from collections import Counter

import pytest

from shanghaien import rules
from shanghaien.rules import FIELDS, PILE_KINDS, Card, Options, Player, Sailor, State, Trick, TrickPlayed, full_pile
from tests.conformance.plain import EXPANSIONS
from tests.conformance.playing import MIXES, Move, mix_name, play, setups, some_setups
from tests.rules.positions import owned

DECLARED = set(FIELDS)
"""The fields of a state; `evolve` takes any keyword, so a slip would add one."""


def all_cards(options: Options) -> Counter[Card]:
    """The 48 cards of the pile and what the options add, from the rule page alone."""
    cards: Counter[Card] = Counter(dict(zip(PILE_KINDS, full_pile(options.tricks), strict=True)))
    for card, option in EXPANSIONS.items():
        cards[Trick(card)] = (option in options.expansions) * (1 if card == "double" else 2)
    return cards


def cards_of(state: State) -> Counter[Card]:
    """Every card of a state, wherever it lies."""
    cards: Counter[Card] = Counter(dict(zip(PILE_KINDS, state.pile, strict=True)))
    cards.update([*state.tavern, *state.removed, *state.middle, *owned(state.players[0]), *owned(state.players[1])])
    return cards


def same_places(move: Move) -> bool:
    """Whether the very same tuples of cards lie where they lay, so that counting them again is needless."""
    return all(old is new for old, new in zip(places(move.before), places(move.after), strict=True))


def places(state: State) -> list[object]:
    """Everything that holds cards."""
    with_players = [part for player in state.players for part in (player.hand, player.crews, player.wilds)]
    in_force = [player.in_force for player in state.players]
    return [state.pile, state.tavern, state.removed, state.middle, *with_players, *in_force]


def plain_points(own: Player, other: Player) -> int:
    """The points of one player, told once more in the plainest way (R22, R23)."""
    total = len(own.hand)
    for mine, my_wilds, theirs, their_wilds in zip(own.crews, own.wilds, other.crews, other.wilds, strict=True):
        my_strength = sum(mine) + 2 * len(my_wilds)
        their_strength = sum(theirs) + 2 * len(their_wilds)
        if not theirs:
            total += my_strength
        elif mine and my_strength > their_strength:
            total += their_strength
    return total


def check_dice(state: State) -> None:
    """Six dice each: on cards, in the hand, or left; never more than six out."""
    for seat in (0, 1):
        lying = sum(state.players[seat].dice) + (len(state.rolled) if state.turn == seat else 0)
        assert 0 <= lying <= 6
        assert min(state.players[seat].dice) >= 0


def check_game(options: Options, moves: list[Move]) -> None:
    """All that holds for a whole game."""
    expected = all_cards(options)
    tricks: Counter[tuple[int, int]] = Counter()
    for move in moves:
        assert same_places(move) or cards_of(move.after) == expected
        check_dice(move.after)
        assert vars(move.after).keys() - {"legal"} == DECLARED
        assert bool(rules.legal_actions(move.before)) != rules.is_chance(move.before)
        assert move.after.round - move.before.round in {0, 1}
        tricks.update((move.before.round, event.seat) for event in move.events if isinstance(event, TrickPlayed))
    assert max(tricks.values(), default=0) <= 1
    end = moves[-1].after
    assert (end.round, sum(end.pile), end.tavern, rules.legal_actions(end)) == (8, 0, (), ())
    assert rules.points(end) == (plain_points(*end.players), plain_points(*reversed(end.players)))


SOME = 10
"""How many set-ups of each mix are played if not all are."""


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_every_set_up_plays_to_its_end_and_loses_nothing(mix: dict[str, bool], *, long: bool) -> None:
    for seed, options in enumerate(setups(mix) if long else some_setups(mix, SOME, seed=MIXES.index(mix))):
        check_game(options, [*play(options, seed)])


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_sailors_are_won_only_from_the_row(mix: dict[str, bool]) -> None:
    options = Options.from_dict(mix)
    for move in play(options, 7):
        for old, new in zip(move.before.players, move.after.players, strict=True):
            won = Counter(owned(new)) - Counter(owned(old))
            sailors = [card for card in won if isinstance(card, Sailor)]
            assert set(sailors) <= set(move.before.tavern)
            assert not sailors or move.after.last is not None
