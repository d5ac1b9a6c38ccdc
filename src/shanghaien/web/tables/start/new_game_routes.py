"""Setting up a table: the form, what the server commits to for it, and what comes of it."""

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import EXPANSIONS, PILE_TRICKS, PRESETS, First, Options, RulesError, Starter
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.people.pages.remembered_name import name_given, remember, remembered_name
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.site.forms import AnyRequest, Fields, place_of, read_fields
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.create import check_word
from shanghaien.web.tables.errors import refusal_of
from shanghaien.web.tables.model import DEFAULT_LEVEL, LEVELS
from shanghaien.web.tables.pages.table_dice import read_own_dice
from shanghaien.web.tables.pages.table_visit import OwnTime
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import Setup, SetupRequest
from shanghaien.web.tables.start.new_game_views import (
    FIELDS,
    OWN_MIX,
    TERM_FIELDS,
    count_field,
    present,
    read_delay,
    read_pace,
    read_rated,
)


def read_setup(fields: Fields, own_name: str = "") -> Setup:
    """The setup that the form asks for."""
    mode = fields.text("mode")
    pace = read_pace(fields, mode)
    return SetupRequest(
        mode=mode,
        options=read_options(fields),
        seat=fields.text("seat", "random"),
        name=own_name or fields.text("name", ""),
        name_b=fields.text("name_b", ""),
        level=fields.text("level", DEFAULT_LEVEL),
        level_b=fields.text("level_b", ""),
        dice=read_own_dice(fields),
        pace=pace,
        rated=read_rated(fields, mode, pace),
        delay=read_delay(fields),
    ).checked()


def sent_again(fields: Fields) -> list[tuple[str, str]]:
    """The fields of the form about the table, for another form to send again."""
    names = ("mode", "preset", "seat", "name", "name_b", "level", "level_b", "first", "starter", *EXPANSIONS)
    wanted = (*names, *FIELDS, *TERM_FIELDS, *(count_field(trick) for trick in PILE_TRICKS))
    return [(name, fields.text(name)) for name in wanted if name in fields]


def read_options(fields: Fields) -> Options:
    """The options of a preset and what is chosen on top of it (R4, R7, R13, R25 and the expansions)."""
    preset = PRESETS.get(fields.text("preset", OWN_MIX), Options())
    try:
        return Options(
            tricks=_tricks(fields),
            first=fields.text("first", First.RANDOM),
            starter=fields.text("starter", Starter.AFTER_SHANGHAI),
            **{name: fields.flag(name) or name in preset.expansions for name in EXPANSIONS},
        )
    except RulesError as error:
        raise refusal_of(error) from None


def _tricks(fields: Fields) -> tuple[int, int, int]:
    names = [count_field(trick) for trick in PILE_TRICKS]
    if not any(name in fields for name in names):
        return Options().tricks
    first, second, third = (fields.number(name) for name in names)
    return first, second, third


@get("/new", sync_to_thread=False)
def new(request: AnyRequest) -> Template:
    form, own_name = present(LEVELS, DEFAULT_LEVEL), remembered_name(request)
    context = {"site": site_of(request), "form": form, "own_name": own_name}
    return Template("tables/new_game/new.html", context=context)


@post("/reserve", status_code=200)
async def reserve(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
) -> Response[bytes]:
    """What the server commits to for a new game, for the script of a form, before it adds anything."""
    quotas.ask(Work.RESERVATIONS, request.user.person, place_of(request))
    made = await tables.reserve()
    chains = {
        "server": made.chains.server,
        "creatorHeld": made.chains.creator_held,
        "guestHeld": made.chains.guest_held,
    }
    told = {"game": made.id, "token": made.token, **chains, "receipt": made.receipt, "key": made.key}
    return Response(msgspec.json.encode(told), media_type="application/json")


@post("/new")
async def create(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[GuestCookie],
    preferences: NamedDependency[PreferenceStore],
) -> Redirect | Template:
    """Set up a table and go there; a player with a word for the dice first sees what the server commits to."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    name = name_given(request, fields)
    setup, reservation = read_setup(fields, name), fields.text("reservation", "")
    # A page without script has not seen yet what the server commits to.
    if setup.dice.word and not reservation and not setup.mode.adds_nothing:
        check_word(setup.dice.word)
        quotas.ask(Work.RESERVATIONS, person, place_of(request))
        return await _confirm(request, tables, fields)
    created = quotas.created(setup.mode, person, place_of(request))
    table = await tables.create(setup, person, reservation, fields.text("id", ""))
    created(table.id)
    await OwnTime(request, tables, preferences).sit_down(table, person)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie, remember(name)])


async def _confirm(request: AnyRequest, tables: Tables, fields: Fields) -> Template:
    context = {"fields": sent_again(fields), "reservation": await tables.reserve()}
    return Template("tables/new_game/confirm.html", context={"site": site_of(request), **context}, status_code=200)


ROUTES = [new, create, reserve]
