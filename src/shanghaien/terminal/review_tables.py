"""The review of a game in the shell: who played better, who had the luck, and where the game turned."""

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table

from shanghaien.ai.review.chart import LETTERS, place_text
from shanghaien.ai.review.model import BELOW, EVEN, GameReview, Grade, ReviewEntry, ReviewKind
from shanghaien.ai.review.phrases import ReasonWriter
from shanghaien.ai.review.reasons import reasons_why
from shanghaien.rules import Record, parse_action

from .narration import Names

HEADINGS = ("accuracy", "choices", "lost", "per choice", "luck", "result", "without luck")


def show_review(console: Console, record: Record, account: GameReview, names: Names, *, everything: bool) -> None:
    """The whole account; with `everything` also the steps that did not matter."""
    console.print(_summary(account, names))
    console.print(_balance(account, names))
    console.print(_steps(account, names, everything=everything))
    for sentence in _reasons(record, account, names):
        console.print(sentence)
    bounds = " · ".join(f"{name} below {100 * bound:g}" for name, bound in BELOW.items())
    console.print(
        f"Percentage points of winning chance. Grades by loss: {bounds} · blunder: that or more.", style="dim"
    )
    console.print(_caution(account), style="dim")


def _table() -> Table:
    """A table whose words stay whole on 80 columns: a heading may take two lines, and so may a name."""
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True, title_justify="left")


def _column(table: Table, heading: str) -> None:
    table.add_column(heading, justify="right", min_width=max(map(len, heading.split())))


def _summary(account: GameReview, names: Names) -> Table:
    table = _table()
    table.title = f"{names[0]} {account.points[0]} : {account.points[1]} {names[1]}"
    table.add_column("")
    for heading in HEADINGS:
        _column(table, heading)
    for name, totals in zip(names, account.totals, strict=True):
        numbers = (totals.loss, totals.mean_loss, totals.luck, totals.result, totals.without_luck)
        shown = [f"{100 * number:.1f}" for number in numbers]
        table.add_row(name, f"{100 * totals.accuracy:.0f} %", str(totals.decisions), *shown)
    return table


def _balance(account: GameReview, names: Names) -> str:
    own, other = account.totals
    return (
        f"For {names[0]}: start {100 * EVEN:.1f} + luck {100 * own.luck:.1f} + missed by "
        f"estimates {100 * own.unforeseen:.1f} - own losses {100 * own.loss:.1f} + losses of "
        f"{names[1]} {100 * other.loss:.1f} = {'result' if account.finished else 'now'} {100 * own.result:.1f}"
    )


def _steps(account: GameReview, names: Names, *, everything: bool) -> Table:
    table = _table()
    for heading, least in (("turn", 5), ("who", 1), ("what", 12), ("grade", 13)):
        table.add_column(heading, min_width=least)
    for heading in ("loss", "luck"):
        _column(table, heading)
    letters = {entry.number: letter for letter, entry in zip(LETTERS, account.turning_points, strict=False)}
    for entry in account.entries:
        if everything or entry.number in letters or entry.loss >= BELOW[Grade.INACCURACY]:
            table.add_row(*_row(entry, names, letters.get(entry.number, "")))
    return table


def _row(entry: ReviewEntry, names: Names, letter: str) -> tuple[str, ...]:
    who = "" if entry.seat is None else names[entry.seat]
    what = {ReviewKind.ROLL: "rolled ", ReviewKind.DEAL: "deal "}.get(entry.kind, "") + entry.text
    luck = entry.luck if entry.seat in {None, 0} else -entry.luck
    side = f" for {names[0]}" if entry.kind is ReviewKind.DEAL else ""
    moved = f"{100 * luck:+.1f}{side}" if entry.grade is None else ""
    lost = f"{100 * entry.loss:.1f}" if entry.grade else ""
    graded = f"{entry.grade.sign} {entry.grade}" if entry.grade else ""
    return f"{place_text(entry)} {letter}", who, what, graded, lost, moved


def _reasons(record: Record, account: GameReview, names: Names) -> Iterator[str]:
    """What would have been better at the turning points that were decisions, and why."""
    for letter, entry in zip(LETTERS, account.turning_points, strict=False):
        if entry.kind is ReviewKind.DECISION:
            best, made = parse_action(entry.choices[0].action), parse_action(entry.text)
            why = reasons_why(record.played[entry.number - 1].before, best, made, ends=entry.ends)
            yield " ".join(
                [
                    f"{letter} {place_text(entry)}: best was {entry.choices[0].action}.",
                    *ReasonWriter(names).sentences(why),
                ]
            )


def _caution(account: GameReview) -> str:
    if account.exact_inside_rounds:
        return (
            "Inside a round all numbers are exact for the trained value between rounds. Luck is zero on average; what that "
            "value missed before a deal is counted by itself."
        )
    return "Not every card could be planned in advance; what that missed is counted by itself and is no luck."
