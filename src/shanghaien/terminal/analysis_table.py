"""The analysis of a position in the shell: every action or roll with its value, and what the values rest on."""

from rich import box
from rich.console import Console
from rich.table import Table

from shanghaien.ai.analysis import Analysis, AnalysisKind, Trust
from shanghaien.ai.review.model import grade
from shanghaien.rules import ROUNDS, Phase, action_text, outcome_text

from .narration import Names


def show_analysis(console: Console, analysis: Analysis, names: Names, number: int, played: str | None) -> None:
    """The position before step `number`, in which `played` came next; None if the record ends there."""
    console.print(_heading(analysis, names, number))
    if analysis.kind is AnalysisKind.DECISION:
        console.print(_actions(analysis, played))
        steps = [f"{names[step.seat]} {action_text(step.action)}" for step in analysis.line]
        console.print(f"Best line: {', '.join(steps)}.")
    elif analysis.outcomes:
        console.print(_outcomes(analysis, played))
    console.print(f"In percent for {names[analysis.seat]}; a draw counts half.", style="dim")
    console.print(_caution(analysis), style="dim")


def _heading(analysis: Analysis, names: Names, number: int) -> str:
    who = names[analysis.seat]
    doing = {
        AnalysisKind.DECISION: f"{who} chooses",
        AnalysisKind.ROLL: f"{who} rolls",
        AnalysisKind.DEAL: "it is drawn who starts" if analysis.state.phase == Phase.WHO_STARTS else "cards are dealt",
        AnalysisKind.OVER: "the game is over",
    }[analysis.kind]
    where = f"Step {number}, round {analysis.state.round} of {ROUNDS}"
    return f"{where}: {doing}. Chance of winning: {_percent(analysis.value)} %."


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    table.add_column(headings[0], min_width=12)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", min_width=len(heading))
    table.add_column("")
    return table


def _actions(analysis: Analysis, played: str | None) -> Table:
    table = _table("action", "wins", "loses")
    for each in analysis.actions:
        text, sign = action_text(each.action), grade(each.loss).sign
        mark = f"{sign} played" if text == played else sign
        table.add_row(text, _percent(each.value), _percent(each.loss), mark)
    return table


def _outcomes(analysis: Analysis, played: str | None) -> Table:
    table = _table("what comes", "chance", *(() if analysis.kind is AnalysisKind.DEAL else ("wins", "changes by")))
    for each in analysis.outcomes:
        text = outcome_text(each.outcome)
        values = () if each.value is None else (_percent(each.value), f"{100 * (each.value - analysis.value):+.1f}")
        table.add_row(text, str(each.probability), *values, "came" if text == played else "")
    return table


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _caution(analysis: Analysis) -> str:
    """What the values rest on."""
    if analysis.kind is AnalysisKind.DEAL:
        told = "A deal is judged as a whole, so single cards have no values of their own. "
        return told + (_off_by(analysis.trust) if analysis.state.round > 1 else "The first round counts as even.")
    return _off_by(analysis.trust)


def _off_by(trust: Trust) -> str:
    if trust.exact:
        return "Exact."
    if trust.off_by is None:
        return "Not every card could be planned in advance, so nobody knows how far these values are off."
    off = f"Rests on the trained value between rounds, off by {100 * trust.off_by:.1f} points (root mean square)"
    return f"{off}." if trust.measured else f"{off} after round 7 of the base game and not measured here."
