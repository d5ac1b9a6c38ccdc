"""The page of notices: what is set is kept, with and without script; what is not possible says why."""

import re
from html import unescape
from typing import Any

import httpx
import pytest

from shanghaien.web.core.i18n import LANGUAGES
from shanghaien.web.notices.pages import routes as notice_routes
from tests.web.browser_like import Visitor
from tests.web.forms import form_on
from tests.web.notices.pages.noticing import JSON, send
from tests.web.over_http.visiting import NewVisitor, sentence

PAGE = "/notices"


def fields(visitor: Visitor) -> dict[str, str]:
    """What the form on the page says now."""
    return form_on(visitor.get(PAGE).text, PAGE, PAGE).fields


def save(visitor: Visitor, *without: str, **values: Any) -> httpx.Response:
    """Send the form by its button, with some boxes not ticked and some fields changed."""
    kept = {name: value for name, value in fields(visitor).items() if name not in without}
    return visitor.post(PAGE, kept | values)


def test_everything_that_is_set_is_kept_and_shown_again(ada: Visitor) -> None:
    changed = {"when": "daily", "hour": "7", "minutes": "30", "time_zone": "Europe/Berlin", "reminder-25": "1"}
    answer = save(ada, "over", "reminder-10", **changed)
    assert (answer.status_code, answer.headers["location"]) == (303, "/notices?told=saved")
    kept = fields(ada)
    assert {name: kept[name] for name in changed} == changed
    assert {"turn", "time", "started", "reminder-50"} <= kept.keys()
    assert not {"over", "reminder-10"} & kept.keys()


def test_a_script_is_answered_in_a_sentence_in_the_reader_s_language(ada: Visitor) -> None:
    assert send(ada, PAGE, **fields(ada)).json() == {"said": "Saved."}
    ada.http.cookies.set("lang", "de")
    assert ada.http.post(PAGE, data=fields(ada), headers=JSON).json()["said"] != "Saved."


@pytest.mark.parametrize(
    "nonsense",
    [{"when": "never"}, {"minutes": "7"}, {"hour": "24"}, {"time_zone": "Atlantis/Below"}, {"time_zone": "../etc"}],
)
def test_what_cannot_be_meant_changes_nothing(ada: Visitor, nonsense: dict[str, str]) -> None:
    before = fields(ada)
    assert save(ada, **nonsense).status_code == 303
    assert fields(ada) == before


def test_one_person_s_preferences_are_not_another_s(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    save(ada, when="later")
    assert (fields(ada)["when"], fields(bob)["when"]) == ("later", "now")


def test_what_the_host_has_not_set_up_says_so_and_cannot_be_switched(ada: Visitor) -> None:
    page = re.sub(r"\s+", " ", unescape(ada.get(PAGE).text))
    assert "not possible here: this site sends no email" in page
    assert re.search(r'name="mail" value="1" disabled', page)
    save(ada, mail="1")
    assert "mail" not in fields(ada)
    assert "this host has not set up notices in browsers" not in page


def test_private_addresses_end_when_new_ones_are_made(ada: Visitor) -> None:
    ada.get(PAGE)
    before = re.findall(r'value="(http[^"]+\.(?:atom|ics))"', ada.get(PAGE).text)
    assert len(before) == 2
    answer = ada.submit(PAGE, "/notices/addresses")
    after = re.findall(r'value="(http[^"]+\.(?:atom|ics))"', ada.get(answer.headers["location"]).text)
    assert len({*before, *after}) == 4


def test_somebody_who_looks_for_the_first_time_has_no_address_yet(visitor: NewVisitor) -> None:
    eve = visitor()
    eve.http.cookies.clear()
    assert ".atom" not in eve.get(PAGE).text
    assert ".atom" in eve.get(PAGE).text


def test_a_game_is_muted_and_told_of_again(ada: Visitor) -> None:
    game = ada.create(name="Ada", name_b="Bob")["id"]
    page = f"{PAGE}?game={game}"
    assert f'href="{page}"' in ada.get(f"/t/{game}").text
    assert "notices are sent" in ada.get(page).text
    muted = ada.submit(page, "/notices/mute", muted="1")
    assert muted.headers["location"] == page
    shown = ada.get(PAGE).text
    assert "Muted games" in shown
    assert "Against Bob" in shown
    ada.submit(PAGE, "/notices/mute", muted="0")
    assert "Muted games" not in ada.get(PAGE).text


def test_nobody_mutes_a_game_of_somebody_else(visitor: NewVisitor) -> None:
    game, eve = visitor().create()["id"], visitor()
    assert "Notices about this game" not in eve.get(f"{PAGE}?game={game}").text
    refusal = eve.post("/notices/mute", {"game": game, "muted": "1"})
    assert refusal.status_code == 403
    assert "only its players can do that" in sentence(refusal)


def test_without_any_place_there_is_nothing_to_try(ada: Visitor) -> None:
    assert re.search(r'formaction="/notices/trial" disabled', ada.get(PAGE).text)
    answer = ada.post("/notices/trial", fields(ada))
    assert answer.headers["location"] == "/notices?told=nowhere"
    assert "There is nowhere to send it." in ada.get(answer.headers["location"]).text


def test_nobody_tries_more_often_than_ten_times_an_hour(ada: Visitor) -> None:
    tried = [ada.post("/notices/trial", fields(ada)).status_code for _ in range(11)]
    assert tried == [303] * 10 + [429]


def test_an_own_address_is_kept_with_a_secret_that_is_shown_once(ada: Visitor) -> None:
    refused = ada.post("/notices/webhook", {"address": "https://127.0.0.1/hook"})
    assert refused.status_code == 400
    assert "does not lead to a public server" in sentence(refused)
    made = ada.post("/notices/webhook", {"address": "https://93.184.216.34/hook"})
    assert re.search(r"whsec_[\w-]{40,}", made.text)
    shown = ada.get(PAGE).text
    assert "whsec_" not in shown
    assert 'value="https://93.184.216.34/hook"' in shown
    assert "127.0.0.1/hook" not in shown
    assert fields(ada)["webhook"] == "1"
    ada.submit(PAGE, "/notices/webhook")
    ada.post("/notices/webhook/off")
    assert "93.184.216.34" not in ada.get(PAGE).text


def test_a_new_guest_for_each_address_is_no_way_around_the_limit(
    visitor: NewVisitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice_routes, "FROM_ADDRESS", 0)
    assert visitor().post("/notices/webhook", {"address": "https://127.0.0.1/hook"}).status_code == 429


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_every_language(ada: Visitor, language: str) -> None:
    ada.http.cookies.set("lang", language)
    page = ada.get(PAGE).text
    assert f'<html lang="{language}"' in page
    assert ("What you will see" in page) == (language == "en")
