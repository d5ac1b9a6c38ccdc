"""Letters: what is sent by mail, checked so that nothing in it can reach anybody else, and who posts them."""

import asyncio
import logging
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid, parseaddr

import aiosmtplib

from shanghaien.web.mail_address import NoAddress, mail_address
from shanghaien.web.settings import Settings
from shanghaien.web.smtp_server import SmtpServer

__all__ = ["Letter", "Mailer", "NoAddress", "NotPosted", "mail_address", "mailer_of"]

log = logging.getLogger("shanghaien.letters")
HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}", re.ASCII)
OURS = {"from", "to", "subject", "date", "bcc", "cc", "sender", "mime-version", "content-type"}
"""Headers that no letter may bring along by itself."""
WHOLE = {"List-Unsubscribe"}
SECONDS, SECONDS_IN_ALL = 20, 60
"""For each step of a talk with the mail server, and for the whole."""
REFUSED_FOR_GOOD = 500
BREAKS = {"Cc", "Cs", "Zl", "Zp"}
"""Kinds of signs that end a line somewhere, or are none."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter to one mailbox; ValueError if address, subject or a header holds what does not belong there."""

    to: str
    subject: str
    text: str
    html: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if mail_address(self.to) != self.to:
            raise NoAddress
        for line in (self.subject, *self.headers.values()):
            if not _one_line(line):
                raise ValueError("A header must be one line.")
        if any(not HEADER_NAME.fullmatch(name) or name.lower() in OURS for name in self.headers):
            raise ValueError("A letter may not bring this header along.")


class NotPosted(Exception):
    """The letter was not taken; `for_good` if it never will be, since nobody has this mailbox."""

    def __init__(self, *, for_good: bool = False) -> None:
        self.for_good = for_good
        super().__init__("The letter was refused for good." if for_good else "The letter could not be handed in.")


class Mailer:
    """Hands letters in at the host's mail server."""

    def __init__(self, server: SmtpServer, sender: str) -> None:
        self._server = server
        self._sender = sender
        self._address = parseaddr(sender)[1]
        self.domain = self._address.rpartition("@")[2]
        """Where letters come from, for what names them in the world."""

    async def post(self, letter: Letter) -> None:
        """Hand a letter in; it is on its way when this ends.

        NotPosted if it is not, and whether that is for good; anything else that is raised leaves it open.
        """
        message, client = self._written(letter), self._client()
        async with asyncio.timeout(SECONDS_IN_ALL):
            try:
                await client.connect()
            except (aiosmtplib.SMTPException, OSError) as error:
                raise _not_posted(error) from None
            try:
                await client.sendmail(self._address, [letter.to], message.as_bytes())
            except (aiosmtplib.SMTPResponseException, aiosmtplib.SMTPRecipientsRefused) as error:
                raise _not_posted(error) from None
            finally:
                client.close()

    def _written(self, letter: Letter) -> EmailMessage:
        message = EmailMessage(_Writing(linesep="\r\n", cte_type="7bit"))
        message["From"], message["To"], message["Subject"] = self._sender, letter.to, letter.subject
        message["Date"] = formatdate()
        message["Auto-Submitted"] = "auto-generated"
        for name, value in letter.headers.items():
            message[name] = value
        if "Message-ID" not in message:
            message["Message-ID"] = make_msgid(domain=self.domain)
        message.set_content(letter.text)
        if letter.html:
            message.add_alternative(letter.html, subtype="html")
        return message

    def _client(self) -> aiosmtplib.SMTP:
        server = self._server
        return aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            local_hostname=self.domain,  # else the machine's own name would be looked up, and told
            timeout=SECONDS,
            use_tls=server.tls == "whole",
            start_tls={"after": True, "offered": None}.get(server.tls, False),
        )


class _Writing(EmailPolicy):
    """How letters are written: in seven bits, which every mail server takes, and with whole addresses in headers."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name in WHOLE:  # broken into lines it would be encoded, and nobody could press it
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


def mailer_of(settings: Settings) -> Mailer | None:
    """Who posts letters by these settings; nobody where the host has not set up mail."""
    if not settings.smtp:
        return None
    return Mailer(SmtpServer.read(settings.smtp), settings.mail_from)


def _one_line(text: str) -> bool:
    return all(unicodedata.category(sign) not in BREAKS for sign in text)


def _not_posted(error: Exception) -> NotPosted:
    # The server's words may hold the address, which stands in no log.
    log.warning("a letter could not be handed in", extra={"cause": type(error).__name__})
    refused = error.recipients if isinstance(error, aiosmtplib.SMTPRecipientsRefused) else []
    return NotPosted(for_good=bool(refused) and all(each.code >= REFUSED_FOR_GOOD for each in refused))
