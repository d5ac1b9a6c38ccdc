"""What moderators see of play that is too perfect, and what they decide about ratings: with a reason, and for both."""

import math
import re
from collections.abc import Iterator
from itertools import count

import pytest
from sqlalchemy import insert, select

from shanghaien.ratings.too_perfect import SUSPICIONS, Watch
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.moderation.fair_play import game_named
from shanghaien.web.moderation.schema import audit
from shanghaien.web.standings.model import written_watch
from shanghaien.web.standings.result_log import edition_in
from shanghaien.web.standings.schema import results, watches
from shanghaien.web.standings.store import clear
from tests.web.moderation.meeting import House, Pair
from tests.web.over_http.visiting import sentence
from tests.web.patience import wait_until
from tests.web.people.arriving import Resident
from tests.web.scale.world import play

REASON = "Too perfect for anybody."
ALARM = math.log(10_000)
_numbers = count(1)


@pytest.fixture
def rated(house: House) -> Pair:
    """Two people who have ended a game that counts."""
    number = next(_numbers)
    pair = house.pair(f"Ida {number}x", f"Bo {number}x", pace="days 259200 86400 432000", rated="1")
    play((pair.ada, pair.ben), pair.game, 12)
    pair.finish()
    wait_until(lambda: "This game counts." in sentence(pair.ben.get(pair.page)))
    return pair


@pytest.fixture
def watched(house: House) -> Iterator[list[str]]:
    """The ids of those whom a test has watched; nobody is, afterwards."""
    people: list[str] = []
    yield people
    for person in people:
        house.run(_forget, house, person)


async def _forget(house: House, person: str) -> None:
    async with house.parts.database.write() as connection:
        await clear(connection, PersonId(person), 0)


def watch(house: House, watched: list[str], person: str, evidence: float) -> None:
    """Let somebody have played so perfectly."""

    async def keep() -> None:
        sums = written_watch(Watch(12, 100, 97, (1.0,) * len(SUSPICIONS), evidence))
        async with house.parts.database.write() as connection:
            row = {"edition": await edition_in(connection), "person": person, "sums": sums, "evidence": evidence}
            await connection.execute(insert(watches).values(row))

    house.run(keep)
    watched.append(person)


def reasons(house: House, game: str) -> set[str]:
    """Why a game does not count, for each of its players."""

    async def read() -> set[str]:
        async with house.parts.database.read() as connection:
            return set(await connection.scalars(select(results.c.unrated).where(results.c.game == game)))

    found: set[str] = house.run(read)
    return found


def done(house: House, name: str) -> list[tuple[str, str]]:
    """What stands in the audit about somebody, with the reasons."""

    async def read() -> list[tuple[str, str]]:
        async with house.parts.database.read() as connection:
            rows = await connection.execute(select(audit).where(audit.c.name == name).order_by(audit.c.number))
            return [(row.what, row.reason) for row in rows]

    found: list[tuple[str, str]] = house.run(read)
    return found


def do(keeper: Resident, path: str, **values: str) -> str:
    """Do something, and read what the page says then."""
    answer = keeper.post(path, {"reason": REASON, **values})
    return sentence(keeper.get(answer.headers["location"]) if answer.status_code == 303 else answer)


def listed(page: str) -> list[str]:
    """The names on the list of too perfect play, in order."""
    return re.findall(r'<a href="/order/people/[^"#]+"><b>([^<]+)</b>', page)


def test_the_strongest_evidence_stands_first_and_the_line_is_drawn_in_words(
    house: House, moderator: Resident, watched: list[str]
) -> None:
    for name, evidence in (("Below", ALARM - 1), ("Above", ALARM + 0.3), ("Far above", 40.0), ("Honest", 1.0)):
        watch(house, watched, house.new().keep(f"{name} line"), evidence)
    page = sentence(moderator.get("/order/watch"))
    assert listed(page) == ["Far above line", "Above line", "Below line"]
    assert page.count('data-line="above"') == 2
    assert page.count('data-line="below"') == 1
    assert "at most one honest person in 10,000 ever comes above it" in page
    assert "Nobody is ever punished by this alone." in page
    assert "At most one honest person in 1,000,000 ever plays so perfectly." in page
    assert "At most one honest person in 13,000 ever plays so perfectly." in page
    assert "At most one honest person in 3,600 ever plays so perfectly." in page
    assert "97 of 100 hard decisions perfect, in 12 games" in page
    assert f'href="/order/people/{watched[0]}#games"' in page
    assert 'href="/people/Above%20line"' in page


