"""A server that can send mail really sends the link that somebody asks for, soon after it has answered."""

import asyncio
from pathlib import Path

from tests.web.browser_like import Visitor
from tests.web.notices.mail_server import MailServer, mail_server
from tests.web.patience import wait_until
from tests.web.people.mailroom import link_in
from tests.web.server import running

PUBLIC = "http://play.localhost"


def link_of_first(server: MailServer) -> str:
    """Where the link of the first letter leads, as soon as it has arrived."""
    wait_until(lambda: bool(server.envelopes))
    return link_in(server.letters[0])


def test_a_link_is_sent_by_the_server_and_keeps_the_games(tmp_path: Path) -> None:
    async def story() -> None:
        async with mail_server() as mail:
            by_mail = ("--smtp", f"smtp://127.0.0.1:{mail.port}?tls=no", "--mail-from", "table@play.example")
            await asyncio.to_thread(visit, mail, by_mail)

    def visit(mail: MailServer, flags: tuple[str, ...]) -> None:
        with running(tmp_path, *flags, "--public-url", PUBLIC, "--bot-workers", "0") as server, server.client() as http:
            ines = Visitor(http)
            ines.submit("/keep", "/keep/mail", name="Ines", mail="ines@example.org")
            link = link_of_first(mail)
            assert ines.submit(link, link).headers["location"] == "/keep/keys?told=kept"
            assert "ines@example.org" in ines.get("/keep/keys").text

    asyncio.run(story())
