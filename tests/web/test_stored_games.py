"""Games that an older version stored still open, replay, verify and go on; see tests/fixtures/stored/README.md."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from shanghaien import rules
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.patience import PATIENCE
from tests.web.server import running

pytestmark = pytest.mark.long  # nothing has been released: nobody has such games yet
Game = dict[str, Any]
NewVisitor = Callable[..., Visitor]

STORED = Path(__file__).parents[1] / "fixtures" / "stored"
RECORDS = sorted((STORED / "records").iterdir())
PEOPLE = json.loads((STORED / "people.json").read_text(encoding="utf-8"))
KNOWN: dict[str, Game] = {game["key"]: game for game in PEOPLE["games"]}
CALLED_OFF = KNOWN["called-off"]
GAMES: dict[str, Game] = {key: game for key, game in KNOWN.items() if game is not CALLED_OFF}
PAGES = ("/t/{}", "/watch/{}", "/replay/{}", "/replay/{}?step=1", "/t/{}/dice")
TOKEN = {"authorization": f"Bearer {PEOPLE['api_token']['token']}"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A host's folder with the stored games, to be opened by the present version."""
    return stored_in(tmp_path)


@pytest.fixture
def visitor(data: Path) -> Iterator[NewVisitor]:
    """Makes visitors who may change something: guests of long ago by their name, else strangers."""
    with visitors_of(data) as new:
        yield new


@pytest.fixture(scope="module")
def onlooker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewVisitor]:
    """Makes visitors who only look, so that the games are brought up to date once for all of them."""
    with visitors_of(stored_in(tmp_path_factory.mktemp("stored"))) as new:
        yield new


def stored_in(folder: Path) -> Path:
    shutil.copy(STORED / "shanghaien-1.db", folder / "shanghaien.db")
    shutil.copy(STORED / "secret", folder / "secret")
    return folder


@contextmanager
def visitors_of(folder: Path) -> Iterator[NewVisitor]:
    """The present server with the games in a folder; its bots do nothing."""
    with clients_of(create_app(load({"data": folder, "bot_workers": 0, "rate_limit": 0}, {}))) as make:

        def new(guest: str = "") -> Visitor:
            client = make()
            if guest:
                client.cookies.set("shanghaien_guest", PEOPLE["guests"][guest]["cookie"])
            return Visitor(client)

        yield new


def players(game: Game) -> set[str]:
    """The names of the guests who play."""
    return {name for names in game["belongs_to"].values() for name in names}


def asked(game: Game) -> list[str]:
    """The names of the guests who have to choose."""
    names: list[str] = game["belongs_to"].get(game["waits_for"], [])
    return names


def choices(visitor: Visitor, game: Game) -> list[str]:
    legal: list[str] = visitor.look(game["id"])["legal"]
    return legal


def opened(visitor: Visitor, path: str) -> int:
    """With which status a page opens, or the one to which it leads: a seat that is kept is taken by its invitation."""
    return visitor.http.get(path, follow_redirects=True).status_code


