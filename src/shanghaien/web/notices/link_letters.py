"""The letters that carry a link: written in the language of whoever asked, when they are due."""

from collections.abc import Awaitable, Callable

from markupsafe import Markup

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext, speaking
from shanghaien.web.people.mail_links import KIND, MINUTES, LinkToSend, MailLinks, Purpose
from shanghaien.web.settings import Settings
from shanghaien.web.store.database import Database
from shanghaien.web.store.due import DueRow, DueStore
from shanghaien.web.store.mailboxes import MailboxStore
from shanghaien.web.store.once import OnceStore

from .letters import Letter, Mailer, NotPosted, mailer_of

SUBJECTS = {
    Purpose.SIGN_IN: N_("Your link to sign in"),
    Purpose.NEW: N_("Your link to keep your games"),
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
    """Sends the letters that are due."""

    def __init__(self, links: MailLinks, mailer: Mailer, public_url: str) -> None:
        self._links = links
        self._mailer = mailer
        self._public_url = public_url

    async def send(self, row: DueRow) -> None:
        """Write the letter that is due and post it; done twice, there are two letters, each with a link of its own."""
        link = await self._links.prepare(row)
        if link is None:
            return
        try:
            await self._mailer.post(link_letter(link, self._public_url))
        except NotPosted as failure:
            if not failure.for_good:
                raise


def letters_due(settings: Settings, database: Database) -> dict[str, Callable[[DueRow], Awaitable[None]]]:
    """What is done when a letter with a link is due; nothing where the host has not set up mail."""
    mailer = mailer_of(settings)
    if mailer is None:
        return {}
    links = MailLinks(OnceStore(database), DueStore(database), MailboxStore(database))
    return {KIND: LinkLetters(links, mailer, settings.public_url).send}


def link_letter(link: LinkToSend, public_url: str) -> Letter:
    """The letter with a link, plain and as HTML."""
    with speaking(link.language):
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
