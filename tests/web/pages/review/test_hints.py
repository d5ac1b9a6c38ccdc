"""Advice: only against bots, only for one's own choice, and the record says so."""

from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from shanghaien.rules.record_load import load
from shanghaien.web.app import create_app
from shanghaien.web.settings import Settings
from tests.web.luck import ids

PAGE = {"accept": "text/html"}


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(settings, ids())) as client:
        client.get("/new", headers=PAGE)
        client.headers["x-csrftoken"] = client.cookies["csrftoken"]
        yield client


def table(client: TestClient[Litestar], mode: str) -> dict[str, object]:
    setup = {"mode": mode, "level": "cabin-boy", "preset": "custom", "seat": "a", "first": "a"}
    made = client.post("/new", json=setup).json()
    if mode == "invite":
        return dict(made)
    rolled = client.post(f"/t/{made['id']}/act", json={"version": made["version"], "id": "r", "action": "roll"})
    return dict(rolled.json())


def ask(client: TestClient[Litestar], game: dict[str, object], move: str = "h1") -> int:
    asked = {"version": game["version"], "id": move}
    return client.post(f"/hint/{game['id']}", json=asked, follow_redirects=False).status_code


def test_the_captain_tells_every_choice_with_its_value_and_the_record_notes_it(client: TestClient[Litestar]) -> None:
    game = table(client, "bot")
    assert ask(client, game) == 303
    advice = client.get(f"/hint/{game['id']}").json()["choices"]
    assert sorted(action for action, _ in advice) == sorted(str(action) for action in list(game["legal"]))  # type: ignore[call-overload]
    page = client.get(f"/hint/{game['id']}", headers=PAGE).text
    assert "The record notes that you asked" in page
    record = load(client.get(f"/t/{game['id']}/record.txt").text)
    assert record.tags["Help-A"] == str(len(record.steps) + 1)


def test_there_is_no_advice_between_people(client: TestClient[Litestar]) -> None:
    for mode in ("hot-seat", "invite"):
        game = table(client, mode)
        assert ask(client, game) == 422
        assert "Help-A" not in load(client.get(f"/t/{game['id']}/record.txt").text).tags


def test_advice_is_shown_only_after_it_was_asked_for(client: TestClient[Litestar]) -> None:
    game = table(client, "bot")
    answer = client.get(f"/hint/{game['id']}", headers=PAGE, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{game['id']}"


def test_asking_twice_for_one_choice_is_noted_once(client: TestClient[Litestar]) -> None:
    game = table(client, "bot")
    ask(client, game)
    again = client.get(f"/t/{game['id']}").json()
    ask(client, again, "h2")
    assert " " not in load(client.get(f"/t/{game['id']}/record.txt").text).tags["Help-A"]


def test_the_button_is_there_against_a_bot_only(client: TestClient[Litestar]) -> None:
    assert "What would the Captain do?" in client.get(f"/t/{table(client, 'bot')['id']}", headers=PAGE).text
    assert "What would the Captain do?" not in client.get(f"/t/{table(client, 'hot-seat')['id']}", headers=PAGE).text
