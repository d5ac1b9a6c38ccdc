"""An id makes a repeat harmless and nothing else: whatever else comes with it is refused, and changes nothing."""

from typing import Any

import httpx

Values = dict[str, Any]


def test_an_id_that_comes_with_another_action_is_refused(program: httpx.Client) -> None:
    game: Values = program.post("/games", json={"mode": "hot-seat", "options": {"first": "a"}}).json()
    path = f"/games/{game['id']}"
    asked = {"version": game["version"], "id": "once", "action": "roll"}
    rolled = program.post(f"{path}/actions", json=asked)
    assert rolled.status_code == 200
    again = program.post(f"{path}/actions", json=asked)
    assert (again.status_code, again.json()) == (200, rolled.json())
    other = {"version": rolled.json()["version"], "id": "once", "action": rolled.json()["legal"][0]}
    refused = program.post(f"{path}/actions", json=other)
    assert (refused.status_code, refused.json()["code"]) == (409, "id-used")
    for change in ("undo", "resign"):
        refused = program.post(f"{path}/{change}", json={"version": other["version"], "id": "once"})
        assert (refused.status_code, refused.json()["code"]) == (409, "id-used")
    assert program.get(path).json()["version"] == rolled.json()["version"]
