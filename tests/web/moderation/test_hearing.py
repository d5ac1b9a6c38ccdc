"""What is said reaches whoever listens: pages by their stream, programs by theirs and over sockets."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.service import Tables
from tests.web.moderation.meeting import House, Pair
from tests.web.people.arriving import Resident


def read_said(browser: Resident, pair: Pair) -> list[dict[str, object]]:
    answer = browser.api("GET", f"/games/{pair.game}/said")
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, object]] = answer.json()
    return rows


def say(browser: Resident, pair: Pair, **said: str) -> httpx.Response:
    return browser.api("POST", f"/games/{pair.game}/said", json=said)


def test_programs_say_and_read_phrases_by_their_keys(pair: Pair) -> None:
    answer = say(pair.ada, pair, phrase="hello")
    assert answer.status_code == 200
    assert {name: answer.json()[name] for name in ("number", "seat", "phrase", "text")} == {
        "number": 1,
        "seat": "A",
        "phrase": "hello",
        "text": "Hello!",
    }
    assert read_said(pair.ben, pair) == [answer.json()]
    assert pair.ben.api("GET", f"/games/{pair.game}/said?after=1").json() == []
    assert say(pair.ada, pair, phrase="insult").status_code == 400
    assert say(pair.ada, pair, text="hello").json()["code"] == "cannot-say"


def test_a_stranger_with_a_token_reads_and_says_nothing(house: House, pair: Pair) -> None:
    say(pair.ada, pair, phrase="hello")
    stranger = house.new()
    assert read_said(stranger, pair) == []
    assert say(stranger, pair, phrase="hello").status_code == 403


def test_the_stream_of_a_game_tells_what_is_said(pair: Pair) -> None:
    for phrase in ("hello", "thanks"):
        say(pair.ada, pair, phrase=phrase)
    pair.finish()
    events = pair.ben.api("GET", f"/games/{pair.game}/events").text.split("\r\n\r\n")
    said = [json.loads(event.partition("data: ")[2]) for event in events if event.startswith("event: said")]
    assert [row["phrase"] for row in said] == ["hello", "thanks"]
    assert not any("id:" in event for event in events if event.startswith("event: said"))


def test_a_program_on_a_socket_hears_and_says_something(pair: Pair) -> None:
    say(pair.ada, pair, phrase="hello")
    headers = {"authorization": f"Bearer {pair.ben.token}"}
    with pair.ben.http.websocket_connect(f"/api/v1/games/{pair.game}/socket", headers=headers) as line:  # type: ignore[union-attr]
        told = [line.receive_json(timeout=10), line.receive_json(timeout=10)]
        assert [message["type"] for message in told] == ["game", "said"]
        assert told[1]["text"] == "Hello!"
        line.send_json({"type": "say", "id": "one", "phrase": "thanks"})
        told = [line.receive_json(timeout=10), line.receive_json(timeout=10)]
        assert {message["type"] for message in told} == {"done", "said"}
        line.send_json({"type": "say", "id": "two", "text": "in my own words"})
        assert line.receive_json(timeout=10)["problem"]["code"] == "cannot-say"
    assert [row["phrase"] for row in read_said(pair.ada, pair)] == ["hello", "thanks"]


@pytest.mark.parametrize("path", ["/watch/{0}/events", "/api/v1/games/{0}/events"])
def test_who_is_blocked_from_a_profile_sees_no_more_of_a_game_at_once(house: House, pair: Pair, path: str) -> None:
    third = house.new()
    own = pair.ada.create(mode="invite", seat="a")
    third.join(own["invitation"], name="Somebody")
    headers = {"authorization": f"Bearer {pair.ben.token}"} if "api" in path else {}
    address = path.format(own["id"])
    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(pair.ben.http.get, address, headers=headers)
        while not house.parts[Tables].games.hub._listeners.get(GameId(own["id"])):
            time.sleep(0.01)
        assert pair.ada.post("/block", {"name": pair.names[1]}).status_code == 303
        assert told.result(60).status_code == 200  # the stream has ended
    assert pair.ben.http.get(address, headers=headers).status_code == 404
