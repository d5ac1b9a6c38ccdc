"""What a program adds to the dice is added to what the server has committed to, once."""

import httpx
import pytest

from tests.web.tables.api.chains import Values, told


@pytest.mark.parametrize("own", [{"contribution": "mine"}, {"end": "0" * 64, "link": "1" * 64}])
def test_whoever_adds_to_the_dice_has_to_reserve_first(program: httpx.Client, own: Values) -> None:
    assert told(program.post("/games", json=own), 422)["code"] == "no-reservation"
    assert told(program.get("/games")) == []


def test_a_reservation_is_good_for_one_game(program: httpx.Client, other: httpx.Client) -> None:
    reserved = told(program.post("/reservation"))
    wanted = {"mode": "hot-seat", "reservation": reserved["token"], "contribution": "a word of mine"}
    game = told(program.post("/games", json=wanted), 201)
    assert game["id"] == reserved["id"]
    assert game["dice"]["Reserved"] == " ".join(reserved[name] for name in ("server", "creator_held", "guest_held"))
    assert game["dice"]["Creator"].split()[-1] == b"a word of mine".hex()
    again = told(program.post("/games", json=wanted | {"contribution": "another"}), 201)
    assert (again["id"], again["dice"]["Creator"]) == (game["id"], game["dice"]["Creator"])
    assert told(other.post("/games", json=wanted), 403)["code"] == "not-yours"


def test_nothing_is_reserved_by_looking(program: httpx.Client) -> None:
    assert told(program.get("/reservation"), 405)["code"] == "method-not-allowed"


def test_whoever_asks_for_a_rematch_adds_to_its_dice_only_what_they_reserved(program: httpx.Client) -> None:
    game = told(program.post("/games", json={"mode": "hot-seat"}), 201)
    path, change = f"/games/{game['id']}", {"version": game["version"], "id": "resign"}
    told(program.post(f"{path}/resign", json=change))
    assert told(program.post(f"{path}/rematch", json={"contribution": "mine"}), 422)["code"] == "no-reservation"
    reserved = told(program.post("/reservation"))
    own = {"contribution": "mine", "reservation": reserved["token"]}
    again = told(program.post(f"{path}/rematch", json=own), 201)
    assert again["id"] == reserved["id"]
    assert again["dice"]["Table"].split()[2] == game["id"]
