"""Dice and deals that both players can check after the game; docs/fairness.md is the protocol, word for word.

promise = Promise.open(game_id, seed := new_seed())   # promise.commitment is published
promise = promise.contribute(0, "text from seat A")   # nothing more is taken once the first card is dealt
draws = Draws(seed, game_id, promise.contributions)
outcome = draws.outcome(rules.chance(state), index)   # index: 0 for the game's first chance node, then 1, 2, ...
"""

from .draws import Draw, Draws
from .errors import BadContribution, ContributedTwice, FairnessError, TooLate
from .promise import Promise
from .proof import Proof
from .protocol import PROTOCOL, commitment, new_contribution, new_game_id, new_seed, program_contribution, seal
from .verify import Check, DrawCheck, Report, verify

__all__ = [
    "PROTOCOL",
    "BadContribution",
    "Check",
    "ContributedTwice",
    "Draw",
    "DrawCheck",
    "Draws",
    "FairnessError",
    "Promise",
    "Proof",
    "Report",
    "TooLate",
    "commitment",
    "new_contribution",
    "new_game_id",
    "new_seed",
    "program_contribution",
    "seal",
    "verify",
]
