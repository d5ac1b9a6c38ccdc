"""What is new on somebody's page since the version that they have: the parts that differ, made once for all who look so."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec
from markupsafe import Markup

from shanghaien.web.http.memory import Memory
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.seen_table import OpenChoice
from shanghaien.web.play.table import Table

from .happened import Step, happened
from .model import TablePage, present
from .page_values import PARTS
from .perspective import Perspective

NO_CHOICE = OpenChoice()


@dataclass(frozen=True, slots=True)
class Shown:
    """What stood on a page, in short: enough to know what has changed since."""

    frame: tuple[bool, bool]
    """Whether both seats were taken, and whether the game was over: what the page is built by."""
    parts: tuple[int, ...]
    """A number for each part; another text has another number."""
    lines: tuple[str, ...]
    """The keys of the log's lines."""


_SHOWN: Memory[Shown] = Memory(16_384)
"""What stood on the pages of the last versions."""
_CHANGES: Memory[bytes] = Memory(8_000_000, len)
"""The changes that were told last, up to so many bytes."""


def whole_page(version: int, steps: list[Step] | None = None) -> bytes:
    """Says that the page has to be fetched once, and what happened, if that is known."""
    told = {"version": version, "whole": True}
    return msgspec.json.encode(told | {"happened": steps} if steps else told)


def changes_since(table: Table, look: Perspective, since: int) -> bytes:
    """What differs from version `since`, as JSON; everything, if what stood there then is not known any more."""
    key = (_moment(table, table.version), since, look)
    return _CHANGES.recall(key, lambda: _changes(table, look, since))


def note_shown(table: Table, look: Perspective, page: TablePage) -> None:
    """Remember what stands on a page that is sent whole, so that what comes next can be told from it."""
    if not table.over and look.choice == NO_CHOICE:
        _SHOWN.keep((_moment(table, table.version), look), _shown(page, _parts(page)))


def _moment(table: Table, version: int) -> tuple[GameId, int, int]:
    """A version of a table; when it was stored tells it from that of a game with the same name in another database."""
    known = 0 < version <= len(table.log)
    return table.id, version, table.log[version - 1].at if known else table.created


def _changes(table: Table, look: Perspective, since: int) -> bytes:
    seen = look.see(table, NO_CHOICE)
    page, steps = present(seen), happened(seen, since)
    parts = {} if table.over else _parts(page)
    shown = _shown(page, parts)
    _SHOWN.keep((_moment(table, table.version), _plain(look)), shown)
    before = _SHOWN.known((_moment(table, since), _plain(look)))
    if table.over or (before is not None and before.frame != shown.frame):
        return whole_page(table.version, steps)
    told = _differences(page, parts, shown, before)
    if steps:
        told["happened"] = steps
    if before is not None:
        told["since"] = since
    if look.choice != NO_CHOICE:
        told["choice"] = _chosen(present(look.see(table)), parts)
    return msgspec.json.encode(told, enc_hook=str)


def _chosen(page: TablePage, plain: dict[str, Markup]) -> dict[str, Any]:
    """What an open choice changes on the page as everybody sees it."""
    parts = {name: text for name, text in _parts(page).items() if text != plain[name]}
    return {"title": page.title, "parts": parts}


def _plain(look: Perspective) -> Perspective:
    """The same without an open choice, which nobody else sees."""
    if look.choice == NO_CHOICE:
        return look
    return replace(look, choice=NO_CHOICE)


def _parts(page: TablePage) -> dict[str, Markup]:
    return {name: make(page) for name, make in PARTS.items()}


def _shown(page: TablePage, parts: dict[str, Markup]) -> Shown:
    numbers = tuple(map(hash, parts.values()))
    return Shown((page.started, page.over), numbers, tuple(line.key for line in page.log))


def _differences(page: TablePage, parts: dict[str, Markup], shown: Shown, before: Shown | None) -> dict[str, Any]:
    told: dict[str, Any] = {"version": page.version, "title": page.title, "yours": page.yours, "told": page.told}
    if page.dice is not None:
        told["dice"] = page.dice
    if before is None:
        return told | {"parts": parts, "log": {"new": [page.told_line(line) for line in page.log]}}
    numbers = zip(parts, shown.parts, before.parts, strict=True)
    changed = {name: parts[name] for name, number, old in numbers if number != old}
    return told | {"parts": changed, "log": _new_lines(page, shown, before)}


def _new_lines(page: TablePage, shown: Shown, before: Shown) -> dict[str, Any]:
    """The lines that came above, and the keys of those that went; all, where old and new ones lie between each other."""
    now, known = frozenset(shown.lines), frozenset(before.lines)
    stayed = tuple(key for key in before.lines if key in now)
    new = [line for line in page.log if line.key not in known]
    if (*(line.key for line in new), *stayed) != shown.lines:
        return {"new": [page.told_line(line) for line in page.log]}
    return {"new": [page.told_line(line) for line in new], "gone": [key for key in before.lines if key not in now]}
