"""Templates, style sheets and scripts follow the same law as Python; what a formatter cannot know is held here."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import tinycss2
from rich.style import Style
from tinycss2.ast import AtRule, Declaration, Node, ParseError, QualifiedRule

from shanghaien.nation_colours import NATION_COLOURS, NATION_INKS
from shanghaien.rules import Nation
from shanghaien.terminal.wording import NATION_COLOURS as SHELL_COLOURS
from shanghaien.web.site.assets import (
    PLAIN_TRICK,
    drawings,
    page_sheet,
    page_styles,
    picture,
    single_sheets,
    style_sheet,
    table_styles,
)

WIDEST = 120
SOURCE = Path("src/shanghaien")
WEB = SOURCE / "web"
STATIC = WEB / "site" / "static"
TEMPLATES = sorted(WEB.rglob("*.html"))
SHEETS = sorted(WEB.rglob("*.css"))
SCRIPTS = sorted(WEB.rglob("*.js"))
PICTURES = sorted((STATIC / "tricks").glob("*.svg"))
BLOCKS = re.compile(
    r"<(?:p|div|section|form|fieldset|legend|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|details|summary|h[1-6]|main"
    r"|header|footer|nav)\b"
)
LEVEL_AA = 4.5


def lines(paths: list[Path]) -> Iterator[tuple[str, str]]:
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.relative_to(WEB)}:{number}", line


def nodes(rules: list[Node]) -> Iterator[Node]:
    """Every rule and declaration of a style sheet, however deep."""
    for rule in rules:
        yield rule
        if isinstance(rule, QualifiedRule | AtRule) and rule.content is not None:
            yield from nodes(tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True))


def style_nodes() -> list[Node]:
    return list(
        nodes(tinycss2.parse_stylesheet(style_sheet() + page_sheet(), skip_comments=True, skip_whitespace=True))
    )


def luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [share / 12.92 if share <= 0.04 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_no_line_is_wider_than_a_line_of_python_may_be() -> None:
    assert [place for place, line in lines([*TEMPLATES, *SHEETS, *SCRIPTS]) if len(line) > WIDEST] == []


def test_a_line_of_a_template_opens_at_most_one_block() -> None:
    assert [place for place, line in lines(TEMPLATES) if len(BLOCKS.findall(line)) > 1] == []


def test_a_line_of_a_style_sheet_holds_one_selector_or_one_declaration() -> None:
    for place, line in lines(SHEETS):
        told = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", line)
        assert len(re.findall(r"[;{}]", told)) <= 1, place


def test_every_style_sheet_is_part_of_one_that_is_served() -> None:
    served = {*table_styles(), *page_styles(), *chain(*single_sheets().values())}
    assert {f"{'.'.join(path.relative_to(WEB).parts[:-2])}/{path.stem}" for path in SHEETS} == served


def test_the_style_sheet_can_be_read_and_says_nothing_twice_in_a_rule() -> None:
    for node in style_nodes():
        assert not isinstance(node, ParseError), f"{node.source_line}:{node.source_column} {node.message}"
        if isinstance(node, QualifiedRule):
            inside = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            names = Counter(each.name for each in inside if isinstance(each, Declaration))
            assert [name for name, times in names.items() if times > 1] == [], tinycss2.serialize(node.prelude)


def test_every_custom_property_that_is_used_is_set_and_the_other_way_round() -> None:
    told = style_sheet() + page_sheet() + drawings() + (STATIC / "lamps.svg").read_text(encoding="utf-8")
    used = set(re.findall(r"var\((--[\w-]+)", told))
    given = {node.name for node in style_nodes() if isinstance(node, Declaration) and node.name.startswith("--")}
    with_default = set(re.findall(r"var\((--[\w-]+),", told))
    assert used - given - with_default == set()
    assert given - used == set()


def test_every_class_of_the_style_sheet_is_on_some_page() -> None:
    preludes = [tinycss2.serialize(node.prelude) for node in style_nodes() if isinstance(node, QualifiedRule)]
    named = set(re.findall(r"\.(-?[a-zA-Z][\w-]*)", " ".join(preludes)))
    sources = [*TEMPLATES, *SCRIPTS, *SOURCE.rglob("*.py")]
    words = set(re.findall(r"[\w-]+", " ".join(path.read_text(encoding="utf-8") for path in sources)))
    assert named - words == set()


def test_no_file_but_one_spells_the_colour_of_a_nation() -> None:
    kinds = (".py", ".html", ".css", ".js", ".svg")
    for path in SOURCE.rglob("*"):
        if path.suffix in kinds and path.name != "nation_colours.py":
            text = path.read_text(encoding="utf-8").lower()
            assert [colour for colour in NATION_COLOURS.values() if colour in text] == [], path


def test_pages_drawing_and_shell_show_a_nation_in_the_same_colour() -> None:
    for nation, colour in NATION_COLOURS.items():
        assert f"--{nation.name.lower()}: {colour}" in style_sheet()
        shown = Style.parse(SHELL_COLOURS[nation]).bgcolor
        assert shown is not None
        assert shown.name == colour


@pytest.mark.parametrize("nation", Nation)
def test_a_nation_can_be_read_on_its_own_colour(nation: Nation) -> None:
    assert contrast(NATION_COLOURS[nation], NATION_INKS[nation]) >= LEVEL_AA


def test_no_two_nations_have_the_same_colour() -> None:
    pairs = product(Nation, repeat=2)
    assert all(NATION_COLOURS[one] != NATION_COLOURS[other] for one, other in pairs if one is not other)


def test_the_drawings_are_one_file_in_which_every_name_occurs_once() -> None:
    names = [symbol.get("id") for symbol in ET.fromstring(drawings())]  # noqa: S314 - our own file
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert {f"i-{path.stem}" for path in PICTURES} <= set(names)


def test_a_drawing_uses_only_what_is_drawn() -> None:
    for name in re.findall(r'href="#([^"]+)"', drawings()):
        assert f'id="{name}"' in drawings()


def test_an_act_without_a_picture_of_its_own_shows_a_plain_trick_card() -> None:
    assert picture("i-shark") == "i-shark"
    assert picture("i-nobody-drew-this") == PLAIN_TRICK
    assert picture("") == PLAIN_TRICK
