"""The page about oneself: one's name, one's devices, taking everything along, and leaving for good."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.web.over_http.visiting import sentence
from tests.web.patience import wait_until
from tests.web.people.arriving import NewResident, Resident

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"


def rename(browser: Resident, name: str) -> str:
    """What the page says after a new name was asked for."""
    answer = browser.submit("/account", "/account/name", name=name)
    return sentence(browser.get(answer.headers["location"]) if answer.status_code == 303 else answer)


def test_a_guest_is_led_to_what_they_could_have(resident: NewResident) -> None:
    for path in ("/account", "/account/export"):
        answer = resident().get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/keep")


@pytest.mark.parametrize("what", ["name", "delete", "devices/sign-out-others", "devices/x/sign-out"])
def test_a_guest_can_change_nothing_there(resident: NewResident, what: str) -> None:
    answer = resident().post(f"/account/{what}", {"name": "Somebody"})
    assert answer.status_code == 403
    assert "Sign in, and try again." in sentence(answer)


def test_a_name_is_changed_for_new_games_and_running_ones_keep_it(resident: NewResident) -> None:
    laptop = resident()
    laptop.keep("Mira")
    before = laptop.create(mode="invite", seat="a")
    assert "New games are played under this name." in rename(laptop, "Mirabel")
    after = laptop.create(mode="invite", seat="a", name="somebody else")
    assert [laptop.look(game["id"])["seats"][0]["name"] for game in (before, after)] == ["Mira", "Mirabel"]


def test_a_name_that_looks_like_another_is_refused_with_one_that_is_free(resident: NewResident) -> None:
    resident().keep("Ulla")
    laptop = resident()
    laptop.keep("Lars")
    assert "The name Ulla is taken. Ulla of the quay is available." in rename(laptop, "Ulla")
    assert "is taken" in rename(laptop, "u11a")
    assert "written in one alphabet" in rename(laptop, "Uӏla")
    assert "2 to 20 characters" in rename(laptop, "U")
    assert 'value="U"' in laptop.submit("/account", "/account/name", name="U").text
    assert "<h1>Lars</h1>" in laptop.get("/account").text


def test_an_old_name_is_held_for_its_owner(resident: NewResident) -> None:
    laptop, other = resident(), resident()
    laptop.keep("Emil")
    other.keep("Frida")
    rename(laptop, "Emilio")
    assert "Emil is taken." in rename(other, "Emil")
    assert "<h1>Emil</h1>" in rename(laptop, "Emil")


def test_devices_are_listed_in_plain_words_and_signed_out_one_by_one(resident: NewResident) -> None:
    laptop, phone, stranger = resident(), resident(), resident()
    laptop.http.headers["user-agent"], phone.http.headers["user-agent"] = FIREFOX, PHONE
    gerd = laptop.keep("Gerd")
    phone.arrive(gerd)
    page = sentence(laptop.get("/account"))
    assert page.index("Firefox on Linux") < page.index("here now") < page.index("Chrome on Android")
    there = page.split("Chrome on Android")[1].partition('action="')[2].partition('"')[0]
    stranger.keep("Hans")
    stranger.post(there)
    assert phone.is_signed_in()
    assert laptop.post(there).headers["location"] == "/account?told=out"
    assert not phone.is_signed_in()
    assert laptop.is_signed_in()


def test_everywhere_else_is_one_press(resident: NewResident) -> None:
    laptop, phone, tablet = resident(), resident(), resident()
    jan = laptop.keep("Jan")
    phone.arrive(jan)
    tablet.arrive(jan)
    laptop.submit("/account", "/account/devices/sign-out-others")
    assert [browser.is_signed_in() for browser in (laptop, phone, tablet)] == [True, False, False]


def test_a_signed_out_browser_is_a_new_guest_s(resident: NewResident) -> None:
    laptop = resident()
    game = laptop.create()["id"]
    laptop.keep("Kira")
    assert laptop.post("/account/sign-out").status_code == 303
    laptop._token = ""
    laptop.get("/")
    assert not laptop.is_signed_in()
    assert laptop.session == ""
    assert laptop.games() == []
    assert laptop.look(game)["yours"] == []


def test_nobody_is_signed_out_by_a_form_of_another_site(resident: NewResident) -> None:
    laptop = resident()
    laptop.keep("Lotte")
    for path in ("/account/sign-out", "/account/devices/sign-out-others", "/account/delete"):
        assert laptop.post(path, {"name": "Lotte", "_csrf_token": ""}).status_code == 403
    assert laptop.is_signed_in()


def test_everything_is_taken_along_in_one_archive(resident: NewResident) -> None:
    laptop, other = resident(), resident()
    game = other.join(laptop.create(mode="invite", seat="a")["invitation"], name="Otto")
    other.token  # noqa: B018 - a secret of the opponent's that must not be in the archive
    laptop.keep("Nele")
    assert laptop.token  # another one: that of the guest has ended
    answer = laptop.get("/account/export")
    assert answer.headers["content-type"] == "application/zip"
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        known = json.loads(archive.read("known.json"))
        record = json.loads(archive.read(f"games/{game['id']}.json"))
        everything = "".join(archive.read(name).decode() for name in archive.namelist())
    assert known["about"]["name"] == "Nele"
    assert known["seats"] == [{"game": game["id"], "seat": 0}]
    assert [token["name"] for token in known["programs"]] == ["a program"]
    assert record["tags"]["Player-B"] == "Otto"
    for secret in (laptop.session, laptop.http.cookies["csrftoken"], other.token, "seed"):
        assert secret not in everything


def test_whoever_leaves_is_a_sailor_and_the_opponent_keeps_the_games(resident: NewResident) -> None:
    laptop, phone, other = resident(), resident(), resident()
    petra = laptop.keep("Petra")
    phone.arrive(petra)
    running = other.join(laptop.create(mode="invite", seat="a")["invitation"], name="Quinn")
    over = other.resign(other.join(laptop.create(mode="invite", seat="a")["invitation"], name="Quinn"))
    waiting = laptop.create(mode="invite", seat="a")
    assert "Nothing was deleted" in sentence(laptop.submit("/account", "/account/delete", name="Peter"))
    token = laptop.token
    assert laptop.submit("/account", "/account/delete", name="petra").headers["location"] == "/"
    assert not laptop.is_signed_in()
    assert not phone.is_signed_in()
    assert other.http.get("/api/v1/games", headers={"authorization": f"Bearer {token}"}).status_code == 401
    wait_until(lambda: other.look(running["id"])["seats"][0]["name"] == "a sailor")
    wait_until(lambda: other.look(over["id"])["seats"][0]["name"] == "a sailor")
    assert other.look(running["id"])["result"]["winner"] == "B"
    assert other.look(over["id"])["result"]["winner"] == "A"
    wait_until(lambda: other.get(f"/join/{waiting['invitation']}").status_code == 404)
    assert sorted(other.games()) == sorted([running["id"], over["id"]])
    for path in (f"/t/{running['id']}", f"/t/{over['id']}", f"/t/{over['id']}/replay", "/"):
        assert "Petra" not in other.get(path).text
    assert "Petra" not in json.dumps(other.look(running["id"]))


def test_the_name_of_somebody_who_left_is_nobody_s_for_a_while(resident: NewResident) -> None:
    laptop, other = resident(), resident()
    laptop.keep("Rolf")
    laptop.submit("/account", "/account/delete", name="Rolf")
    other.keep("Sven")
    assert "Rolf is taken." in rename(other, "Rolf")
