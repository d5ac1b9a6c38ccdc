"""The rules of Shanghaien (R1-R41) as a pure engine: no clock, no randomness, no I/O.

state = new_game(Options(extra_wild=True))
while not state.over:
    if is_chance(state):
        state, events = advance(state, chance(state).pick(...))
    else:
        state, events = apply(state, legal_actions(state)[...])
print(points(state))
"""

from .actions import Act, Action, Allow, Call, End, Keep, Object, Place, Play, Roll, RollOne, TakeDouble
from .cards import PILE_KINDS, Card, Nation, Sailor, Seat, Trick, cards_in
from .chance import Dice, Distribution, Outcome
from .errors import Illegal, Malformed, NotYourTurn, RulesError, WrongRevision
from .game import REVISION, Applied, advance, apply, chance, is_chance, legal_actions, new_game, to_move
from .notation import action_text, card_text, outcome_text, parse_action, parse_card, parse_outcome
from .options import First, Options, Starter
from .record import PlayedStep, Record, Step
from .record_json import from_dict, from_json, to_dict, to_json
from .record_load import load
from .record_text import from_text, to_text
from .scoring import points, standing, to_come
from .state import Phase, Player, State
from .tavern import takings_now
from .view import View, view

__all__ = [
    "PILE_KINDS",
    "REVISION",
    "Act",
    "Action",
    "Allow",
    "Applied",
    "Call",
    "Card",
    "Dice",
    "Distribution",
    "End",
    "First",
    "Illegal",
    "Keep",
    "Malformed",
    "Nation",
    "NotYourTurn",
    "Object",
    "Options",
    "Outcome",
    "Phase",
    "Place",
    "Play",
    "PlayedStep",
    "Player",
    "Record",
    "Roll",
    "RollOne",
    "RulesError",
    "Sailor",
    "Seat",
    "Starter",
    "State",
    "Step",
    "TakeDouble",
    "Trick",
    "View",
    "WrongRevision",
    "action_text",
    "advance",
    "apply",
    "card_text",
    "cards_in",
    "chance",
    "from_dict",
    "from_json",
    "from_text",
    "is_chance",
    "legal_actions",
    "load",
    "new_game",
    "outcome_text",
    "parse_action",
    "parse_card",
    "parse_outcome",
    "points",
    "standing",
    "takings_now",
    "to_come",
    "to_dict",
    "to_json",
    "to_move",
    "to_text",
    "view",
]
