"""`shanghaien replay`: a recorded game in the shell, turn by turn or only its end."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse

from shanghaien.rules import ROUNDS

from .files import RECORD_HELP, player_names, read_record


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=RECORD_HELP)
    parser.add_argument("--final", action="store_true", help="show only how it ended, or stands")
    parser.add_argument("--round", type=int, choices=range(1, ROUNDS + 1), metavar="N", help="show only this round")


def run(args: argparse.Namespace) -> int:
    record = read_record(args.file)
    from shanghaien.terminal.console import shell
    from shanghaien.terminal.replay import headline, show_end, show_rounds

    console, names = shell(), player_names(record)
    console.print(headline(record))
    if not args.final:
        show_rounds(console, record, names, args.round)
    if args.final or args.round is None:
        show_end(console, record, names)
    return 0
