"""Notices by mail: to the address whose owner has confirmed it, and with a way out in every letter."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from msgspec.structs import replace

from shanghaien.web.core.i18n import gettext, language_context
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.mailer import Letter, Mailer, NotPosted
from shanghaien.web.notices.model import NOBODY, SENT, Notice, Outcome, failed
from shanghaien.web.people.credential_store import MailboxStore
from shanghaien.web.people.preferences import PreferenceStore

# A notice as a letter, plain and as HTML, in the language of its reader.

# Mail programs know no style sheets of ours, so the styles stand where they hold.
BUTTON = (
    "display: inline-block; padding: 12px 20px; border-radius: 10px; background: #e2b652; color: #2a1a05; "
    "font-weight: bold; text-decoration: none"
)
PAGE = Markup("""<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>{title}</title></head>
<body style="font-family: Georgia, serif; font-size: 16px; color: #26180d; background: #fbf4e4; padding: 24px">
<h1 style="font-size: 22px">{title}</h1>
<p>{line}</p>
{games}<p><a href="{link}" style="{button}">{open}</a></p>
<hr style="border: 0; border-top: 1px solid #8b7350">
<p style="font-size: 13px; color: #5b4531">{why}<br><a href="{unsubscribe}" style="color: #7a3b06">{stop}</a> ·
<a href="{settings}" style="color: #7a3b06">{choose}</a></p>
</body>
</html>
""")
GAME = Markup('<p><a href="{link}" style="color: #7a3b06; font-weight: bold">{title}</a><br>{line}</p>\n')


@dataclass(frozen=True, slots=True)
class LetterTemplates:
    """What every letter of this site has in common: where its links lead, and whose name it bears."""

    site: str
    domain: str

    def write(self, notice: Notice, to: str, unsubscribe: str) -> Letter:
        """The letter to a mailbox; `unsubscribe` is the path that ends such letters."""
        with language_context(notice.language):
            words = _words(notice)
        links = {
            "link": self.site + notice.url,
            "unsubscribe": self.site + unsubscribe,
            "settings": f"{self.site}/notices",
        }
        text, html = self._text(notice, words, links), self._html(notice, words, links)
        return Letter(to, notice.title, text, html, self._headers(notice, links["unsubscribe"]))

    def _text(self, notice: Notice, words: dict[str, str], links: dict[str, str]) -> str:
        games = [f"{game.title}\n{game.line}\n{self.site}{game.url}" for game in notice.waiting]
        end = f"-- \n{words['why']}\n{words['stop']}: {links['unsubscribe']}\n{words['choose']}: {links['settings']}\n"
        return "\n\n".join([notice.title, notice.line, *games, f"{words['open']}: {links['link']}", end])

    def _html(self, notice: Notice, words: dict[str, str], links: dict[str, str]) -> str:
        games = Markup("").join(
            GAME.format(link=self.site + game.url, title=game.title, line=game.line) for game in notice.waiting
        )
        told = {"language": notice.language, "title": notice.title, "line": notice.line, "button": BUTTON}
        return str(PAGE.format(games=games, **told, **words, **links))

    def _headers(self, notice: Notice, unsubscribe: str) -> dict[str, str]:
        """A letter sent again has the same Message-ID; letters about one game form a thread."""
        said = (notice.person, notice.kind, notice.game, str(notice.turn), notice.line)
        return {
            "Message-ID": self._named(*said),
            "References": self._named(notice.person, notice.game or notice.kind),
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }

    def _named(self, *parts: str) -> str:
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return f"<{digest[:40]}@{self.domain}>"


def _words(notice: Notice) -> dict[str, str]:
    return {
        "open": gettext("Open the table") if notice.game else gettext("Open your games"),
        "why": gettext("You get this email because you asked for news of your games."),
        "stop": gettext("No more emails"),
        "choose": gettext("Choose your notices"),
    }


# Letters can be ended from the letter itself: a signed address in it switches the person's mail off (RFC 8058).

PURPOSE = "unsubscribe"
LONGEST = 300
"""Characters; nothing that was made here is longer."""


def unsubscribe_path(signer: Signer, person: PersonId) -> str:
    return f"/unsubscribe/{signer.sign(PURPOSE, person)}"


def letters_of(signer: Signer, token: str) -> PersonId | None:
    """Whose letters a signed address ends; None if it was not made here."""
    values = signer.read(PURPOSE, token) if len(token) <= LONGEST else None
    return PersonId(str(values[0])) if values else None


async def end_letters(preferences: PreferenceStore, person: PersonId) -> None:
    """Send the person no letters about games any more, until they want some again."""
    await preferences.change(person, lambda known: replace(known, notices=replace(known.notices, mail=False)))


class MailChannel:
    """Sends notices as letters."""

    name = "mail"

    def __init__(self, mailboxes: MailboxStore, mailer: Mailer, signer: Signer, site: str) -> None:
        self._mailboxes = mailboxes
        self._mailer = mailer
        self._signer = signer
        self._templates = LetterTemplates(site, mailer.domain)

    async def places(self, person: PersonId) -> Sequence[str]:
        return [self.name] if await self._mailboxes.of(person) else []

    async def send(self, place: str, notice: Notice) -> Outcome:
        address = await self._mailboxes.of(notice.person)
        if address is None:
            return NOBODY
        letter = self._templates.write(notice, address, unsubscribe_path(self._signer, notice.person))
        try:
            await self._mailer.post(letter)
        except NotPosted as refusal:
            return NOBODY if refusal.for_good else failed(problem=str(refusal))
        return SENT
