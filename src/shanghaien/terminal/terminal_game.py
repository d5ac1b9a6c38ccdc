"""One game at this shell: people choose from numbered lists, bots choose by themselves."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from shanghaien.fairness.typed_outcomes import read_outcomes
from shanghaien.rules import (
    ROUNDS,
    Action,
    Chance,
    Chooser,
    Event,
    Malformed,
    Outcome,
    Phase,
    PlayedStep,
    Record,
    RoundStarted,
    ShanghaiCalled,
    State,
    draw,
    is_chance,
    step_of,
    take,
    to_move,
)

from .menu import Ask, Menu, Quit
from .narration import YOU, narrate, outcome
from .picture import FITS, Side, hands, score_table, shanghai_table, tavern_table

CORRECT = "undo"
NOTHING_TO_CORRECT = "There is nothing to correct: somebody has chosen since."


class Retype(Exception):
    """What was typed last was wrong."""


def correcting(ask: Ask) -> Ask:
    """The same, but `undo` takes back what was typed last."""

    def asked(prompt: str) -> str:
        typed = ask(prompt)
        if typed.strip().lower() == CORRECT:
            raise Retype
        return typed

    return asked


def typed_outcomes(state: State, console: Console, ask: Ask) -> list[Outcome]:
    """What came, as people type it; `q` stops the game."""
    while True:
        text = ask(prompt(state)).strip()
        if text.lower() in {"q", "quit"}:
            raise Quit
        try:
            return read_outcomes(state, text)
        except Malformed as error:
            console.print(str(error))


def prompt(state: State) -> str:
    """What is to be typed, in the words of the step that waits for it."""
    step = step_of(state)
    assert isinstance(step, Chance)
    next_card = f" (card {len(state.tavern) + 1} is next)" if state.phase == Phase.DEAL else ""
    return f"{step.typed}{next_card}{' ' if step.typed.endswith('?') else ': '}"


@dataclass
class TerminalGame:
    """A game that is being played here; `record` holds it at any moment."""

    record: Record
    names: tuple[str, str]
    bots: Mapping[int, Chooser]
    """The seats that are played by bots; a person sits in every other."""
    console: Console
    rng: random.Random
    ask: Ask
    manual: bool = False
    """Whether people roll real dice and deal real cards, and type what came."""
    unreported: list[PlayedStep] = field(default_factory=list)
    """What has happened since something was shown."""
    typed: list[Outcome] = field(default_factory=list)
    """Real dice and cards that have been typed and not been played yet."""
    lines: list[int] = field(default_factory=list)
    """Per line typed since a player chose: how many steps the record had before it."""

    def __post_init__(self) -> None:
        if self.manual:
            self.ask = correcting(self.ask)

    def play(self) -> None:
        """Play to the end, or until the person quits."""
        state = self.record.final
        self._welcome(self._side(state))
        try:
            while not state.over:
                try:
                    state = self._step(state)
                except Retype:
                    state = self._retype(state)
        except (Quit, EOFError):
            self.console.print("\nGame left unfinished.")
            return
        self.console.print(score_table(state, self._side(state)))
        self.console.print(outcome(state, self.names))

    def _welcome(self, side: Side) -> None:
        below, above = side.name(side.seat), side.name(1 - side.seat)
        more = " Type undo to correct what was typed last." if self.manual else ""
        sits = " sit" if str(below) == YOU else " sits"
        line = (below, sits, " below the cards, ", above, " above them. Type ? for help, q to quit.", more, "\n")
        self.console.print(Text.assemble(*line))
        if self.console.width < FITS:
            self.console.print(f"The table needs {FITS} columns; this window has {self.console.width}.\n")

    def _step(self, state: State) -> State:
        step = self._chance(state) if is_chance(state) else self._choice(state)
        after, events = take(state, step)
        self.record = Record(self.record.options, (*self.record.steps, step), self.record.tags)
        self.unreported.append(PlayedStep(state, step, events, after))
        if after.turn != state.turn or after.round != state.round or after.over:
            self._tell()
        for event in events:
            self._show_event(event, after)
        return after

    def _chance(self, state: State) -> Outcome:
        if not self.manual:
            return draw(state, self.rng)
        if not self.typed:
            self._tell()
            self.typed = typed_outcomes(state, self.console, self.ask)
            self.lines.append(len(self.record.steps))
        return self.typed.pop(0)

    def _choice(self, state: State) -> Action:
        seat = to_move(state)
        assert seat is not None
        if seat in self.bots:
            return self.bots[seat](state)
        self._tell()
        if state.phase == Phase.TURN or seat != state.turn:
            self._show_table(state)
        choice = Menu(state, self.names[seat], self.console, self.ask, lambda: self._show_table(state)).choose()
        self.lines = []
        return choice

    def _retype(self, state: State) -> State:
        """Back to where the last line was typed, if no player has chosen since."""
        if not self.lines:
            self.console.print(NOTHING_TO_CORRECT)
            return state
        self.record = Record(self.record.options, self.record.steps[: self.lines.pop()], self.record.tags)
        self.typed, self.unreported = [], []
        return self.record.final

    def _tell(self) -> None:
        if sentence := narrate(self.unreported, self.names):
            self.console.print(sentence)
        self.unreported = []

    def _show_table(self, state: State) -> None:
        side = self._side(state)
        self.console.print()
        self.console.rule(f"Round {state.round} of {ROUNDS}", align="left")
        self.console.print(tavern_table(state, side), hands(state, side), score_table(state, side), sep="\n")

    def _show_event(self, event: Event, state: State) -> None:
        if isinstance(event, ShanghaiCalled):
            self.console.print(shanghai_table(event.shanghai, self._side(state)))
        elif isinstance(event, RoundStarted):
            starter = self.names[event.starter]
            self.console.print(f"{starter} {'start' if starter == YOU else 'starts'} round {event.round}.")

    def _side(self, state: State) -> Side:
        """People sit below; with two of them, or none, the player who is asked does (R42)."""
        people = [seat for seat in (0, 1) if seat not in self.bots]
        asked = to_move(state)
        return Side(self.names, people[0] if len(people) == 1 else asked or 0)
