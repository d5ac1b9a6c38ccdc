"""Asking for real dice and cards until something that can have come is typed, and taking back what was not so."""

from rich.console import Console

from shanghaien.fairness.real_dice import read_outcomes, wanted
from shanghaien.rules import Malformed, Outcome, Phase, State

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
    place = f"card {len(state.tavern) + 1} of the row, or several" if state.phase is Phase.DEAL else "what came"
    while True:
        text = ask(f"Type {place} ({wanted(state)}): ").strip()
        if text.lower() in {"q", "quit"}:
            raise Quit
        try:
            return read_outcomes(state, text)
        except Malformed as error:
            console.print(str(error))
