"""The question of a puzzle: as at the table, but without figures, and what was tried cannot be pressed again."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.table.buttons import Button
from shanghaien.web.pages.table.model import TablePage


def without(page: TablePage, tried: tuple[str, ...]) -> TablePage:
    """The page with everything spent that was tried, and nothing told about what a choice is worth."""
    ghosts = tuple(ghost for ghost in page.question.ghosts if ghost.action not in tried)
    spent = _spent(page.question, tried)
    row = tuple(replace(slot, ghost=slot.ghost if slot.ghost in ghosts else None) for slot in page.row)
    return replace(page, question=replace(spent, ghosts=ghosts), row=row)


def _spent(value: Any, tried: tuple[str, ...]) -> Any:
    """The same value, whatever it is made of, with bare buttons, and those spent that play a tried answer."""
    if isinstance(value, Button):
        return replace(_marked(value) if value.action in tried else value, worth=None)
    if isinstance(value, tuple):
        return tuple(_spent(each, tried) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _spent(getattr(value, field.name), tried) for field in fields(value)})
    return value


def _marked(button: Button) -> Button:
    word = gettext("tried")
    return replace(button, action="", note=word) if button.icon else replace(button, action="", text=word)
