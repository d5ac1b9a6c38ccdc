"""`shanghaien analyse FILE`: what every action or roll in one position of a game is worth."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import json
import sys

from shanghaien.rules import Record, new_game
from shanghaien.wrong_input import WrongInput

from .files import RECORD_HELP, player_names, read_record
from .flags import add_json_flag, count


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=RECORD_HELP)
    parser.add_argument(
        "--step",
        type=count,
        metavar="N",
        help="the position before step N, as a review counts them from 1 on; one more than the last step is the position "
        "after it (default: the last position in which the game goes on)",
    )
    add_json_flag(parser, "print the whole analysis as JSON")


def run(args: argparse.Namespace) -> int:
    record = read_record(args.file)
    number = _last(record) if args.step is None else args.step
    if number > len(record.steps) + 1:
        raise WrongInput(f"The record has {len(record.steps)} steps, so --step is at most {len(record.steps) + 1}.")
    state = record.played[number - 2].after if number > 1 else new_game(record.options)
    from shanghaien.ai.analysis import analyse, as_dict

    analysis = analyse(state)
    played = record.step_texts[number - 1] if number <= len(record.steps) else None
    if args.json:
        sys.stdout.write(json.dumps({"step": number, "played": played} | as_dict(analysis)) + "\n")
        return 0
    from shanghaien.terminal.analysis_table import show_analysis
    from shanghaien.terminal.console import shell

    show_analysis(shell(), analysis, player_names(record), number, played)
    return 0


def _last(record: Record) -> int:
    """The number of the last position in which the game goes on."""
    return max(1, len(record.steps) + (not record.final.over))
