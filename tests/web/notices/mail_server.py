"""A real mail server on loopback that keeps what it is handed, and refuses what it is told to."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

USER, PASSWORD = b"ada", b"pass@word"


class MailServer:
    """What came, and what is said to the next letter: nothing else than "taken" unless `said` tells it."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.said_to_recipient = ""
        self.said_to_letter = ""
        self.port = 0
        self.knows = False

    @property
    def letters(self) -> list[EmailMessage]:
        """The letters as a mail program reads them."""
        return [self._read(envelope) for envelope in self.envelopes]

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, _: Any) -> str:  # noqa: N802 - the library's name
        if self.knows and not session.authenticated:
            return "530 Who are you?"
        if self.said_to_recipient:
            return self.said_to_recipient
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - the library's name
        if self.said_to_letter:
            return self.said_to_letter
        self.envelopes.append(envelope)
        return "250 OK"

    @staticmethod
    def _read(envelope: Envelope) -> EmailMessage:
        assert isinstance(envelope.original_content, bytes)
        letter = message_from_bytes(envelope.original_content, policy=default)
        assert isinstance(letter, EmailMessage)
        return letter


@asynccontextmanager
async def mail_server(*, knows: bool = False, secure: ssl.SSLContext | None = None) -> AsyncIterator[MailServer]:
    """A mail server for as long as the block lasts; `knows` asks for user and password, `secure` offers TLS."""
    kept = MailServer()
    kept.knows = knows
    talks: list[SMTP] = []

    def answering() -> SMTP:
        talks.append(SMTP(kept, tls_context=secure, authenticator=_known if knows else None, auth_require_tls=False))
        return talks[-1]

    async with await asyncio.get_running_loop().create_server(answering, "127.0.0.1", 0) as server:
        kept.port = server.sockets[0].getsockname()[1]
        yield kept
        server.close()
        for transport in (talk.transport for talk in talks if talk.transport is not None):
            transport.close()


def _known(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
    return AuthResult(success=data == LoginPassword(USER, PASSWORD), handled=False)
