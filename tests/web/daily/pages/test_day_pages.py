"""The pages of a day for newcomers, players and cheats: what is covered, what is told, and when."""

import re
from html import unescape

import pytest

from shanghaien.web.daily.service import Daily
from shanghaien.web.daily.tables import DayTables
from shanghaien.web.tables.dice.daily_dice import begins, later, opens
from tests.web.browser_like import Visitor
from tests.web.daily.pages.harbour_of_days import TODAY, HarbourOfDays

CLOSED = ("/t/{}", "/watch/{}", "/replay/{}", "/replay/{}/steps", "/t/{}/review", "/t/{}/dice")
RECORDS = ("/t/{}/record.txt", "/t/{}/record.json")


def text(visitor: Visitor, path: str) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def test_a_newcomer_sees_the_first_row_one_gold_button_and_a_covered_table(harbour: HarbourOfDays) -> None:
    newcomer = harbour.visitor()
    page = text(newcomer, "/day")
    assert "Monday, 16 November" in page
    assert page.count("btn-roll") == 1
    assert "Play today’s deal" in page
    assert "the table stays hidden" in page
    assert harbour.day().commitment in page
    assert page.count('role="img"') >= 6


def test_looking_begins_nothing(harbour: HarbourOfDays) -> None:
    newcomer = harbour.visitor()
    text(newcomer, "/day")
    text(newcomer, "/")
    assert "Play today’s deal" in text(newcomer, "/day")
    assert harbour.day().played == 0


