"""Programs that play over sockets, as any program can that knows WebSockets."""

from contextlib import ExitStack

import httpx
import pytest

from shanghaien.web.tables import stream
from tests.web.tables.api.sockets import Socket, Values, at_socket


def token_of(client: httpx.Client) -> str:
    return str(client.headers["authorization"]).removeprefix("Bearer ")


def together(program: httpx.Client, other: httpx.Client) -> Values:
    """A game of two programs."""
    made = program.post("/games", json={"mode": "invite", "seat": "a"}).json()
    joined: Values = other.post(f"/invitations/{made['invitation']}", json={}).json()
    return joined


def play(players: dict[str, Socket], views: dict[str, Values]) -> list[list[int]]:
    """Let both play until the game is over; returns the numbers of the entries that each was told."""
    told: dict[str, list[int]] = {letter: [] for letter in players}
    while (turn := views["A"]["waits_for"]) is not None:
        asked = views[turn]
        players[turn].ask("act", asked["version"], action=asked["legal"][-1])
        for letter, socket in players.items():
            views[letter] = news = socket.hear("entries")
            told[letter] += [entry["number"] for entry in news["entries"]]
    return list(told.values())


def test_two_programs_play_a_whole_game_and_both_are_told_everything(
    server: str, program: httpx.Client, other: httpx.Client
) -> None:
    game = together(program, other)
    with ExitStack() as stack:
        clients = {"A": program, "B": other}
        players = {
            letter: stack.enter_context(at_socket(server, game["id"], token_of(client)))
            for letter, client in clients.items()
        }
        views = {letter: socket.hear("game") for letter, socket in players.items()}
        first, second = play(players, views)
        assert [socket.end() for socket in players.values()] == [1000, 1000]
    over = program.get(f"/games/{game['id']}").json()
    assert first == second == list(range(game["version"] + 1, over["version"] + 1))
    assert views["A"]["result"] == views["B"]["result"] == over["result"] is not None
    assert views["A"]["state"] == over["state"]


def test_the_first_message_is_the_game_as_it_stands(
    server: str, program: httpx.Client, token: str, game: Values
) -> None:
    with at_socket(server, game["id"], token) as socket:
        assert socket.hear() == program.get(f"/games/{game['id']}").json() | {"type": "game"}


def test_each_change_is_answered_and_told(server: str, token: str, game: Values) -> None:
    with at_socket(server, game["id"], token) as socket:
        begun = socket.hear("game")
        own_id = socket.ask("act", begun["version"], action="roll")
        messages = sorted((socket.hear(), socket.hear()), key=lambda message: str(message["type"]))
        assert [message["type"] for message in messages] == ["done", "entries"]
        done, news = messages
        assert (done["id"], done["version"]) == (own_id, begun["version"] + 3)
        assert news["entries"][0]["text"] == "roll"
        assert (news["version"], news["waits_for"], news["result"]) == (done["version"], begun["waits_for"], None)
        assert news["legal"] != begun["legal"]
        assert news["state"]["rolled"]


def test_what_each_seat_may_do_is_told_to_that_seat_only(
    server: str, program: httpx.Client, other: httpx.Client
) -> None:
    game = together(program, other)
    asked, idle = (program, other) if game["waits_for"] == "A" else (other, program)
    with (
        at_socket(server, game["id"], token_of(asked)) as mine,
        at_socket(server, game["id"], token_of(idle)) as theirs,
    ):
        begun = mine.hear("game")
        assert (theirs.hear("game")["legal"], bool(begun["legal"])) == ([], True)
        mine.ask("act", begun["version"], action="roll")
        placing = mine.hear("entries")
        assert (theirs.hear("entries")["legal"], bool(placing["legal"])) == ([], True)
        place = next(action for action in placing["legal"] if action.startswith("place"))
        mine.ask("act", placing["version"], action=place)
        mine_after, theirs_after = mine.hear("entries"), theirs.hear("entries")
        assert mine_after["undo"] is not theirs_after["undo"] or not mine_after["undo"]
        assert theirs_after["undo"] is False


