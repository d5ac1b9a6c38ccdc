"""Every rule that the engine implements has a test that cites it."""

import ast
from pathlib import Path

RULES = range(1, 42)


def cited(source: str) -> set[int]:
    """The numbers in the rule marks of all test functions of a file."""
    tests = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    marks = [mark for test in tests if test.name.startswith("test_") for mark in test.decorator_list]
    calls = [mark for mark in marks if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"]
    return {ast.literal_eval(number) for call in calls for number in call.args}


def test_every_rule_from_1_to_41_has_a_test() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    covered = set().union(*(cited(file.read_text(encoding="utf-8")) for file in files))
    assert [f"R{number}" for number in RULES if number not in covered] == []
    assert covered <= set(RULES)


def test_a_rule_counts_only_if_a_test_function_is_marked_with_it() -> None:
    marked = "@pytest.mark.rule(3, 4)\ndef test_x(): ...\n@pytest.mark.rule(5)\ndef helper(): ...\n# rule(6)"
    assert cited(marked) == {3, 4}
