"""The part of `shanghaien verify` that asks a site for its public log: `--log ADDRESS`."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from shanghaien.fairness import FairnessError, PlayerMemory, Proof
from shanghaien.fairness.day import DayProof
from shanghaien.fairness.evidence import Evidence
from shanghaien.wrong_input import WrongInput

if TYPE_CHECKING:
    from shanghaien.fairness.public_log import LogReport, WantedEntry
    from shanghaien.fairness.receipts import Receipt


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--log", metavar="ADDRESS", help="check the public log of this site, too")
    parser.add_argument(
        "--remember",
        metavar="FILE",
        help="where the head of the log is kept for the next time (default: a file in your own data folder)",
    )


def run(args: argparse.Namespace, memory: PlayerMemory | None, evidence: Evidence | None) -> "LogReport | None":
    """Check the log that was asked for, and remember its head; None if none was asked for."""
    if args.log is None:
        return None
    from shanghaien.fairness.public_log import check_log  # noqa: PLC0415 - cryptography is slow to load

    from .http_log import HttpLog, LogMemory  # noqa: PLC0415 - only those who check a log wait for it

    source, remembered = HttpLog(args.log), LogMemory.of(args.remember)
    seen = remembered.seen(source.address)
    lines = [*(() if memory is None else memory.receipts), *_receipt_in(evidence)]
    try:
        report = check_log(source, seen, _receipts(lines), _wanted(evidence), "" if memory is None else memory.key)
    except FairnessError as error:
        raise WrongInput(f"{source.address}: {error}") from None
    if report.seen != seen:
        remembered.remember(source.address, report.seen)
    return report


def _receipts(lines: Sequence[str]) -> "list[Receipt]":
    """Each receipt once; a line that is none is named by the check of the record."""
    from shanghaien.fairness.receipts import LINE, Receipt  # noqa: PLC0415

    return [Receipt.read(line) for line in dict.fromkeys(lines) if LINE.fullmatch(line)]


def _receipt_in(evidence: Evidence | None) -> Iterator[str]:
    if evidence is not None and "Receipt" in evidence.tags:
        yield evidence.tags["Receipt"]


def _wanted(evidence: Evidence | None) -> "list[WantedEntry]":
    """What a record says was fixed; what cannot be read in it is named by the check of the record."""
    from shanghaien.fairness.public_log import WantedEntry  # noqa: PLC0415

    if evidence is None:
        return []
    day = DayProof.from_tags(evidence.tags)
    if day is not None:
        return [WantedEntry("day", f"day-{day.day}", day.commitment)]
    try:
        contract = Proof.from_tags(evidence.tags).contract(evidence.setup)
    except FairnessError:
        return []
    reserved = contract.reservation
    reservation = WantedEntry("reservation", reserved.game_id, reserved.hash)
    return [reservation, WantedEntry("contract", reserved.game_id, contract.hash)]


def as_dict(report: "LogReport") -> dict[str, Any]:
    """The report for programs."""
    head = {"epoch": report.present.epoch, "key": report.present.key, **asdict(report.present.head)}
    findings, notes = (list(map(asdict, checks)) for checks in (report.findings, report.notes))
    return {"ok": report.ok, "findings": findings, "notes": notes, "head": head, "receipts": report.receipts}


def lines(report: "LogReport") -> Iterator[str]:
    """The report for people."""
    epoch, size = report.present.epoch, report.present.head.size
    for note in report.notes:
        yield f"note  {note.sentence}"
    if report.ok:
        yield f"ok    The public log ({size} entries, number {epoch}) is signed and contradicts nothing seen before."
        if report.receipts:
            yield f"ok    What its receipts ({report.receipts}) promise is in it."
        return
    yield "Something is wrong with the public log:"
    for finding in report.findings:
        yield f"  {finding.name}: {finding.sentence}"
