"""Whose a class is: all pages load one sheet, so a rule of one page must not fall on what another page calls the same."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import tinycss2
from tinycss2.ast import FunctionBlock, HashToken, IdentToken, LiteralToken, Node, QualifiedRule, SquareBracketsBlock

from shanghaien.web.site.assets import page_styles, style
from tests.web.site.test_styles import TEMPLATES, WEB, nodes

CLASSES = re.compile(r'class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"', re.DOTALL)
MADE = re.compile(r"\{\{(.*?)\}\}|\{%.*?%\}", re.DOTALL)
WORD = re.compile(r"[A-Za-z][\w-]*")
FOR_ALL = "site"
WHAT_TO_DO = "name it otherwise on one of the pages, begin the rule with a class of the page's own, or move it to site"


def folder_of(path: Path) -> str:
    """The feature of a template, and the folder of its templates in which it lies."""
    feature, inside = path.relative_to(WEB).parent.as_posix().split("/templates")
    return feature.replace("/", ".") + inside


def needed(selector: list[Node]) -> set[str]:
    """The classes that a selector needs; none if it begins with an attribute or has an id, which choose its page."""
    found = set[str]()
    for at, token in enumerate(selector):
        if isinstance(token, HashToken) or (isinstance(token, SquareBracketsBlock) and not found):
            return set()
        if isinstance(token, LiteralToken) and token.value == "." and isinstance(selector[at + 1], IdentToken):
            found.add(selector[at + 1].value)
        elif isinstance(token, FunctionBlock) and token.lower_name in {"has", "where"}:
            inner = needed(token.arguments)
            if not inner and any(isinstance(each, HashToken) for each in token.arguments):
                return set()
            found |= inner
    return found


def selectors(prelude: list[Node]) -> Iterator[list[Node]]:
    """The selectors of a rule, one by one, as if nobody could write `:is()`."""
    one: list[Node] = []
    for token in [*prelude, None]:
        if token is None or (isinstance(token, LiteralToken) and token.value == ","):
            yield from _alternatives([each for each in one if each.type != "comment"])
            one = []
        else:
            one.append(token)


def _alternatives(selector: list[Node]) -> Iterator[list[Node]]:
    for at, token in enumerate(selector):
        if isinstance(token, FunctionBlock) and token.lower_name == "is":
            for inner in selectors(token.arguments):
                yield [*selector[:at], *inner, *selector[at + 1 :]]
            return
    yield selector


def styled(sheet: str) -> Iterator[frozenset[str]]:
    """The classes that each rule of a sheet needs, together."""
    for node in nodes(tinycss2.parse_stylesheet(style(sheet), skip_comments=True, skip_whitespace=True)):
        if isinstance(node, QualifiedRule):
            yield from (frozenset(found) for each in selectors(node.prelude) if (found := needed(each)))


@cache
def worn() -> dict[str, set[str]]:
    """The classes that stand in the templates of each folder, also those that an expression chooses."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in TEMPLATES:
        for value in CLASSES.findall(path.read_text(encoding="utf-8")):
            chosen = " ".join(text for made in MADE.findall(value) for text in re.findall(r"[\"'](.*?)[\"']", made))
            found[folder_of(path)] |= set(WORD.findall(f"{MADE.sub(' ', value)} {chosen}"))
    return found


@pytest.mark.parametrize("sheet", [sheet for sheet in page_styles() if not sheet.startswith(f"{FOR_ALL}/")])
def test_a_rule_of_one_page_falls_on_no_other(sheet: str) -> None:
    own, rules = sheet.partition("/")[0], set(styled(sheet))
    for folder, classes in worn().items():
        if folder.partition("/")[0] != own:
            fallen = sorted({" and ".join(f".{each}" for each in sorted(one)) for one in rules if one <= classes})
            assert not fallen, f"{', '.join(fallen)} of {sheet}.css: used in {folder} too; {WHAT_TO_DO}"
