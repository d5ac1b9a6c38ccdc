import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from shanghaien.rules import from_json, from_text
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.tables import stream
from tests.web.forms import form_on
from tests.web.patience import NO_TLS, PATIENCE
from tests.web.tables.api.conftest import make_token

Values = dict[str, Any]


def told(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def create(program: httpx.Client, **wanted: Any) -> Values:
    values: Values = told(program.post("/games", json={"mode": "hot-seat", **wanted}), 201)
    return values


def act(program: httpx.Client, game: Values, action: str | None = None) -> httpx.Response:
    choice = {"version": game["version"], "id": f"move-{game['version']}", "action": action or game["legal"][-1]}
    return program.post(f"/games/{game['id']}/actions", json=choice)


def finished(program: httpx.Client) -> Values:
    game = create(program)
    while game["result"] is None:
        game = told(act(program, game))
    return game


def test_a_program_plays_a_whole_game_with_what_it_is_told(program: httpx.Client) -> None:
    game = finished(program)
    assert game["legal"] == []
    assert game["result"]["points"] == game["state"]["points"]
    record = from_json(program.get(f"/games/{game['id']}/record").text)
    assert record.result == "-".join(map(str, game["result"]["points"]))
    assert from_text(program.get(f"/games/{game['id']}/record.txt").text).steps == record.steps
    assert record.tags["Dice"] == "shanghaien-fair-2"


def test_two_programs_meet_by_invitation(server: str, program: httpx.Client) -> None:
    game = create(program, mode="invite", seat="a", name="First")
    with httpx.Client(verify=NO_TLS, base_url=server, timeout=PATIENCE) as browser:
        browser.get("/offline", headers={"accept": "text/html"})
        headers = {"authorization": f"Bearer {make_token(browser)}"}
        other = httpx.Client(verify=NO_TLS, base_url=f"{server}/api/v1", headers=headers, timeout=PATIENCE)
    with other:
        path = f"/invitations/{game['invitation']}"
        joined = told(other.post(path, json={"name": "Second"}), 201)
        assert joined["yours"] == ["B"]
        assert [seat["name"] for seat in joined["seats"]] == ["First", "Second"]
        assert told(program.get(f"/games/{game['id']}"))["invitation"] is None
        asked = {"A": program, "B": other}[joined["waits_for"]]
        idle = {"A": other, "B": program}[joined["waits_for"]]
        assert act(idle, joined | {"legal": ["roll"]}).status_code == 422
        assert told(act(asked, told(asked.get(f"/games/{game['id']}"))))["state"]["rolled"]


def test_what_the_page_shows_is_what_the_program_did(program: httpx.Client, person: httpx.Client) -> None:
    game = create(program)
    told(act(program, game))
    form = form_on(person.get(f"/t/{game['id']}").text, "", f"/t/{game['id']}/act")  # only players have it
    assert form.fields["version"] == str(game["version"] + 3)
    assert [line["id"] for line in told(program.get("/games"))] == [game["id"]]


def test_repeating_a_request_changes_nothing(program: httpx.Client) -> None:
    game = create(program)
    once, twice = told(act(program, game)), told(act(program, game))
    assert once["version"] == twice["version"]


def test_a_stale_request_is_refused_with_the_game_as_it_stands(program: httpx.Client) -> None:
    game = create(program)
    newer = told(act(program, game))
    problem = told(act(program, game | {"version": game["version"] - 1}), 409)
    assert problem["code"] == "stale"
    assert problem["game"]["version"] == newer["version"]


def test_what_the_rules_forbid_names_the_rule(program: httpx.Client) -> None:
    answer = act(program, create(program), "shanghai")
    problem = told(answer, 422)
    assert (problem["code"], problem["reason"], problem["type"]) == (
        "illegal",
        "too-few-dice",
        "urn:shanghaien:illegal",
    )
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_choice_can_be_taken_back_and_a_game_given_up(program: httpx.Client) -> None:
    game = told(act(program, create(program)))
    game = told(act(program, game, next(action for action in game["legal"] if action.startswith("place"))))
    change = {"version": game["version"], "id": "undo"}
    back = told(program.post(f"/games/{game['id']}/undo", json=change))
    assert back["state"]["rolled"]
    change = {"version": back["version"], "id": "resign"}
    over = told(program.post(f"/games/{game['id']}/resign", json=change))
    assert over["result"]["resigned"] in {"A", "B"}
    again = told(program.post(f"/games/{game['id']}/rematch", json={}), 201)
    assert again["id"] != game["id"]


def test_every_option_can_be_set(program: httpx.Client) -> None:
    options = {
        "tricks": [1, 2, 5],
        "first": "b",
        "starter": "alternate",
        "extra_wild": True,
        "crazy_captain": True,
        "extra_1": True,
        "extra_2": True,
        "extra_3": True,
    }
    assert create(program, options=options)["options"] == options
    assert create(program)["options"]["tricks"] == [3, 3, 2]


def test_tricks_that_do_not_add_up_are_refused_in_a_sentence(program: httpx.Client) -> None:
    problem = told(program.post("/games", json={"options": {"tricks": [1, 1, 1]}}), 400)
    assert problem["code"] == "malformed"
    assert "add up to 8" in problem["detail"]


CANNOT = "This request cannot be read."


def test_what_a_refused_request_should_have_held_is_said(program: httpx.Client) -> None:
    def refused(path: str, **sent: Any) -> str:
        problem = told(program.post(path, **sent), 400)
        assert problem["code"] == "malformed"
        return str(problem["detail"])

    resign, wanted = f"/games/{create(program)['id']}/resign", f"{CANNOT} Send a JSON object with `version` and `id`."
    unreadable: list[Values] = [{}, {"json": {}}, {"json": []}, {"json": {"version": 1}}, {"content": "no JSON"}]
    for sent in unreadable:
        assert refused(resign, **sent) == wanted
    assert refused(resign, json={"version": "x", "id": "i"}) == f"{CANNOT} `version`: Expected `int`, got `str`."
    levels = "boatswain, cabin-boy, captain, deckhand, first-mate"
    assert refused("/games", json={"level": "admiral"}) == f"{CANNOT} `level` is one of {levels}."
    assert refused("/games", json={"level_b": "admiral"}) == f"{CANNOT} `level_b` is one of {levels}."
    assert "it may have `contribution`, `end`, `link`, `mode`" in refused("/games", json={"grade": "captain"})


def test_the_stream_tells_everything_once_and_ends_with_the_game(program: httpx.Client) -> None:
    game = finished(program)
    with program.stream("GET", f"/games/{game['id']}/events", params={"since": 3}) as stream:
        lines = list(stream.iter_lines())
    entries = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")]
    assert [entry["number"] for entry in entries] == list(range(4, game["version"] + 1))
    assert "event: over" in lines


def test_a_stream_tells_what_happens_as_it_happens_and_shows_signs_of_life(
    program: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "ALIVE_EVERY", 0.01)
    game = create(program)
    since = {"since": game["version"]}
    with program.stream("GET", f"/games/{game['id']}/events", params=since) as events:
        lines = events.iter_lines()
        assert next(lines) == f": alive {game['version']}"
        after = told(act(program, game))
        told_now = [json.loads(next(line for line in lines if line.startswith("data: "))[6:]) for _ in range(3)]
    assert [entry["number"] for entry in told_now] == list(range(game["version"] + 1, after["version"] + 1))
    assert [entry["text"] for entry in told_now] == [entry["text"] for entry in after["log"]]


def test_a_stream_that_was_cut_off_goes_on_where_it_was(program: httpx.Client) -> None:
    game = finished(program)
    last = str(game["version"] - 1)
    with program.stream("GET", f"/games/{game['id']}/events", headers={"last-event-id": last}) as stream:
        assert [line for line in stream.iter_lines() if line.startswith("id:")] == [f"id: {game['version']}"] * 2


def test_whoever_asks_too_much_is_told_how_long_to_wait(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "rate_limit": 1}, {})
    with TestClient(create_app(settings)) as client:
        answers = [client.delete("/api/v1/token") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [401, 429]
    assert answers[1].json()["code"] == "too-many-requests"
    assert int(answers[1].headers["retry-after"]) > 0


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer shg_nobody", "Basic abc"])
def test_without_a_valid_token_nothing_is_told(server: str, header: str) -> None:
    answer = httpx.get(f"{server}/api/v1/games", headers={"authorization": header}, timeout=PATIENCE)
    assert told(answer, 401)["code"] == "no-token"
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/games/nothing", "/games/nothing/record", "/games/nothing/events"])
def test_a_game_that_does_not_exist_is_told_so(program: httpx.Client, path: str) -> None:
    assert told(program.get(path), 404)["code"] == "no-such-game"


def test_a_game_of_others_can_be_watched_but_not_played(server: str, program: httpx.Client) -> None:
    game = create(program)
    with httpx.Client(verify=NO_TLS, base_url=server, timeout=PATIENCE) as browser:
        browser.get("/offline", headers={"accept": "text/html"})
        headers = {"authorization": f"Bearer {make_token(browser)}"}
    with httpx.Client(verify=NO_TLS, base_url=f"{server}/api/v1", headers=headers, timeout=PATIENCE) as stranger:
        seen = told(stranger.get(f"/games/{game['id']}"))
        assert (seen["yours"], seen["legal"]) == ([], [])
        assert told(act(stranger, game), 403)["code"] == "not-yours"


def test_a_field_that_is_wrong_is_named(program: httpx.Client) -> None:
    problem = told(program.post("/games", json={"mode": "chess"}), 400)
    assert problem["errors"][0]["key"] == "mode"


def test_the_limits_are_told_without_a_token(server: str) -> None:
    about = told(httpx.get(f"{server}/api/v1/about", timeout=PATIENCE))
    assert set(about["limits"]) == {"changes_per_minute", "reads_per_minute", "tokens", "listed_games"}
