"""A machine of little memory plans no card of an expansion in advance, and says so."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from shanghaien.ai.bots import BY_NAME
from shanghaien.ai.round import memory


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(memory.SETTING, raising=False)
    memory.enough_memory.cache_clear()
    yield
    memory.enough_memory.cache_clear()


def test_with_little_memory_it_is_said_how_to_have_it_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(memory, "memory", lambda: 1 << 30)
    with caplog.at_level(logging.WARNING):
        assert not memory.enough_memory()
    assert "SHANGHAIEN_FORESIGHT=yes" in caplog.text


@pytest.mark.parametrize(("wish", "enough"), [("yes", True), ("no", False)])
def test_the_host_decides_if_they_want_to(monkeypatch: pytest.MonkeyPatch, wish: str, enough: bool) -> None:
    monkeypatch.setenv(memory.SETTING, wish)
    assert memory.enough_memory() is enough
    assert BY_NAME["captain"].thoughts() is not None


def test_the_limit_of_a_container_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text("1000000\n", encoding="ascii")
    monkeypatch.setattr(memory, "CGROUP_LIMIT", limit)
    assert memory.memory() == 1_000_000
    limit.write_text("max\n", encoding="ascii")
    assert memory.memory() > 1_000_000
