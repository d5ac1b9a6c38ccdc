"""A notice by mail says in its reader's language what is up, where to press, and how to get no more of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage

import pytest
from sqlalchemy import insert

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.i18n import LANGUAGES
from shanghaien.web.core.mail_addresses import SmtpServer
from shanghaien.web.notices.channels.mail import MailChannel, letters_of
from shanghaien.web.notices.mailer import Mailer
from shanghaien.web.notices.model import NOBODY, SENT, NoticeKind, WaitingGame
from shanghaien.web.people.credential_store import MailboxStore
from shanghaien.web.people.schema import people
from tests.web.core.database.databases import opened_database
from tests.web.notices.channels.notices import ADA, SIGNER, your_turn
from tests.web.notices.mail_server import MailServer, mail_server

SITE = "https://play.example"
MAILBOX = "ada@example.org"


@asynccontextmanager
async def mailing(url: str) -> AsyncIterator[tuple[MailServer, MailChannel]]:
    """A mail server and who sends to it; Ada has a mailbox."""
    async with opened_database(url) as database, mail_server() as server:
        await add_mailbox(database)
        mailer = Mailer(SmtpServer("127.0.0.1", server.port, tls="no"), "Shanghaien <table@play.example>")
        yield server, MailChannel(MailboxStore(database), mailer, SIGNER, SITE)


async def add_mailbox(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(insert(people), {"id": ADA, "name": "Ada", "created": 1})
    await MailboxStore(database).set(ADA, MAILBOX)


def body(letter: EmailMessage, kind: str) -> str:
    part = letter.get_body((kind,))
    assert part is not None
    text: str = part.get_content()
    return text


def test_the_letter_says_the_same_plain_and_as_html(sqlite_url: str) -> None:
    async def story() -> None:
        async with mailing(sqlite_url) as (server, channel):
            assert await channel.places(ADA) == ["mail"]
            assert await channel.send("mail", your_turn(title="Your turn against <b>Márta & Co")) == SENT
            (letter,) = server.letters
            assert (letter["Subject"], letter["To"]) == ("Your turn against <b>Márta & Co", MAILBOX)
            plain, html = body(letter, "plain"), body(letter, "html")
            for said in (f"{SITE}/t/g1", f"{SITE}/notices", "Round 3. You rolled 3 and 5. You 11, Márta 12."):
                assert said in plain
                assert said in html
            assert "&lt;b&gt;Márta &amp; Co" in html

    asyncio.run(story())


def test_every_letter_can_be_ended_by_one_press(sqlite_url: str) -> None:
    async def story() -> None:
        async with mailing(sqlite_url) as (server, channel):
            await channel.send("mail", your_turn())
            (letter,), (envelope,) = server.letters, server.envelopes
            assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            raw = envelope.original_content
            assert isinstance(raw, bytes)
            address = str(letter["List-Unsubscribe"]).strip("<>")
            assert f"List-Unsubscribe: <{address}>\r\n".encode() in raw
            assert letters_of(SIGNER, address.removeprefix(f"{SITE}/unsubscribe/")) == ADA
            assert address in body(letter, "plain")

    asyncio.run(story())


def test_a_letter_has_one_name_in_the_world_and_lies_with_others_of_its_game(sqlite_url: str) -> None:
    async def story() -> None:
        async with mailing(sqlite_url) as (server, channel):
            for notice in (your_turn(), your_turn(), your_turn(turn=50), your_turn(game="g2")):
                await channel.send("mail", notice)
            first, again, later, other = server.letters
            assert first["Message-ID"] == again["Message-ID"] != later["Message-ID"]
            assert first["References"] == later["References"] != other["References"]

    asyncio.run(story())


def test_a_digest_lists_every_game_that_waits(sqlite_url: str) -> None:
    async def story() -> None:
        waiting = tuple(WaitingGame(f"Against {name}", "2 days left", f"/t/{name}") for name in ("Márta", "Bob"))
        async with mailing(sqlite_url) as (server, channel):
            await channel.send("mail", your_turn(kind=NoticeKind.DIGEST, game="", url="/", waiting=waiting))
            for kind in ("plain", "html"):
                text = body(server.letters[0], kind)
                assert all(f"{SITE}{game.url}" in text and game.title in text for game in waiting)

    asyncio.run(story())


def test_the_words_around_it_are_in_the_readers_language(sqlite_url: str) -> None:
    async def story() -> None:
        async with mailing(sqlite_url) as (server, channel):
            for language in LANGUAGES:
                await channel.send("mail", your_turn(language=language))
            ends = {body(letter, "plain").partition("-- ")[2].splitlines()[1] for letter in server.letters}
            assert len(ends) == len(LANGUAGES)
            assert [
                f'lang="{language}"' in body(letter, "html")
                for language, letter in zip(LANGUAGES, server.letters, strict=True)
            ] == [True] * 5

    asyncio.run(story())


@pytest.mark.parametrize(("said", "word"), [("550 nobody here", "nobody"), ("450 later", "failed")])
def test_a_mailbox_that_is_not_there_is_not_tried_again(sqlite_url: str, said: str, word: str) -> None:
    async def story() -> None:
        async with mailing(sqlite_url) as (server, channel):
            server.said_to_recipient = said
            assert (await channel.send("mail", your_turn())).word == word

    asyncio.run(story())


def test_without_a_mailbox_nobody_is_told(sqlite_url: str) -> None:
    async def story() -> None:
        async with mailing(sqlite_url) as (server, channel):
            assert await channel.places(your_turn(person="bob").person) == []
            assert await channel.send("mail", your_turn(person="bob")) == NOBODY
            assert server.envelopes == []

    asyncio.run(story())
