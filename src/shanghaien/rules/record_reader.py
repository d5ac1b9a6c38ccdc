"""Reading a record word by word: every step is played as it is read, so that nothing wrong gets further."""

from typing import NamedTuple

from .actions import Action, Roll
from .errors import Illegal, Malformed, RulesError
from .flow import step_of
from .game import chance, is_chance, legal_actions, new_game
from .hooks import Chance
from .notation import SEAT_LETTERS, action_text, outcome_text, parse_action, parse_outcome
from .options import Options
from .record import Record, Step, take
from .state import Phase, State
from .texts import N_, Phrase

LONGEST_LIST = 6
RESIGNED = {f"{letter} resigned": seat for seat, letter in enumerate(SEAT_LETTERS)}


class Reader:
    """A game that is played while its record is read."""

    def __init__(self, options: Options) -> None:
        self.state = new_game(options)
        self.steps: list[Step] = []

    def read_step(self, words: list[str], place: str) -> list[str]:
        """Play the step at the head of the words and return the words behind it."""
        try:
            return self._outcome(words) if is_chance(self.state) else self._action(words)
        except RulesError as error:
            raise _with_expectation(self.state, error).at(place) from None

    def roll_if_implied(self, word: str, place: str) -> None:
        """Dice at a turn's choice say that the player rolled (R8)."""
        if self.state.phase == Phase.TURN and word[:1].isdigit():
            self.read_step([action_text(Roll())], place)

    def _outcome(self, words: list[str]) -> list[str]:
        outcome = parse_outcome(words[0])
        text = outcome_text(outcome)
        # Compared as text: a roll of 1 and 3 is the same pair of numbers as a French sailor of value 3.
        if text not in map(outcome_text, chance(self.state).outcomes):
            raise Malformed(N_("%(word)r can’t come here."), word=words[0])
        self._play(outcome)
        return words[1:]

    def _action(self, words: list[str]) -> list[str]:
        action, length = self._find(words)
        self._play(action)
        return words[length:]

    def _find(self, words: list[str]) -> tuple[Action, int]:
        lower = [word.lower() for word in words]
        legal = ((action, action_text(action).lower().split()) for action in legal_actions(self.state))
        fitting = [(action, len(wanted)) for action, wanted in legal if lower[: len(wanted)] == wanted]
        # The longest one is meant: "play again" is also how "play again sailors AME" begins.
        return max(fitting, key=lambda found: found[1]) if fitting else _longest_readable(words)

    def _play(self, step: Step) -> None:
        self.state, _ = take(self.state, step)
        self.steps.append(step)


def expected(state: State) -> Phrase:
    """What may come next in a record, in words."""
    if state.over:
        return Phrase(N_("nothing more, for the game is over"))
    step = step_of(state)
    if isinstance(step, Chance):
        outcomes = chance(state).outcomes
        such = outcome_text(outcomes[len(outcomes) // 2])
        return Phrase(N_("%(drawn)s, such as %(such)s"), drawn=Phrase(step.drawn), such=such)
    return some_of([action_text(action) for action in legal_actions(state)])


def some_of(texts: list[str]) -> Phrase:
    """The first few of some texts, and how many more there are."""
    shown = ", ".join(texts[:LONGEST_LIST])
    if len(texts) <= LONGEST_LIST:
        return Phrase("%(shown)s", shown=shown)
    return Phrase(N_("%(shown)s or %(count)s others"), shown=shown, count=len(texts) - LONGEST_LIST)


def _longest_readable(words: list[str]) -> tuple[Action, int]:
    for length in range(min(len(words), 6), 0, -1):
        try:
            return parse_action(" ".join(words[:length])), length
        except Malformed:
            continue
    raise Malformed(N_("%(words)r opens with no action."), words=" ".join(words[:3]))


def _with_expectation(state: State, error: RulesError) -> RulesError:
    if isinstance(error, Illegal):
        told = N_("%(reason)s Expected %(expected)s.")
        return Illegal(error.code, error.rule, told, reason=_said_by(error), expected=expected(state))
    told = N_("%(reason)s Expected %(expected)s (%(rule)s).")
    return Malformed(told, reason=_said_by(error), expected=expected(state), rule=due_rule(state))


def _said_by(error: RulesError) -> Phrase:
    return Phrase(error.text, **error.values)


def due_rule(state: State) -> str:
    """The rule that says what is due in a state."""
    step = step_of(state)
    return step.rule if step else "R23"


class Stated(NamedTuple):
    """Something that a record states about itself, and where."""

    text: str
    place: str


def finished(reader: Reader, tags: dict[str, str], result: Stated, check: Stated | None) -> Record:
    """The record that has been read to its end; refused if it is not the game that it says it is."""
    resigned = RESIGNED.get(result.text)
    record = Record(reader.state.options, tuple(reader.steps), tags, resigned)
    if reader.state.over and resigned is not None:
        sentence = N_("the game was played to its end; expected its points as the result (R23).")
        raise Malformed(sentence).at(result.place)
    if record.result != result.text:
        sentence = N_("the result says %(stated)r, but the steps make it %(made)r (R23).")
        raise Malformed(sentence, stated=result.text, made=record.result).at(result.place)
    if check is not None and check.text != record.check:
        sentence = N_(
            "the check says %(stated)r, but the steps make it %(made)r; "
            "either a step was changed or, if the change is meant, the check has to go."
        )
        raise Malformed(sentence, stated=check.text, made=record.check).at(check.place)
    return record
