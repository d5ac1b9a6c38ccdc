"""Print how big the house is and whether its order holds: `PYTHONPATH=src python scripts/house.py [--json]`.

The order of the web has two storeys. In the lower one a feature says what can be done: its model, store, service, jobs;
in the upper one it shows that: its routes, views and answers to programs. In both a feature knows those before it in
`NAMES` (`src/shanghaien/web/core/features.py`); pages also know the lower storey of every feature.
"""

import argparse
import ast
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from shanghaien.web.core.features import NAMES, features

PACKAGE = Path(__file__).parents[1] / "src" / "shanghaien"
SHORT = 40
"""Lines; a file of fewer had better be part of another."""
MOST_IN_A_FOLDER = 25

CONVENTIONAL = {"routes", "api", "store", "schema", "service", "views", "model", "jobs", "parts", "errors", "child"}
"""Names of files that mean the same in every feature, and so may repeat; `child` is what a process of its own runs."""
COMMANDS = "cli"
"""Files in this folder are named after their commands (`cli/verify.py` is `shanghaien verify`), whatever else is so named."""

TOP = ("run", "app", "api")
"""What no feature knows: the processes, and what loops over the features."""
ORDER = ("core", "site", *(name for name in NAMES if name not in TOP))
FRAMEWORK = {"litestar", "uvicorn"}
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
LOWER_FILES = {"schema", "store", "model", "service", "jobs", "errors"}
PAGE_FOLDERS = {"pages", "api", "profile", "replay", "puzzles", "start"}
PAGE_ENDINGS = ("routes", "views", "api", "panel", "panels", "visit")
OTHER_PAGES = {"tables.words.drawings", "tables.dice.script_texts"}


@dataclass(frozen=True)
class Module:
    """A file of Python."""

    package: Path
    path: Path

    @cached_property
    def name(self) -> str:
        """Its name inside the package: `web.tables.service`."""
        parts = self.path.relative_to(self.package).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return [*ast.walk(ast.parse(self.text))]

    @cached_property
    def imported(self) -> set[str]:
        names = set()
        for node in self.nodes:
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names |= {f"{self._from(node)}.{alias.name}" for alias in node.names}
        return names

    def imports_any(self, packages: set[str]) -> bool:
        """Whether it imports one of these packages of others."""
        return not packages.isdisjoint(name.partition(".")[0] for name in self.imported)

    def _from(self, node: ast.ImportFrom) -> str:
        folders = ("shanghaien", *self.path.relative_to(self.package).parts[:-1])
        near = folders[: len(folders) - node.level + 1] if node.level else ()
        return ".".join((*near, *filter(None, [node.module])))

    def lines_of(self, kind: type[ast.AST] | tuple[type[ast.AST], ...]) -> int:
        return sum(map(_lines, (node for node in self.nodes if isinstance(node, kind))))

    @property
    def docstring_lines(self) -> int:
        """How many lines the docstrings of modules, classes and functions take."""
        owners = (node for node in self.nodes if isinstance(node, DOCUMENTED))
        return sum(_lines(node.body[0]) for node in owners if ast.get_docstring(node) is not None)


def _lines(node: ast.AST) -> int:
    return int(node.end_lineno - node.lineno + 1) if isinstance(node, ast.stmt | ast.expr) and node.end_lineno else 0