def test_a_choice_can_be_taken_back_and_the_game_given_up(server: str, token: str, game: Values) -> None:
    with at_socket(server, game["id"], token) as socket:
        socket.ask("act", socket.hear("game")["version"], action="roll")
        rolled = socket.hear("entries")
        socket.ask("act", rolled["version"], action=next(act for act in rolled["legal"] if act.startswith("place")))
        placed = socket.hear("entries")
        assert placed["undo"]
        socket.ask("undo", placed["version"])
        back = socket.hear("entries")
        assert (back["legal"], back["state"]) == (rolled["legal"], rolled["state"])
        socket.ask("resign", back["version"])
        assert socket.hear("entries")["result"]["resigned"] == back["waits_for"]
        assert socket.end() == 1000


def test_the_last_change_is_answered_before_the_line_is_closed(server: str, token: str, game: Values) -> None:
    with at_socket(server, game["id"], token) as socket:
        own_id = socket.ask("resign", socket.hear("game")["version"])
        assert {socket.hear()["type"], socket.hear()["type"]} == {"done", "entries"}
        assert own_id
        assert socket.end() == 1000


def test_a_repeated_id_is_done_again_and_changes_nothing(server: str, token: str, game: Values) -> None:
    with at_socket(server, game["id"], token) as socket:
        version = socket.hear("game")["version"]
        answers = []
        for _ in range(2):
            socket.ask("act", version, id="once", action="roll")
            answers.append(socket.hear("done"))
        assert answers[0] == answers[1] == {"type": "done", "id": "once", "version": version + 3}


def test_a_watcher_is_told_everything_and_may_do_nothing(
    server: str, token: str, other: httpx.Client, game: Values
) -> None:
    with at_socket(server, game["id"], token) as player, at_socket(server, game["id"], token_of(other)) as watcher:
        seen = watcher.hear("game")
        assert (seen["yours"], seen["legal"]) == ([], [])
        watcher.ask("act", seen["version"], action="roll")
        assert watcher.hear("refused")["problem"]["code"] == "not-yours"
        player.ask("act", seen["version"], action="roll")
        assert watcher.hear("entries")["legal"] == []


def test_whoever_joins_while_watching_is_asked_from_then_on(
    server: str, program: httpx.Client, other: httpx.Client
) -> None:
    made = program.post("/games", json={"mode": "invite", "seat": "b", "options": {"first": "a"}}).json()
    with at_socket(server, made["id"], token_of(other)) as socket:
        assert socket.hear("game")["yours"] == []
        assert other.post(f"/invitations/{made['invitation']}", json={}).is_success
        news = socket.hear("entries")
        assert news["waits_for"] == "A"
        assert news["legal"]


def test_a_game_that_is_over_is_told_and_the_line_closed(
    server: str, program: httpx.Client, token: str, game: Values
) -> None:
    change = {"version": game["version"], "id": "resign"}
    assert program.post(f"/games/{game['id']}/resign", json=change).is_success
    with at_socket(server, game["id"], token) as socket:
        assert socket.hear("game")["result"]["resigned"]
        assert socket.end() == 1000


def test_an_invitation_that_is_called_off_ends_the_talk(server: str, program: httpx.Client, token: str) -> None:
    made = program.post("/games", json={"mode": "invite"}).json()
    with at_socket(server, made["id"], token) as socket:
        version = socket.hear("game")["version"]
        change = {"version": version, "id": "off"}
        assert program.post(f"/games/{made['id']}/call-off", json=change).status_code == 204
        assert socket.hear("refused")["problem"]["code"] == "no-such-game"
        assert socket.end() == 4404


def test_a_silent_line_shows_signs_of_life_with_the_version(
    server: str, token: str, game: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "ALIVE_EVERY", 0.01)
    with at_socket(server, game["id"], token) as socket:
        assert socket.hear("alive")["version"] == socket.hear("alive")["version"] == game["version"]
