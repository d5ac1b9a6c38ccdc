"""Every run of the tests sees the same games, however a table was set up."""

from pathlib import Path
from typing import Any

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.randomness import SECRET, ids


def set_up_by_form(data: Path) -> dict[str, Any]:
    """A table on a server of its own, as a page without script sets it up."""
    app = create_app(load({"data": data, "rate_limit": 0, "secret": SECRET, "bot_workers": 0}, {}), ids())
    with clients_of(app) as client:
        return Visitor(client()).create()


def test_a_form_without_script_sets_up_the_same_game_in_every_run(tmp_path: Path) -> None:
    first, second = (set_up_by_form(tmp_path / name) for name in ("first", "second"))
    assert (first["id"], first["state"]) == (second["id"], second["state"])
