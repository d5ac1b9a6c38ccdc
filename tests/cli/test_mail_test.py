"""``shanghaien mail-test`` sends one letter and says what happened in one sentence."""

import asyncio
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from tests.web.notices.mail_server import MailServer, mail_server

ADA = "ada@example.org"


def outcome(folder: Path, smtp: str, address: str = ADA) -> int:
    sender = ["--mail-from", "table@play.example", "--public-url", "https://play.example"]
    return main(["mail-test", address, "--smtp", smtp, "--data", str(folder), *sender])


def with_server(folder: Path, refusal: str = "", user: str = "") -> tuple[int, MailServer]:
    """The exit code where a mail server runs that says this to each letter."""

    async def story() -> tuple[int, MailServer]:
        async with mail_server(knows=bool(user)) as server:
            server.said_to_letter = refusal
            smtp = f"smtp://{user}127.0.0.1:{server.port}?tls=no"
            return await asyncio.to_thread(outcome, folder, smtp), server

    return asyncio.run(story())


def test_a_letter_that_was_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, server = with_server(tmp_path)
    assert code == 0
    assert capsys.readouterr().out == f"127.0.0.1:{server.port} has taken the letter to {ADA}.\n"
    assert [letter["To"] for letter in server.letters] == [ADA]


def test_a_letter_that_was_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, server = with_server(tmp_path, "554 no thanks")
    assert code == 1
    assert capsys.readouterr().out == f"127.0.0.1:{server.port} refused the letter: 554 no thanks\n"


def test_a_wrong_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, server = with_server(tmp_path, user="ada:other@")
    assert code == 1
    assert f"127.0.0.1:{server.port} does not take the user and the password: 535" in capsys.readouterr().out


def test_a_server_that_is_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(tmp_path, "smtp://127.0.0.1:1?tls=no") == 1
    assert capsys.readouterr().out.startswith("127.0.0.1:1 cannot be reached: ")


def test_wrong_input_sends_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(tmp_path, "smtp://127.0.0.1:1?tls=no", "nobody") == 2
    assert "nobody is no address of a mailbox" in capsys.readouterr().err
    assert main(["mail-test", ADA, "--data", str(tmp_path)]) == 2
    assert "Mail is not set up" in capsys.readouterr().err
