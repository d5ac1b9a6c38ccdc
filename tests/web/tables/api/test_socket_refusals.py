"""What is refused over a socket, and whom the server does not talk to."""

import json

import httpx
import pytest

from shanghaien.web.tables.store.games import GameStore
from tests.web.tables.api.sockets import Values, at_socket


def test_refusals_are_told_with_their_codes_and_the_talk_goes_on(server: str, token: str, game: Values) -> None:
    with at_socket(server, game["id"], token) as socket:
        version = socket.hear("game")["version"]
        illegal = socket.ask("act", version, action="shanghai")
        refusal = socket.hear("refused")
        assert (refusal["id"], refusal["problem"]["code"], refusal["problem"]["reason"]) == (
            illegal,
            "illegal",
            "too-few-dice",
        )
        socket.ask("act", version - 1, action="roll")
        assert socket.hear("refused")["problem"]["code"] == "stale"
        socket.ask("undo", version)
        assert socket.hear("refused")["problem"]["status"] == 422
        socket.ask("act", version, action="roll")
        assert socket.hear("done")["version"] > version


def test_the_token_may_come_as_the_first_message(server: str, token: str, game: Values) -> None:
    with at_socket(server, game["id"], None) as socket:
        socket.connection.send(json.dumps({"token": token}))
        assert socket.hear()["yours"] == ["A", "B"]


@pytest.mark.parametrize("shown", ['{"token": "shg_nobody"}', "no JSON", '{"token": 7}', "[]"])
def test_without_a_valid_token_nothing_is_told(server: str, game: Values, shown: str) -> None:
    with at_socket(server, game["id"], None) as socket:
        socket.connection.send(shown)
        refusal = socket.hear()
        assert (refusal["type"], refusal["problem"]["code"]) == ("refused", "no-token")
        assert socket.end() == 4401


def test_a_wrong_token_in_the_header_is_told_so(server: str, game: Values) -> None:
    with at_socket(server, game["id"], "shg_nobody") as socket:
        assert socket.hear()["problem"]["code"] == "no-token"
        assert socket.end() == 4401


@pytest.mark.parametrize("name", ["nothing", "no%20game"])
def test_a_game_that_does_not_exist_is_told_so(server: str, token: str, name: str) -> None:
    with at_socket(server, name, token) as socket:
        assert socket.hear()["problem"]["code"] == "no-such-game"
        assert socket.end() == 4404


def test_a_token_that_was_revoked_meanwhile_ends_the_talk(
    server: str, program: httpx.Client, token: str, game: Values
) -> None:
    with at_socket(server, game["id"], token) as socket:
        version = socket.hear("game")["version"]
        assert program.delete("/token").is_success
        socket.ask("act", version, action="roll")
        assert socket.hear("refused")["problem"]["code"] == "no-token"
        assert socket.end() == 4401


HOSTILE = (
    *("", "no JSON", "7", "null", "[]", "{}", '{"type": "act"}', '{"type": 7}', '{"type": "conquer", "id": "a"}'),
    *('{"type": "act", "id": 7, "version": 1, "action": "roll"}', '{"type": "act", "id": "", "version": 1}'),
    '{"type": "act", "id": "a", "version": -1, "action": "roll"}',
    '{"type": "act", "id": "a", "version": 1e300, "action": "roll"}',
    '{"type": "act", "id": "a", "version": 1, "action": "roll", "seat": 1}',
    '{"type":' + "[" * 2000,
    '{"x":' * 400,
)


def test_messages_that_cannot_be_read_are_refused_and_do_no_harm(server: str, token: str, game: Values) -> None:
    with at_socket(server, game["id"], token) as socket:
        version = socket.hear("game")["version"]
        for message in HOSTILE:
            socket.connection.send(message)
            refusal = socket.hear()
            assert (refusal["type"], refusal["id"], refusal["problem"]["code"]) == ("refused", None, "malformed")
            assert "Traceback" not in refusal["problem"]["detail"]
        socket.ask("act", version, action="roll")
        assert socket.hear("done")["version"] == version + 3


@pytest.mark.parametrize(("message", "code"), [("x" * 2049, 1009), ("x" * 200_000, 1009), (b"roll", 1003)])
def test_whoever_sends_something_else_than_short_texts_is_cut_off(
    server: str, token: str, game: Values, message: str | bytes, code: int
) -> None:
    with at_socket(server, game["id"], token) as socket:
        socket.hear("game")
        socket.connection.send(message)
        assert socket.end() == code


@pytest.mark.parametrize(("error", "code"), [(OSError(28, "No space left"), "unavailable"), (KeyError("x"), "fault")])
def test_what_could_not_be_stored_is_told_and_the_talk_goes_on(
    server: str, token: str, game: Values, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    async def fail(*_: object) -> None:
        raise error

    with at_socket(server, game["id"], token) as socket:
        version = socket.hear("game")["version"]
        with monkeypatch.context() as broken:
            broken.setattr(GameStore, "append", fail)
            own_id = socket.ask("act", version, id="roll", action="roll")
            refusal = socket.hear("refused")
        assert (refusal["id"], refusal["problem"]["code"]) == (own_id, code)
        socket.ask("act", version, id="roll", action="roll")
        assert socket.hear("done")["version"] == version + 3
