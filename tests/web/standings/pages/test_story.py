"""Two people with accounts play rated games: with a rematch, a hint, a resignation; pages and programs say what came of it."""

from typing import Any

from tests.web.over_http.visiting import sentence
from tests.web.patience import wait_until
from tests.web.people.arriving import NewResident, Resident

FAST = {"pace": "live 300 10", "rated": "1"}


def began(one: Resident, other: Resident, **values: Any) -> dict[str, Any]:
    """A game that one sets up and the other joins."""
    made = one.create(mode="invite", seat="a", **(FAST | values))
    return other.join(made["invitation"])


def both_choose(one: Resident, other: Resident, table: dict[str, Any]) -> dict[str, Any]:
    """Play until both have chosen something."""
    chosen = set[str]()
    while len(chosen) < 2:
        who = table["waits_for"]
        table = (one if who == "A" else other).act((one if who == "A" else other).look(table["id"]))
        chosen.add(who)
    return table


def told(browser: Resident, table: dict[str, Any], path: str = "/t/") -> str:
    """What the end of a game says about ratings, as soon as it is known."""
    address = f"/t/{table['id']}/strength"
    wait_until(lambda: browser.get(address).status_code == 200)
    page = sentence(browser.get(f"{path}{table['id']}"))
    return page.split('id="strength"')[1].split("</div>")[0]


def standing(browser: Resident, name: str) -> dict[str, Any]:
    return browser.api("GET", f"/people/{name}/standings").json()  # type: ignore[no-any-return]


def test_two_people_play_for_their_ratings(resident: NewResident) -> None:
    ines, otto, watcher = resident(), resident(), resident()
    ines.keep("Ines")
    otto.keep("Otto")
    table = began(ines, otto)
    assert "A rated live game." in sentence(ines.get(f"/t/{table['id']}"))
    assert "A rated live game." in sentence(watcher.get(f"/watch/{table['id']}"))
    table = both_choose(ines, otto, table)
    ines.resign(ines.look(table["id"]))
    for browser, path in ((ines, "/t/"), (otto, "/t/"), (watcher, "/watch/")):
        said = told(browser, table, path)
        assert "This game counts." in said
        assert "<b>Ines</b>" in said
        assert "Live games: 1500? → 1338?" in said
        assert "Live games: 1500? → 1662?" in said
    (live,) = standing(watcher, "Otto")["standings"]
    assert (live["list"], live["games"], live["provisional"], live["skill"]) == ("live", 1, True, None)
    assert "Otto" in sentence(watcher.get("/standings?uncertain=1"))


def test_a_rematch_is_played_on_the_same_terms(resident: NewResident) -> None:
    ines, otto = resident(), resident()
    ines.keep("Ines")
    otto.keep("Otto")
    table = both_choose(ines, otto, began(ines, otto))
    ines.resign(ines.look(table["id"]))
    again = ines.api("POST", f"/games/{table['id']}/rematch", json={}).json()
    assert (again["rated"], again["pace"]) == (True, "live 300 10")
    again = otto.join(again["invitation"])
    both_choose(otto, ines, again)
    otto.resign(otto.look(again["id"]))
    assert "This game counts." in told(ines, again)
    wait_until(lambda: standing(ines, "Ines")["standings"][0]["games"] == 2)


def test_a_game_counts_after_a_hint_only_as_a_loss_and_the_table_says_so(resident: NewResident) -> None:
    ines = resident()
    ines.keep("Ines")
    table = ines.create(mode="bot", seat="a", level="cabin-boy", here="live 300 10", rated_bot="1")
    wait_until(lambda: ines.look(table["id"])["waits_for"] == "A")
    page = sentence(ines.get(f"/t/{table['id']}"))
    assert "A rated game against a bot." in page
    while "After a hint the game counts only if you lose it." not in page:  # there must be something to choose
        ines.act(ines.look(table["id"]))
        wait_until(lambda: ines.look(table["id"])["waits_for"] == "A")
        page = sentence(ines.get(f"/t/{table['id']}"))
    now = ines.look(table["id"])
    ines.post(f"/hint/{table['id']}", {"version": now["version"], "id": "hint"})
    assert "After a hint this game counts only if it is lost." in sentence(ines.get(f"/t/{table['id']}"))
    while not any(entry["seat"] == "B" and entry["kind"] == "act" for entry in now["log"]):  # both have to choose
        ines.act(ines.look(table["id"]))
        wait_until(lambda: ines.look(table["id"])["waits_for"] == "A")
        now = ines.look(table["id"])
    ines.resign(ines.look(table["id"]))
    assert "This game counts." in told(ines, table)
    assert standing(ines, "Ines")["standings"][0]["games"] == 1


def test_what_does_not_count_is_said_before_and_after(resident: NewResident) -> None:
    ines, guest = resident(), resident()
    ines.keep("Ines")
    table = began(ines, guest)
    assert "This game does not count: somebody plays as a guest." in sentence(ines.get(f"/t/{table['id']}"))
    guest.resign(guest.look(table["id"]))
    assert "This game does not count: somebody plays as a guest." in told(ines, table)
    friendly = began(ines, guest, rated="")
    assert "Friendly game." in sentence(guest.get(f"/t/{friendly['id']}"))
    otto = resident()
    otto.keep("Otto")
    short = began(ines, otto)
    otto.resign(otto.look(short["id"]))
    assert "it was given up before both had chosen anything" in told(ines, short)


def test_without_a_clock_and_without_rating_nothing_is_said_about_counting(resident: NewResident) -> None:
    ines, guest = resident(), resident()
    table = began(ines, guest, rated="", pace="")
    assert 'id="strength"' not in ines.get(f"/t/{table['id']}").text
    guest.resign(guest.look(table["id"]))
    over = ines.get(f"/t/{table['id']}").text
    assert 'id="strength"' not in over
    assert "does not count" not in over


def test_the_form_offers_rated_games_to_those_who_keep_theirs(resident: NewResident) -> None:
    ines, guest = resident(), resident()
    ines.keep("Ines")
    assert 'name="rated"' in ines.get("/new").text
    assert 'name="rated"' not in guest.get("/new").text
    assert "Rated games are for people with an account." in sentence(guest.get("/new"))
    table = ines.create(mode="invite", seat="a", pace="live 300 10", rated="1", delay="300")
    assert (table["rated"], table["delay"]) == (True, 300)
    assert not ines.create(mode="invite", seat="a", pace="", rated="1")["rated"]
    by_program = ines.api("POST", "/games", json={"mode": "invite", "pace": "live 300 10", "rated": True, "delay": 60})
    assert (by_program.json()["rated"], by_program.json()["delay"]) == (True, 60)
    assert ines.api("POST", "/games", json={"delay": 901}).status_code == 400
