"""Letters: what is sent by mail, checked so that nothing in it can reach anybody else, and who posts them."""

import asyncio
import logging
import re
import ssl
import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid, parseaddr

import aiosmtplib
from markupsafe import Markup

from shanghaien.rules import N_
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.i18n import gettext, language_context
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.core.mail_addresses import NoAddress, SmtpServer, mail_address
from shanghaien.web.core.settings import Settings
from shanghaien.web.people.credential_store import MailboxStore, OneTimeStore
from shanghaien.web.people.mail_links import KIND, MINUTES, LinkToSend, MailLinks, Purpose

log = logging.getLogger("shanghaien.letters")
HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}", re.ASCII)
OURS = {"from", "to", "subject", "date", "bcc", "cc", "sender", "mime-version", "content-type"}
"""Headers that no letter may bring along by itself."""
ADDRESS = re.compile(r"[^\s<>\"'(),;:]+@[^\s<>\"'(),;:]+")
LONGEST_REASON = 200
WHOLE = {"List-Unsubscribe"}
SECONDS, SECONDS_IN_ALL = 20, 60
"""For each step of a talk with the mail server, and for the whole."""
REFUSED_FOR_GOOD = 500
BREAKS = {"Cc", "Cs", "Zl", "Zp"}
"""Kinds of signs that end a line somewhere, or are none."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter to one mailbox; ValueError if address, subject or a header is not safe to send."""

    to: str
    subject: str
    text: str
    html: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if mail_address(self.to) != self.to:
            raise NoAddress
        for line in (self.subject, *self.headers.values()):
            if any(unicodedata.category(sign) in BREAKS for sign in line):
                raise ValueError("A header must be one line.")
        if any(not HEADER_NAME.fullmatch(name) or name.lower() in OURS for name in self.headers):
            raise ValueError("A letter may not bring this header along.")


class NotPosted(Exception):
    """The letter was not taken, and why; `for_good` if it never will be, since there is no such mailbox."""

    def __init__(self, sentence: str, *, for_good: bool = False) -> None:
        self.for_good = for_good
        super().__init__(sentence)


class Mailer:
    """Hands letters in at the host's mail server."""

    def __init__(self, server: SmtpServer, sender: str) -> None:
        self._server = server
        self._sender = sender
        self._address = parseaddr(sender)[1]
        self.domain = self._address.rpartition("@")[2]
        """Where letters come from, for what names them in the world."""
        self.where = f"{server.host}:{server.port}"

    async def post(self, letter: Letter) -> None:
        """Hand a letter in; it is on its way when this ends.

        NotPosted if it is not, and whether that is for good; anything else that is raised leaves it open.
        """
        message, client = self._written(letter), self._client()
        async with asyncio.timeout(SECONDS_IN_ALL):
            try:
                await client.connect()
            except (aiosmtplib.SMTPException, OSError) as error:
                raise _not_posted(self._server, error) from None
            try:
                await client.sendmail(self._address, [letter.to], message.as_bytes())
            except (aiosmtplib.SMTPResponseException, aiosmtplib.SMTPRecipientsRefused) as error:
                raise _not_posted(self._server, error) from None
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
            local_hostname=self.domain,  # else the machine's own name would be looked up and sent
            timeout=SECONDS,
            use_tls=server.tls == "whole",
            start_tls={"after": True, "offered": None}.get(server.tls, False),
        )


