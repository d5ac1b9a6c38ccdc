"""Write the index of the decision records, `docs/decisions/README.md`, from their headings: `make decisions`."""

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "docs" / "decisions"
INDEX = FOLDER / "README.md"
RECORD = re.compile(
    r"# (?P<number>\d{4}): (?P<title>.+[^.\n])\n"
    r"\n"
    r"- Status: (?P<status>accepted|superseded by (?P<successor>\d{4}))\n"
    r"- Date: (?P<date>\d{4}-\d\d-\d\d)\n"
    r"\n"
    r"## Context\n[^#]+\n"
    r"\n"
    r"## Decision\n[^#]+\n"
    r"\n"
    r"## Consequences\n[^#]+\n"
)
HEAD = """\
# Decisions

Choices that somebody might question later: what the problem was, what was decided, and what follows from it. They are
numbered in the order in which they were made. A record is not rewritten when the choice changes: a new one says so, and
the old one gets the status "superseded by". How to add one: [CONTRIBUTING](../../CONTRIBUTING.md#a-new-decision).

This page is written by `make decisions`.

| | Decision | Date | Status |
|---|---|---|---|
"""


class Decision(NamedTuple):
    """What the index says about a record."""

    path: Path
    number: str
    title: str
    date: str
    status: str
    successor: str | None


class MalformedDecisionError(ValueError):
    """A record does not have the form of the others."""


def read(path: Path) -> Decision:
    found = RECORD.fullmatch(path.read_text(encoding="utf-8"))
    if found is None or not path.name.startswith(f"{found['number']}-"):
        raise MalformedDecisionError(
            f"{path.name} needs the heading '# NNNN: Title' with the number of its file, the lines '- Status:' and "
            "'- Date:', and the sections Context, Decision and Consequences"
        )
    return Decision(path, found["number"], found["title"], found["date"], found["status"], found["successor"])


def decisions() -> list[Decision]:
    return [read(path) for path in sorted(FOLDER.glob("[0-9]*.md"))]


def index() -> str:
    rows = (
        f"| {each.number} | [{each.title}]({each.path.name}) | {each.date} | {each.status} |" for each in decisions()
    )
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    INDEX.write_text(index(), encoding="utf-8")
