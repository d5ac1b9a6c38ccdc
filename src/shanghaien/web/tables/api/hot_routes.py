"""The two routes that programs ask most, answered before the framework: a look at a game, and an action."""

import re
from typing import Any

import msgspec
from litestar.types import ReceiveMessage, Scope

from shanghaien.web.core.ids import GameId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.tokens import PLAY, READ, Tokens
from shanghaien.web.site.forms import NotPlain
from shanghaien.web.site.middleware import HotRoute
from shanghaien.web.tables.api.game_visit import ONE_WORD, GameVisit
from shanghaien.web.tables.api.schemas import ActionRequest
from shanghaien.web.tables.api.views import ENCODER
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables

GAME = "/api/v1/games/{game}"
SINCE = re.compile(rb"since=(\d{1,7})")
ACTION = msgspec.json.Decoder(ActionRequest)


def hot_routes(parts: Parts) -> list[HotRoute]:
    """The routes, with the parts that answer them."""
    tables, seating, tokens = parts[Tables], parts[Seating], parts[Tokens]

    async def look(game: str, scope: Any, message: ReceiveMessage) -> bytes:
        query = scope["query_string"]
        since = SINCE.fullmatch(query)
        if query and since is None:
            raise NotPlain
        visit = GameVisit(tables, seating, await tokens.person(authorization(scope), READ))
        return ENCODER.encode(await visit.seen(GameId(game), int(since[1]) if since else 0))

    async def act(game: str, scope: Any, message: ReceiveMessage) -> bytes:
        if message["type"] != "http.request" or message.get("more_body"):
            raise NotPlain
        visit = GameVisit(tables, seating, await tokens.person(authorization(scope), PLAY))
        data = ACTION.decode(message["body"])
        table = await tables.act(visit.asked(GameId(game), data), data.action, data.link)
        return ENCODER.encode(await visit.seen_at(table, data.version))

    return [_hot("GET", GAME, look), _hot("POST", f"{GAME}/actions", act)]


def _hot(method: str, name: str, answer: Any) -> HotRoute:
    return HotRoute(method, re.compile(name.replace("{game}", f"({ONE_WORD.pattern})")), name, answer)


def authorization(scope: Scope) -> str:
    """The header with a program's token; empty if there is none."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"authorization"), "")
