"""Passkeys as the pages' script uses them: two steps each to make one and to sign in with one."""

from typing import Any

from litestar import Response, post
from litestar.di import NamedDependency

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.signing import new_id
from shanghaien.web.ids import PersonId
from shanghaien.web.people.devices import device_label
from shanghaien.web.people.name_rules import check_name
from shanghaien.web.people.passkeys import Begun, Made
from shanghaien.web.words.devices import device_name

from .json_answers import FOR_SCRIPTS, begun, lead_to, read_answer
from .visit import KeepVisit

AN_HOUR = 120
"""How many passkeys may be asked for from one address within an hour."""


@post("/keep/passkey", status_code=200, exception_handlers=FOR_SCRIPTS)
async def ask_to_make(visit: NamedDependency[KeepVisit]) -> Response[dict[str, Any]]:
    """Ask for a passkey: another one of whoever is signed in, else the first one under a new name."""
    fields = await read_fields(visit.request)
    await visit.try_once("passkey", AN_HOUR)
    if visit.account is not None:
        return begun(await _begin(visit, visit.account.id, visit.account.name))
    name = check_name(fields.text("name", ""))
    if not await visit.naming.is_free(name):
        raise await visit.naming.taken(name, gettext)
    return begun(await _begin(visit, PersonId(new_id()), name))


@post("/keep/passkey/answer", status_code=200, exception_handlers=FOR_SCRIPTS)
async def made(visit: NamedDependency[KeepVisit]) -> Response[dict[str, Any]]:
    """Keep the passkey that was made, and whoever is new with it."""
    token, answer = await read_answer(visit.request)
    label = device_name(device_label(visit.request.headers.get("user-agent", "")))
    new = await visit.keys.passkeys.made(visit.party, visit.browser, token, answer, label)
    if visit.account is None:
        return await _keep_all(visit, new)
    await visit.keys.passkeys.keep(new)
    return lead_to("/keep/keys?told=passkey", [])


@post("/sign-in/passkey", status_code=200, exception_handlers=FOR_SCRIPTS)
async def ask_to_sign(visit: NamedDependency[KeepVisit]) -> Response[dict[str, Any]]:
    """Ask for any passkey; nobody says who they are."""
    await visit.try_once("passkey", AN_HOUR)
    return begun(await visit.keys.passkeys.begin_sign_in(visit.party, visit.browser))


@post("/sign-in/passkey/answer", status_code=200, exception_handlers=FOR_SCRIPTS)
async def signed(visit: NamedDependency[KeepVisit]) -> Response[dict[str, Any]]:
    """Sign in whoever the passkey belongs to."""
    token, answer = await read_answer(visit.request)
    person = await visit.keys.passkeys.signed_in(visit.party, visit.browser, token, answer)
    return lead_to("/", await visit.arrivals.arrive(visit.request, person))


async def _begin(visit: KeepVisit, person: PersonId, name: str) -> Begun:
    return await visit.keys.passkeys.begin(visit.party, visit.browser, person, name)


async def _keep_all(visit: KeepVisit, new: Made) -> Response[dict[str, Any]]:
    keeping = visit.keys.passkeys.keeping(new)
    cookies = await visit.arrivals.make_account(visit.request, new.row.person, new.name, keeping)
    return lead_to("/keep/keys?told=kept", cookies)


PASSKEY_ROUTES = [ask_to_make, made, ask_to_sign, signed]
