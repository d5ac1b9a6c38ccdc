"""Games are kept by one press, and their owner comes back to them from anywhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.over_http.keeping import Harbour, Sailor, harbour, new_device
from tests.web.over_http.visiting import sentence


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    with harbour(tmp_path_factory.mktemp("data")) as one:
        yield one


def table_of(sailor: Sailor) -> str:
    game: str = sailor.create()["id"]
    return game


def test_games_of_a_guest_are_theirs_on_every_device_after_one_press(port: Harbour) -> None:
    ines, phone = port.sailor(), port.sailor()
    game, other = table_of(ines), table_of(phone)
    assert "Your game lives in this browser only" in " ".join(ines.get("/keep").text.split())
    assert ines.keep("Ines").json() == {"to": "/keep/keys?told=kept"}
    assert (ines.name, ines.sees(game), phone.name, phone.sees(game)) == ("Ines", True, "", False)
    phone.device = ines.device
    assert phone.sign_in().json() == {"to": "/"}
    assert (phone.name, phone.sees(game), phone.sees(other), ines.sees(other)) == ("Ines", True, True, True)


def test_an_answer_that_is_sent_twice_lets_nobody_in_the_second_time(port: Harbour) -> None:
    ada, thief = port.sailor(), port.sailor()
    ada.keep("Ada")
    thief.get("/sign-in")
    begun = thief.ask("/sign-in/passkey").json()
    answer = ada.device.sign(begun["options"])
    assert thief.answer("/sign-in/passkey/answer", begun["token"], {}).status_code == 400
    told = thief.answer("/sign-in/passkey/answer", begun["token"], answer)
    assert (told.status_code, told.json()["code"], thief.name) == (400, "passkey", "")


def test_a_name_that_is_taken_is_told_with_one_that_is_free(port: Harbour) -> None:
    port.sailor().keep("Marta")
    other = port.sailor()
    told = other.keep("MARTA")
    assert (told.status_code, told.json()["said"]) == (409, "The name MARTA is taken. MARTA of the quay is available.")
    assert other.get("/keep/name?name=Marta").json()["free"] is False
    assert other.get("/keep/name?name=Berta").json() == {"free": True, "said": "The name Berta is available."}
    assert other.get("/keep/name?name=x").json()["said"] == "A name has 2 to 20 characters."


def test_of_two_who_want_one_name_at_once_the_second_changes_nothing(port: Harbour) -> None:
    one, two = port.sailor(), port.sailor()
    game = table_of(two)
    for sailor in (one, two):
        sailor.get("/keep")
    asked = [sailor.ask("/keep/passkey", name="Olga").json() for sailor in (one, two)]
    told = [
        sailor.answer("/keep/passkey/answer", begun["token"], sailor.device.make(begun["options"]))
        for sailor, begun in zip((one, two), asked, strict=True)
    ]
    assert [answer.status_code for answer in told] == [200, 409]
    assert (two.name, two.sees(game)) == ("", True)


def test_without_the_token_of_a_form_nothing_is_asked_or_answered(port: Harbour) -> None:
    stranger = port.sailor()
    stranger.get("/keep")
    for path in ("/keep/passkey", "/keep/passkey/answer", "/sign-in/passkey", "/sign-in/passkey/answer", "/keep/codes"):
        assert stranger.http.post(path, data={"name": "Eve"}).status_code == 403


def test_what_is_no_answer_at_all_is_refused_in_a_sentence(port: Harbour) -> None:
    stranger = port.sailor()
    stranger.get("/sign-in")
    headers = {"x-csrftoken": stranger.http.cookies["csrftoken"], "content-type": "application/json"}
    deep = b"[" * 50_000, b'{"token": "x", "answer": ' + b'{"x":' * 50_000
    for body in (b"", b"[]", b'{"token": 1, "answer": {}}', b'{"token": "x", "answer": []}', b"\xff", *deep):
        for path in ("/sign-in/passkey/answer", "/keep/passkey/answer"):
            told = stranger.http.post(path, content=body, headers=headers)
            assert (told.status_code, told.json()["code"]) == (400, "malformed")


def test_a_second_passkey_is_named_renamed_and_removed_but_not_the_last_one(port: Harbour) -> None:
    ines = port.sailor()
    ines.keep("Ilse")
    page = ines.get("/keep/keys").text
    assert "You have only one way to sign in." in page
    assert 'disabled aria-describedby="last-way"' in " ".join(page.split())
    begun = ines.ask("/keep/passkey").json()
    second = new_device()
    assert ines.answer("/keep/passkey/answer", begun["token"], second.make(begun["options"])).status_code == 200
    page = ines.get("/keep/keys").text
    keys = [part.partition("/")[0] for part in page.split("/keep/keys/passkeys/")[1::2]]
    assert len(set(keys)) == 2
    ines.submit("/keep/keys", f"/keep/keys/passkeys/{keys[0]}/label", label="Blue phone")
    assert "Blue phone" in ines.get("/keep/keys").text
    ines.submit("/keep/keys", f"/keep/keys/passkeys/{keys[0]}/remove")
    last = ines.post(f"/keep/keys/passkeys/{keys[1]}/remove")
    assert (last.status_code, "This is your last way to sign in." in sentence(last)) == (409, True)


def test_nobody_changes_keys_of_somebody_else(port: Harbour) -> None:
    ada, eve = port.sailor(), port.sailor()
    ada.keep("Adele")
    eve.keep("Eve")
    eve.post("/keep/keys/codes")
    key = ada.get("/keep/keys").text.split("/keep/keys/passkeys/")[1].partition("/")[0]
    eve.post(f"/keep/keys/passkeys/{key}/label", {"label": "Mine"})
    eve.post(f"/keep/keys/passkeys/{key}/remove")
    assert "Mine" not in ada.get("/keep/keys").text
    assert ada.sign_in().status_code == 200
    guest = port.sailor()
    assert guest.post(f"/keep/keys/passkeys/{key}/remove").status_code == 403
    assert guest.get("/keep/keys").headers["location"] == "/sign-in"


def test_a_key_that_is_known_here_makes_no_second_account(port: Harbour) -> None:
    device = new_device()
    port.sailor(device).keep("Paula")
    told = port.sailor(device).keep("Pauline")
    assert (told.status_code, told.json()["said"]) == (400, "This passkey is already known here. Sign in with it.")


def test_a_guest_is_offered_it_after_a_game_until_they_say_no(port: Harbour) -> None:
    guest = port.sailor()
    game = guest.create()
    page = f"/t/{game['id']}"
    assert "/keep/later" not in guest.get(page).text
    guest.resign(game)
    assert "/keep/later" in guest.get(page).text
    assert "/keep/later" not in port.sailor().get(page).text, "whoever watches is offered nothing"
    assert guest.submit(page, "/keep/later").headers["location"] == page
    assert "/keep/later" not in guest.get(page).text
    guest.keep("Gustav")
    assert "Keep my games" not in guest.get("/").text


def test_at_a_bare_address_it_is_said_where_passkeys_work(tmp_path: Path) -> None:
    for address, said in (
        ("http://127.0.0.1:8000", "Open this page at http://localhost:8000"),
        ("http://192.168.1.5:8000", "Passkeys need a site with a name and https."),
    ):
        with harbour(tmp_path, address) as one:
            guest = one.sailor()
            for path in ("/keep", "/sign-in"):
                page = " ".join(guest.get(path).text.split())
                assert said in page
                assert "data-passkey" not in page
            assert guest.ask("/sign-in/passkey").json()["code"] == "no-such-way"
