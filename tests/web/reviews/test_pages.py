"""The page of a review over HTTP, and what it shows."""

import re
import time
from pathlib import Path

import pytest
from litestar.testing import TestClient

from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.rules import PRESETS, Options
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import Settings
from shanghaien.web.reviews import service
from shanghaien.web.reviews.views import present
from shanghaien.web.site.middleware import Application
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.setup import Setup
from tests.web.browser_like import Visitor
from tests.web.persons import ADA
from tests.web.randomness import ids
from tests.web.tables.tavern import Tavern, in_tavern

PAGE = {"accept": "text/html"}


def played(folder: Path, options: Options) -> Table:
    tables: list[Table] = []

    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, options, names=("Ann", "<i>Ben</i>")), ADA)
        tables.append(await tavern.play_out(table, ADA, seed=2))

    in_tavern(folder, visit)
    return tables[0]


@pytest.mark.parametrize(("side", "options"), [(0, PRESETS["everything"]), (1, Options())])
def test_every_step_of_a_game_can_be_shown_from_both_sides(tmp_path: Path, options: Options, side: int) -> None:
    table = played(tmp_path, options)
    record = record_of(table)
    account, moments = review(record, judgement()), list(record.replay())
    seen = SeenTable(table, Viewer(), side=side)
    for entry in account.entries:
        page = present(seen, account, moments, entry.number)
        assert page.lines[page.place - 1].current
        assert len(page.step.row) in {0, 6}
        if page.step.alternatives:
            assert sum(choice.best for choice in page.step.alternatives) == 1
            assert sum(choice.played for choice in page.step.alternatives) == 1
    start = present(seen, account, moments, None)
    assert [sign for sign, _, _ in start.sum][-3:] == ["−", "+", "="]


def test_the_sum_on_the_page_adds_up(tmp_path: Path) -> None:
    table = played(tmp_path, Options())
    record = record_of(table)
    page = present(SeenTable(table, Viewer()), review(record, judgement()), list(record.replay()), None)
    *parts, (_, result, _) = page.sum
    total = sum(float(number) * (-1 if sign == "−" else 1) for sign, number, _ in parts)
    assert total == pytest.approx(float(result), abs=0.25)  # each number is rounded to one decimal


@pytest.fixture
def client(settings: Settings) -> TestClient[Application]:
    return TestClient(create_app(settings, ids()))


def finished_game(client: TestClient[Application]) -> str:
    ann = Visitor(client)
    table = ann.create(name="<i>Ann</i>")
    assert ann.get(f"/t/{table['id']}/review").status_code == 422
    ann.resign(table)
    return str(table["id"])


def test_a_review_is_awaited_on_a_page_that_looks_again_and_then_shown(client: TestClient[Application]) -> None:
    with client:
        game = finished_game(client)
        early = client.get(f"/t/{game}/decided")
        assert (early.status_code, early.headers["retry-after"]) == (202, "1")
        assert "Working out what decided it" in early.text
        first = client.get(f"/t/{game}/review", headers=PAGE)
        assert first.status_code == 202
        assert first.headers["refresh"] == "1"
        assert "<progress" in first.text
        page = _shown(client, game)
        assert page.count('class="chart ') == 2
        assert "<i>Ann</i>" not in page
        assert re.search(r"Result without luck", page)
        decided = client.get(f"/t/{game}/decided")
        assert decided.status_code == 200
        assert "gave up in round 1" in decided.text
        assert f'href="/t/{game}/review?step=' in decided.text


def _shown(client: TestClient[Application], game: str) -> str:
    for _ in range(9000):
        answer = client.get(f"/t/{game}/review", headers=PAGE)
        if answer.status_code == 200:
            return answer.text
        time.sleep(0.1)
    raise AssertionError("the review never came")


def test_an_answer_does_not_wait_for_the_review(client: TestClient[Application]) -> None:
    with client:
        game = finished_game(client)
        assert client.get(f"/t/{game}/review", headers=PAGE).status_code == 202
        assert client.get("/healthz").status_code == 200


def test_when_too_many_games_wait_the_page_says_so_and_asks_again(
    client: TestClient[Application], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_WAITING", 0)
    with client:
        game = finished_game(client)
        told = client.get(f"/t/{game}/review", headers=PAGE)
        assert told.status_code == 503
        assert told.headers["refresh"] == "5"
        assert "Many games are waiting for their review" in told.text
