"""Real dice and cards: what people throw and deal on a table of wood, typed in and checked against what can happen."""

from shanghaien import rules
from shanghaien.rules import Malformed, Outcome, Phase, State
from shanghaien.rules.notation import outcome_text, parse_outcome

DICE_TAGS = {"Dice": "manual"}
"""The tag of a record whose dice nobody has promised anything about."""

WANTED = {
    Phase.WHO_STARTS: "who starts, A or B",
    Phase.DEAL: "a card such as AME3 or shift",
    Phase.ROLL: "two dice such as 3-5",
    Phase.ROLL_ONE: "one die such as 4",
    Phase.ROLL_ALL: "all the dice rolled, such as 2-4-5",
}


class Mistyped(Malformed):
    """What was typed can't have come; `word` is the part that is wrong, and empty where nothing was typed."""

    def __init__(self, sentence: str, word: str = "", *, too_much: bool = False) -> None:
        super().__init__(sentence)
        self.word = word
        self.too_much = too_much
        """Whether a player has to choose before that comes."""


def wanted(state: State) -> str:
    """What has to be typed at this chance, in words."""
    return WANTED[state.phase]


def read_outcomes(state: State, text: str) -> list[Outcome]:
    """The outcomes that one typed line stands for: one chance, or several cards of a deal in the order of the row.

    Digits that run together are taken for dice, as people type them (`35` for `3-5`).
    """
    words = text.replace(",", " ").split()
    if not words:
        raise Mistyped(f"Type {wanted(state)}.")
    if len(words) > 1 and state.phase in {Phase.ROLL, Phase.ROLL_ALL}:
        words = ["-".join(words)]
    outcomes = list[Outcome]()
    for word in words:
        if not rules.is_chance(state):
            raise Mistyped(f"{word!r} is too much: a player has to choose first.", word, too_much=True)
        outcomes.append(_outcome(state, word))
        state = rules.advance(state, outcomes[-1]).state
    return outcomes


def _outcome(state: State, word: str) -> Outcome:
    left = " There may be none left in the pile." if state.phase is Phase.DEAL else ""
    refusal = Mistyped(f"{word!r} can't come here; type {wanted(state)}.{left}", word)
    try:
        outcome = parse_outcome("-".join(word) if word.isdigit() else word)
    except Malformed:
        raise refusal from None
    if outcome_text(outcome) not in map(outcome_text, rules.chance(state).outcomes):
        raise refusal
    return outcome
