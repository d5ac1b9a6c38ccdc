"""Rules of the table's sheet that would have much of the page styled anew with every die (decision 0025)."""

import re

import pytest

from shanghaien.web.site.assets import style_sheet

NAMED = re.compile(r"[.#\[]")
UNSCRIPTED = re.compile(r"@media \(scripting: ?none\)\{(?:[^{}]*\{[^{}]*\})*\}")


def selectors(sheet: str) -> list[str]:
    """Every selector of a sheet, those in lists one by one."""
    found = re.findall(r"([^{};]+)\{", sheet)
    return [each.strip() for rule in found if not rule.startswith("@") for each in split(rule)]


def split(rule: str) -> list[str]:
    """The selectors of a list; commas in brackets belong to one of them."""
    depth, parts = 0, [""]
    for letter in rule:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def bare(selector: str) -> str:
    """A selector without what stands in brackets."""
    while (less := re.sub(r"\([^()]*\)", "", selector)) != selector:
        selector = less
    return selector


def beside(selector: str) -> list[str]:
    """What a selector says about elements before a sibling."""
    return re.findall(r"([^\s>+~]+)\s*[+~]\s*(?=[^\s])", bare(selector))


def asks_siblings_by_a_name(selector: str) -> bool:
    """Whether each element before a sibling is told by class, id or attribute, and no state stands for several."""
    states = re.findall(r":is\(([^()]*)\)\s*[+~]", selector)
    return all(NAMED.search(each) for each in beside(selector)) and not any(":" in each for each in states)


def asks_from_far_up(selector: str) -> bool:
    """Whether the root or the page itself is asked by :has()."""
    return re.search(r"(?:^|\s)(?::root|html|body|\.page|\.game)[^\s>+~]*:has\(", selector) is not None


def test_a_rule_for_siblings_names_them() -> None:
    assert [each for each in selectors(style_sheet()) if not asks_siblings_by_a_name(each)] == []


def test_with_script_nothing_is_asked_of_the_whole_page() -> None:
    sheet = UNSCRIPTED.sub("", style_sheet())
    assert [each for each in selectors(sheet) if asks_from_far_up(each)] == []
    assert asks_from_far_up(':root:has([name="theme"]:checked)')
    assert asks_from_far_up(".game:has(.show) .side")


@pytest.mark.parametrize(
    ("selector", "fine"),
    [
        (".seg input:checked + span", False),
        ('.seg [type="radio"]:checked + span', True),
        (".stand:is(:hover, :focus-within) ~ .why", False),
        (".stand:focus-within ~ .why", True),
        (".board > * + *", False),
    ],
)
def test_an_element_without_a_name_counts_as_any_sibling(selector: str, *, fine: bool) -> None:
    assert asks_siblings_by_a_name(selector) is fine
