"""The credentials of an account: passkeys with their labels, a mail address, recovery codes."""

from typing import Any

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.exceptions import SerializationException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.mail_links import Purpose
from shanghaien.web.people.pages.sign_in_routes import KEEP_ROUTES, LINK_ROUTES, SIGN_IN_ROUTES, ask_for_link
from shanghaien.web.people.pages.sign_in_views import KeepVisit, codes_page, keys_page
from shanghaien.web.people.passkeys import StartedCeremony
from shanghaien.web.people.sessions import device_label, device_name
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.problems import status_of

HERE = "/keep/keys"


class LastWay(DomainError):
    """The last credential of an account cannot be removed."""

    code = "last-way"


@get(HERE)
async def keys(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    return await keys_page(visit) if visit.account else Redirect("/sign-in", status_code=303)


@post(f"{HERE}/passkeys/{{key:str}}/label")
async def rename(visit: NamedDependency[KeepVisit], key: FromPath[str]) -> Redirect:
    label = (await read_fields(visit.request)).text("label", "")
    await visit.keys.passkeys.rename(visit.owner.id, key, label)
    return _back("renamed")


@post(f"{HERE}/passkeys/{{key:str}}/remove")
async def remove(visit: NamedDependency[KeepVisit], key: FromPath[str]) -> Template | Redirect:
    if await visit.keys.ways.remove_passkey(visit.owner.id, key, mail=visit.place.mail):
        return _back("removed")
    return await keys_page(visit, _last_way())


@post(f"{HERE}/mail")
async def add_address(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    fields, person = await read_fields(visit.request), visit.owner.id
    try:
        cookie = await ask_for_link(visit, Purpose.CONFIRM, fields.text("mail", "", 300), person)
    except DomainError as refusal:
        return await keys_page(visit, refusal)
    return Redirect(f"{HERE}?told=sent", status_code=303, cookies=[cookie])


@post(f"{HERE}/mail/remove")
async def remove_address(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    if await visit.keys.ways.remove_mailbox(visit.owner.id):
        return _back("removed")
    return await keys_page(visit, _last_way())


@post(f"{HERE}/codes", status_code=200)
async def new_codes(visit: NamedDependency[KeepVisit]) -> Template:
    return codes_page(visit, await visit.keys.recovery.renew(visit.owner.id), visit.owner)


def _back(word: str) -> Redirect:
    return Redirect(f"{HERE}?told={word}", status_code=303)


def _last_way() -> LastWay:
    return LastWay(
        N_("This is your last way to sign in. Make another one first: a passkey, an email address or recovery codes.")
    )


JSON = "application/json"
LONGEST_TOKEN = 100


def begun(asked: StartedCeremony) -> Response[dict[str, Any]]:
    return Response({"token": asked.token, "options": asked.options}, media_type=JSON, status_code=200)


def lead_to(path: str, cookies: list[Cookie]) -> Response[dict[str, Any]]:
    return Response({"to": path}, media_type=JSON, status_code=200, cookies=cookies)


async def read_answer(request: AnyRequest) -> tuple[str, dict[str, Any]]:
    try:
        body = await request.json()
    except (SerializationException, RecursionError, UnicodeDecodeError):  # no JSON, nested too deep, or no text
        body = None
    match body:
        case {"token": str(token), "answer": dict(answer)} if len(token) <= LONGEST_TOKEN:
            return token, answer
    raise BadRequestError(N_("This request cannot be read."))


def refused_as_json(request: AnyRequest, refusal: DomainError) -> Response[dict[str, Any]]:
    """Why nothing was changed, in a sentence."""
    headers = {"Retry-After": str(refusal.retry_after)} if refusal.retry_after else {}
    said = {"said": refusal.said(gettext), "code": refusal.code}
    return Response(said, media_type=JSON, status_code=status_of(refusal), headers=headers)


FOR_SCRIPTS: Any = {DomainError: refused_as_json}
"""How routes for scripts answer refusals."""
AN_HOUR = 120
"""How many passkeys may be asked for from one address within an hour."""


@post("/keep/passkey", status_code=200, exception_handlers=FOR_SCRIPTS)
async def ask_to_make(visit: NamedDependency[KeepVisit]) -> Response[dict[str, Any]]:
    """Another passkey for an account, or the first one for a new name."""
    fields = await read_fields(visit.request)
    await visit.try_once("passkey", AN_HOUR)
    if visit.account is not None:
        person, name = visit.account.id, visit.account.name
    else:
        person, name = PersonId(new_id()), await visit.free_name(fields.text("name", ""))
    return begun(await visit.keys.passkeys.begin(visit.party, visit.browser, person, name))


@post("/keep/passkey/answer", status_code=200, exception_handlers=FOR_SCRIPTS)
async def made(visit: NamedDependency[KeepVisit]) -> Response[dict[str, Any]]:
    """Store the passkey, and the account if it is new."""
    token, answer = await read_answer(visit.request)
    label = device_name(device_label(visit.request.headers.get("user-agent", "")))
    new = await visit.keys.passkeys.made(visit.party, visit.browser, token, answer, label)
    if visit.account is not None:
        await visit.keys.passkeys.keep(new)
        return lead_to("/keep/keys?told=passkey", [])
    keeping = visit.keys.passkeys.keeping(new)
    cookies = await visit.arrivals.make_account(visit.request, new.row.person, new.name, keeping)
    return lead_to("/keep/keys?told=kept", cookies)


@post("/sign-in/passkey", status_code=200, exception_handlers=FOR_SCRIPTS)
async def ask_to_sign(visit: NamedDependency[KeepVisit]) -> Response[dict[str, Any]]:
    await visit.try_once("passkey", AN_HOUR)
    return begun(await visit.keys.passkeys.begin_sign_in(visit.party, visit.browser))


@post("/sign-in/passkey/answer", status_code=200, exception_handlers=FOR_SCRIPTS)
async def signed(visit: NamedDependency[KeepVisit]) -> Response[dict[str, Any]]:
    token, answer = await read_answer(visit.request)
    person = await visit.keys.passkeys.signed_in(visit.party, visit.browser, token, answer)
    return lead_to("/", await visit.arrivals.sign_in(visit.request, person))


PASSKEY_ROUTES = [ask_to_make, made, ask_to_sign, signed]
KEY_ROUTES = [keys, rename, remove, add_address, remove_address, new_codes]
PAGE_ROUTES = [*KEEP_ROUTES, *PASSKEY_ROUTES, *SIGN_IN_ROUTES, *LINK_ROUTES, *KEY_ROUTES]
ROUTES = [Router("/", route_handlers=PAGE_ROUTES, dependencies={"visit": Provide(KeepVisit, sync_to_thread=False)})]
