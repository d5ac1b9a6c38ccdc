"""A recorded game in the shell, turn by turn or only its end."""

from collections.abc import Iterable
from itertools import groupby

from rich.console import Console

from shanghaien.rules import ROUNDS, Phase, PlayedStep, Record, ShanghaiCalled, option_texts, seat_letter

from .narration import Names, narrate, outcome
from .picture import Side, score_table, shanghai_table, tavern_table


def headline(record: Record) -> str:
    """Who played, how it ended, and what was set up."""
    setup = ", ".join(f"{name.lower()} {value}" for name, value in option_texts(record.options).items())
    facts = "".join(f"\n{name}: {value}" for name, value in record.tags.items() if not name.startswith("Player-"))
    first, second = (record.tags.get(f"Player-{letter}", letter) for letter in map(seat_letter, (0, 1)))
    return f"{first} (A) against {second} (B): {record.result}\n{setup}{facts}\n"


def show_rounds(console: Console, record: Record, names: Names, only: int | None = None) -> None:
    """Every round, or one of them, as it went."""
    for number, moments in groupby(record.played, lambda moment: moment.before.round):
        if only in {None, number}:
            _show_round(console, list(moments), Side(names))


def show_end(console: Console, record: Record, names: Names) -> None:
    state, side = record.final, Side(names)
    console.rule("The end" if state.over else f"As it stands in round {state.round}", align="left")
    if state.tavern:
        console.print(tavern_table(state, side))
    console.print(score_table(state, side))
    if record.resigned is not None:
        console.print(f"{names[record.resigned]} gave up; {names[1 - record.resigned]} wins.")
    else:
        console.print(outcome(state, names) if state.over else "The game is not finished.")


def _show_round(console: Console, moments: list[PlayedStep], side: Side) -> None:
    first = moments[-1].before
    console.rule(f"Round {first.round} of {ROUNDS}: {side.names[first.starter]} starts", align="left")
    dealt = next((moment.before for moment in moments if moment.before.phase == Phase.TURN), None)
    if dealt is not None:
        console.print(tavern_table(dealt, side))
    _tell_turns(console, moments, side.names)
    for event in moments[-1].events:
        if isinstance(event, ShanghaiCalled):
            console.print(shanghai_table(event.shanghai, side), score_table(moments[-1].after, side), sep="\n")


def _tell_turns(console: Console, moments: Iterable[PlayedStep], names: Names) -> None:
    for _, turn in groupby(moments, lambda moment: moment.before.turn):
        if sentence := narrate(turn, names):
            console.print(sentence)