def test_a_try_goes_on_in_the_round_where_it_stands_and_there_is_no_second(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    game = harbour.begin(ada)
    assert "Continue with round 1" in text(ada, "/day")
    assert harbour.begin(ada) == game
    ada.resign(ada.look(game))
    again = ada.post(f"/day/{TODAY}")
    assert again.status_code == 409
    assert "one try counts" in unescape(again.text)
    assert "Given up" in text(ada, "/day") or "being made" in text(ada, "/day")


def test_whoever_has_not_played_finds_every_way_to_anothers_game_closed(harbour: HarbourOfDays) -> None:
    ada, eve = harbour.visitor(), harbour.visitor()
    game = harbour.begin(ada)
    ada.resign(ada.look(game))
    ways = [way.format(game) for way in CLOSED + RECORDS]
    for way in ways:
        answer = eve.get(way)
        assert answer.status_code == 403, f"{way}: {answer.status_code}"
        assert "Play first" in unescape(answer.text)
    own = harbour.begin(eve)  # to have begun is not enough
    assert {eve.get(way).status_code for way in ways} == {403}
    eve.resign(eve.look(own))
    assert {eve.get(way).status_code for way in ways} <= {200, 202, 303}


def test_nobody_hears_of_the_moves_of_a_game_that_is_closed_to_them(harbour: HarbourOfDays) -> None:
    game, eve = harbour.begin(harbour.visitor()), harbour.visitor()
    assert eve.get(f"/t/{game}/events").status_code == 403
    assert eve.get(f"/watch/{game}/events").status_code == 403


def test_programs_find_them_closed_too(harbour: HarbourOfDays) -> None:
    ada, eve = harbour.visitor(), harbour.visitor()
    game = harbour.begin(ada)
    for path in (f"/games/{game}", f"/games/{game}/record", f"/games/{game}/record.txt", f"/games/{game}/events"):
        answer = eve.api("GET", path)
        assert (answer.status_code, answer.json()["code"]) == (403, "play-first"), path
    assert eve.api("GET", f"/days/{TODAY}/table").json()["code"] == "play-first"


def test_the_picture_to_hand_on_shows_nothing_of_a_day_that_others_have_yet_to_play(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    game = harbour.begin(ada)
    ada.resign(ada.look(game))
    assert ada.http.get(f"/share/{game}.png").content == ada.http.get("/share/start.png").content


def test_no_answer_tells_the_seed_before_the_day_is_open(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    game, seed = harbour.finish(ada), harbour.day().seed.hex()
    ways = ["/day", f"/day/{TODAY}", "/", f"/day/{TODAY}/table", *(way.format(game) for way in CLOSED + RECORDS)]
    for way in ways:
        assert seed not in ada.get(way).text, way
    for path in ("/day", f"/days/{TODAY}", f"/games/{game}", f"/games/{game}/record"):
        assert seed not in ada.api("GET", path).text, path
    harbour.time.at = opens(TODAY) - 1
    assert seed not in ada.get(f"/day/{TODAY}").text
    harbour.time.at = opens(TODAY)
    assert seed in ada.get(f"/day/{TODAY}").text
    assert seed in ada.get(f"/t/{game}/record.txt").text
    assert ada.api("GET", f"/days/{TODAY}").json()["seed"] == seed


def test_days_to_come_are_not_there(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    assert harbour.day(later(TODAY, 1)).seed  # it is promised
    for day in (later(TODAY, 1), "1999-01-01", "today", "2026-13-01", "%00", "2026-11-16x"):
        assert ada.get(f"/day/{day}").status_code == 404, day
        assert ada.post(f"/day/{day}").status_code == 404, day


def test_after_playing_there_are_figures_marks_a_place_and_a_text_to_share(harbour: HarbourOfDays) -> None:
    ada, bob = harbour.visitor(), harbour.visitor()
    harbour.finish(bob, loss=12)
    harbour.finish(ada, loss=31)
    page = text(ada, "/day")
    assert "3.1" in page
    assert "of 2" in page
    shared = page.partition('aria-label="Text to share">')[2].partition("</textarea>")[0].strip()
    assert shared.splitlines()[:2] == ["Shanghaien, 16 November", "◐●●◐●●●●  mistakes cost 3.1"]
    assert shared.splitlines()[2] == "place 2 of 2"
    assert "Round 1 cost most: 3.1." in page
    assert page.count("a guest") == 2
    assert "2 captains" in page


def test_a_text_to_share_gives_nothing_of_the_deal_away(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    game = harbour.finish(ada)
    shared = text(ada, "/day").partition('aria-label="Text to share">')[2].partition("</textarea>")[0]
    assert game not in shared
    assert shared.strip().splitlines()[-1].endswith(f"/day/{TODAY}")


def test_a_text_to_share_is_in_the_readers_language(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    harbour.finish(ada)
    ada.http.cookies.set("lang", "de")
    assert "Shanghaien, 16. November" in text(ada, "/day")


def test_a_day_that_is_missed_is_played_later_without_a_place(harbour: HarbourOfDays) -> None:
    ada, bob = harbour.visitor(), harbour.visitor()
    harbour.finish(bob)
    harbour.time.go(days=1, hours=3)
    assert "Tuesday, 17 November" in text(ada, "/day")
    page = text(ada, f"/day/{TODAY}")
    assert "Play it, unranked" in page
    assert "a guest" in page  # the table of a day that is open is covered no more
    game = harbour.begin(ada)
    own = harbour.do(lambda: harbour.parts[DayTables].store.try_at(game))  # type: ignore[arg-type]
    assert own is not None
    assert not own.ranked
    assert f"/day/{TODAY}" in text(ada, "/day")


def test_past_midnight_todays_page_is_that_of_the_new_day_and_the_old_one_stays_covered(
    harbour: HarbourOfDays,
) -> None:
    ada, eve = harbour.visitor(), harbour.visitor()
    game = harbour.finish(ada)
    harbour.time.at = begins(later(TODAY, 1)) + 1
    assert "Tuesday, 17 November" in text(eve, "/day")
    assert eve.get(f"/t/{game}").status_code == 403
    assert "the table stays hidden" in text(eve, f"/day/{TODAY}")
    harbour.time.at = opens(TODAY)
    assert eve.get(f"/t/{game}").status_code == 200


def test_the_whole_table_goes_on_page_by_page(harbour: HarbourOfDays, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shanghaien.web.daily.day_table.PAGE", 2)
    people = [harbour.visitor() for _ in range(5)]
    for number, person in enumerate(people):
        harbour.finish(person, loss=10 + number)
    seen, path = [], f"/day/{TODAY}/table"
    while path:
        page = text(people[0], path)
        seen += [line.strip() for line in page.splitlines() if 'class="n num"' in line and "<b>" in line]
        following = page.partition(f'href="/day/{TODAY}/table?after=')[2].partition('"')[0]
        path = f"/day/{TODAY}/table?after={following}" if following else ""
    assert len(seen) == 5
    assert people[0].get(f"/day/{TODAY}/table?after=%00%ff").status_code == 400


def test_programs_are_told_what_was_promised_and_their_own_try(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    told = ada.api("GET", "/day").json()
    assert (told["day"], told["number"], told["yours"], told["seed"]) == (TODAY, 1, None, None)
    assert told["commitment"] == harbour.day().commitment
    assert len(told["row"]) == 6
    game = harbour.finish(ada)
    own = ada.api("GET", "/day").json()["yours"]
    assert (own["game"], own["loss"], own["rank"], own["over"]) == (game, 3.1, 1, True)
    assert own["rounds"] == [3.1, 0, 0, 2.0, 0, 0, 0, 0]
    (row,) = ada.api("GET", f"/days/{TODAY}/table").json()["rows"]
    assert (row["rank"], row["guest"], row["yours"], row["name"]) == (1, True, True, None)
    assert ada.api("GET", "/days/1999-01-01").status_code == 404


def test_the_start_page_shows_the_day_and_where_ones_try_stands(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    game = harbour.begin(ada)
    assert "Continue with round 1" in text(ada, "/")
    ada.resign(ada.look(game))
    assert "Table of the day" in text(ada, "/")
    harbour.time.go(days=1)
    assert "Play today’s deal" in text(ada, "/")


def test_the_table_of_a_finished_day_leads_to_the_day_and_to_no_rematch(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    game = harbour.begin(ada)
    ada.resign(ada.look(game))
    page = text(ada, f"/t/{game}")
    assert f"/day/{TODAY}" in page
    assert "Rematch" not in page
    assert ada.post(f"/t/{game}/rematch").status_code == 422


def test_a_game_of_a_day_says_so_at_its_table_in_its_replay_and_among_ones_games(harbour: HarbourOfDays) -> None:
    ada, said = harbour.visitor(), "Deal of the day, 16 November"
    game = harbour.begin(ada)
    for path in (f"/t/{game}", f"/watch/{game}", f"/replay/{game}"):
        assert f'<a class="deal" href="/day/{TODAY}">{said}</a>' in text(ada, path), path
    assert re.search(rf"<title>[^<]+ · {said} · Shanghaien</title>", text(ada, f"/t/{game}"))
    assert f"{said} · Round 1 of 8 · " in text(ada, "/")
    other = ada.create(mode="hot-seat")["id"]
    assert "Deal of the day," not in text(ada, f"/t/{other}")


def test_a_newcomer_finds_the_deal_in_one_line_of_the_start_page(harbour: HarbourOfDays) -> None:
    newcomer = harbour.visitor()
    page = text(newcomer, "/")
    assert '<a href="/day">The same deal for everybody today</a>' in page
    assert '<a href="/puzzles/today">Puzzle of the day</a>' in page
    assert page.count("btn-roll") == 1
    assert "have played it" not in page
    assert "has played it" not in page
    harbour.finish(harbour.visitor())
    assert "1 has played it" in text(newcomer, "/")


def test_the_calendar_hangs_lanterns_for_days_that_were_played(harbour: HarbourOfDays) -> None:
    ada = harbour.visitor()
    harbour.finish(ada)
    page = text(ada, "/day")
    assert 'data-s="on" data-today' in page
    assert "16 November, played" in page
    harbour.time.go(days=20)
    ada.http.get("/offline")
    harbour.do(lambda: harbour.parts[Daily].keeper.promise("2026-12-06"))
    assert "November 2026" in text(ada, "/day?month=2026-11")
    assert "December 2026" in text(ada, "/day?month=nonsense")
