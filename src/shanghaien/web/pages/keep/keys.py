"""The ways in of whoever is signed in: passkeys with their labels, a mail address, recovery codes."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.refusals import Refused
from shanghaien.web.people.mail_links import Purpose
from shanghaien.web.people.passkeys import clean_label

from .asking import ask_for_link
from .pages import codes_page, keys_page
from .visit import KeepVisit

HERE = "/keep/keys"


class LastWay(Refused):
    """Without it nobody could come in any more."""

    status = 409
    code = "last-way"


@get(HERE)
async def keys(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """One's ways in; guests are shown how to sign in."""
    return await keys_page(visit) if visit.account else Redirect("/sign-in", status_code=303)


@post(f"{HERE}/passkeys/{{key:str}}/label")
async def rename(visit: NamedDependency[KeepVisit], key: FromPath[str]) -> Redirect:
    """Call a passkey something else."""
    label = (await read_fields(visit.request)).text("label", "")
    await visit.keys.passkeys.store.rename(visit.owner.id, key, clean_label(label))
    return _told("renamed")


@post(f"{HERE}/passkeys/{{key:str}}/remove")
async def remove(visit: NamedDependency[KeepVisit], key: FromPath[str]) -> Template | Redirect:
    """Remove a passkey, unless it is the last way in."""
    if await visit.keys.ways.remove_passkey(visit.owner.id, key, mail=visit.place.mail):
        return _told("removed")
    return await keys_page(visit, _last_way())


@post(f"{HERE}/mail")
async def add_address(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Ask for the link that confirms a mail address."""
    fields, person = await read_fields(visit.request), visit.owner.id
    try:
        cookie = await ask_for_link(visit, Purpose.CONFIRM, fields.text("mail", "", 300), person)
    except Refused as refusal:
        return await keys_page(visit, refusal)
    return Redirect(f"{HERE}?told=sent", status_code=303, cookies=[cookie])


@post(f"{HERE}/mail/remove")
async def remove_address(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Forget the mail address, unless it is the last way in."""
    if await visit.keys.ways.remove_mailbox(visit.owner.id):
        return _told("removed")
    return await keys_page(visit, _last_way())


@post(f"{HERE}/codes", status_code=200)
async def new_codes(visit: NamedDependency[KeepVisit]) -> Template:
    """Ten new recovery codes, shown this once; the old ones end."""
    return codes_page(visit, await visit.keys.recovery.renew(visit.owner.id), visit.owner)


def _told(word: str) -> Redirect:
    return Redirect(f"{HERE}?told={word}", status_code=303)


def _last_way() -> LastWay:
    return LastWay(
        N_("This is your last way to sign in. Make another one first: a passkey, a mail address or recovery codes.")
    )


KEY_ROUTES = [keys, rename, remove, add_address, remove_address, new_codes]
