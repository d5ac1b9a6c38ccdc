"""A turn played from a notice: cookie and proof together, once, and only while the game is where it was."""

import re
from typing import Any

import pytest

from shanghaien.web.notices.acts import read_act
from tests.web.browser_like import Visitor
from tests.web.notices.pages.noticing import SIGNER, press, proof, send
from tests.web.over_http.visiting import NewVisitor

AT_THE_TABLE = 409


def rolled(visitor: Visitor) -> dict[str, Any]:
    """A table at which the visitor plays both sides, has rolled, and has to place a die."""
    return visitor.act(visitor.create(), "roll")


def two_players(visitor: NewVisitor) -> tuple[Visitor, Visitor, dict[str, Any]]:
    """Whoever is to roll, their opponent, who is called Marta, and the table."""
    sides = {"A": visitor(), "B": visitor()}
    invited = sides["A"].create(mode="invite", seat="a", name="Marta", entrust="1")
    table = sides["B"].join(invited["invitation"], name="Marta", entrust="1")
    asked = table["waits_for"]
    return sides[asked], sides["B" if asked == "A" else "A"], sides[asked].look(table["id"])


def test_a_press_plays_the_turn_and_says_who_is_next(visitor: NewVisitor) -> None:
    player, _, table = two_players(visitor)
    table = player.act(table, "roll")
    answer = press(player, table, table["legal"][0])
    after = player.look(table["id"])
    assert (answer.status_code, answer.json()["version"]) == (200, after["version"])
    assert after["version"] > table["version"]
    assert re.fullmatch(r"Done\. It is Marta [12]’s turn\.", answer.json()["said"])
    assert "next" not in answer.json()


def test_a_second_press_changes_nothing_and_says_the_same(ada: Visitor) -> None:
    table = rolled(ada)
    first = press(ada, table, table["legal"][0])
    again = press(ada, table, table["legal"][0])
    assert (again.status_code, again.json()["version"]) == (200, first.json()["version"])
    assert ada.look(table["id"])["version"] == first.json()["version"]


def test_the_other_button_is_stale_once_one_was_pressed_and_leads_to_the_table(ada: Visitor) -> None:
    table = rolled(ada)
    done = press(ada, table, table["legal"][0]).json()["version"]
    answer = press(ada, table, table["legal"][-1])
    assert (answer.status_code, answer.json()) == (AT_THE_TABLE, {"open": f"/t/{table['id']}"})
    assert ada.look(table["id"])["version"] == done


def test_after_a_roll_the_notice_goes_on_with_what_can_be_done_next(ada: Visitor) -> None:
    table = ada.create()
    answer = press(ada, table, "roll").json()
    after = ada.look(table["id"])
    assert answer["said"] == "Done. It is still your turn."
    assert (answer["next"]["game"], answer["next"]["version"]) == (table["id"], after["version"])
    offered = {act["text"] for act in answer["next"]["acts"]}
    assert offered == (set(after["legal"]) if len(after["legal"]) <= 2 else set())


@pytest.mark.parametrize("forged", ["", "nonsense", "x" * 400])
def test_without_a_proof_of_ours_nothing_is_played(ada: Visitor, forged: str) -> None:
    table = rolled(ada)
    answer = send(ada, f"/t/{table['id']}/from-notice", id=forged)
    assert answer.status_code == AT_THE_TABLE
    assert ada.look(table["id"])["version"] == table["version"]


def test_nobody_else_can_use_a_proof_not_even_with_a_seat_at_the_table(visitor: NewVisitor) -> None:
    player, opponent, table = two_players(visitor)
    stolen = proof(player, table, "roll")
    for thief in (opponent, visitor()):
        assert send(thief, f"/t/{table['id']}/from-notice", id=stolen).status_code == AT_THE_TABLE
    assert player.look(table["id"])["version"] == table["version"]
    assert press(player, table, "roll").status_code == 200


def test_a_proof_holds_for_its_own_game_only(ada: Visitor) -> None:
    first, second = rolled(ada), rolled(ada)
    answer = send(ada, f"/t/{second['id']}/from-notice", id=proof(ada, first, first["legal"][0]))
    assert answer.status_code == AT_THE_TABLE
    assert [ada.look(each["id"])["version"] for each in (first, second)] == [first["version"], second["version"]]


def test_without_the_token_of_forms_a_proof_is_worth_nothing(ada: Visitor) -> None:
    table = rolled(ada)
    shown = {"id": proof(ada, table, table["legal"][0])}
    assert ada.http.post(f"/t/{table['id']}/from-notice", data=shown).status_code == 403
    assert ada.look(table["id"])["version"] == table["version"]


def test_a_proof_says_what_it_was_made_for_and_its_request_is_always_the_same(ada: Visitor) -> None:
    table = ada.create()
    act, again = (read_act(SIGNER, proof(ada, table, text)) for text in ("roll", "roll"))
    other = read_act(SIGNER, proof(ada, table, "shanghai"))
    assert act is not None
    assert other is not None
    assert (act.game, act.version, act.text) == (table["id"], table["version"], "roll")
    assert again == act
    assert other.request_id != act.request_id
    assert read_act(SIGNER, SIGNER.sign("guest", "ada", "game", 1, "roll")) is None


def test_the_answer_is_in_the_language_of_the_reader(ada: Visitor) -> None:
    table = rolled(ada)
    ada.http.cookies.set("lang", "fr")
    assert press(ada, table, table["legal"][0]).json()["said"].startswith("C’est fait.")
