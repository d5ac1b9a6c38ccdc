"""What is said at a table, for programs: read it, hear it, say something."""

from typing import Annotated, Literal

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.api.extensions import Extension
from shanghaien.web.tables.api.game_visit import GameVisit, checked
from shanghaien.web.tables.api.schemas import Letter, OwnId, problems
from shanghaien.web.tables.api.views import LETTERS
from shanghaien.web.tables.log import PHRASE
from shanghaien.web.tables.model import Viewer
from shanghaien.web.tables.stream import News
from shanghaien.web.talk.service import PHRASES, TableTalk
from shanghaien.web.talk.store import SaidRow


class SayRequest(Struct, forbid_unknown_fields=True):
    """Something to say: one of the phrases by its key, or else a text of your own."""

    phrase: Annotated[
        Literal["", "hello", "rolled", "oops", "sorry", "thanks", "game"],
        Meta(description="The key of a phrase, which everybody reads in their own language."),
    ] = ""
    text: Annotated[str, Meta(max_length=200, description="Free text, where both players want it.")] = ""


class Say(SayRequest, kw_only=True, tag_field="type", tag="say"):
    """Say something at the table, over a socket."""

    id: OwnId


class SaidShape(Struct):
    """Something that was said at the table; a phrase has a key, and its text is English."""

    number: int
    seat: Letter
    phrase: str | None
    text: str
    at: int


Visit = NamedDependency[GameVisit]
TalkPart = NamedDependency[TableTalk]


def said_view(row: SaidRow) -> SaidShape:
    """A phrase by its key and in English."""
    phrase = row.text if row.kind == PHRASE else None
    return SaidShape(row.number, LETTERS[row.seat], phrase, PHRASES.get(row.text, "") if phrase else row.text, row.at)


async def said_by(talk: TableTalk, visit: GameVisit, game: GameId, asked: SayRequest) -> SaidRow:
    if asked.phrase:
        return await talk.say(checked(game), visit.person, asked.phrase)
    return await talk.write(checked(game), visit.person, asked.text)


class TalkSubscription:
    """What a program hears of the talk at one table, from after a number on."""

    def __init__(self, talk: TableTalk, viewer: Viewer, after: int = 0) -> None:
        self._talk, self.viewer, self._last = talk, viewer, after

    async def new(self, news: News) -> list[SaidShape]:
        """What was said since the last call."""
        if not news.of_talk:
            return []
        rows = await self._talk.heard(news.table, await self._talk.terms(news.table, self.viewer), self._last)
        self._last = max([self._last, *(row.number for row in rows)])
        return [said_view(row) for row in rows]


def extension(talk: TableTalk) -> Extension:
    async def receive(visit: GameVisit, game: GameId, asked: Say) -> None:
        await said_by(talk, visit, game, asked)

    return Extension("said", lambda viewer: TalkSubscription(talk, viewer), Say, receive)


@get("/games/{game:str}/said", summary="Read what was said", responses=problems(404))
async def read_said(visit: Visit, talk: TalkPart, game: FromPath[GameId], after: FromQuery[int] = 0) -> list[SaidShape]:
    """What was said at the table after a number, as far as you may read it: the last 60 things."""
    table, viewer = await visit.tables.look(checked(game), visit.person)
    return [said_view(row) for row in await talk.heard(table, await talk.terms(table, viewer), max(after, 0))]


@post("/games/{game:str}/said", status_code=200, summary="Say something", responses=problems(403, 404, 409))
async def say(visit: Visit, talk: TalkPart, game: FromPath[GameId], data: JSONBody[SayRequest]) -> SaidShape:
    """Say a `phrase` by its key, or a `text` where both players want free text. It changes no version."""
    return said_view(await said_by(talk, visit, game, data))


ROUTES = [read_said, say]
