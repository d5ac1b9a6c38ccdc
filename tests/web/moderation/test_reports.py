"""Reports, and what moderators do about them: everything stands in the audit, and nobody is above it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.moderation.schema import audit
from shanghaien.web.people.accounts import AccountDeletion
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.tables.hub import Heard
from shanghaien.web.tables.service import Tables
from tests.web.moderation.meeting import House, Pair
from tests.web.over_http.visiting import sentence
from tests.web.patience import wait_until
from tests.web.people.arriving import Resident

REASON = "Rude words at a table."
ACTS = ["mute", "unmute", "unrate", "count-again", "clear", "game-off", "game-on", "close", "reopen", "rename"]


def newest(house: House, moderator: Resident) -> str:
    """The address of the report that came last; a file makes fewer than fit on a page."""
    return house.queue(moderator)[-1]


def person_page(moderator: Resident, report: str) -> str:
    """Where somebody who was reported is dealt with."""
    found = moderator.get(report).text.partition('href="/order/people/')[2].partition('"')[0]
    return f"/order/people/{found}"


def do(moderator: Resident, page: str, act: str, **values: str) -> str:
    """Do something about somebody, and read what the page says then."""
    path = page.partition("?")[0]
    answer = moderator.post(f"{path}/{act}", {"reason": REASON, **values})
    return sentence(moderator.get(answer.headers["location"]) if answer.status_code == 303 else answer)


def deeds(house: House) -> list[tuple[str, str, str]]:
    """What stands in the audit: who did what to whom."""

    async def read() -> list[tuple[str, str, str]]:
        async with house.parts.database.read() as connection:
            rows = await connection.execute(select(audit).order_by(audit.c.number))
            return [(row.by_name, row.what, row.name) for row in rows]

    found: list[tuple[str, str, str]] = house.run(read)
    return found


def test_a_report_keeps_what_was_said_and_done(house: House, pair: Pair, moderator: Resident) -> None:
    pair.talk_freely()
    pair.write(pair.ben, "Go away <b>you</b>")
    answer = pair.report(pair.ada, words="He is rude.\n<script>alert(1)</script>")
    assert answer.headers["location"] == "/talk?told=reported"
    assert "Thank you for telling us." in sentence(pair.ada.get("/talk?told=reported"))
    report = newest(house, moderator)
    house.run(house.parts[AccountDeletion].leave, PersonId(pair.ids[1]))
    page = moderator.get(report).text
    assert "Go away &lt;b&gt;you&lt;/b&gt;" in page
    assert "<script>alert(1)" not in page
    assert "He is rude." in page
    assert pair.names[1] in page
    assert f"/watch/{pair.game}" in page


def test_the_queue_has_the_oldest_first_and_the_reporter_learns_what_became_of_it(
    house: House, moderator: Resident
) -> None:
    first, second = house.pair(), house.pair()
    first.report(first.ada, "time")
    second.report(second.ben, "name")
    queue = house.queue(moderator)
    assert "keep me waiting" in sentence(moderator.get(queue[-2]))
    assert "Their name" in sentence(moderator.get(queue[-1]))
    moderator.submit(queue[-2], f"{queue[-2]}/close", outcome="dismissed", answer="They had a power cut.")
    assert queue[-2] not in house.queue(moderator)
    page = sentence(first.ada.get("/talk"))
    assert "found no reason to act" in page
    assert "They had a power cut." in page
    assert "A moderator will look at it." in sentence(second.ben.get("/talk"))
    assert queue[-2] in moderator.get("/order/closed").text


def test_the_same_is_reported_once_and_not_too_much_a_day(house: House) -> None:
    ada = house.new()
    ada.keep("Flooder")
    answers = []
    for _ in range(12):
        game = ada.create(mode="invite", seat="a")
        house.new().join(game["invitation"], name="Ben")
        answers.append(ada.post("/report", {"game": game["id"], "reason": "other"}).status_code)
    assert answers == [303] * 10 + [429] * 2
    assert ada.post("/report", {"game": game["id"], "reason": "nonsense"}).status_code == 400


def test_one_reports_an_opponent_from_the_table_and_anybody_only_with_an_account(house: House, pair: Pair) -> None:
    stranger = house.new()
    assert stranger.post("/report", {"game": pair.game, "reason": "words"}).status_code == 403
    assert stranger.post("/report", {"name": pair.names[0], "reason": "words"}).status_code == 403
    assert stranger.post("/report", {"reason": "words"}).status_code == 400
    assert pair.ada.post("/report", {"name": pair.names[0], "reason": "words"}).status_code == 400
    assert pair.ada.post("/report", {"name": pair.names[1], "reason": "words", "block": "1"}).status_code == 303
    assert pair.say(pair.ben).status_code == 409
    pair.report(pair.ben)
    assert "You have reported this already" in sentence(pair.report(pair.ben))


def test_a_mute_holds_on_every_device_and_is_told(house: House, pair: Pair, moderator: Resident) -> None:
    pair.report(pair.ada)
    page = person_page(moderator, newest(house, moderator))
    assert "Done." in do(moderator, page, "mute", days="3", report=page.partition("report=")[2], answer="Muted.")
    phone = house.new()
    phone.arrive(pair.ids[1])
    for browser in (pair.ben, phone):
        answer = pair.say(browser)
        assert answer.status_code == 403
        assert "A moderator has muted you" in sentence(answer)
        assert "A moderator has muted you until" in sentence(browser.get(pair.page))
    assert "A moderator dealt with it" in sentence(pair.ada.get("/talk"))
    assert "Muted." in sentence(pair.ada.get("/talk"))
    do(moderator, page, "unmute")
    assert pair.say(pair.ben).status_code == 303
    assert [what for _, what, name in deeds(house) if name == pair.names[1]] == ["mute", "unmute"]


def test_a_mute_and_its_end_are_told_where_they_play(house: House, pair: Pair, moderator: Resident) -> None:
    hub, game = house.parts[Tables].games.hub, GameId(pair.game)

    async def listen() -> Heard:
        with hub.listen(game) as listener:
            return await listener.hear(60)

    pair.report(pair.ada)
    page = person_page(moderator, newest(house, moderator))
    with ThreadPoolExecutor(1) as pool:
        for act in ("mute", "unmute"):
            heard = pool.submit(house.run, listen)
            wait_until(lambda: game in hub._listeners)
            assert "Done." in do(moderator, page, act, days="3")
            assert heard.result(60) is Heard.TERMS


def test_a_muted_guest_stays_muted_with_an_account_and_by_a_seat_carried_elsewhere(
    house: House, moderator: Resident
) -> None:
    pair = house.pair()
    pair.report(pair.ada)
    page = person_page(moderator, newest(house, moderator))
    do(moderator, page, "mute", days="1")
    other = house.new()
    other.post(pair.ben.private_link(pair.game))
    assert pair.say(other).status_code == 403
    pair.ben.keep("Evader")
    assert pair.say(pair.ben).status_code == 403


def test_a_closed_account_ends_everywhere_says_why_and_can_be_opened_again(
    house: House, pair: Pair, moderator: Resident
) -> None:
    token = pair.ben.token
    pair.report(pair.ada, "play")
    page = person_page(moderator, newest(house, moderator))
    assert "account closed" in do(moderator, page, "close")
    assert not pair.ben.is_signed_in()
    answer = pair.ben.http.get("/api/v1/games", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    told = pair.ben.post(f"/test/arrive/{pair.ids[1]}")
    assert told.status_code == 403
    assert f"This account is closed: {REASON} If you think that is wrong, write to host@play.example." in sentence(told)
    wait_until(lambda: pair.ada.look(pair.game)["result"] is not None)
    assert pair.ada.look(pair.game)["result"]["winner"] == "A"
    assert "closed already" in do(moderator, page, "close")
    do(moderator, page, "reopen")
    assert pair.ben.arrive(pair.ids[1])
    assert [what for _, what, name in deeds(house) if name == pair.names[1]] == ["close", "reopen"]


def test_an_offending_name_is_replaced_also_where_it_is_played_under(
    house: House, pair: Pair, moderator: Resident
) -> None:
    pair.report(pair.ada, "name")
    page = person_page(moderator, newest(house, moderator))
    new = f"Calm {pair.names[1]}"
    assert new in do(moderator, page, "rename", name=new)
    wait_until(lambda: pair.ada.look(pair.game)["seats"][1]["name"] == new)
    pair.ben.submit("/account", "/account/name", name=pair.names[1])
    assert f"<h1>{new}</h1>" in pair.ben.get("/account").text


def test_games_are_taken_out_of_the_ratings_from_a_day_on(house: House, pair: Pair, moderator: Resident) -> None:
    pair.report(pair.ada, "play")
    page = person_page(moderator, newest(house, moderator))
    assert "Choose a day." in do(moderator, page, "unrate", since="yesterday")
    assert "games not rated since" in do(moderator, page, "unrate", since="2026-01-31")


@pytest.mark.parametrize("act", ACTS)
def test_moderators_cannot_act_on_each_other_on_administrators_nor_on_themselves(house: House, act: str) -> None:
    mo, other = house.keeper(f"Mo {act}", "moderator"), house.keeper(f"Mi {act}", "moderator")
    boss = house.keeper(f"Boss {act}", "administrator")
    values = {"reason": REASON, "days": "3", "since": "2026-01-31", "name": f"New {act}", "game": "x"}
    assert all(browser.get("/order").status_code == 200 for browser in (mo, other, boss))
    for name in (f"Mi {act}", f"Boss {act}", f"Mo {act}"):
        path = mo.get(f"/order/people?name={name}").headers["location"]
        status = mo.post(f"{path}/{act}", values).status_code
        assert status in {403, 404}, name
    path = boss.get(f"/order/people?name=Mi {act}").headers["location"]
    assert boss.post(f"{path}/{act}", values).status_code in ({404} if "game" in act else {303, 409})


def test_whoever_loses_the_role_does_nothing_more(house: House, pair: Pair) -> None:
    mo = house.keeper("Mo fired", "moderator")
    pair.report(pair.ada)
    report = newest(house, mo)
    page = person_page(mo, report)
    people = PeopleStore(house.parts.database)
    fired = house.run(people.named, normalised_name("Mo fired"))
    house.run(people.give_role, fired.id, "")
    # the session remembers the role for some seconds; the store does not
    assert mo.post(f"{page.partition('?')[0]}/mute", {"reason": REASON, "days": "3"}).status_code in {403, 404}
    assert mo.post("/order/words", {"word": "harmless"}).status_code in {403, 404}


def test_a_moderator_does_not_see_what_was_reported_about_them(house: House, moderator: Resident) -> None:
    ada = house.new()
    mo = house.keeper("Mo accused", "moderator")
    table = mo.create(mode="invite", seat="a")
    ada.join(table["invitation"], name="Ada")
    ada.post("/report", {"game": table["id"], "reason": "words", "words": "abuse of power"})
    assert "abuse of power" not in mo.get("/order").text
    report = newest(house, moderator)
    assert "abuse of power" in moderator.get(report).text
    assert mo.get(report).status_code == 404
    assert mo.post(f"{report}/close", {"outcome": "dismissed"}).status_code in {403, 404}


def test_a_deed_needs_a_reason(house: House, pair: Pair, moderator: Resident) -> None:
    pair.report(pair.ada)
    page = person_page(moderator, newest(house, moderator)).partition("?")[0]
    answer = moderator.post(f"{page}/mute", {"reason": " ", "days": "3"})
    assert answer.status_code == 400
    assert "Give a reason" in sentence(answer)


def test_the_audit_and_the_history_show_what_was_done(house: House, pair: Pair, moderator: Resident) -> None:
    pair.report(pair.ada)
    page = person_page(moderator, newest(house, moderator))
    do(moderator, page, "mute", days="3")
    for path in ("/order/audit", page):
        assert "muted for 3 days" in sentence(moderator.get(path))
        assert REASON in sentence(moderator.get(path))


def test_words_are_added_and_taken_off_by_moderators(house: House, pair: Pair, moderator: Resident) -> None:
    pair.talk_freely()
    assert pair.write(pair.ada, "you landlubber").status_code == 303
    moderator.submit("/order/words", "/order/words", word="landlubber")
    assert pair.write(pair.ada, "you LANDLUBBER").status_code == 409
    assert pair.ada.submit("/account", "/account/name", name="Landlubber").status_code == 422
    moderator.post("/order/words/off", {"word": "Landlubber"})
    assert pair.write(pair.ada, "you landlubber").status_code == 303
    assert moderator.post("/order/words", {"word": "two words"}).status_code == 400
    assert moderator.post("/order/words/off", {"word": "nowhere"}).status_code == 404
