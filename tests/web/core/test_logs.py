"""The server's log: one JSON object a line, and no link in it that could be played with."""

import json
import logging
import subprocess
import sys
from typing import Any

import pytest

from shanghaien.web.core.logs import JsonLines
from shanghaien.web.core.signing import Signer


def written(message: str, *args: object, name: str = "shanghaien.web", **more: Any) -> dict[str, Any]:
    record = logging.LogRecord(name, logging.WARNING, __file__, 1, message, args, more.pop("exc_info", None))
    vars(record).update(more, created=0.0)
    line = JsonLines().format(record)
    assert "\n" not in line
    told: dict[str, Any] = json.loads(line)
    return told


def test_a_line_tells_when_how_grave_by_whom_and_what() -> None:
    assert written("%s games, “%s”", 3, "schöner") == {
        "at": "1970-01-01T00:00:00.000+00:00",
        "level": "warning",
        "logger": "shanghaien.web",
        "message": "3 games, “schöner”",
    }


def test_what_a_record_was_given_besides_is_told_too() -> None:
    told = written("fault", path="/t/g", method="POST")
    assert (told["path"], told["method"]) == ("/t/g", "POST")


def test_a_request_is_told_by_its_parts() -> None:
    told = written("%s", "1.2.3.4", "GET", "/t/g", "1.1", 200, name="uvicorn.access")
    assert {name: told[name] for name in ("message", "client", "method", "path", "status")} == {
        "message": "request",
        "client": "1.2.3.4",
        "method": "GET",
        "path": "/t/g",
        "status": 200,
    }


@pytest.mark.parametrize("kind", ["join", "seat", "in", "feed", "calendar", "unsubscribe"])
def test_the_token_of_a_private_link_is_left_out_wherever_it_stands(kind: str) -> None:
    told = written("went to %s", f"/{kind}/secret.token?x=1", path=f"/{kind}/secret.token")
    assert told["message"] == f"went to /{kind}/…?x=1"
    assert told["path"] == f"/{kind}/…"


@pytest.mark.parametrize(
    "text",
    [
        "/join/TOKEN",
        "/join//TOKEN",
        "/JOIN/TOKEN/",
        "/api/v1/invitations/TOKEN",
        "https://play.example/seat/TOKEN",
        "/settings?next=/seat/TOKEN&x=1",
        "next=%2Fseat%2FTOKEN",
        "[parameters: ('/join/TOKEN',)]",
        "Bearer shg_TOKEN",
    ],
)
def test_a_token_is_left_out_however_its_address_is_written(text: str) -> None:
    token = "Abc-1_" * 6
    assert token not in json.dumps(written("%s", text.replace("TOKEN", token)))


def test_what_was_signed_is_left_out_wherever_it_stands() -> None:
    signed = Signer("a secret").sign("seat", "a-game", 1)
    assert signed not in json.dumps(written("cookie %s", signed, more={"path": f"/x/{signed}?y"}))
    assert signed not in json.dumps(written("request", path=f"/feed/{signed}.atom"))


def test_where_notices_go_stands_in_no_log() -> None:
    told = "logging.getLogger('httpx').info('POST https://push.example/secret'); logging.getLogger('x').info('seen')"
    program = f"import logging; from shanghaien.web.core import logs; logs.set_up('info'); {told}"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "seen" in said
    assert "secret" not in said


def test_a_statement_that_was_cut_short_since_the_client_went_away_stands_in_no_log() -> None:
    program = """
import asyncio, logging
from shanghaien.web.core import logs
logs.set_up("info")
pool = logging.getLogger("sqlalchemy.pool.impl.AsyncAdaptedQueuePool")
for error in (asyncio.CancelledError(), KeyError("a fault")):
    pool.error("Exception terminating connection %r", 1, exc_info=error)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    (line,) = said.splitlines()
    assert "a fault" in line


def test_a_fault_is_told_with_its_cause() -> None:
    error = KeyError("lost")
    told = written("fault", exc_info=(KeyError, error, None))
    assert told["cause"] == "KeyError: 'lost'"