def test_the_list_is_turned_by_the_last_of_a_page_and_nobody_is_left_out_or_twice_on_it(
    house: House, moderator: Resident, watched: list[str]
) -> None:
    names = [f"Many {number}x" for number in range(30)]
    for number, name in enumerate(names):
        watch(house, watched, house.new().keep(name), 12.0 if number % 2 else 11.1 + number / 7)
    found, address = list[str](), "/order/watch"
    while address:
        page = moderator.get(address).text
        found += listed(page)
        more = re.search(r'class="btn" href="(/order/watch\?after=[^"]+)"', page)
        address = more[1] if more else ""
    assert sorted(found) == sorted(names)
    for nonsense in ("?after=x", "?after=nan-a", "?after=1e999-a", "?after=-"):
        assert moderator.get(f"/order/watch{nonsense}").status_code == 200


def test_nobody_finds_themselves_on_the_list(house: House, moderator: Resident, watched: list[str]) -> None:
    mo = house.keeper("Mo perfect", "moderator")
    person = moderator.get("/order/people?name=Mo perfect").headers["location"].rpartition("/")[2]
    watch(house, watched, person, 20.0)
    assert listed(moderator.get("/order/watch").text) == ["Mo perfect"]
    assert listed(mo.get("/order/watch").text) == []


def test_whoever_is_cleared_is_watched_anew(house: House, moderator: Resident, watched: list[str]) -> None:
    person = house.new().keep("Cleared one")
    watch(house, watched, person, 20.0)
    path = f"/order/people/{person}"
    assert "Above the line" in sentence(moderator.get(path))
    assert "Found nothing wrong: monitor from scratch" in sentence(moderator.get(path))
    assert "Done." in do(moderator, f"{path}/clear")
    assert listed(moderator.get("/order/watch").text) == []
    page = sentence(moderator.get(path))
    assert "Nothing is known yet." in page
    assert "nothing found wrong with their play: monitored from scratch" in page
    assert done(house, "Cleared one") == [("clear", REASON)]


def test_games_that_were_taken_out_count_again(house: House, moderator: Resident, rated: Pair) -> None:
    path = f"/order/people/{rated.ids[1]}"
    assert "Let their games count again" not in sentence(moderator.get(path))
    assert "Their games count already." in do(moderator, f"{path}/count-again")
    do(moderator, f"{path}/unrate", since="2020-01-31")
    assert reasons(house, rated.game) == {"barred"}
    page = sentence(moderator.get(path))
    assert "Let their games count again" in page
    assert "games not rated since 31 January</b>" in page
    page = do(moderator, f"{path}/count-again")
    assert reasons(house, rated.game) == {""}
    assert "Let their games count again" not in page
    assert "games not rated since 31 January (lifted)" in page
    assert done(house, rated.names[1]) == [("unrate", REASON), ("count-again", REASON)]


def test_one_game_does_not_count_and_both_players_read_why(house: House, moderator: Resident, rated: Pair) -> None:
    path = f"/order/people/{rated.ids[0]}"
    assert f"?game-off={rated.game}" in moderator.get(path).text
    assert moderator.get(f"/t/{rated.game}/review").status_code in {200, 202}
    assert f'value="{rated.game}"' in moderator.get(f"{path}?game-off={rated.game}").text
    assert "Done." in do(moderator, f"{path}/game-off", game=f"https://play.example/t/{rated.game}/review?step=3")
    assert reasons(house, rated.game) == {"marked"}
    assert f"?game-on={rated.game}" in moderator.get(path).text
    for browser in (rated.ada, rated.ben):
        page = sentence(browser.get(rated.page))
        assert "This game does not count: a moderator has decided so." in page
    assert "This game does not count anyway." in do(moderator, f"{path}/game-off", game=rated.game)
    page = do(moderator, f"{path}/game-on", game=rated.game)
    assert reasons(house, rated.game) == {""}
    assert "one game counts again" in page
    assert f'href="/watch/{rated.game}"' in moderator.get("/order/audit").text
    assert "No moderator has taken this game out" in do(moderator, f"{path}/game-on", game=rated.game)
    assert done(house, rated.names[0]) == [("game-off", REASON), ("game-on", REASON)]


