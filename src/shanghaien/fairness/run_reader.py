"""The runs of outcomes in a record, each with the choice that it followed, read without playing the game."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from shanghaien.rules import PILE_TRICKS, Nation, Outcome, Seat, Starter, parse_outcome

OUTCOME = re.compile(
    f"[AB]|[1-6](-[1-6])*|({'|'.join(nation.code for nation in Nation)})[1-4]|{'|'.join(PILE_TRICKS)}", re.IGNORECASE
)
"""How the outcome of a chance is written; no action is written so."""
ROLL, CALL = "roll", "shanghai"
"""The choices with which a turn begins; the text form leaves a roll out where dice tell it."""
OBJECT, ALLOW = "object", "allow"
"""The answers of the player whose turn it is not."""
SEATS = {"a": 0, "b": 1}


class Run(NamedTuple):
    """Outcomes without a choice between them, and what stands in the record before them."""

    actor: Seat | None
    """Who made the choice that they follow; None if none was made, or it is unknown."""
    said: str
    """The words of all choices since the run before, the last one at their end."""
    words: tuple[str, ...]
    """The words of the record since the run before began, its outcomes included, without rolls."""
    outcomes: list[Outcome]


class RunReader:
    """Takes a record word by word; both forms lead to the same runs."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.turn: Seat | None = None
        self._said: list[str] = []
        self._answers: list[str] = []
        """The same without words that belong to the word before them."""
        self._words: list[str] = []
        self._running = False

    def begin_turn(self, seat: Seat | None) -> None:
        """A turn begins with a choice, written down or not."""
        self.turn, self._said, self._answers, self._running = seat, [ROLL], [ROLL], False

    def say(self, word: str, *, bound: bool = False) -> None:
        """A word of a choice; a `bound` one belongs to the word before it."""
        small = word.lower()
        self._said.append(small)
        self._answers += [] if bound else [small]
        self._words += [] if small == ROLL else [small]
        self._running = False

    def outcome(self, word: str) -> None:
        if not self._running:
            if self._answers[-2:] == [CALL, OBJECT]:
                self._roll()  # which the text form leaves out
            self.runs.append(Run(self._actor(), " ".join(self._said), tuple(self._words), []))
            self._words = []
        self.runs[-1].outcomes.append(parse_outcome(word))
        self._words.append(word.lower())
        self._said, self._answers, self._running = [], [], True

    def _roll(self) -> None:
        self._said.append(ROLL)
        self._answers.append(ROLL)

    def _actor(self) -> Seat | None:
        return _other(self.turn) if self._answers[-1:] in ([OBJECT], [ALLOW]) else self.turn


def read_steps(steps: Iterable[str], first: str, starter: str) -> RunReader:
    """The runs in the steps of the JSON form. Whose turn it is follows from R7, R8 and R13 alone."""
    reader, turns, dealt, before = RunReader(), TurnOrder(first, starter), False, ["", ""]
    for step in steps:
        is_outcome = bool(OUTCOME.fullmatch(step))
        is_card = is_outcome and not step[0].isdigit() and step.lower() not in SEATS
        if is_card and not dealt:
            turns.next_round()
        if is_outcome:
            turns.drawn(step)
            reader.outcome(step)
        else:
            _choose(reader, turns, step, before)
        dealt, before = is_card, [before[1], step.lower()]
    return reader


class TurnOrder:
    """Whose turn it is: they alternate (R8), and each round is begun as R7 and R13 say."""

    def __init__(self, first: str, starter: str) -> None:
        self._starter, self._alternates = SEATS.get(first), starter == Starter.ALTERNATE
        self._turn: Seat | None = None
        self._fresh = True
        self._rounds = 0

    def drawn(self, outcome: str) -> None:
        """Chance may decide who starts."""
        self._starter = SEATS.get(outcome.lower(), self._starter)

    def next_round(self) -> None:
        """The cards of a round are dealt."""
        if self._rounds:
            self._starter = _other(self._starter if self._alternates else self._turn)
        self._rounds, self._fresh = self._rounds + 1, True

    def next_turn(self) -> Seat | None:
        """The seat whose turn begins."""
        self._turn, self._fresh = self._starter if self._fresh else _other(self._turn), False
        return self._turn


def _choose(reader: RunReader, turns: TurnOrder, step: str, before: list[str]) -> None:
    words = step.split()
    if step.lower() in {ROLL, CALL} and not (step.lower() == ROLL and before == [CALL, OBJECT]):
        reader.begin_turn(turns.next_turn())
        words = [word for word in words if word.lower() != ROLL]
    for place, word in enumerate(words):
        reader.say(word, bound=place > 0)


def _other(seat: Seat | None) -> Seat | None:
    return None if seat is None else 1 - seat
