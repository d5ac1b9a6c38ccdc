"""Errors know nothing of HTTP: a code belongs to each, and one table of the site says which status it gets."""

import ast
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from shanghaien.web.site.problems import STATUS

WEB = Path(__file__).parents[3] / "src" / "shanghaien" / "web"
FILES = [file for file in sorted(WEB.rglob("*.py")) if "migrations" not in file.parts]
OF_THE_FRAMEWORK = {"forbidden", "method-not-allowed", "too-large", "fault"}
"""Codes that no error of ours has."""

REFUSALS = {int(status) for status in HTTPStatus if status >= 400}
DESCRIBED = "problems"
"""The function by which routes of the API tell their description with which statuses they may refuse."""
WITH_REASON = {
    "notices/channels/http_client.py": "what push services and webhooks answer",
}


def place(file: Path) -> str:
    return file.relative_to(WEB).as_posix()


def source(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def codes(text: str) -> Iterator[str]:
    """The codes that classes of errors have, and those that are given where a limit is reached."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ClassDef():
                assigned = [line for line in node.body if isinstance(line, ast.Assign)]
                yield from (_text(line.value) for line in assigned if ast.unparse(line.targets[0]) == "code")
            case ast.Call(func=ast.Name("LimitReached")):
                yield _text(node.args[0])


def _text(node: ast.expr) -> str:
    assert isinstance(node, ast.Constant), ast.unparse(node)
    return str(node.value)


def numbers(text: str) -> Iterator[str]:
    """Where a status of a refusal is handed on, kept as a status, or compared with one."""
    values: list[ast.AST]
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(name)) if name == DESCRIBED:
                continue
            case ast.Call():
                named = [word.value for word in node.keywords if word.arg in {"status", "status_code"}]
                values = [*node.args, *(part for value in named for part in ast.walk(value))]
            case ast.Assign(targets=[ast.Name("status" | "status_code")], value=value):
                values = [value]
            case ast.Compare(left=left) if ast.unparse(left).endswith(("status", "status_code")):
                values = [*node.comparators]
            case _:
                continue
        if any(isinstance(value, ast.Constant) and value.value in REFUSALS for value in values):
            yield ast.unparse(node)


def test_every_code_has_a_status_and_every_status_a_code_that_is_used() -> None:
    used = {code for file in FILES for code in codes(source(file))}
    assert used | OF_THE_FRAMEWORK == set(STATUS)
    assert not used & OF_THE_FRAMEWORK


def test_only_the_site_knows_the_numbers_of_refusals() -> None:
    outside = [file for file in FILES if not place(file).startswith("site/") and place(file) not in WITH_REASON]
    assert {place(file): found for file in outside if (found := [*numbers(source(file))])} == {}


@pytest.mark.parametrize(
    "line",
    [
        "status = 404",
        "Template('page.html', status_code=422)",
        "Response(status_code=200 if ready else 503)",
        "answered({}, 409)",
        "answer.status == 410",
    ],
)
def test_a_number_would_be_found(line: str) -> None:
    assert [*numbers(line)] == [line]
    assert [*numbers("Redirect('/', status_code=303); LONGEST = 400; problems(403, 404)")] == []
