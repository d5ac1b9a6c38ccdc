"""The page on the architecture is true: its paths, its names, its floor plan, and what it says of imports."""

import importlib.util
import re

import pytest

from scripts.house import TOP, House, feature_of, is_page
from tests.documents import ROOMS, ROOT, SRC, defined_in, found, is_path, passages, prose, quoted

PAGE = ROOT / "docs" / "architecture.md"
PLAN = ROOT / "docs" / "images" / "floor-plan.svg"
NAME = re.compile(r"[A-Za-z_]\w*(\.\w+)*")
TABLES = "shanghaien.web.tables"
CLOSED = (
    f"{TABLES}.game",
    f"{TABLES}.loading",
    f"{TABLES}.open_games",
    f"{TABLES}.change",
    f"{TABLES}.store.games",
    f"{TABLES}.store.writers",
    f"{TABLES}.store.rows.GameRow",
)
"""What only a game being played knows, the secrets of its dice among it (decision 0017)."""
OPENING_ALL_PAGES = {"people.pages.parts"}
"""Puts parts together, and looks at no game."""


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
    inside = [room for room in packages if room.parts[0] == "web" and "migrations" not in room.parts]
    assert [room.name for room in rooms if f">{room.name}<" not in plan] == []
    assert [str(room) for room in (*rooms, *inside) if f"`{room.as_posix()}/`" not in page] == []


def closed_to_pages(imported: set[str]) -> list[str]:
    """What is imported of that which only a game being played knows."""
    return sorted(name for name in imported if f"{name}.".startswith(tuple(f"{closed}." for closed in CLOSED)))


def test_pages_and_programs_see_games_through_tables_alone() -> None:
    web = {module.name.removeprefix("web."): module for module in House().modules if module.name.startswith("web.")}
    pages = {name: module for name, module in web.items() if is_page(name) and feature_of(name) not in TOP}
    assert len(pages) > 100
    seen = {name: closed_to_pages(module.imported) for name, module in pages.items() if name not in OPENING_ALL_PAGES}
    assert {name: closed for name, closed in seen.items() if closed} == {}


@pytest.mark.parametrize("name", [f"{TABLES}.game.Game", f"{TABLES}.store.rows.GameRow"])
def test_a_look_at_the_stored_game_would_be_found(name: str) -> None:
    assert closed_to_pages({name, f"{TABLES}.model.Table"}) == [name]
