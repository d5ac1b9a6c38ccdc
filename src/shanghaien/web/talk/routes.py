"""How one wants to talk: the switches, on the page about talk and peace."""

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.response import Redirect

from shanghaien.rules import N_
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.preferences import PreferenceStore, TalkPreferences
from shanghaien.web.site.forms import AnyRequest, Fields, read_fields
from shanghaien.web.site.page_panels import PagePanel, PeacePanels
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.tables.api.extensions import Extensions
from shanghaien.web.tables.log import TalkRecord
from shanghaien.web.tables.pages.panels import Panels
from shanghaien.web.tables.service import Tables
from shanghaien.web.talk.api import extension
from shanghaien.web.talk.service import PHRASES, OwnNotes, TableTalk
from shanghaien.web.talk.views import Beside

SAVED = N_("Saved.")


async def keep_talk_wishes(wishes: PreferenceStore, person: PersonId, fields: Fields) -> None:
    """Keep the three switches as the form has them."""
    talk = TalkPreferences(*(fields.flag(name) for name in ("phrases", "free", "watchers")))
    await wishes.change(person, lambda kept: msgspec.structs.replace(kept, talk=talk))


@post("/talk")
async def save(
    request: AnyRequest, person_cookie: NamedDependency[GuestCookie], wishes: NamedDependency[PreferenceStore]
) -> Redirect:
    """Keep the switches: `phrases`, `free`, `watchers`."""
    person, cookie = person_cookie.welcome(request)
    await keep_talk_wishes(wishes, person, await read_fields(request))
    return Redirect("/talk?told=saved", status_code=303, cookies=[cookie])


def _switches(wishes: PreferenceStore) -> PagePanel:
    async def context(request: AnyRequest, person: PersonId | None) -> dict[str, object]:
        wished = TalkPreferences() if person is None else (await wishes.of(person)).talk
        told = {"told": gettext(SAVED)} if request.query_params.get("told") == "saved" else {}
        return {"wished": wished, **told}

    return PagePanel("talk/wishes.html", context)


def open_parts(parts: Parts) -> None:
    """What pages and programs ask about talk."""
    talk = parts.add(TableTalk(parts[Tables]), "talk")
    parts[TalkRecord].read, parts[TalkRecord].phrases = talk.record, PHRASES
    parts[Panels].all.append(parts.add(Beside(parts[Tables], talk, OwnNotes(parts[Tables])), "beside"))
    parts[PeacePanels].all.append(_switches(parts[PreferenceStore]))
    parts[Extensions].all.append(extension(talk))


ROUTES = [save]
