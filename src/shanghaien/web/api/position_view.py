"""A position as programs see it; nothing of it is hidden (R5)."""

from functools import cache
from typing import Literal

from shanghaien import rules
from shanghaien.rules import Seat, action_text

from .shapes import PlayerShape, StateShape

LETTERS: tuple[Literal["A"], Literal["B"]] = ("A", "B")
NATIONS = tuple((nation, nation.code) for nation in rules.Nation)
PILE_TEXTS = tuple(rules.card_text(kind) for kind in rules.PILE_KINDS)
card_text = cache(rules.card_text)


def letter(seat: Seat | None) -> Literal["A", "B"] | None:
    """A or B, if there is a seat."""
    return None if seat is None else LETTERS[seat]


def state_view(state: rules.State) -> StateShape:
    """The position in plain values."""
    return StateShape(
        phase=str(state.phase),
        round=state.round,
        starter=LETTERS[state.starter],
        turn=LETTERS[state.turn],
        tavern=[card_text(card) for card in state.tavern],
        end=None if state.end is None else str(state.end),
        face_down=list(state.face_down),
        rolled=list(state.rolled),
        middle=[card_text(card) for card in state.middle],
        announced=None if state.announced is None else action_text(state.announced),
        pile={text: count for text, count in zip(PILE_TEXTS, state.pile, strict=True) if count},
        players=[_player(player) for player in state.players],
        points=list(rules.points(state)),
    )


def _player(player: rules.Player) -> PlayerShape:
    crews, wilds = player.crews, player.wilds
    return PlayerShape(
        hand=[card_text(card) for card in player.hand],
        crews={code: list(crews[nation]) for nation, code in NATIONS if crews[nation]},
        wilds={code: len(wilds[nation]) for nation, code in NATIONS if wilds[nation]},
        dice=list(player.dice),
        supply=player.supply,
        trick_used=player.trick_used,
        in_force=None if player.in_force is None else str(player.in_force),
    )
