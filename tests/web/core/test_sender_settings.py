"""What a host sets for letters and notices: one line for the mail server, whose password is never told."""

from pathlib import Path

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.mail_addresses import SmtpServer
from shanghaien.web.core.settings import Settings, load
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.mailer import mailer_of
from shanghaien.web.notices.places import senders
from shanghaien.wrong_input import WrongInput

MAIL = {"smtp": "smtp://ada:pass%40word@mail.example", "mail_from": "Table <table@play.example>"}
SITE = {"public_url": "https://play.example"}


def channels_of(settings: Settings) -> list[str]:
    return [channel.name for channel in senders(settings, Database(settings.database), Signer("s")).channels]


@pytest.mark.parametrize(
    ("line", "server"),
    [
        ("smtp://mail.example", SmtpServer("mail.example", 25, tls="offered")),
        ("smtp://mail.example:2525?tls=no", SmtpServer("mail.example", 2525, tls="no")),
        ("smtp://mail.example?tls=yes", SmtpServer("mail.example", 25, tls="after")),
        ("smtp://ada:p%40ss@mail.example", SmtpServer("mail.example", 587, "ada", "p@ss", "after")),
        ("smtps://ada:pass@mail.example", SmtpServer("mail.example", 465, "ada", "pass", "whole")),
    ],
)
def test_one_line_names_server_user_and_how_secret_the_line_is(line: str, server: SmtpServer) -> None:
    assert SmtpServer.read(line) == server


def test_passwords_and_tokens_are_never_told(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "metrics": "a token of figures", **MAIL, **SITE}, {})
    assert mailer_of(settings) is not None
    for told in (repr(settings), repr(SmtpServer.read(settings.smtp))):
        assert not [secret for secret in ("pass%40word", "pass@word", "figures") if secret in told]


@pytest.mark.parametrize("line", ["smtp://ada:secret@mail.example?tls=perhaps", "smtp://ada:secret@:25"])
def test_a_wrong_line_is_refused_without_repeating_it(tmp_path: Path, line: str) -> None:
    with pytest.raises(WrongInput) as refusal:
        load({"data": tmp_path, "smtp": line}, {})
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("missing", ["mail_from", "public_url"])
def test_letters_need_a_sender_and_somewhere_to_lead(tmp_path: Path, missing: str) -> None:
    given = {name: value for name, value in (MAIL | SITE).items() if name != missing}
    with pytest.raises(WrongInput, match=missing):
        load({"data": tmp_path, **given}, {})


def test_only_what_the_host_has_set_up_sends_notices(tmp_path: Path) -> None:
    assert channels_of(load({"data": tmp_path}, {})) == []
    everything = {**MAIL, **SITE, "push_contact": "mailto:host@play.example", "webhooks": "yes"}
    assert channels_of(load({"data": tmp_path, **everything}, {})) == ["push", "mail", "webhook"]
