"""`shanghaien review FILE`: who played better, who had the luck, and where the game turned."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from shanghaien.ai.review.chart import LETTERS, Chart, Labels, place_text
from shanghaien.ai.review.grades import BELOW, Grade
from shanghaien.ai.review.json_form import to_dict
from shanghaien.ai.review.model import EVEN, GameReview, ReviewEntry, ReviewKind
from shanghaien.ai.review.reasons import Speaker
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.ai.value.payoff import Payoff
from shanghaien.ai.value.score import HandMade
from shanghaien.rules.notation import parse_action
from shanghaien.rules.record import Record
from shanghaien.rules.record_load import load
from shanghaien.wrong_input import WrongInput

JUDGES: dict[str, Callable[[], Payoff]] = {"captain": judgement, "thumb": HandMade}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record of a game, as text or JSON")
    parser.add_argument("--all", action="store_true", help="list every decision, roll and deal, not only what mattered")
    parser.add_argument("--svg", type=Path, metavar="OUT", help="write the chart of the chance of winning")
    parser.add_argument(
        "--judge",
        choices=list(JUDGES),
        default="captain",
        help="what a finished round is worth: the Captain's trained value (default) or a rule of thumb",
    )
    parser.add_argument("--json", action="store_true", help="print the whole account as JSON")


def run(args: argparse.Namespace) -> None:
    """Review one record and tell the account."""
    record = _read(args.file)
    account = _reviewed(record, JUDGES[args.judge]())
    names = record.tags.get("Player-A", "A"), record.tags.get("Player-B", "B")
    if args.svg:
        labels = Labels(ahead=(f"{names[0]} ahead", f"{names[1]} ahead (hatched)"))
        args.svg.write_text(Chart(account, labels=labels).svg() + "\n", encoding="utf-8")
    if args.json:
        sys.stdout.write(json.dumps(to_dict(account), ensure_ascii=False) + "\n")
    else:
        shown = escape(names[0]), escape(names[1])
        _tell(Console(highlight=False), record, account, shown, everything=args.all)


def _read(path: Path) -> Record:
    try:
        return load(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise WrongInput(f"{path} is no text file.") from None


def _reviewed(record: Record, payoff: Payoff) -> GameReview:
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reviewing", total=len(record.steps))
        return review(record, payoff, lambda done, of: bar.update(task, completed=done, total=of))


def _tell(console: Console, record: Record, account: GameReview, names: tuple[str, str], *, everything: bool) -> None:
    console.print(_summary(account, names))
    console.print(_balance(account, names))
    console.print(_steps(account, names, everything=everything))
    for sentence in _reasons(record, account, names):
        console.print(sentence)
    bounds = " · ".join(f"{name} below {100 * bound:g}" for name, bound in BELOW.items())
    console.print(f"Points of winning chance, of 100. Grades by loss: {bounds} · blunder from there.", style="dim")
    console.print(_caution(account), style="dim")


def _summary(account: GameReview, names: tuple[str, str]) -> Table:
    table = Table(title=f"{names[0]} {account.points[0]} : {account.points[1]} {names[1]}", title_justify="left")
    for head in ("", "accuracy", "decisions", "lost", "per decision", "luck", "result", "without luck"):
        table.add_column(head, justify="right" if head else "left")
    for name, totals in zip(names, account.totals, strict=True):
        numbers = (totals.loss, totals.mean_loss, totals.luck, totals.result, totals.without_luck)
        shown = [f"{100 * number:.1f}" for number in numbers]
        table.add_row(name, f"{100 * totals.accuracy:.0f} %", str(totals.decisions), *shown)
    return table


def _balance(account: GameReview, names: tuple[str, str]) -> str:
    own, other = account.totals
    return (
        f"For {names[0]}: start {100 * EVEN:.1f} + luck {100 * own.luck:.1f} - own losses {100 * own.loss:.1f} + losses of "
        f"{names[1]} {100 * other.loss:.1f} = {'result' if account.finished else 'now'} {100 * own.result:.1f}"
    )


def _steps(account: GameReview, names: tuple[str, str], *, everything: bool) -> Table:
    table = Table("turn", "who", "what", "grade")
    table.add_column("loss", justify="right")
    table.add_column("luck", justify="right")
    letters = {entry.number: letter for letter, entry in zip(LETTERS, account.turning_points, strict=False)}
    for entry in account.entries:
        if everything or entry.number in letters or entry.loss >= BELOW[Grade.INACCURACY]:
            table.add_row(*_row(entry, names, letters.get(entry.number, "")))
    return table


def _row(entry: ReviewEntry, names: tuple[str, str], letter: str) -> tuple[str, ...]:
    who = "" if entry.seat is None else names[entry.seat]
    what = {ReviewKind.ROLL: "rolled ", ReviewKind.DEAL: "deal "}.get(entry.kind, "") + entry.text
    luck = entry.luck if entry.seat in {None, 0} else -entry.luck
    side = f" for {names[0]}" if entry.kind is ReviewKind.DEAL else ""
    moved = f"{100 * luck:+.1f}{side}" if entry.grade is None else ""
    lost = f"{100 * entry.loss:.1f}" if entry.grade else ""
    graded = f"{entry.grade.sign} {entry.grade}" if entry.grade else ""
    return f"{place_text(entry)} {letter}", who, what, graded, lost, moved


def _reasons(record: Record, account: GameReview, names: tuple[str, str]) -> list[str]:
    """What would have been better at the turning points that were decisions, and why."""
    told = []
    moments = list(record.replay())
    for letter, entry in zip(LETTERS, account.turning_points, strict=False):
        if entry.kind is ReviewKind.DECISION:
            best, made = parse_action(entry.choices[0].action), parse_action(entry.text)
            why = " ".join(Speaker(moments[entry.number - 1].before, names).explain(best, made))
            told.append(f"{letter} {place_text(entry)}: best was {entry.choices[0].action}. {why}")
    return told


def _caution(account: GameReview) -> str:
    if account.exact_inside_rounds:
        return "Inside a round all numbers are exact for the trained value between rounds; a deal's luck carries its error."
    return "With these expansions a roll's luck is approximate: the solved round can't plan their cards in advance."
