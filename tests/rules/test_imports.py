"""The rules import nothing but the standard library, and nothing of it that knows the world."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src" / "shanghaien" / "rules"
WORLDLY = {"random", "time", "os", "asyncio", "logging", "secrets", "datetime", "pathlib", "socket", "threading"}


def imported(file: Path) -> set[str]:
    """The absolute modules that a file imports."""
    nodes = [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}


def outside(module: str) -> bool:
    """Whether a module is neither of the rules nor harmless standard library."""
    if module == "shanghaien.rules" or module.startswith("shanghaien.rules."):
        return False
    top = module.split(".", maxsplit=1)[0]
    return top not in sys.stdlib_module_names or top in WORLDLY


def test_the_rules_import_only_the_pure_standard_library() -> None:
    modules = {file.name: sorted(filter(outside, imported(file))) for file in RULES.rglob("*.py")}
    assert len(modules) > 20
    assert {file: outsiders for file, outsiders in modules.items() if outsiders} == {}


PLANTS = [
    ("rules/scoring.py", "import random", "Rules know nothing of the world"),
    ("rules/tricks/wild.py", "import os.path", "Rules know nothing of the world"),
    ("rules/tricks/double.py", "from . import extra_1", "A trick never imports another trick"),
    ("rules/flow.py", "import shanghaien.fairness", "Rooms know only the rooms below them"),
    ("ratings/glicko.py", "import random", "Ratings are numbers from numbers"),
    ("ratings/skill.py", "from shanghaien import rules", "Ratings are numbers from numbers"),
    ("ai/arena.py", "from shanghaien.rules.state import FIELDS", "Other rooms use the rules by their front door"),
    ("web/core/jobs.py", "import shanghaien.web.site.forms", "Core knows nothing of the site"),
    ("web/site/forms.py", "import shanghaien.web.people.names", "The site knows no feature"),
    ("web/lobby/offers.py", "import shanghaien.web.run.cleanup", "Features know no process"),
    ("web/tables/service.py", "import litestar", "Models, stores, services and jobs know nothing of HTTP"),
]


@pytest.mark.parametrize(("file", "line", "contract"), PLANTS)
def test_an_import_that_a_contract_forbids_breaks_it(tmp_path: Path, file: str, line: str, contract: str) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "static", "locale"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "src" / "shanghaien" / file).open("a", encoding="utf-8") as planted:
        planted.write(f"\n{line}\n")
    program = "import sys; sys.path.insert(0, 'src'); from importlinter.cli import lint_imports_command as c; c()"
    found = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert found.returncode == 1, found.stdout + found.stderr
    assert re.search(rf"^{re.escape(contract)}[^\n]* BROKEN$", found.stdout, re.MULTILINE), found.stdout
