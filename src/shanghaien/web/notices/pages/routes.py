"""The page on which people choose where and when they want notices, and about what."""

import logging

from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.notices.compose import NoticeReader, compose_trial
from shanghaien.web.notices.model import SENT, Channel, Notice, Outcome, failed
from shanghaien.web.notices.pages.place_routes import BROWSER_ROUTES, WEBHOOK_ROUTES
from shanghaien.web.notices.pages.play_routes import PLAYED_ROUTES
from shanghaien.web.notices.pages.views import JSON, NoticeVisit
from shanghaien.web.notices.parts import Senders
from shanghaien.web.notices.places import NoticePlaces, open_places
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.site.forms import read_fields

# A notice on trial: sent at once to every place where the person wants notices, so that they see that it works.

log = logging.getLogger("shanghaien.notices")
MOST_AN_HOUR = 10


async def send_trial(places: NoticePlaces, person: PersonId) -> str:
    """Send it; "sent" if it left for at least one place, "unsent" if for none, "nowhere" if there is none."""
    await places.attempts.check(HourlyLimit("trial notice", person, MOST_AN_HOUR))
    preferences, notice = (
        (await places.preferences.of(person)).notices,
        compose_trial(NoticeReader(person, language(), now())),
    )
    wanted = [channel for channel in places.channels if getattr(preferences, channel.name)]
    outcomes = [await _sent(channel, place, notice) for channel in wanted for place in await channel.places(person)]
    if not outcomes:
        return "nowhere"
    return "sent" if SENT in outcomes else "unsent"


async def _sent(channel: Channel, place: str, notice: Notice) -> Outcome:
    try:
        return await channel.send(place, notice)
    except Exception:  # whatever it was, the answer is that nothing was sent
        log.exception("a notice on trial could not be sent")
        return failed()


SAID = {
    "saved": N_("Saved."),
    "sent": N_("Sent. It should be there in a moment."),
    "unsent": N_("It could not be sent. Try again in a few minutes."),
    "nowhere": N_("There is nowhere to send it. Switch something on first."),
    "new": N_("The old addresses no longer work. These are the new ones."),
}
"""What the page says after a press, by the word in its address."""


@get("/notices")
async def notices_page(visit: NamedDependency[NoticeVisit]) -> Template:
    said = SAID.get(visit.request.query_params.get("told", ""), "")
    return await visit.show(gettext(said) if said else "")


@post("/notices", status_code=200)
async def save(visit: NamedDependency[NoticeVisit]) -> Response[bytes] | Redirect:
    """Keep the whole form."""
    await visit.save(await read_fields(visit.request))
    return _told(visit, "saved")


@post("/notices/trial", status_code=200)
async def trial(visit: NamedDependency[NoticeVisit]) -> Response[bytes] | Redirect:
    """Keep the form, and send a notice to wherever the person wants them."""
    await visit.save(await read_fields(visit.request))
    return _told(visit, await send_trial(visit.places, visit.person))


@post("/notices/mute")
async def mute(visit: NamedDependency[NoticeVisit]) -> Redirect:
    """Send no notices of a game (`muted` is 1), or send them again (0)."""
    fields = await read_fields(visit.request)
    game, muted = GameId(fields.text("game", longest=40)), fields.flag("muted")
    await visit.mute(game, muted=muted)
    return Redirect(f"/notices?game={game}" if muted else "/notices?told=saved", status_code=303)


@post("/notices/addresses")
async def new_addresses(visit: NamedDependency[NoticeVisit]) -> Redirect:
    """Let the private addresses of feed and calendar end, and have new ones."""
    await visit.renew_addresses()
    return Redirect("/notices?told=new", status_code=303)


def _told(visit: NoticeVisit, word: str) -> Response[bytes] | Redirect:
    """The answer to our own script in a sentence; a browser without script is led back to the page."""
    if visit.request.headers.get("accept") == JSON:
        return visit.answered({"said": gettext(SAID[word])})
    return Redirect(f"/notices?told={word}", status_code=303)


PAGE_ROUTES = [notices_page, save, trial, mute, new_addresses, *BROWSER_ROUTES, *WEBHOOK_ROUTES, *PLAYED_ROUTES]


def open_parts(parts: Parts) -> None:
    """What pages ask about notices."""
    places = open_places(parts.settings, parts.database, parts.signer, parts[PreferenceStore], parts[Senders])
    parts.add(places)


ROUTES = [Router("/", route_handlers=PAGE_ROUTES, dependencies={"visit": Provide(NoticeVisit, sync_to_thread=False)})]
