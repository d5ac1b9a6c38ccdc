"""What a troll can do in an hour: flood, hide, pose as somebody else, evade, pry, and forge."""

import pytest

from tests.web.moderation.meeting import House, Pair, said_on
from tests.web.over_http.visiting import sentence
from tests.web.people.arriving import Resident

HTML = "<img src=x onerror=alert(1)>"


def test_flooding_by_phrases_texts_and_programs_shares_one_allowance(pair: Pair) -> None:
    pair.talk_freely()
    statuses = [pair.say(pair.ada, "hello").status_code for _ in range(3)]
    statuses += [pair.write(pair.ada, f"number {number}").status_code for number in range(3)]
    path = f"/games/{pair.game}/said"
    more = [pair.ada.api("POST", path, json={"phrase": "hello"}).status_code for _ in range(3)]
    phone = pair.house.new()
    phone.arrive(pair.ids[0])
    assert statuses == [303] * 6
    assert more == [429] * 3
    assert pair.say(phone).status_code == 429


@pytest.mark.parametrize("name", ["Moderator", "m0derat0r", "ADMIN", "Shanghaien", "Аdmin", "a.d.m.i.n"])
def test_nobody_poses_as_somebody_who_looks_after_the_site(house: House, name: str) -> None:
    guest = house.new()
    answer = guest.submit("/new", "/new", mode="invite", seat="a", name=name)
    assert answer.status_code == 422
    assert "choose another one" in sentence(answer)
    keeping = house.new().post(f"/test/account/{name}")
    assert keeping.status_code == 422


def test_a_guest_does_not_sit_under_the_name_of_a_moderator(house: House) -> None:
    house.keeper("Marina", "moderator")
    guest, host = house.new(), house.new()
    invitation = host.create(mode="invite", seat="a", name="Ada")["invitation"]
    for name in ("Marina", "marlna", "M a r i n a", "Маrina"):
        assert guest.post(f"/join/{invitation}", {"name": name}).status_code == 422, name
        assert guest.api("POST", f"/invitations/{invitation}", json={"name": name}).status_code == 422
        assert guest.api("POST", "/games", json={"mode": "invite", "name": name}).status_code == 422
    table = host.look(host.games()[0])
    naming = host.post(f"/t/{table['id']}/name", {**host.request(table), "name": "Marina"})
    assert naming.status_code == 422
    assert guest.post(f"/join/{invitation}", {"name": "Marino"}).status_code == 303


def test_nobody_with_an_account_sits_under_the_name_of_another_one(house: House, pair: Pair) -> None:
    other, host = pair.names[1], house.new()
    made = pair.ada.api("POST", "/games", json={"mode": "invite", "seat": "a", "name": other}).json()
    assert made["seats"][0]["name"] == pair.names[0]
    invitation = host.create(mode="invite", seat="a", name="Host")["invitation"]
    joined = pair.ada.api("POST", f"/invitations/{invitation}", json={"name": other}).json()
    assert [seat["name"] for seat in joined["seats"]] == ["Host", pair.names[0]]


def test_a_moderator_sits_under_their_own_name(house: House) -> None:
    marta = house.keeper("Martje", "moderator")
    assert marta.create(mode="invite", seat="a")["seats"][0]["name"] == "Martje"


def test_a_word_of_the_list_is_no_name_at_a_table(house: House) -> None:
    guest = house.new()
    for name in ("asshole", "a s s h o l e", "Ásshöle", "4sshole"):
        answer = guest.submit("/new", "/new", mode="invite", seat="a", name=name)
        assert answer.status_code == 422, name
    assert guest.create(mode="invite", seat="a", name="Scunthorpe Hassell")["seats"][0]["name"] == "Scunthorpe Hassell"


def test_html_in_every_field_is_shown_as_it_was_typed(house: House) -> None:
    pair = house.pair()
    moderator = house.keeper("Mo html", "moderator")
    pair.talk_freely()
    pair.write(pair.ada, HTML)
    pair.ada.post(f"{pair.page}/notes", {"text": HTML})
    pair.report(pair.ben, words=HTML)
    report = house.queue(moderator)[-1]
    person = moderator.get(report).text.partition('href="/order/people/')[2].partition("?")[0]
    moderator.post(f"/order/people/{person}/mute", {"days": "1", "reason": HTML})
    moderator.post("/order/words", {"word": "<b>x</b>"})
    moderator.post(f"{report}/close", {"outcome": "done", "answer": HTML})
    pages = [(pair.ada, pair.page), (pair.ben, pair.page), (pair.ben, "/talk"), (moderator, "/order")]
    pages += [(moderator, report), (moderator, f"/order/people/{person}"), (moderator, "/order/audit")]
    for browser, path in [*pages, (moderator, "/order/closed"), (moderator, "/order/words")]:
        page = browser.get(path).text
        assert HTML not in page, path
        assert "<b>x</b>" not in page


def test_a_report_about_a_guest_is_not_taken_for_one_about_whom_they_pose_as(house: House) -> None:
    house.new().keep("Innocent Ann")
    moderator, host, guest = house.keeper("Mo poses", "moderator"), house.new(), house.new()
    table = host.create(mode="invite", seat="a", name="Host")
    guest.join(table["invitation"], name="Innocent Ann")
    host.post("/report", {"game": table["id"], "reason": "words"})
    about = sentence(moderator.get(house.queue(moderator)[-1])).partition(">About<")[2].partition(">By<")[0]
    assert ">Innocent Ann</a>" in about
    assert ">a guest</span>" in about


