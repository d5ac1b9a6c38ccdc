"""Whoever sets up very many games is refused the next with one sentence, on pages and for programs alike."""

from pathlib import Path

import pytest
from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.bots import quotas
from shanghaien.web.bots.quotas import Work
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor


def test_the_next_game_is_refused_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "PER_HOUR", dict.fromkeys(Work, 1))
    with TestClient(create_app(load({"data": tmp_path, "bot_workers": 0}, {}))) as client:
        visitor = Visitor(client)
        assert visitor.submit("/new", "/new", mode="hot-seat").status_code == 303
        refused = visitor.submit("/new", "/new", mode="hot-seat")
        assert refused.status_code == 429
        assert "set up the next one in 60 min." in refused.text
