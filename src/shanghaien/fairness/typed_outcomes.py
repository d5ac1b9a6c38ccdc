"""Real dice and cards: what people throw and deal on a table of wood, typed in and checked against what can happen."""

from shanghaien import rules
from shanghaien.rules import N_, Malformed, Outcome, Sailor, State, outcome_text, parse_outcome

DICE_TAGS = {"Dice": "manual"}
"""The tag of a record whose dice were never committed to."""

NOTHING_TYPED = N_("Nothing was typed.")
TOO_MUCH = N_("“%(word)s” is too much: a player has to choose first.")
CANT_COME = N_("“%(word)s” can’t come here, or none of it is left in the pile.")


class Mistyped(Malformed):
    """What was typed can't have come; what was wanted instead, the step of the game says (`Chance.typed`)."""


def read_outcomes(state: State, text: str) -> list[Outcome]:
    """The outcomes that one typed line stands for: one chance, or several cards of a deal in the order of the row.

    Digits that run together are taken for dice, as people type them (`35` for `3-5`).
    """
    words = text.replace(",", " ").split()
    if not words:
        raise Mistyped(NOTHING_TYPED)
    if _is_several_dice(rules.chance(state).outcomes[0]):
        words = ["-".join(words)]
    outcomes = list[Outcome]()
    for word in words:
        if not rules.is_chance(state):
            raise Mistyped(TOO_MUCH, word=word)
        outcomes.append(_outcome(state, word))
        state = rules.advance(state, outcomes[-1]).state
    return outcomes


def _is_several_dice(outcome: Outcome) -> bool:
    return isinstance(outcome, tuple) and not isinstance(outcome, Sailor) and len(outcome) > 1


def _outcome(state: State, word: str) -> Outcome:
    try:
        outcome = parse_outcome("-".join(word) if word.isdigit() else word)
    except Malformed:
        raise Mistyped(CANT_COME, word=word) from None
    if outcome_text(outcome) not in map(outcome_text, rules.chance(state).outcomes):
        raise Mistyped(CANT_COME, word=word)
    return outcome