def test_hidden_characters_and_towers_of_marks_are_gone(pair: Pair) -> None:
    pair.talk_freely()
    pair.write(pair.ada, "he\u200bllo\u202e there\u2066 \u3164z" + "\u0301" * 30)
    said = said_on(pair.ben.get(pair.page))
    assert "hello there" in said
    assert not any(sign in said for sign in "\u200b\u202e\u2066\u3164")
    assert said.count("\u0301") <= 2


def test_no_name_and_no_word_beside_an_offer_rises_over_the_lines_around_it(house: House) -> None:
    guest, tower = house.new(), "z" + "\u0330" * 20
    offer = {"name": f"\u3164\u2800{tower}", "word": f"\u3164{tower}", "pace": "live 300 10"}
    assert guest.submit("/lobby/new", "/lobby/new", **offer).status_code == 303
    lobby = house.new().get("/lobby").text
    assert "z\u0330\u0330" in lobby
    assert not any(sign in lobby for sign in ("\u0330" * 3, "\u3164", "\u2800"))


@pytest.mark.parametrize("pace", ["live 10800 300", "live 1 0", "days 2419200 0 2419200", "never"])
def test_nobody_is_looked_for_at_a_pace_that_only_the_seeker_wants(house: House, pace: str) -> None:
    answer = house.new().post("/seek", {"pace": pace, "name": "Snail"})
    assert answer.status_code == 400
    assert "pace" in sentence(answer)


def test_signing_out_leaves_a_muted_troll_without_their_seat(house: House, pair: Pair) -> None:
    moderator = house.keeper("Mo evade", "moderator")
    pair.report(pair.ben)
    report = house.queue(moderator)[-1]
    person = moderator.get(report).text.partition('href="/order/people/')[2].partition("?")[0]
    moderator.post(f"/order/people/{person}/mute", {"days": "1", "reason": "Rude."})
    pair.ada.post("/account/sign-out")
    pair.ada.get("/")
    assert pair.say(pair.ada).status_code == 403
    assert "You are watching" in sentence(pair.say(pair.ada))


@pytest.mark.parametrize(
    "path",
    [
        *("/order", "/order/closed", "/order/watch", "/order/audit", "/order/words"),
        *("/order/people?name=Ada", "/order/people/x"),
    ],
)
def test_what_moderators_see_is_not_there_for_anybody_else(house: House, pair: Pair, path: str) -> None:
    nowhere = house.new().get("/nowhere-at-all")
    for browser in (house.new(), pair.ada):
        answer = browser.get(path)
        assert answer.status_code == nowhere.status_code == 404
        assert sentence(answer).partition("<main")[2] == sentence(nowhere).partition("<main")[2]


def test_guessed_addresses_of_reports_and_deeds_lead_nowhere(house: House, pair: Pair) -> None:
    moderator = house.keeper("Mo guess", "moderator")
    pair.report(pair.ada)
    report = house.queue(moderator)[-1]
    for browser in (pair.ada, pair.ben, house.new()):
        assert browser.get(report).status_code == 404
        assert browser.post(f"{report}/close", {"outcome": "done"}).status_code == 404
        assert browser.post(f"/order/people/{pair.ids[0]}/close", {"reason": "revenge"}).status_code == 404
        assert browser.post("/order/words", {"word": "hello"}).status_code == 404


def test_notes_are_nobody_elses_to_read(house: House, pair: Pair) -> None:
    moderator = house.keeper("Mo notes", "moderator")
    kept = pair.ada.post(f"{pair.page}/notes", {"text": "Ben likes Dutch crews.\n\n\n\nAlways."})
    assert kept.status_code == 303
    assert "Ben likes Dutch crews." in pair.ada.get(pair.page).text
    for browser in (pair.ben, moderator, house.new()):
        assert "Dutch crews." not in browser.get(pair.page).text
    assert house.new().post(f"{pair.page}/notes", {"text": "mine"}).status_code == 403
    pair.ada.post(f"{pair.page}/notes", {"text": ""})
    assert "Dutch crews" not in pair.ada.get(pair.page).text.partition('id="note"')[2][:200]


FORMS = ("/talk", "/block", "/unblock", "/report", "/order/words", "/order/words/off")


def test_no_form_of_another_site_counts(house: House, pair: Pair) -> None:
    moderator = house.keeper("Mo forged", "moderator")
    paths = [*FORMS, *(f"{pair.page}/{act}" for act in ("say", "talk", "notes"))]
    paths += [f"/order/people/{pair.ids[0]}/{act}" for act in ("close", "clear", "count-again", "game-off", "game-on")]
    paths += ["/order/reports/x/close", "/order/reports/x/game-off"]
    for browser in (pair.ada, moderator):
        for path in paths:
            answer = browser.post(path, {"_csrf_token": "", "say": "hello", "game": pair.game, "reason": "words"})
            assert answer.status_code == 403, path
    assert said_on(pair.ben.get(pair.page)) == ""


def test_looking_changes_nothing(house: House, pair: Pair) -> None:
    for path in (f"/block?game={pair.game}", f"/report?game={pair.game}", "/talk", f"{pair.page}/say"):
        assert pair.ada.get(path).status_code == 200
    assert pair.say(pair.ada).status_code == 303
    assert "Nobody." in sentence(pair.ada.get("/talk"))


def test_blocking_a_thousand_is_enough(house: House, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shanghaien.web.people.blocks.MOST_BLOCKS", 1)
    flooder: Resident = pair.ada
    assert flooder.post("/block", {"name": pair.names[1]}).status_code == 303
    house.new().keep("Second victim")
    answer = flooder.post("/block", {"name": "Second victim"})
    assert answer.status_code == 409
    assert "as many people as you can" in sentence(answer)
