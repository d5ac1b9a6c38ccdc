"""A review as plain values for JSON, and back: what the shell prints, and what pages keep instead of counting again."""

from typing import Any

from shanghaien.rules import Options, seat_letter

from .model import Ends, GameReview, ReviewEntry, ReviewKind, Totals, WeighedAction

VERSION = 3
"""Changes whenever a kept review can no longer be read or would be counted differently."""
JUDGEMENT = "TrainedValuef8f895eddc3d"
"""What `judgement_name` of the reviewer says, for a process that stores reviews and does not load the weights; a test compares."""
DIGITS = 9


def to_dict(reviewed: GameReview) -> dict[str, Any]:
    """The review as plain values; values are the chance of winning for seat A, from 0 to 1."""
    return {
        "review": VERSION,
        "payoff": reviewed.payoff,
        "options": reviewed.options.as_dict(),
        "points": list(reviewed.points),
        "finished": reviewed.finished,
        "exact_inside_rounds": reviewed.exact_inside_rounds,
        "totals": {seat_letter(seat): _totals(totals) for seat, totals in enumerate(reviewed.totals)},
        "turning_points": [entry.number for entry in reviewed.turning_points],
        "entries": [_entry(entry) for entry in reviewed.entries],
    }


def from_dict(values: dict[str, Any]) -> GameReview:
    """The review that `to_dict` wrote, up to the ninth digit."""
    return GameReview(
        options=Options.from_dict(values["options"]),
        entries=tuple(map(_read_entry, values["entries"])),
        points=(values["points"][0], values["points"][1]),
        finished=values["finished"],
        payoff=values["payoff"],
        exact_inside_rounds=values["exact_inside_rounds"],
    )


def _totals(totals: Totals) -> dict[str, Any]:
    return {
        "decisions": totals.decisions,
        "loss": round(totals.loss, DIGITS),
        "mean_loss": round(totals.mean_loss, DIGITS),
        "luck": round(totals.luck, DIGITS),
        "unforeseen": round(totals.unforeseen, DIGITS),
        "accuracy": round(totals.accuracy, DIGITS),
        "result": totals.result,
        "result_without_luck": round(totals.without_luck, DIGITS),
        "grades": {str(name): count for name, count in totals.grades.items()},
    }


def _entry(entry: ReviewEntry) -> dict[str, Any]:
    written: dict[str, Any] = {
        "number": entry.number,
        "kind": str(entry.kind),
        "round": entry.round,
        "turn": entry.turn,
        "seat": None if entry.seat is None else seat_letter(entry.seat),
        "text": entry.text,
        "before": round(entry.before, DIGITS),
        "after": round(entry.after, DIGITS),
    }
    if entry.grade is None:
        return written | {"luck": round(entry.luck, DIGITS), "unforeseen": round(entry.unforeseen, DIGITS)}
    choices = [[choice.action, round(choice.value, DIGITS)] for choice in entry.choices]
    written |= {"loss": round(entry.loss, DIGITS), "grade": str(entry.grade), "choices": choices}
    return written if entry.ends is None else written | {"ends": _ends(entry.ends)}


def _ends(ends: Ends) -> dict[str, Any]:
    cards = [[place, round(gain, DIGITS)] for place, gain in ends.cards]
    return {"best": round(ends.best, DIGITS), "played": round(ends.played, DIGITS), "cards": cards}


def _read_entry(values: dict[str, Any]) -> ReviewEntry:
    return ReviewEntry(
        number=values["number"],
        kind=ReviewKind(values["kind"]),
        round=values["round"],
        turn=values["turn"],
        seat=None if values["seat"] is None else "AB".index(values["seat"]),
        text=values["text"],
        before=values["before"],
        after=values["after"],
        choices=tuple(WeighedAction(action, value) for action, value in values.get("choices", ())),
        ends=_read_ends(values["ends"]) if "ends" in values else None,
        unforeseen=values.get("unforeseen", 0.0),
    )


def _read_ends(values: dict[str, Any]) -> Ends:
    return Ends(values["best"], values["played"], tuple((place, gain) for place, gain in values["cards"]))
