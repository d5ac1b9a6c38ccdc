"""Whoever blocks somebody: nothing of either reaches the other any more, at once and both ways."""

import pytest

from tests.web.moderation.meeting import House, Pair, said_on
from tests.web.over_http.visiting import sentence
from tests.web.people.arriving import Resident

SIDES = pytest.mark.parametrize("blocker", [0, 1])


def block(pair: Pair, blocker: int) -> tuple[Resident, Resident]:
    """One of two players blocks the other: the two, whoever blocks first."""
    both = (pair.ada, pair.ben) if blocker == 0 else (pair.ben, pair.ada)
    assert both[0].post("/block", {"game": pair.game}).headers["location"] == "/talk?told=blocked"
    return both


@SIDES
def test_nothing_more_is_said_nor_read_and_the_game_goes_on(pair: Pair, blocker: int) -> None:
    pair.say(pair.ada)
    pair.say(pair.ben, "thanks")
    block(pair, blocker)
    assert "Thank you." not in said_on(pair.ada.get(pair.page))
    assert "Hello!" not in said_on(pair.ben.get(pair.page))
    for browser in (pair.ada, pair.ben):
        assert pair.say(browser).status_code == 409
        assert "do not talk to each other" in sentence(browser.get(pair.page))
    table = pair.ada.look(pair.game)
    mover = pair.ada if table["legal"] else pair.ben
    assert mover.act(mover.look(pair.game))["version"] > table["version"]


@SIDES
def test_there_is_no_rematch_between_them(pair: Pair, blocker: int) -> None:
    pair.finish()
    block(pair, blocker)
    for browser in (pair.ada, pair.ben):
        assert f"{pair.page}/rematch" not in browser.get(pair.page).text
        assert browser.post(f"{pair.page}/rematch").status_code == 422
        assert browser.api("POST", f"/games/{pair.game}/rematch", json={}).status_code == 422


@SIDES
def test_a_rematch_that_was_offered_is_called_off(pair: Pair, blocker: int) -> None:
    pair.finish()
    pair.ada.submit(pair.page, f"{pair.page}/rematch")
    assert "wants a rematch" in sentence(pair.ben.get(pair.page))
    offered = next(game for game in pair.ada.games() if game != pair.game)
    block(pair, blocker)
    assert "wants a rematch" not in sentence(pair.ben.get(pair.page))
    for browser in (pair.ada, pair.ben):
        assert browser.games() == [pair.game]
        assert browser.get(f"/t/{offered}").status_code == 404


@SIDES
def test_they_watch_no_games_of_each_other_by_any_address(house: House, pair: Pair, blocker: int) -> None:
    block(pair, blocker)
    other = house.new()
    third = pair.ada.create(mode="invite", seat="a")
    other.join(third["invitation"], name="Somebody")
    game = third["id"]
    paths = [f"/t/{game}", f"/watch/{game}", f"/watch/{game}/parts", f"/watch/{game}/overviews", f"/replay/{game}"]
    for path in (*paths, f"/t/{game}/dice", f"/t/{game}/record.txt", f"/t/{game}/record.json", f"/watch/{game}/events"):
        assert pair.ben.get(path).status_code == 404, path
        assert path.endswith("events") or other.get(path).status_code == 200, path
    for path in ("", "/said", "/record", "/record.txt", "/events"):
        assert pair.ben.api("GET", f"/games/{game}{path}").status_code == 404


@SIDES
def test_they_take_no_seat_at_a_table_of_the_other(pair: Pair, blocker: int) -> None:
    block(pair, blocker)
    invitation = pair.ada.create(mode="invite", seat="a")["invitation"]
    assert pair.ben.get(f"/join/{invitation}").status_code == 404
    assert pair.ben.post(f"/join/{invitation}").status_code == 404
    assert pair.ben.api("POST", f"/invitations/{invitation}", json={}).status_code == 404


def test_the_blocked_are_listed_for_whoever_blocked_them_and_taken_off_again(pair: Pair) -> None:
    block(pair, 0)
    assert f"<b>{pair.names[1]}</b>" in pair.ada.get("/talk").text
    assert pair.names[0] not in pair.ben.get("/talk").text.partition("<main")[2]
    pair.ada.submit("/talk", "/unblock")
    assert pair.names[1] not in pair.ada.get("/talk").text.partition("<main")[2]
    assert pair.say(pair.ada).status_code == 303


def test_taking_back_somebody_elses_block_changes_nothing(house: House, pair: Pair) -> None:
    block(pair, 0)
    handle = pair.ada.get("/talk").text.partition('name="handle" value="')[2].partition('"')[0]
    pair.ben.post("/unblock", {"handle": handle})
    house.new().post("/unblock", {"handle": handle})
    assert pair.say(pair.ben).status_code == 409


def test_a_guest_blocks_a_guest_from_the_table(house: House) -> None:
    pair = house.pair()
    block(pair, 0)
    assert "<b>Ben</b>" in pair.ada.get("/talk").text
    assert pair.say(pair.ben).status_code == 409


def test_a_block_on_a_seat_holds_for_all_who_share_it(house: House) -> None:
    pair = house.pair()
    phone = house.new()
    phone.post(pair.ben.private_link(pair.game))
    block(pair, 0)
    assert pair.say(phone).status_code == 409


def test_from_a_page_of_theirs_somebody_with_an_account_is_blocked_by_name(house: House, pair: Pair) -> None:
    assert pair.names[1] in sentence(pair.ada.get(f"/block?name={pair.names[1]}"))
    assert pair.ada.post("/block", {"name": pair.names[1]}).status_code == 303
    assert pair.say(pair.ben).status_code == 409
    assert house.new().post("/block", {"name": pair.names[1]}).status_code == 403
    assert pair.ada.post("/block", {"name": "Nobody at all"}).status_code == 404
    assert pair.ada.post("/block", {"name": pair.names[0]}).status_code == 409


def test_a_watcher_cannot_block_from_a_table_of_others(house: House, pair: Pair) -> None:
    assert house.new().post("/block", {"game": pair.game}).status_code == 403


def test_nobody_hides_a_game_from_a_moderator_by_blocking_them(house: House, pair: Pair) -> None:
    moderator = house.keeper("Mo blocked", "moderator")
    pair.ada.post("/block", {"name": "Mo blocked"})
    assert moderator.get(f"/watch/{pair.game}").status_code == 200


def test_a_person_s_page_leads_to_blocking_and_reporting_them(house: House) -> None:
    gus, hanne = house.new(), house.new()
    gus.keep("Gus Moss")
    hanne.keep("Hanne")
    page = gus.get("/people/Hanne").text
    assert 'href="/block?name=Hanne"' in page
    assert 'href="/report?name=Hanne"' in page
    hanne.post("/privacy", {"profile": "nobody", "games": "nobody", "strength": "nobody", "day": "nobody"})
    hidden = gus.get("/people/Hanne")
    assert (hidden.status_code, 'href="/block?name=Hanne"' in hidden.text) == (403, True)
    for browser, name in ((gus, "Gus%20Moss"), (house.new(), "Gus%20Moss")):  # oneself, and a guest
        assert "/block?name" not in browser.get(f"/people/{name}").text
    assert gus.post("/block", {"name": "Hanne"}).headers["location"] == "/talk?told=blocked"
    assert gus.get("/people/Hanne").status_code == 404
