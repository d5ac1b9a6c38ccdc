"""Letters reach the one mailbox they are for, whatever stands in them, and nobody's password stands in a log."""

import asyncio
import ssl
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.web.core.mail_addresses import NoAddress, SmtpServer, mail_address
from shanghaien.web.notices.mailer import Letter, Mailer, NotPosted
from tests.web.notices.channels.certificate import secured
from tests.web.notices.mail_server import mail_server

SENDER = "Schänke am Hafen <table@play.example>"
ADA = "ada@example.org"


def test_a_letter_arrives_as_it_was_written_in_any_language() -> None:
    async def story() -> None:
        async with mail_server() as server:
            letter = Letter(ADA, "Ваш ход\u202f!", "Раунд 3\n.\nété", "<p>Раунд 3</p>", {"X-Game": "g1"})
            await Mailer(SmtpServer("127.0.0.1", server.port, tls="no"), SENDER).post(letter)
            (envelope,), (read,) = server.envelopes, server.letters
            assert (envelope.mail_from, envelope.rcpt_tos) == ("table@play.example", [ADA])
            assert (read["Subject"], read["To"], read["From"]) == ("Ваш ход\u202f!", ADA, SENDER)
            assert (read["X-Game"], read["Auto-Submitted"]) == ("g1", "auto-generated")
            parts = {part.get_content_type(): part.get_content() for part in read.iter_parts()}
            assert parts["text/plain"].splitlines() == ["Раунд 3", ".", "été"]
            assert parts["text/html"].strip() == "<p>Раунд 3</p>"

    asyncio.run(story())


def test_a_server_that_asks_is_told_who_we_are() -> None:
    async def story() -> None:
        async with mail_server(knows=True) as server:
            right = SmtpServer.read(f"smtp://ada:pass%40word@127.0.0.1:{server.port}?tls=no")
            await Mailer(right, SENDER).post(Letter(ADA, "s", "t"))
            wrong = SmtpServer.read(f"smtp://ada:other@127.0.0.1:{server.port}?tls=no")
            with pytest.raises(NotPosted) as told:
                await Mailer(wrong, SENDER).post(Letter(ADA, "s", "t"))
            assert not told.value.for_good
            assert f"127.0.0.1:{server.port} does not take the user and the password: 535" in str(told.value)
            assert len(server.envelopes) == 1

    asyncio.run(story())


def test_a_password_is_not_told_to_a_server_without_tls_or_that_nobody_vouches_for(tmp_path: Path) -> None:
    shown, _ = secured("mail.example", tmp_path)

    async def refused_by(secure: ssl.SSLContext | None) -> int:
        async with mail_server(knows=True, secure=secure) as server:
            known = SmtpServer.read(f"smtp://ada:pass%40word@127.0.0.1:{server.port}")
            assert known.tls == "after"
            with pytest.raises(NotPosted, match="offers no TLS that can be trusted"):
                await Mailer(known, SENDER).post(Letter(ADA, "s", "t"))
            return len(server.envelopes)

    assert asyncio.run(refused_by(None)) == asyncio.run(refused_by(shown)) == 0


@pytest.mark.parametrize(
    ("to_recipient", "to_letter", "for_good"),
    [("550 nobody here", "", True), ("450 later", "", False), ("", "451 later", False), ("", "554 spam", False)],
)
def test_a_refusal_says_whether_it_is_for_good(to_recipient: str, to_letter: str, for_good: bool) -> None:
    async def story() -> None:
        async with mail_server() as server:
            server.said_to_recipient, server.said_to_letter = to_recipient, to_letter
            with pytest.raises(NotPosted) as told:
                await Mailer(SmtpServer("127.0.0.1", server.port, tls="no"), SENDER).post(Letter(ADA, "s", "t"))
            assert told.value.for_good is for_good
            assert str(told.value) == f"127.0.0.1:{server.port} refused the letter: {to_recipient or to_letter}"

    asyncio.run(story())


def test_the_log_says_which_server_refused_what_and_names_no_mailbox(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> int:
        async with mail_server() as server:
            server.said_to_recipient = f"550 <{ADA}> is unknown here"
            with pytest.raises(NotPosted):
                await Mailer(SmtpServer("127.0.0.1", server.port, tls="no"), SENDER).post(Letter(ADA, "s", "t"))
            return server.port

    port = asyncio.run(story())
    (line,) = (record for record in caplog.records if record.name == "shanghaien.letters")
    assert vars(line)["reason"] == f"127.0.0.1:{port} refused the letter: 550 <…> is unknown here"


def test_a_server_that_is_away_has_taken_nothing() -> None:
    with pytest.raises(NotPosted, match=r"^127\.0\.0\.1:1 cannot be reached: "):
        asyncio.run(Mailer(SmtpServer("127.0.0.1", 1), SENDER).post(Letter(ADA, "s", "t")))


@pytest.mark.parametrize(
    "address",
    [
        "x@y.example\r\nRCPT TO:<evil@z.example>",
        "<x@y.example>\r\nRCPT TO:<evil@z.example>",
        "x@y.example\nBcc: evil@z.example",
        "x@y.example,evil@z.example",
        "x@y.example evil@z.example",
        "x@y.example\x00",
        "x\u2028@y.example",
        "x@y.example\u3002z.example@w.example",
        '"x y"@y.example',
        "x@[127.0.0.1]",
        "x@127.0.0.1",
        "x@localhost",
        "x@@y.example",
        ".x@y.example",
        "x..y@z.example",
        "x@-y.example",
        "x@y..example",
        "@y.example",
        "x@",
        "x",
        "",
        "x" * 65 + "@y.example",
        "x@" + "y" * 64 + ".example",
        "x@" + "y." * 125 + "example",
    ],
)
def test_what_is_no_address_is_refused_before_a_server_sees_it(address: str) -> None:
    with pytest.raises(NoAddress):
        mail_address(address)
    with pytest.raises(NoAddress):
        Letter(address, "s", "t")


def test_one_mailbox_has_one_address() -> None:
    assert mail_address(" Ada@Example.ORG ") == ADA
    assert mail_address("ada+play@bücher.example") == "ada+play@xn--bcher-kva.example"


@given(st.text(max_size=60))
def test_whatever_is_taken_is_one_plain_word(text: str) -> None:
    try:
        address = mail_address(text)
    except NoAddress:
        return
    assert address.isascii()
    assert address.isprintable()
    assert address.count("@") == 1
    assert not set(address) & set(' ,;:<>()[]"\\')
    assert mail_address(address) == address


@pytest.mark.parametrize("line", ["one\r\nBcc: evil@z.example", "one\ntwo", "one\rtwo", "one\x85two", "one\u2028two"])
def test_no_subject_and_no_header_has_a_second_line(line: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        Letter(ADA, line, "t")
    with pytest.raises(ValueError, match="one line"):
        Letter(ADA, "s", "t", headers={"X-Game": line})


@pytest.mark.parametrize("name", ["Bcc", "to", "X-Game: y\r\nBcc", "", "From"])
def test_no_letter_brings_a_header_that_would_send_it_elsewhere(name: str) -> None:
    with pytest.raises(ValueError, match="header"):
        Letter(ADA, "s", "t", headers={name: "evil@z.example"})
