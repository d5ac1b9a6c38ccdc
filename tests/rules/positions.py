"""Positions in one line.

position(side("135", hand="shift"), side("22"), roll="14")
after(state, "place 4, roll, 2-2, place 2")

All cards of the game are in every position: what is not named lies in the pile as far as the round needs it, and the
rest has been removed.
"""

from collections import Counter
from typing import Any

import pytest

from shanghaien import rules
from shanghaien.rules import (
    PILE_KINDS,
    ROUNDS,
    TAVERN_SIZE,
    Card,
    End,
    Event,
    Illegal,
    Nation,
    Options,
    Phase,
    Pile,
    Player,
    Sailor,
    Seat,
    State,
    Trick,
    cards_in,
)
from shanghaien.rules import full_pile as all_cards

A, B = 0, 1
ROW = "AME1 FRE2 GER3 CHI3 DUT4 TUR1"


def side(dice: str = "", *, hand: str = "", crews: str = "", used: bool = False, force: str = "") -> Player:
    """A player with these dice on cards, trick cards in hand, and crews like ``SPA3 SPA+wild``."""
    sailors, wilds = _crews(crews)
    return Player(
        hand=tuple(sorted(map(Trick, hand.split()), key=list(rules.CARD_NUMBERS).index)),
        crews=sailors,
        wilds=wilds,
        dice=tuple(dice.count(str(number)) for number in range(1, 7)),
        trick_used=used or bool(force),
        in_force=Trick(force) if force else None,
    )


def position(
    a: Player | None = None,
    b: Player | None = None,
    *,
    roll: str = "",
    turn: Seat = A,
    tavern: str = ROW,
    end: End | None = End.LEFT,
    number: int = 1,
    face_down: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """A turn in round `number`, after its roll if one is given; the options are those of `Options`."""
    players = (a or side(), b or side())
    setup = Options(**{"first": "a"} | options)
    held = [card for player in players for card in player.hand]
    middle = (Trick("double"),) if "extra_3" in setup.expansions and Trick("double") not in held else ()
    row = tuple(map(rules.parse_card, tavern.split()))
    pile, removed = _rest(setup, [*row, *(card for player in players for card in owned(player))], number)
    return State(
        options=setup,
        phase=Phase.PLACE if roll else Phase.TURN,
        pile=pile,
        players=players,
        round=number,
        turn=turn,
        tavern=row,
        end=end,
        face_down=face_down,
        rolled=tuple(sorted(map(int, roll))),
        middle=middle,
        removed=removed,
    )


def follow(state: State, steps: str) -> tuple[State, list[Event]]:
    """The state after actions and outcomes in notation, parted by commas, and all their events."""
    events: list[Event] = []
    for text in filter(None, map(str.strip, steps.split(","))):
        if rules.is_chance(state):
            state, happened = rules.advance(state, rules.parse_outcome(text))
        else:
            state, happened = rules.apply(state, rules.parse_action(text))
        events += happened
    return state, events


def after(state: State, steps: str) -> State:
    """The state after actions and outcomes in notation, parted by commas."""
    return follow(state, steps)[0]


def legal(state: State) -> list[str]:
    """The legal list in notation."""
    return [rules.action_text(action) for action in rules.legal_actions(state)]


def refusal(state: State, action: str) -> tuple[str, str]:
    """The code and the rule with which an action is refused."""
    with pytest.raises(Illegal) as refused:
        rules.apply(state, rules.parse_action(action))
    return refused.value.code, refused.value.rule


def owned(player: Player) -> list[Card]:
    """Every card that lies with a player: hand, sailors, wild cards, and what is in force."""
    sailors = [Sailor(nation, value) for nation in Nation for value in player.crews[nation]]
    wilds = [card for crew in player.wilds for card in crew]
    return [*player.hand, *sailors, *wilds, *([player.in_force] if player.in_force else [])]


def _crews(text: str) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[Trick, ...], ...]]:
    sailors: list[tuple[int, ...]] = [()] * len(Nation)
    wilds: list[tuple[Trick, ...]] = [()] * len(Nation)
    codes = {nation.code: nation for nation in Nation}
    for word in text.split():
        nation = codes[word[:3]]
        if word[3] == "+":
            wilds[nation] += (Trick(word[4:]),)
        else:
            sailors[nation] = tuple(sorted((*sailors[nation], int(word[3:]))))
    return tuple(sailors), tuple(wilds)


def _rest(setup: Options, elsewhere: list[Card], number: int) -> tuple[Pile, tuple[Card, ...]]:
    left = list((Counter(cards_in(all_cards(setup.tricks))) - Counter(elsewhere)).elements())
    size = TAVERN_SIZE * (ROUNDS - number)
    in_pile = Counter(left[:size])
    return tuple(in_pile[kind] for kind in PILE_KINDS), tuple(left[size:])