class _Writing(EmailPolicy):
    """How letters are written: in seven bits, which every mail server takes, and with whole addresses in headers."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name in WHOLE:  # broken into lines it would be encoded, and could not be pressed
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


async def send_test_letter(mailer: Mailer, address: str) -> None:
    """Post a letter that says that mail works; NotPosted if it does not."""
    text = "Shanghaien can send mail: this letter was sent by the command shanghaien mail-test.\n"
    await mailer.post(Letter(address, "Shanghaien: mail works", text))


def mailer_of(settings: Settings) -> Mailer | None:
    """None where the host has not set up mail."""
    if not settings.smtp:
        return None
    return Mailer(SmtpServer.read(settings.smtp), settings.mail_from)


def _not_posted(server: SmtpServer, error: Exception) -> NotPosted:
    sentence = _what_happened(server, error)
    log.warning("a letter could not be handed in", extra={"reason": sentence})
    refused = error.recipients if isinstance(error, aiosmtplib.SMTPRecipientsRefused) else []
    return NotPosted(sentence, for_good=bool(refused) and all(each.code >= REFUSED_FOR_GOOD for each in refused))


def _what_happened(server: SmtpServer, error: Exception) -> str:
    """What the host has to know: which server, at which step, and what it says."""
    where, said = f"{server.host}:{server.port}", _without_addresses(_said_by(error))
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return f"{where} does not take the user and the password: {said}"
    if _is_about_tls(error):
        return f"{where} offers no TLS that can be trusted: {said}"
    if isinstance(error, aiosmtplib.SMTPResponseException | aiosmtplib.SMTPRecipientsRefused):
        return f"{where} refused the letter: {said}"
    return f"{where} cannot be reached: {said}"


def _said_by(error: Exception) -> str:
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return "; ".join(_said_by(each) for each in error.recipients)
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return f"{error.code} {error.message}"
    return str(error) or type(error).__name__


def _is_about_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError) or "STARTTLS" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _without_addresses(text: str) -> str:
    """The text on one line, without mail addresses, which stand in no log."""
    return ADDRESS.sub("…", " ".join(text.split()))[:LONGEST_REASON]


# The letters that carry a link: written in the language of the person who asked, when they are due.

SUBJECTS = {
    Purpose.SIGN_IN: N_("Your link to sign in"),
    Purpose.NEW: N_("Your link to create an account"),
    Purpose.CONFIRM: N_("Your link to confirm this address"),
}
BUTTONS = {
    Purpose.SIGN_IN: N_("Sign in"),
    Purpose.NEW: N_("Keep my games"),
    Purpose.CONFIRM: N_("Confirm this address"),
}
HTML = """<!doctype html>
<html lang="{language}">
<body style="font-family: Georgia, serif; color: #26180d; background: #fbf4e4; padding: 24px">
<h1 style="font-size: 22px">{subject}</h1>
<p>{how}</p>
<p><a href="{link}" style="display: inline-block; padding: 12px 20px; border-radius: 10px; background: #e2b652;
 color: #2a1a05; font-weight: bold; text-decoration: none">{button}</a></p>
<p style="word-break: break-all">{link}</p>
<p>{otherwise}</p>
</body>
</html>
"""


class LinkLetters:
    """Sends letters with a link to sign in or to confirm an address."""

    def __init__(self, links: MailLinks, mailer: Mailer, public_url: str) -> None:
        self._links = links
        self._mailer = mailer
        self._public_url = public_url

    async def send(self, row: JobRow) -> None:
        """Write the letter that is due and post it; done twice, there are two letters, each with its own link."""
        link = await self._links.prepare(row)
        if link is None:
            return
        try:
            await self._mailer.post(link_letter(link, self._public_url))
        except NotPosted as failure:
            if not failure.for_good:
                raise


def letter_handlers(settings: Settings, database: Database) -> dict[str, Callable[[JobRow], Awaitable[None]]]:
    """The handler of letters with a link; none where the host has not set up mail."""
    mailer = mailer_of(settings)
    if mailer is None:
        return {}
    links = MailLinks(OneTimeStore(database), JobStore(database), MailboxStore(database))
    return {KIND: LinkLetters(links, mailer, settings.public_url).send}


def link_letter(link: LinkToSend, public_url: str) -> Letter:
    with language_context(link.language):
        subject, button = gettext(SUBJECTS[link.purpose]), gettext(BUTTONS[link.purpose])
        how = gettext(
            "Open this link within %(minutes)s minutes, in the browser where you asked for it, and press the button "
            "there. It works once."
        ) % {"minutes": MINUTES}
        otherwise = gettext("You did not ask for this? Then do nothing: without the link, nothing happens.")
        address = f"{public_url}/in/{link.token}"
        html = Markup(HTML).format(  # noqa: S704 - what is filled in is escaped
            language=link.language, subject=subject, how=how, link=address, button=button, otherwise=otherwise
        )
        text = f"{how}\n\n{address}\n\n{otherwise}\n"
    return Letter(link.address, f"Shanghaien: {subject}", text, str(html))
