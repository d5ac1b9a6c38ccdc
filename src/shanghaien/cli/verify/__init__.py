"""`shanghaien verify FILE`: check the dice of a recorded game, offline; with `--log` also the site's public log."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any

from shanghaien.cli.files import RECORD_HELP, read_text, wrong
from shanghaien.fairness import Draw, FairnessError, PlayerMemory, Proof, Report, verify
from shanghaien.fairness.day import DayDraw, DayProof, DayReport, verify_day
from shanghaien.fairness.evidence import Evidence, read_evidence
from shanghaien.fairness.report import Check, DrawCheck
from shanghaien.fairness.typed_outcomes import DICE_TAGS
from shanghaien.rules import Malformed, Record, RulesError, load
from shanghaien.wrong_input import WrongInput

from . import log_check

FOUND_WRONG = 1
COMPARE = "Nothing is wrong with this game. With --mine it is compared with what your own page remembers."
COMPARE_DAY = "Nothing is wrong with this game. Compare the commitment with the one in the public log of its day."
UNREADABLE = {"protocol", "tags"}
"""What can be wrong so that there is no contract to compare receipts with."""
RECORD_STARTS = ("[Shanghaien", "{")


AnyReport = Report | DayReport
AnyDraw = DrawCheck[Draw] | DrawCheck[DayDraw]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help=f"{RECORD_HELP}; not needed with --log")
    parser.add_argument("--steps", action="store_true", help="show how every single draw comes about")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--mine", metavar="FILE", help="what your own page remembers of the game, to be compared")
    log_check.configure(parser)


def run(args: argparse.Namespace) -> int:
    """Check one record, a site's public log, or both; 0 if every promise was kept, 1 if something is wrong."""
    if args.file is None:
        return _run_log_alone(args)
    text = read_text(args.file)
    evidence = _evidence(args.file, text)
    record, played = _replay(text)
    memory = None if args.mine is None else _memory(args.mine)
    day = DayProof.from_tags(evidence.tags)
    report = _check(evidence, record, args.file, memory) if day is None else _check_day(day, record, played)
    ok = report.ok and played.ok
    if not args.json:
        sys.stdout.writelines(f"{line}\n" for line in _lines(report, played, args.steps))
    log = log_check.run(args, memory, evidence)
    if args.json:
        values = _as_dict(report, played, ok and (log is None or log.ok))
        sys.stdout.write(json.dumps(values if log is None else values | {"log": log_check.as_dict(log)}) + "\n")
    elif log is not None:
        sys.stdout.writelines(f"{line}\n" for line in log_check.lines(log))
    return 0 if ok and (log is None or log.ok) else FOUND_WRONG


def _run_log_alone(args: argparse.Namespace) -> int:
    log = log_check.run(args, None if args.mine is None else _memory(args.mine), None)
    if log is None:
        raise WrongInput("Name the record of a game, or a site with --log.")
    lines = [json.dumps({"ok": log.ok, "log": log_check.as_dict(log)})] if args.json else log_check.lines(log)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0 if log.ok else FOUND_WRONG


def _evidence(file: str, text: str) -> Evidence:
    if not any(start in text for start in RECORD_STARTS):
        raise wrong(file, "This is not a game record (no [Shanghaien 1] at its start).")
    try:
        return read_evidence(text)
    except Malformed as error:
        raise wrong(file, str(error)) from None


def _check(evidence: Evidence, record: Record | None, file: str, memory: PlayerMemory | None) -> Report:
    dice = evidence.tags.get("Dice")
    if dice == DICE_TAGS["Dice"]:
        raise wrong(file, "This game was played with real dice and cards; there is no promise to check.")
    if dice is None:
        raise wrong(file, "This record holds no commitment, so nothing was promised about its dice.")
    report = verify(evidence, record, memory)
    if memory is None or not memory.receipts or any(check.name in UNREADABLE for check in report.findings):
        return report
    from shanghaien.fairness.receipts import kept_in  # noqa: PLC0415 - cryptography is slow to load

    contract = Proof.from_tags(evidence.tags).contract(evidence.setup)
    return replace(report, checks=(*report.checks, *kept_in(memory.receipts, contract, memory.key)))


def _check_day(proof: DayProof, record: Record | None, played: Check) -> DayReport:
    return DayReport((played,)) if record is None else verify_day(proof, record)


def _memory(file: str) -> PlayerMemory:
    try:
        return PlayerMemory.from_json(read_text(file))
    except FairnessError as error:
        raise wrong(file, str(error)) from None


def _replay(text: str) -> tuple[Record | None, Check]:
    try:
        record = load(text)
    except RulesError as error:
        return None, Check("rules", False, str(error))
    return record, Check("rules", True, f"Every step follows the rules; the result is {record.result}.")


def _as_dict(report: AnyReport, played: Check, ok: bool) -> dict[str, Any]:
    draws = [asdict(check) | {"ok": check.ok} for check in report.draws]
    checks, findings = (list(map(asdict, checks)) for checks in (report.checks, report.findings))
    notes = list(map(asdict, _notes(report)))
    return {"ok": ok, "findings": findings, "checks": checks, "rules": asdict(played), "draws": draws, "notes": notes}


def _notes(report: AnyReport) -> Sequence[Check]:
    return report.notes if isinstance(report, Report) else ()


def _lines(report: AnyReport, played: Check, steps: bool) -> Iterator[str]:
    for check in report.checks:
        yield f"{_mark(check.ok)} {check.sentence}"
    if report.draws:
        right = sum(check.ok for check in report.draws)
        yield f"{_mark(right == len(report.draws))} {right} of {len(report.draws)} deals and rolls are as promised."
    yield from map(_draw_line, report.draws if steps else ())
    yield f"{_mark(played.ok)} {played.sentence}"
    for note in _notes(report):
        yield f"note  {note.sentence}"
    yield from _verdict(report, played)


def _draw_line(check: AnyDraw) -> str:
    draw, differs = check.draw, "" if check.ok else f", but the record says {check.recorded}"
    return (
        f"    {_mark(check.ok)} draw {draw.index:<3} {check.place:<17} {draw.digest[:8]}… mod {draw.below:<5} = "
        f"{draw.number:<5} {check.expected}{differs}"
    )


def _verdict(report: AnyReport, played: Check) -> Iterator[str]:
    if report.ok and played.ok:
        yield COMPARE if isinstance(report, Report) else COMPARE_DAY
        return
    yield "Something is wrong with this record:"
    for finding in (*report.findings, *(() if played.ok else (played,))):
        yield f"  {finding.name}: {finding.sentence}"


def _mark(ok: bool) -> str:
    return "ok   " if ok else "WRONG"
