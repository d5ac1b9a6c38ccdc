"""What is said at a table: who hears it, who does not, and that it never gets into the way of a move."""

import pytest

from tests.web.moderation.meeting import House, Pair, said_on, told_in
from tests.web.over_http.visiting import sentence

LATER = "before you say more."


def test_a_phrase_is_read_by_the_other_player_in_their_own_language(pair: Pair) -> None:
    pair.ben.submit("/help", "/settings", lang="de")
    assert pair.say(pair.ada).status_code == 303
    assert pair.reads(pair.ada, "“Hello!”")
    assert pair.reads(pair.ben, told_in("de", "Hello!"))


def test_what_is_said_leaves_the_version_of_the_game_alone(pair: Pair) -> None:
    table = pair.ada.look(pair.game)
    pair.say(pair.ben)
    assert pair.ada.look(pair.game)["version"] == table["version"]
    mover = pair.ada if table["legal"] else pair.ben
    seen = mover.look(pair.game)
    asked = {"action": seen["legal"][0], **mover.request(seen)}
    assert mover.api("POST", f"/games/{pair.game}/actions", json=asked).status_code == 200


def test_guests_talk_too(house: House) -> None:
    pair = house.pair()
    pair.say(pair.ada, "thanks")
    assert pair.reads(pair.ben, "Thank you.")


def test_a_phrase_that_is_none_is_refused(pair: Pair) -> None:
    assert pair.say(pair.ada, "<b>hello</b>").status_code == 400
    assert not pair.reads(pair.ben, "hello")


def test_whoever_says_too_much_is_told_to_wait(pair: Pair) -> None:
    answers = [pair.say(pair.ada) for _ in range(8)]
    assert [answer.status_code for answer in answers] == [303] * 6 + [429] * 2
    assert LATER in sentence(answers[-1])
    assert int(answers[-1].headers.get("retry-after", "0")) >= 0
    assert pair.say(pair.ben).status_code == 303


def test_watchers_read_nothing_unless_both_players_let_them(house: House, pair: Pair) -> None:
    watcher = house.new()
    pair.say(pair.ada)
    assert said_on(watcher.get(f"/watch/{pair.game}")) == ""
    pair.wish(pair.ada, watchers=True)
    assert said_on(watcher.get(f"/watch/{pair.game}")) == ""
    pair.wish(pair.ben, watchers=True)
    assert "Hello!" in said_on(watcher.get(f"/watch/{pair.game}"))
    assert watcher.post(f"{pair.page}/say", {"say": "hello"}).status_code == 403


def test_whoever_switches_phrases_off_hears_none_and_the_log_says_so_once(pair: Pair) -> None:
    pair.say(pair.ada)
    pair.wish(pair.ben, phrases=False)
    page = pair.ben.get(pair.page)
    assert "Hello!" not in said_on(page)
    assert page.text.count("you will not see any") == 1


def test_free_text_is_there_only_where_both_have_switched_it_on(pair: Pair) -> None:
    assert pair.write(pair.ada, "Nice to meet you").status_code == 409
    pair.wish(pair.ada, free=True)
    answer = pair.write(pair.ada, "Nice to meet you")
    assert "both players have switched it on" in sentence(answer)
    pair.wish(pair.ben, free=True)
    assert pair.write(pair.ada, "Nice to meet you").status_code == 303
    assert pair.reads(pair.ben, "Nice to meet you")
    pair.wish(pair.ben, free=False)
    assert not pair.reads(pair.ben, "Nice to meet you")


@pytest.mark.parametrize("text", ["", "   ", "x" * 201, "\u202e\u200b"])
def test_free_text_has_1_to_200_characters(pair: Pair, text: str) -> None:
    pair.talk_freely()
    assert pair.write(pair.ada, text).status_code == 400


def test_free_text_shows_what_was_written_and_makes_no_links(pair: Pair) -> None:
    pair.talk_freely()
    pair.write(pair.ada, "<script>alert(1)</script> https://evil.example/ \u202egpj.exe")
    page = pair.ben.get(pair.page).text
    assert "<script>alert(1)" not in page
    assert 'href="https://evil' not in page
    assert "\u202e" not in page
    assert pair.reads(pair.ben, "<script>alert(1)</script> https://evil.example/ gpj.exe")


def test_a_word_of_the_list_is_not_said(pair: Pair) -> None:
    pair.talk_freely()
    for text in ("what an asshole", "A.S.S.H.O.L.E", "аsshole", "you assssshole"):
        answer = pair.write(pair.ada, text)
        assert answer.status_code == 409
        assert "say it in another way" in sentence(answer)
    assert pair.write(pair.ada, "Greetings from Scunthorpe").status_code == 303


def test_one_talks_at_the_end_of_a_game_too(pair: Pair) -> None:
    pair.finish()
    assert pair.say(pair.ben, "game").status_code == 303
    assert pair.reads(pair.ada, "Good game!")


@pytest.mark.parametrize("mode", ["bot", "hot-seat", "bots"])
def test_bots_do_not_talk_and_nobody_talks_to_themselves(house: House, mode: str) -> None:
    browser = house.new()
    game = browser.create(mode=mode)["id"]
    assert browser.post(f"/t/{game}/say", {"say": "hello"}).status_code in {403, 409}
    assert 'id="say"' not in browser.get(f"/t/{game}").text


def test_nobody_talks_before_the_other_has_sat_down(house: House) -> None:
    browser = house.new()
    game = browser.create(mode="invite", seat="a", name="Ada")["id"]
    assert browser.post(f"/t/{game}/say", {"say": "hello"}).status_code == 409


def test_the_script_is_answered_briefly(pair: Pair) -> None:
    token = pair.ada.http.cookies.get("csrftoken") or ""
    headers = {"accept": "application/json", "x-csrftoken": token}
    told = pair.ada.http.post(f"{pair.page}/say", data={"say": "oops"}, headers=headers)
    assert told.json() == {"number": 1}
    refused = pair.ada.http.post(f"{pair.page}/say", data={"say": "?"}, headers=headers)
    assert refused.status_code == 400
    assert refused.json()["sentence"]
    box = pair.ben.get(f"{pair.page}/say").json()
    assert "Oops." in box["lines"][0]
    assert 'name="say"' in box["box"]
