"""The faults that `make mutants` plants, from which files, and which tests could notice them.

The faults are mutmut's own, and two more: a condition turned round, and a comprehension that takes everything. Left out
is what no test can see or what another check sees as a whole: types, imports, docstrings, how a dataclass is made, and
texts marked for translation, of which a single letter changed fails the test of the catalogues.
"""

import difflib
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
from mutmut.mutation.mutators import mutation_operators

PACKAGE = "src/shanghaien"
UNSEEN = (cst.Annotation, cst.Import, cst.ImportFrom, cst.FormattedStringText)
MARKED = {
    "N_",
    "_",
    "gettext",
    "ngettext",
    "pgettext",
    "npgettext",
    "NewType",
    "TypeVar",
    "cast",
    "dataclass",
    "getLogger",
}
NEVER = {"__init__.py", "__main__.py", "migrations"}

Fault = tuple[cst.CSTNode, cst.CSTNode]


@dataclass(frozen=True)
class Area:
    """Files that the same tests look at; the weight is their share of a sample."""

    room: str
    folder: str
    weight: int
    tests: tuple[str, ...]


GOLDEN = "tests/web/golden"
OVER_HTTP = {"routes.py", "views.py"}
SECURITY = ("tests/web/test_pages.py", "tests/web/test_security.py", "tests/web/over_http")
SHELL = ("tests/cli/test_review.py", "tests/cli/test_replay.py", "tests/cli/test_simulate.py")
AREAS = [
    Area("rules", "rules", 20, ("tests/rules", "tests/golden", "tests/conformance")),
    Area("ai", "ai/round", 8, ("tests/ai/round", "tests/ai/bots")),
    Area("ai", "ai/review", 8, ("tests/ai/review",)),
    Area("ai", "ai/bots", 2, ("tests/ai/bots",)),
    Area("ai", "ai/value", 3, ("tests/ai/value",)),
    Area("ai", "ai/training", 2, ("tests/ai/training",)),
    Area("fairness", "fairness", 8, ("tests/fairness",)),
    Area("bridges", "bridges", 12, ("tests/bridges",)),
    Area("server", "web/tables", 10, ("tests/web/tables", "tests/web/over_http")),
    Area("server", "web/core", 6, ("tests/web/core",)),
    Area("server", "web/site", 6, ("tests/web/site", *SECURITY)),
    Area("server", "web/bots", 4, ("tests/web/bots",)),
    Area("server", "web/tables/api", 4, ("tests/web/tables/api",)),
    Area("pages", "web/tables/pages", 18, ("tests/web/tables/pages", GOLDEN)),
    Area("pages", "web/tables/words", 5, ("tests/web/tables/words", GOLDEN)),
    Area("pages", "web/reviews", 9, ("tests/web/reviews", GOLDEN)),
    Area("pages", "web/learn", 3, ("tests/web/learn", GOLDEN)),
    Area("pages", "web/tables/start", 3, ("tests/web/tables/start", GOLDEN)),
    Area("pages", "web/home", 2, ("tests/web/home", GOLDEN)),
    Area("pages", "web/tables/dice", 2, ("tests/web/tables/dice",)),
    Area("terminal", "terminal", 12, ("tests/terminal", *SHELL)),
]


@dataclass
class Mutant:
    """One fault: where it is, what it changes, and what became of it."""

    area: Area
    file: str
    line: int
    diff: str
    code: str
    fate: str = "untried"
    seconds: float = 0.0

    @property
    def tests(self) -> list[str]:
        """The tests that could notice it, the file's own first."""
        own = f"test_{Path(self.file).stem}.py"
        first = [f"{folder}/{own}" for folder in self.area.tests if Path(folder, own).exists()]
        by_http = SECURITY if self.area.room == "pages" and Path(self.file).name in OVER_HTTP else ()
        return [*first, *self.area.tests, *by_http]


class Finder(cst.CSTVisitor):
    """Gathers every place of a file where a fault can stand, and the faults of each."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[list[Fault]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Look at a place, and go on inside it unless nothing there can be seen by a test."""
        if isinstance(node, UNSEEN) or name_called(node) in MARKED:
            return False
        if found := [(node, new) for kind, faults in OPERATORS if isinstance(node, kind) for new in faults(node)]:
            self.places.append(found)
        return True


def name_called(node: cst.CSTNode) -> str:
    function = node.func if isinstance(node, cst.Call) else None
    function = function.attr if isinstance(function, cst.Attribute) else function
    return function.value if isinstance(function, cst.Name) else ""


def turned(node: cst.If | cst.While) -> Iterator[cst.CSTNode]:
    """The condition the other way round."""
    inside = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(cst.Not(), inside))


def unfiltered(node: cst.CompFor) -> Iterator[cst.CSTNode]:
    """A comprehension that takes what its condition would leave out."""
    if node.ifs:
        yield node.with_changes(ifs=node.ifs[:-1])


OPERATORS: list[tuple[type, Callable[..., Iterable[cst.CSTNode]]]] = [
    *mutation_operators,
    (cst.If, turned),
    (cst.While, turned),
    (cst.CompFor, unfiltered),
]


def sample(root: Path, seed: str, number: int) -> list[Mutant]:
    """Faults of every area by its weight, mixed, so that a run that is cut short has seen every room."""
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    share = number / sum(area.weight for area in AREAS)
    drawn = [mutant for area in AREAS for mutant in faults_of(root, area, round(share * area.weight), chance)]
    chance.shuffle(drawn)
    return drawn


def faults_of(root: Path, area: Area, number: int, chance: random.Random) -> Iterator[Mutant]:
    """So many different faults of one area; the longer a file, the more of them."""
    texts = {path: path.read_text(encoding="utf-8") for path in files_of(root, area)}
    seen = set()
    while len(seen) < number:
        path = chance.choices(list(texts), [len(text) for text in texts.values()])[0]
        module, finder = cst.parse_module(texts[path]), Finder()
        module.visit(finder)
        if finder.places:
            old, new = chance.choice(chance.choice(finder.places))
            code = module.deep_replace(old, new).code
            if code not in seen and code != texts[path]:
                seen.add(code)
                yield mutant_of(area, str(path.relative_to(root)), texts[path], code)


def files_of(root: Path, area: Area) -> list[Path]:
    """The files of an area that hold something to change."""
    inside = (root / PACKAGE / area.folder).rglob("*.py")
    return sorted(path for path in inside if not NEVER & set(path.parts))


def mutant_of(area: Area, file: str, old: str, new: str) -> Mutant:
    """The fault that turns the old text of a file into the new one."""
    diff = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0))[2:]
    line = int(diff[0].split()[1].lstrip("-").split(",")[0])
    return Mutant(area, file, line, "\n".join(diff[1:]), new)
