"""The page on the architecture is true: its paths, its names, its floor plan, and what it says of imports."""

import ast
import importlib.util
import re
from pathlib import Path

from tests.documents import ROOMS, ROOT, SRC, defined_in, found, is_path, passages, prose, quoted

PAGE = ROOT / "docs" / "architecture.md"
PLAN = ROOT / "docs" / "images" / "floor-plan.svg"
NAME = re.compile(r"[A-Za-z_]\w*(\.\w+)*")
CLOSED = {"store", "loaded_game", "open_games", "playback", "progress", "change"}
"""What only a game being played knows, the seed of its dice among it (decision 0017)."""
OPEN = sorted([*SRC.glob("web/pages/**/*.py"), *SRC.glob("web/api/*.py")])


def undefined(passage: str) -> list[str]:
    """The names of a passage that none of the files beside them defines."""
    words = quoted(passage)
    files = [file for file in map(found, filter(is_path, words)) if file is not None]
    known = frozenset().union(*map(defined_in, files or [SRC]))
    names = [word for word in words if NAME.fullmatch(word) and not is_path(word) and word not in ROOMS]
    return [name for name in names if name not in known and not _is_module(name)]


def _is_module(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] == "shanghaien" and importlib.util.find_spec(name) is not None


def test_every_file_is_there() -> None:
    paths = [words for words in quoted(prose(PAGE)) if is_path(words)]
    assert len(paths) > 100
    assert [path for path in paths if found(path) is None] == []


def test_every_name_is_in_a_file_beside_it() -> None:
    assert [(passage, names) for passage in passages(PAGE) if (names := undefined(passage))] == []


def test_a_name_that_is_gone_would_be_found() -> None:
    assert undefined("`Tables.act` and `Tables.dance` in `web/tables/service.py`") == ["Tables.dance"]
    assert undefined("`Tables.act` in `web/tables/moves.py`") == ["Tables.act"]


def test_the_floor_plan_and_the_page_have_every_room() -> None:
    plan, page = PLAN.read_text(encoding="utf-8"), PAGE.read_text(encoding="utf-8")
    packages = [file.parent.relative_to(SRC) for file in SRC.rglob("__init__.py") if file.parent != SRC]
    rooms = [room for room in packages if len(room.parts) == 1 or room.parent.name in {"web", "ai"}]
    pages = [room for room in packages if room.parent.name == "pages"]
    assert [room.name for room in rooms if f">{room.name}<" not in plan] == []
    assert [room.name for room in pages if not re.search(rf"\b{room.name}\b", plan)] == []
    assert [str(room) for room in (*rooms, *pages) if f"`{room.as_posix()}/`" not in page] == []


def test_pages_and_programs_see_games_through_tables_alone() -> None:
    assert len(OPEN) > 100
    assert {file.name: closed for file in OPEN if (closed := closed_to_pages(file))} == {}


def closed_to_pages(file: Path) -> list[str]:
    """What a file imports of that which only a game being played knows."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    ours = [module for module in modules if module.startswith("shanghaien.web.")]
    return [module for module in ours if CLOSED & set(module.split("."))]
