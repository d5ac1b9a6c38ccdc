"""Letters that are due are really posted, to a real mail server, when a test asks for them."""

import asyncio
import re
from dataclasses import replace
from email.message import EmailMessage

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.core.settings import Settings
from shanghaien.web.notices.mailer import letter_handlers
from shanghaien.web.people.mail_links import KIND
from tests.web.notices.mail_server import mail_server

LEASE_MS = 60_000


def posted(settings: Settings) -> list[EmailMessage]:
    """The letters that were due, as they arrived; and nothing is due any more."""
    return asyncio.run(_post(settings))


def link_in(letter: EmailMessage) -> str:
    """Where the link of a letter leads."""
    plain = letter.get_body(("plain",))
    assert plain is not None
    found = re.search(r"/in/[\w-]+", plain.get_content())
    assert found, plain.get_content()
    return found[0]


async def _post(settings: Settings) -> list[EmailMessage]:
    database = Database(settings.database)
    try:
        async with mail_server() as server:
            by = replace(settings, smtp=f"smtp://127.0.0.1:{server.port}?tls=no")
            jobs = JobStore(database)
            for row in await jobs.claim([KIND], 100, LEASE_MS):
                await letter_handlers(by, database)[KIND](row)
                await jobs.done(row)
            return server.letters
    finally:
        await database.close()