def test_a_game_that_is_not_theirs_not_over_or_nowhere_is_refused_in_a_sentence(
    house: House, moderator: Resident, rated: Pair, pair: Pair
) -> None:
    path = f"/order/people/{rated.ids[0]}/game-off"
    no_game = "They have no game with this address that is over."
    assert no_game in do(moderator, path, game="nowhere")
    assert no_game in do(moderator, f"/order/people/{pair.ids[0]}/game-off", game=pair.game)
    assert no_game in do(moderator, f"/order/people/{pair.ids[0]}/game-off", game=rated.game)
    assert "Paste the address of a game, or its id." in do(moderator, path, game="https://play.example/rules/3")
    assert "Give a reason" in do(moderator, path, game=rated.game, reason=" ")
    friendly = house.pair(f"Fay {pair.game}"[:20], f"Gus {pair.game}"[:20])
    play((friendly.ada, friendly.ben), friendly.game, 12)
    friendly.finish()
    wait_until(lambda: bool(reasons(house, friendly.game)))
    told = do(moderator, f"/order/people/{friendly.ids[0]}/game-off", game=friendly.game)
    assert "This game does not count anyway." in told
    assert done(house, rated.names[0]) == []


def test_a_report_about_a_game_lets_it_not_count_and_is_dealt_with_by_that(
    house: House, moderator: Resident, rated: Pair
) -> None:
    rated.report(rated.ada, "play")
    report = house.queue(moderator)[-1]
    assert "This game counts." in sentence(moderator.get(report))
    page = do(moderator, f"{report}/game-off", answer="It does not count.")
    assert "Done." in page
    assert "This game does not count: a moderator has decided so." in page
    assert reasons(house, rated.game) == {"marked"}
    assert report not in house.queue(moderator)
    assert "It does not count." in sentence(rated.ada.get("/talk"))
    assert "This game counts." in do(moderator, f"{report}/game-on")
    assert "No moderator has taken" in do(moderator, f"{report}/game-on")
    assert done(house, rated.names[1]) == [("game-off", REASON), ("game-on", REASON)]
    assert moderator.post(f"{report}/dance", {"reason": REASON}).status_code == 404


def test_a_game_that_goes_on_offers_nothing_about_ratings(house: House, moderator: Resident, pair: Pair) -> None:
    pair.report(pair.ada, "play")
    report = house.queue(moderator)[-1]
    assert "/game-off" not in moderator.get(report).text
    assert "that is over" in do(moderator, f"{report}/game-off")


def test_nobody_decides_about_a_game_of_their_own(house: House) -> None:
    mo, player = house.keeper("Mo plays", "moderator"), house.new()
    person = player.keep("Plays with Mo")
    table = mo.create(mode="invite", seat="a", pace="days 259200 86400 432000", rated="1")
    player.join(table["invitation"])
    play((mo, player), table["id"], 12)
    player.resign(player.look(table["id"]))
    wait_until(lambda: reasons(house, table["id"]) == {""})
    told = do(mo, f"/order/people/{person}/game-off", game=table["id"])
    assert "You played this game yourself: let somebody else decide." in told
    assert reasons(house, table["id"]) == {""}


def test_these_pages_and_deeds_are_not_there_for_anybody_else(house: House, rated: Pair, moderator: Resident) -> None:
    rated.report(rated.ada, "play")
    report = house.queue(moderator)[-1]
    path = f"/order/people/{rated.ids[1]}"
    for browser in (rated.ada, rated.ben, house.new()):
        assert browser.get("/order/watch").status_code == 404
        for act in ("clear", "count-again", "game-off", "game-on"):
            assert browser.post(f"{path}/{act}", {"reason": REASON, "game": rated.game}).status_code == 404
        assert browser.post(f"{report}/game-off", {"reason": REASON}).status_code == 404
    assert reasons(house, rated.game) == {""}


@pytest.mark.parametrize(
    "text", ["abc", " abc\n", "/t/abc", "https://x.example/watch/abc#log", "x.example/replay/abc?at=3", "/t/abc/review"]
)
def test_a_game_is_named_by_its_id_or_any_of_its_addresses(text: str) -> None:
    assert game_named(text) == GameId("abc")


@pytest.mark.parametrize("text", ["", " ", "/", "https://x.example/", "/rules/abc", "x" * 41, "http://["])
def test_what_names_no_game_is_refused(text: str) -> None:
    with pytest.raises(BadRequestError, match="Paste the address of a game"):
        game_named(text)
