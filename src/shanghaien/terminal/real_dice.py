"""Asking for real dice and cards until something that can have come is typed, and taking back what was not so."""

from rich.console import Console

from shanghaien.fairness.real_dice import read_outcomes
from shanghaien.rules import Chance, Malformed, Outcome, Phase, State, step_of

from .menu import Ask, Quit

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