def shanghaien(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "shanghaien", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_every_table_opens_for_its_players_and_for_watchers(onlooker: NewVisitor) -> None:
    for guest in ("", *PEOPLE["guests"]):
        looking = onlooker(guest)
        for path in PAGES:
            told = {key: opened(looking, path.format(game["id"])) for key, game in GAMES.items()}
            assert told == dict.fromkeys(GAMES, 200), (guest, path)


def test_what_was_called_off_stays_off(onlooker: NewVisitor) -> None:
    for guest in ("ada", "bob", ""):
        told = [onlooker(guest).get(path.format(CALLED_OFF["id"])).status_code for path in PAGES]
        assert told == [404] * len(PAGES)


def with_letters(result: Game | None) -> Game | None:
    """A result as programs are told it: seats by their letters."""
    if result is None:
        return None
    letters = {None: None, 0: "A", 1: "B"}
    reason = "points" if result["resigned"] is None else "resigned"
    return result | {name: letters[result[name]] for name in ("winner", "resigned")} | {"reason": reason}


def test_every_game_stands_where_it_stood(onlooker: NewVisitor) -> None:
    watcher = onlooker()
    for key, game in GAMES.items():
        now = watcher.look(game["id"])
        names = ("version", "mode", "waits_for")
        assert {name: now[name] for name in names} == {name: game[name] for name in names}, key
        assert now["result"] == with_letters(game["result"]), key
        assert {name: now["state"][name] for name in game["state"]} == game["state"], key
        assert now["rematch"] == (game["rematch"] and GAMES[game["rematch"]]["id"]), key


def test_the_log_tells_everything_that_happened_and_what_was_taken_back(onlooker: NewVisitor) -> None:
    watcher = onlooker()
    logs = {key: watcher.look(game["id"])["log"] for key, game in GAMES.items()}
    for key, log in logs.items():
        assert [entry["number"] for entry in log] == list(range(1, GAMES[key]["version"] + 1)), key
    kinds = {entry["kind"] for log in logs.values() for entry in log}
    assert kinds == {"join", "draw", "act", "undo", "retype", "resign", "name", "help", "rematch"}
    taken_back = {key for key, log in logs.items() if any(entry["undone"] for entry in log)}
    assert taken_back == {"finished-everything", "middle-undo", "real-dice-choosing", "real-dice-rolling"}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_a_record_is_downloaded_as_it_was(onlooker: NewVisitor, file: Path) -> None:
    answer = onlooker().get(f"/t/{GAMES[file.stem]['id']}/record{file.suffix}")
    before, now = file.read_text(encoding="utf-8"), answer.content.decode()
    assert played(now) == played(before)
    assert rules.load(now) == rules.load(before)


def played(record: str) -> tuple[object, ...]:
    """The steps, the result and the check as they are written, without the options."""
    if record.startswith("{"):
        values = json.loads(record)
        return values["steps"], values["result"], values["check"]
    head, _, steps = record.partition("\n\n")
    return steps, *(line for line in head.splitlines() if line.startswith(("[Result ", "[Check ")))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_nothing_is_wrong_with_a_game_whose_seed_was_opened(file: Path) -> None:
    verdict = shanghaien("verify", str(file))
    if GAMES[file.stem]["result"]:
        assert (verdict.returncode, verdict.stdout.count("WRONG")) == (0, 0), verdict.stdout
        assert "Nothing is wrong with this game." in verdict.stdout
    else:
        told = {"hot-seat": (1, "has not been opened yet"), "real-dice": (2, "no promise to check")}
        code, sentence = told[GAMES[file.stem]["mode"]]
        assert verdict.returncode == code
        assert sentence in verdict.stdout + verdict.stderr


def test_whoever_is_asked_has_the_choices_that_he_had_and_nobody_else_has_any(onlooker: NewVisitor) -> None:
    for guest in ("", *PEOPLE["guests"]):
        looking = onlooker(guest)
        told = {key: choices(looking, game) for key, game in GAMES.items()}
        assert told == {key: game["legal"] if guest in asked(game) else [] for key, game in GAMES.items()}, guest


def test_whoever_could_take_his_choice_back_still_can_and_nobody_else(onlooker: NewVisitor) -> None:
    for guest in ("", *PEOPLE["guests"]):
        looking = onlooker(guest)
        may = {key for key, game in GAMES.items() if looking.look(game["id"])["undo"]}
        assert may == {key for key, game in GAMES.items() if guest in game["belongs_to"].get(game["undo"], [])}, guest


def test_a_program_with_the_token_has_the_choices_of_its_owner(visitor: NewVisitor) -> None:
    program, owner = visitor().http, PEOPLE["api_token"]["guest"]
    games = {key: program.get(f"/api/v1/games/{game['id']}", headers=TOKEN).json() for key, game in GAMES.items()}
    legal = {key: game["legal"] if owner in asked(game) else [] for key, game in GAMES.items()}
    assert {key: game["legal"] for key, game in games.items()} == legal
    listed = {line["id"] for line in program.get("/api/v1/games", headers=TOKEN).json()}
    assert listed == {game["id"] for game in GAMES.values() if owner in players(game)}


def test_the_choices_of_bots_follow_from_the_record(onlooker: NewVisitor) -> None:
    for key in ("bots-unfinished", "bot-to-move"):
        record = rules.load(onlooker().get(f"/t/{GAMES[key]['id']}/record.json").text)
        assert [rules.action_text(action) for action in rules.legal_actions(record.final)] == GAMES[key]["legal"]
        assert GAMES[key]["legal"]


def test_every_game_in_the_middle_goes_on_with_whoever_is_asked(visitor: NewVisitor) -> None:
    waiting = {key: game for key, game in GAMES.items() if asked(game)}
    assert len(waiting) >= 9
    for key, game in waiting.items():
        guest = visitor(asked(game)[-1])
        assert guest.act(guest.look(game["id"]), game["legal"][-1])["version"] > game["version"], key


def test_a_program_goes_on_with_a_game_of_its_owner(visitor: NewVisitor) -> None:
    game = GAMES["middle-placing"]
    choice = {"version": game["version"], "id": "program-1", "action": game["legal"][0]}
    answer = visitor().http.post(f"/api/v1/games/{game['id']}/actions", json=choice, headers=TOKEN)
    assert answer.status_code == 200, answer.text
    assert answer.json()["log"][0]["text"] == game["legal"][0]


@pytest.mark.parametrize("key", ["middle-undo"])
def test_a_game_comes_to_its_end_and_its_dice_are_those_promised(visitor: NewVisitor, key: str, tmp_path: Path) -> None:
    game = GAMES[key]
    seats = {letter: visitor(names[0]) for letter, names in game["belongs_to"].items()}
    table = visitor().look(game["id"])
    while table["result"] is None:
        guest = seats[table["waits_for"]]
        table = guest.act(guest.look(game["id"]))
    file = tmp_path / "record.txt"
    file.write_bytes(visitor().get(f"/t/{game['id']}/record.txt").content)
    verdict = shanghaien("verify", str(file))
    assert (verdict.returncode, "Nothing is wrong" in verdict.stdout) == (0, True), verdict.stdout


def test_real_dice_are_typed_and_corrected_as_before(visitor: NewVisitor) -> None:
    ada = visitor("ada")
    rolling, choosing = (ada.look(GAMES[key]["id"]) for key in ("real-dice-rolling", "real-dice-choosing"))
    path = f"/t/{rolling['id']}"
    rolled = ada.led_to(ada.submit(path, f"{path}/chance", outcome="3-5"))
    assert rolled["state"]["rolled"] == [3, 5]
    for table in (rolled, choosing):
        path = f"/t/{table['id']}"
        assert ada.led_to(ada.submit(path, f"{path}/retype"))["state"]["rolled"] == []


def test_an_open_invitation_can_be_joined(visitor: NewVisitor) -> None:
    token, game = PEOPLE["invitation"]["token"], GAMES["open-invitation"]
    assert visitor().get(f"/join/{token}").status_code == 200
    table = visitor().join(token, name="Cleo", contribution="from Cleo")
    assert (table["id"], table["yours"]) == (game["id"], ["B"])
    assert [seat["name"] for seat in table["seats"]] == ["Ada, Countess", "Cleo"]
    assert (table["dice"]["Contribution-A"], table["dice"]["Contribution-B"]) == ("an open seat", "from Cleo")
    assert len(table["state"]["tavern"]) == 6
    late = visitor().post(f"/join/{token}", {"name": "Late"})
    assert (late.status_code, late.headers["location"]) == (303, f"/watch/{game['id']}?late=1")


def test_a_rematch_that_was_offered_can_be_taken_up(visitor: NewVisitor) -> None:
    bob = visitor("bob")
    game = GAMES["finished-base"]["id"]
    assert "wants a rematch: sit down" in bob.get(f"/t/{game}").text
    begun = bob.led_to(bob.submit(f"/t/{game}", f"/t/{game}/rematch"))
    assert (begun["id"], begun["yours"]) == (GAMES["rematch-offered"]["id"], ["A"])
    assert len(begun["state"]["tavern"]) == 6


def test_a_private_link_of_long_ago_is_good_no_more_but_a_new_one_is(visitor: NewVisitor) -> None:
    private, tablet = PEOPLE["private_seat"], visitor()
    game = GAMES[private["game"]]
    refused = tablet.submit(f"/seat/{private['token']}", f"/seat/{private['token']}")
    assert refused.status_code == 404
    assert tablet.look(game["id"])["yours"] == []
    link = visitor(game["belongs_to"][private["seat"]][0]).private_link(game["id"])
    table = tablet.led_to(tablet.submit(link, link))
    assert (table["id"], table["yours"]) == (game["id"], [private["seat"]])
    assert table["legal"] == game["legal"]


def test_a_form_that_was_opened_before_has_to_be_opened_again(visitor: NewVisitor) -> None:
    reserved, ada = PEOPLE["reservation"], visitor("ada")
    answer = ada.submit("/new", "/new", mode="hot-seat", reservation=reserved["token"])
    assert (answer.status_code, "This form is too old; open it again." in answer.text) == (404, True)
    assert ada.get(f"/t/{reserved['id']}").status_code == 404


def test_a_rematch_of_a_game_of_long_ago_is_drawn_by_the_second_protocol(visitor: NewVisitor) -> None:
    over = next(
        game for game in GAMES.values() if game["mode"] == "hot-seat" and game["result"] and not game["rematch"]
    )
    guest = visitor(over["belongs_to"]["A"][0])
    table = guest.led_to(guest.post(f"/t/{over['id']}/rematch"))
    assert table["dice"]["Dice"] == "shanghaien-fair-2"
    assert table["dice"]["Table"] == f"hot-seat swapped-b {over['id']} none"
    assert guest.look(over["id"])["dice"]["Dice"] == "shanghaien-fair-1"


@pytest.mark.parametrize("key", ["bot-to-move", "bots-unfinished"])
def test_a_bot_that_was_asked_goes_on_when_the_server_starts(data: Path, key: str) -> None:
    news = f"/t/{GAMES[key]['id']}/parts?since={GAMES[key]['version']}"
    with running(data, "--bot-pause", "0") as server, server.client() as http:
        for _ in range(1200):
            if http.get(news).status_code == 200:
                return
            time.sleep(0.1)
    pytest.fail("The bot never acted.")
