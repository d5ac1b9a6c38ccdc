"""A game played over HTTP: each move counts once, and what cannot be is refused with a reason."""

import re
from typing import Any

import pytest

from tests.web.browser_like import Visitor
from tests.web.forms import form_on
from tests.web.over_http.visiting import NewVisitor, sentence


def test_a_whole_game_can_be_played_over_http(ada: Visitor) -> None:
    table = ada.create(preset="everything")
    while table["result"] is None:
        table = ada.act(table, table["legal"][-1])
    assert table["waits_for"] is None
    assert table["legal"] == []
    assert set(table["dice"]) >= {"Reserved", "Chance", "Links", "Receipt"}


def test_what_is_ticked_counts_on_top_of_a_preset(ada: Visitor) -> None:
    """Without a script the form sends the preset and the ticks as they stand."""
    table = ada.create(preset="online", crazy_captain="on", starter="alternate")
    options = table["options"]
    assert (options["extra_wild"], options["crazy_captain"], options["extra_1"]) == (True, True, False)
    assert options["starter"] == "alternate"


def test_the_other_seat_cannot_choose_out_of_turn(ada: Visitor) -> None:
    table = ada.create(mode="bot", seat="a", level="cabin-boy", preset="custom", first="b")
    answer = ada.post(f"/t/{table['id']}/act", ada.request(table) | {"action": "roll"})
    assert answer.status_code == 422
    assert "It is not your turn." in sentence(answer)
    assert ada.look(table["id"]) == table


def test_a_stale_move_is_refused_with_the_new_state(ada: Visitor) -> None:
    old = ada.create()
    new = ada.act(old)
    page = ada.post(f"/t/{old['id']}/act", ada.request(old) | {"action": "roll"})
    assert page.status_code == 409
    assert "The game has moved on" in sentence(page)
    assert form_on(page.text, "", f"/t/{old['id']}/act").fields["version"] == str(new["version"])
    assert ada.look(old["id"]) == new


def test_a_repeated_move_is_harmless(ada: Visitor) -> None:
    table = ada.create()
    fields = ada.request(table) | {"action": "roll"}
    tables = [ada.led_to(ada.post(f"/t/{table['id']}/act", fields)) for _ in range(3)]
    assert tables[0]["state"]["rolled"]
    assert tables[0] == tables[1] == tables[2]


def test_a_form_sent_twice_makes_one_table(ada: Visitor) -> None:
    form = form_on(ada.get("/new").text, "/new", "/new")
    first, second = (ada.led_to(ada.post("/new", form.fields)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("action", ["place 1", "shanghai", "play shift 3+", "object", "keep 6 left"])
def test_an_illegal_action_is_refused_with_a_reason(ada: Visitor, action: str) -> None:
    table = ada.create()
    answer = ada.post(f"/t/{table['id']}/act", ada.request(table) | {"action": action})
    assert answer.status_code == 422
    notice = re.search(r'id="notice".*?<p[^>]*>(.*?)</p>', sentence(answer), re.DOTALL)
    assert notice
    assert re.search(r"[.)]\s*$", notice[1])
    assert ada.look(table["id"]) == table


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "war"},
        {"seat": "c", "mode": "bot"},
        {"level": "admiral"},
        {"preset": "custom", "tricks_shift": "9", "tricks_again": "0", "tricks_both": "0"},
        {"preset": "custom", "tricks_shift": "8"},
        {"preset": "custom", "first": "c"},
        {"reservation": "forged"},
        {"contribution": "x" * 101},
        {"name": "x" * 300},
    ],
)
def test_a_table_that_cannot_be_is_not_set_up(ada: Visitor, fields: dict[str, Any]) -> None:
    answer = ada.post("/new", {"mode": "hot-seat", **fields})
    assert answer.status_code in {400, 404}
    assert "That is not possible" in sentence(answer) or "Nothing here" in sentence(answer)


def test_only_what_is_new_is_sent(ada: Visitor) -> None:
    table = ada.create()
    path = f"/t/{table['id']}/parts?since="
    assert ada.get(path + str(table["version"])).status_code == 204
    rolled = ada.act(table)
    assert ada.get(path + str(table["version"])).json()["version"] == rolled["version"]
    news = ada.api("GET", f"/games/{table['id']}?since={table['version']}").json()
    assert news["log"][0]["text"] == "roll"
    assert news["version"] == rolled["version"]


def test_a_rematch_swaps_the_seats(ada: Visitor) -> None:
    over = ada.resign(ada.create(name="Ada", name_b="Bob"))
    again = ada.led_to(ada.submit(f"/t/{over['id']}", f"/t/{over['id']}/rematch"))
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ada"]
    assert ada.look(over["id"])["rematch"] == again["id"]


def test_an_id_that_the_other_player_used_does_not_swallow_a_move(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = bob.join(ada.create(mode="invite", seat="a", first="a")["invitation"])
    path = f"/t/{table['id']}"
    rolled = ada.led_to(ada.post(f"{path}/act", {"version": table["version"], "id": "1", "action": "roll"}))
    answer = bob.post(f"{path}/resign", {"version": rolled["version"], "id": "1"})
    assert answer.status_code == 400
    assert "Your opponent has used this id already" in sentence(answer)
    assert ada.look(table["id"]) == ada.look(table["id"]) | {"version": rolled["version"], "result": None}
