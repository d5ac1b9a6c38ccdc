"""`shanghaien replay`: a recorded game in the shell, turn by turn or only its end."""

import argparse
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from rich.console import Console

from shanghaien.rules import Phase, PlayedStep, Record, RulesError, State, load, points
from shanghaien.rules.events import ShanghaiCalled
from shanghaien.rules.record import option_texts
from shanghaien.terminal.console import shell
from shanghaien.terminal.narration import narrate, outcome
from shanghaien.terminal.picture import Side, score_table, shanghai_table, tavern_table
from shanghaien.wrong_input import WrongInput


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("file", metavar="FILE", help="a record in either form; - reads standard input")
    parser.add_argument("--final", action="store_true", help="show only how it ended, or stands")
    parser.add_argument("--round", type=int, choices=range(1, 9), metavar="N", help="show only this round")


def run(args: argparse.Namespace) -> int:
    """Show the game."""
    record = read_record(args.file)
    console = shell()
    side = Side((record.tags.get("Player-A", "A"), record.tags.get("Player-B", "B")))
    console.print(_headline(record, side))
    if not args.final:
        for moments in _rounds(record):
            if args.round in {None, moments[0].before.round}:
                _show_round(console, moments, side)
    if args.final or args.round is None:
        _show_end(console, record, side)
    return 0


def read_record(file: str) -> Record:
    """The record in a file, or on standard input for ``-``; what is wrong with it is told with the file's name."""
    where = "standard input" if file == "-" else file
    try:
        text = sys.stdin.buffer.read().decode() if file == "-" else Path(file).read_text(encoding="utf-8")
        return load(text)
    except UnicodeDecodeError:
        raise WrongInput(f"{where}: this is no text in UTF-8, so it is no record.") from None
    except RulesError as error:
        raise WrongInput(f"{where}: {error}") from None


def _headline(record: Record, side: Side) -> str:
    setup = ", ".join(f"{name.lower()} {value}" for name, value in option_texts(record.options).items())
    facts = "".join(f"\n{name}: {value}" for name, value in record.tags.items() if not name.startswith("Player-"))
    return f"{side.names[0]} (A) against {side.names[1]} (B): {record.result}\n{setup}{facts}\n"


def _rounds(record: Record) -> Iterator[list[PlayedStep]]:
    for _, moments in groupby(record.replay(), lambda moment: moment.before.round):
        yield list(moments)


def _show_round(console: Console, moments: list[PlayedStep], side: Side) -> None:
    first = moments[-1].before
    console.rule(f"Round {first.round} of 8: {side.names[first.starter]} starts", align="left")
    dealt = next((moment.before for moment in moments if moment.before.phase is Phase.TURN), None)
    if dealt is not None:
        console.print(tavern_table(dealt, side))
    for _, turn in groupby(moments, lambda moment: moment.before.turn):
        if told := narrate(turn, side.names):
            console.print(told)
    for event in moments[-1].events:
        if isinstance(event, ShanghaiCalled):
            console.print(shanghai_table(event.shanghai, side), score_table(moments[-1].after, side), sep="\n")


def _show_end(console: Console, record: Record, side: Side) -> None:
    state = record.final
    console.rule("The end" if state.over else f"As it stands in round {state.round}", align="left")
    _show_table(console, state, side)
    if record.resigned is not None:
        console.print(f"{side.names[record.resigned]} gave up; {side.names[1 - record.resigned]} wins.")
    elif state.over:
        console.print(outcome(points(state), side.names))
    else:
        console.print("The game is not finished.")


def _show_table(console: Console, state: State, side: Side) -> None:
    if state.tavern:
        console.print(tavern_table(state, side))
    console.print(score_table(state, side))
