"""One scale of sizes, of breakpoints and of colours for all style sheets, and colours in which every word can be read."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

import pytest
import tinycss2
from tinycss2.ast import (
    AtRule,
    Comment,
    Declaration,
    DimensionToken,
    FunctionBlock,
    HashToken,
    IdentToken,
    Node,
    ParenthesesBlock,
    QualifiedRule,
)
from tinycss2.color3 import RGBA, parse_color

from tests.web.site.test_styles import LEVEL_AA, SHEETS, WEB, contrast

TOKENS = WEB / "site" / "styles" / "tokens.css"
MOST_SIZES = 8
SIZED = re.compile(r"inherit|(\d+ )?var\(--t-\w+\)( ?/.*)?")
"""What `font` and `font-size` say when they name a size of the scale."""
SPELLED = {"rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "light-dark"}
QUERIES = {"media", "container"}
OPAQUE = re.compile(r"#[0-9a-f]{6}")
LOOKS = {"day": (0, ":root"), "night": (1, ":root"), "watched by day": (0, ""), "watched by night": (1, "")}
"""What can be chosen: day or night, and at a table whether one sits at it or watches."""
ON_PANELS = ("ink", "ink-soft", "link", "good", "warn", "bad", "mine-text", "theirs-text")
PANELS = ("wall", "wall-2", "panel", "panel-2", "panel-lit")
READ = (
    *product(ON_PANELS, PANELS),
    *product(("on-counter",), ("counter", "counter-2")),
    *product(("on-plate",), ("plate-hi", "plate-lo", "lit")),
    *product(("white",), ("mine", "theirs")),
    *product(("on-dark",), ("lacquer-hi", "lacquer-lo")),
    *product(("paper-ink", "paper-good", "paper-warn"), ("paper", "paper-2")),
    *product(("on-dark", "on-dark-soft"), ("card-dark", "card-dark-2")),
    *product(("chalk", "chalk-soft", "chalk-mine", "chalk-theirs"), ("slate", "slate-2")),
    *product(("gold",), ("panel",)),
)
"""Which colours are read on which; rules that set both are read from the sheets besides."""


class Said(NamedTuple):
    """A declaration or a query, where it stands, and whether a comment right above gives a reason for it."""

    place: str
    node: Declaration | AtRule
    reasoned: bool


def _said(path: Path, inside: list[Node]) -> Iterator[Said]:
    before: Node | None = None
    for node in inside:
        if isinstance(node, Declaration | AtRule):
            place = f"{path.relative_to(WEB)}:{node.source_line}"
            yield Said(place, node, isinstance(before, Comment))
        if isinstance(node, QualifiedRule | AtRule) and node.content is not None:
            yield from _said(path, tinycss2.parse_blocks_contents(node.content, skip_whitespace=True))
        before = node


@cache
def said() -> list[Said]:
    sheets = ((path, path.read_text(encoding="utf-8")) for path in SHEETS)
    return [
        each for path, text in sheets for each in _said(path, tinycss2.parse_stylesheet(text, skip_whitespace=True))
    ]


def declarations() -> Iterator[tuple[str, Declaration, bool]]:
    return ((place, node, reasoned) for place, node, reasoned in said() if isinstance(node, Declaration))


def deep(tokens: list[Node]) -> Iterator[Node]:
    """All tokens, those in brackets too."""
    for token in tokens:
        yield token
        if isinstance(token, FunctionBlock):
            yield from deep(token.arguments)
        elif isinstance(token, ParenthesesBlock):
            yield from deep(token.content)


def shown(node: Declaration) -> str:
    return " ".join(tinycss2.serialize(node.value).split())


def breakpoints() -> set[str]:
    return set(re.findall(r"^ +(\d+rem) ", TOKENS.read_text(encoding="utf-8"), re.MULTILINE))


def test_there_are_at_most_eight_sizes_of_type() -> None:
    sizes = {node.name for _, node, _ in declarations() if node.name.startswith("--t-")}
    assert len(sizes) <= MOST_SIZES


def test_every_size_of_type_is_one_of_the_scale_or_has_a_reason() -> None:
    sized = ((place, node) for place, node, reasoned in declarations() if not reasoned)
    fonts = ((place, shown(node)) for place, node in sized if node.lower_name in {"font", "font-size"})
    assert [f"{place}: {value}" for place, value in fonts if not SIZED.fullmatch(value)] == []


def test_a_query_asks_for_widths_and_heights_of_the_scale_alone() -> None:
    known, used, wrong = breakpoints(), set[str](), []
    for place, node, _ in said():
        if isinstance(node, AtRule) and node.lower_at_keyword in QUERIES:
            tokens = list(deep(node.prelude))
            lengths = {f"{each.representation}{each.unit}" for each in tokens if isinstance(each, DimensionToken)}
            names = {each.lower_value for each in tokens if isinstance(each, IdentToken)}
            used |= lengths
            if lengths - known or any(name.startswith(("min-", "max-")) for name in names):
                wrong.append(f"{place}:{tinycss2.serialize(node.prelude)}")
    assert wrong == []
    assert known == used


def test_every_colour_is_a_token() -> None:
    others = ((place, node) for place, node, _ in declarations() if not place.startswith("site/styles/tokens.css"))
    assert [f"{place}: {shown(node)}" for place, node in others if any(map(_is_colour, deep(node.value)))] == []


def _is_colour(token: Node) -> bool:
    if isinstance(token, FunctionBlock):
        return token.lower_name in SPELLED
    colour = parse_color(token) if isinstance(token, HashToken | IdentToken) else None
    return isinstance(token, HashToken) or (isinstance(colour, RGBA) and colour.alpha > 0)


def test_what_overrules_everything_has_a_reason() -> None:
    assert [place for place, node, reasoned in declarations() if node.important and not reasoned] == []


@cache
def palette(look: str) -> dict[str, str]:
    """The colours of a look by their names; those that let something shine through are left out."""
    light, only = LOOKS[look]
    values: dict[str, str] = {}
    for layer in tinycss2.parse_stylesheet(
        TOKENS.read_text(encoding="utf-8"), skip_comments=True, skip_whitespace=True
    ):
        for rule in tinycss2.parse_blocks_contents(layer.content, skip_comments=True, skip_whitespace=True):
            if tinycss2.serialize(rule.prelude).strip() == only or not only:
                inside = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
                values |= {each.name[2:]: shown(each) for each in inside}
    chosen = {name: _in_light(value, light) for name, value in values.items()}
    return {name: value for name, value in chosen.items() if OPAQUE.fullmatch(value)}


def _in_light(value: str, light: int) -> str:
    if found := re.fullmatch(r"light-dark\((.+), (.+)\)", value):
        value = found[1 + light]
    return "#" + "".join(2 * each for each in value[1:]) if re.fullmatch(r"#[0-9a-f]{3}", value) else value


def together() -> Iterator[tuple[str, str]]:
    """Colours that one rule gives to words and to what is behind them."""
    for path in SHEETS:
        yield from _together(tinycss2.parse_stylesheet(path.read_text(encoding="utf-8"), skip_comments=True))


def _together(rules: list[Node]) -> Iterator[tuple[str, str]]:
    for rule in rules:
        if isinstance(rule, QualifiedRule | AtRule) and rule.content is not None:
            inside = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            set_here = {each.lower_name: shown(each) for each in inside if isinstance(each, Declaration)}
            behind = set_here.get("background", set_here.get("background-color", ""))
            yield from product(*(re.findall(r"var\(--([\w-]+)", text) for text in (set_here.get("color", ""), behind)))
            yield from _together(inside)


@pytest.mark.parametrize("look", LOOKS)
def test_every_word_can_be_read_on_what_is_behind_it(look: str) -> None:
    colours = palette(look)
    pairs = {pair for pair in chain(READ, together()) if colours.keys() >= set(pair)}
    assert set(READ) <= pairs
    ratios = {f"{ink} on {ground}": contrast(colours[ink], colours[ground]) for ink, ground in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < LEVEL_AA} == {}
