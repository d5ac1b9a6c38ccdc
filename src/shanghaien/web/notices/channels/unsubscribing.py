"""Letters can be ended from the letter itself: a signed address in it switches the person's mail off (RFC 8058)."""

import msgspec

from shanghaien.web.http.signing import Signer
from shanghaien.web.ids import PersonId
from shanghaien.web.people.wishes import Wishes, WishStore

PURPOSE = "unsubscribe"
LONGEST = 300
"""Characters; nothing that was made here is longer."""


def unsubscribe_path(signer: Signer, person: PersonId) -> str:
    """Where a person's letters are ended: shown by a look, done by a press."""
    return f"/unsubscribe/{signer.sign(PURPOSE, person)}"


def letters_of(signer: Signer, token: str) -> PersonId | None:
    """Whose letters such an address ends; None if it was not made here."""
    values = signer.read(PURPOSE, token) if len(token) <= LONGEST else None
    return PersonId(str(values[0])) if values else None


async def end_letters(wishes: WishStore, person: PersonId) -> None:
    """Send the person no letters about games any more, until they want some again."""
    await wishes.change(person, _without_mail)


def _without_mail(wishes: Wishes) -> Wishes:
    return msgspec.structs.replace(wishes, notices=msgspec.structs.replace(wishes.notices, mail=False))