class House:
    """The modules of a package, and which of them knows which."""

    def __init__(self, package: Path = PACKAGE) -> None:
        self.modules = [Module(package, path) for path in sorted(package.rglob("*.py"))]
        self._names = {module.name for module in self.modules}

    def known_to(self, module: Module) -> set[str]:
        """Our modules that a module imports, without itself."""
        ours = (name.removeprefix("shanghaien.") for name in module.imported if name.startswith("shanghaien."))
        return {name if name in self._names else name.rpartition(".")[0] for name in ours} - {module.name}

    @cached_property
    def imports(self) -> list[tuple[str, str]]:
        """Which module imports which, from the same package on."""
        return [(module.name, known) for module in self.modules for known in sorted(self.known_to(module))]

    @cached_property
    def web_imports(self) -> list[tuple[str, str]]:
        """The same inside the web, with the names from there on."""
        web = "web."
        pairs = [pair for pair in self.imports if all(name.startswith(web) for name in pair)]
        return [(one.removeprefix(web), other.removeprefix(web)) for one, other in pairs]

    def large_folders(self) -> dict[str, int]:
        """Folders with more files of Python than one can overlook."""
        counted = Counter(str(module.path.parent.relative_to(module.package)) for module in self.modules)
        return {folder: count for folder, count in counted.items() if count > MOST_IN_A_FOLDER}

    def short_files(self) -> list[str]:
        files = [module for module in self.modules if module.path.stem != "__init__"]
        return [module.name for module in files if len(module.text.splitlines()) < SHORT]

    def known_to_one(self) -> list[str]:
        return [name for name, count in Counter(known for _, known in self.imports).items() if count == 1]

    def repeated_names(self) -> dict[str, int]:
        """Names that several files have although they are no convention."""
        named = (module.path for module in self.modules if module.path.parent.name != COMMANDS)
        counted = Counter(path.stem for path in named)
        others = counted.keys() - CONVENTIONAL - {"__init__"}
        return {name: counted[name] for name in sorted(others) if counted[name] > 1}

    def errors_with_status(self) -> list[str]:
        """Classes that say with which HTTP status they are answered, outside of the site."""
        outside = [module for module in self.modules if not module.name.startswith("web.site")]
        classes = ((module, node) for module in outside for node in module.nodes if isinstance(node, ast.ClassDef))
        return [f"{module.name}.{node.name}" for module, node in classes if "status" in map(_assigned, node.body)]

    def knows_http(self) -> list[str]:
        """Modules of the lower storey that import the site or the framework."""
        web = [module for module in self.modules if module.name.startswith("web.")]
        knowing = {module.name.removeprefix("web.") for module in web if module.imports_any(FRAMEWORK)}
        knowing |= {one for one, other in self.web_imports if feature_of(other) == "site"}
        return sorted(name for name in knowing if not is_page(name))

    def against_the_order(self) -> list[str]:
        """Imports inside the web that the order forbids."""
        return [f"{one} -> {other}" for one, other in self.web_imports if is_against_the_order(one, other)]


def _assigned(node: ast.stmt) -> str:
    match node:
        case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name), value=ast.Constant()):
            return name
    return ""


def feature_of(name: str) -> str:
    """The feature of a module of the web, or `core`, `site`, or the name of a module beside them."""
    held = [feature for feature in NAMES if f"{name}.".startswith(f"{feature}.")]
    return max(held, key=len) if held else name.partition(".")[0]


@cache
def is_page(name: str) -> bool:
    """Whether a module of the web shows what can be done, and so stands in the upper storey."""
    feature, (*folders, last) = feature_of(name), name.split(".")
    if feature == "core":
        return False
    if feature in {"site", *TOP} or name in OTHER_PAGES:
        return True
    if last in LOWER_FILES:
        return False
    declared = features()[feature]
    only_shows = not declared.parts and not declared.schema
    return only_shows or last.endswith(PAGE_ENDINGS) or bool(PAGE_FOLDERS.intersection([*folders[1:], last]))


def is_against_the_order(one: str, other: str) -> bool:
    """Whether a module of the web may not import another."""
    above = _rank(other) > _rank(one)
    if not is_page(one):
        return above or is_page(other)
    in_a_feature = feature_of(one) != "site" and feature_of(other) not in TOP
    return above and (is_page(other) or not in_a_feature)


def _rank(name: str) -> int:
    feature = feature_of(name)
    return ORDER.index(feature) if feature in ORDER else len(ORDER)


def figures(house: House) -> Iterator[tuple[str, object]]:
    """What the house measures, each with what it is."""
    modules = house.modules
    yield "Python files in src", len(modules)
    yield "Python files in web", sum(module.name.split(".")[0] == "web" for module in modules)
    yield "lines in src", sum(len(module.text.splitlines()) for module in modules)
    yield "of these blank", sum(not line.strip() for module in modules for line in module.text.splitlines())
    yield "of these imports", sum(module.lines_of((ast.Import, ast.ImportFrom)) for module in modules)
    yield "of these docstrings", sum(module.docstring_lines for module in modules)
    yield f"files below {SHORT} lines", len(house.short_files())
    yield "modules that exactly one other imports", len(house.known_to_one())
    yield f"folders with more than {MOST_IN_A_FOLDER} files", house.large_folders()
    yield "names that repeat and are no convention", house.repeated_names()
    yield "modules of the lower storey that know HTTP", house.knows_http()
    yield "errors with an HTTP status", house.errors_with_status()
    yield "imports against the order", house.against_the_order()


def table(rows: Iterable[tuple[str, object]]) -> str:
    """The figures as a table of Markdown; of lists their length and what is in them."""
    lines = (f"| {what} | {_shown(figure)} |" for what, figure in rows)
    return "\n".join(["| | now |", "|---|---|", *lines])


def _shown(figure: object) -> str:
    match figure:
        case dict() | list() if figure:
            named = [f"{name} {figure[name]}" for name in figure] if isinstance(figure, dict) else figure
            return f"{len(figure)}: {', '.join(named)}"
        case dict() | list():
            return "none"
    return f"{figure:,}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="as JSON")
    measured = dict(figures(House()))
    print(json.dumps(measured, indent=2) if parser.parse_args().json else table(measured.items()))


if __name__ == "__main__":
    main()
