"""`shanghaien review FILE`: who played better, who had the luck, and where the game turned."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from shanghaien.rules import Record

from .files import RECORD_HELP, check_file, player_names, read_record
from .flags import STRONGEST

if TYPE_CHECKING:
    from shanghaien.ai.review.model import GameReview
    from shanghaien.ai.value.payoff import Payoff

BY_THUMB = "thumb"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=RECORD_HELP)
    parser.add_argument("--all", action="store_true", help="list every decision, roll and deal, not only what mattered")
    parser.add_argument("--svg", type=Path, metavar="OUT", help="write the chart of the chance of winning")
    parser.add_argument(
        "--judge",
        choices=[STRONGEST, BY_THUMB],
        default=STRONGEST,
        help="what a finished round is worth: the Captain's trained value (default) or a rule of thumb",
    )
    parser.add_argument("--json", action="store_true", help="print the whole review as JSON")


def run(args: argparse.Namespace) -> int:
    record = read_record(args.file)
    if args.svg:
        check_file(args.svg)
    names = player_names(record)
    account = _reviewed(record, _judge(args.judge))
    if args.svg:
        args.svg.write_text(_chart(account, names), encoding="utf-8")
    if args.json:
        from shanghaien.ai.review.json_form import to_dict

        sys.stdout.write(json.dumps(to_dict(account), ensure_ascii=False) + "\n")
        return 0
    from shanghaien.terminal.console import shell
    from shanghaien.terminal.review_tables import show_review

    show_review(shell(), record, account, names, everything=args.all)
    return 0


def _judge(name: str) -> "Payoff":
    from shanghaien.ai.review.reviewer import judgement
    from shanghaien.ai.value.payoff import HandMade

    return judgement() if name == STRONGEST else HandMade()


def _reviewed(record: Record, payoff: "Payoff") -> "GameReview":
    from shanghaien.ai.review.reviewer import review
    from shanghaien.terminal.console import passing_bar

    with passing_bar() as bar:
        task = bar.add_task("Reviewing", total=len(record.steps))
        return review(record, payoff, lambda done, of: bar.update(task, completed=done, total=of))


def _chart(account: "GameReview", names: tuple[str, str]) -> str:
    from shanghaien.ai.review.chart import Chart, Labels

    labels = Labels(ahead=(f"{names[0]} ahead", f"{names[1]} ahead (hatched)"))
    return Chart(account, labels=labels).svg() + "\n"
