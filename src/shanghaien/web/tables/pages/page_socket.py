"""What the scripts of pages send most, answered briefly: by requests, or over the socket that brings them the events."""

import asyncio
import re
from collections.abc import AsyncGenerator, Coroutine, Iterator, Mapping
from contextlib import aclosing, contextmanager, suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath, FromQuery

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.site.forms import BRIEFLY, URL_ENCODED, AnyRequest, Fields
from shanghaien.web.site.load_shedding import RateLimit
from shanghaien.web.site.middleware import FormAnswer, HotRoute, hot_form
from shanghaien.web.site.problems import status_of, too_fast
from shanghaien.web.site.sessions import FIELD, VisitorMiddleware
from shanghaien.web.site.sockets import AGAIN, REFUSED, AnySocket, Gone, SocketConnection, comes_from_own_page
from shanghaien.web.tables.pages.page_stream import as_text, page_events
from shanghaien.web.tables.pages.table_panels import PageEvent, TableLook
from shanghaien.web.tables.pages.table_visit import JSON, TableVisit, VisitParts, read_change, refused_briefly
from shanghaien.web.tables.service import Tables


def brief_answers(tables: Tables) -> Mapping[str, FormAnswer]:
    """How the forms are answered that pages send most, a choice and the link of a draw, by the ends of their addresses."""

    async def act(game: str, fields: Fields, person: PersonId | None) -> bytes:
        asked = read_change(fields, GameId(game), person)
        table = await tables.act(asked, fields.text("action"), fields.text("link", ""))
        return msgspec.json.encode({"version": table.version})

    async def open_link(game: str, fields: Fields, person: PersonId | None) -> bytes:
        table = await tables.open_link(read_change(fields, GameId(game), person), fields.text("link"))
        return msgspec.json.encode({"version": table.version})

    return {"act": act, "open": open_link}


def hot_forms(parts: Parts) -> list[HotRoute]:
    """The same forms as requests."""
    visitors, answers = parts[VisitorMiddleware], brief_answers(parts[Tables])
    return [
        hot_form(visitors, re.compile(f"/t/([^/]+)/{what}"), f"/t/{{game}}/{what}", answer)
        for what, answer in answers.items()
    ]


class SentForm(msgspec.Struct, forbid_unknown_fields=True):
    """A form as a page sends it over its socket: to `/t/GAME/to`."""

    re: int
    """What the answer names."""
    to: str
    form: dict[str, str]


class AnsweredForm(msgspec.Struct, tag_field="event", tag="answer"):
    """What the same form would have been answered as a request."""

    re: int
    status: int
    type: str
    body: str


SENT = msgspec.json.Decoder(SentForm)
ONE_WORD = re.compile("[a-z-]{1,20}")
SESSION_OVER = REFUSED + 401
LOOKED_EVERY = 30.0
"""Seconds until it is noticed that a session was ended by another process; its forms are refused at once."""


class OpenSessions:
    """The sockets that were opened by somebody who is signed in: they are told when their session may have ended."""

    def __init__(self, sessions: Sessions) -> None:
        self._doubts: dict[str, set[asyncio.Event]] = {}
        sessions.after_forget.append(self._tell)

    @contextmanager
    def opened(self, *names: str) -> Iterator[asyncio.Event]:
        """An event that is set when the session, or all of the person's, may have ended."""
        doubt = asyncio.Event()
        for name in names:
            self._doubts.setdefault(name, set()).add(doubt)
        try:
            yield doubt
        finally:
            for name in names:
                self._doubts[name].discard(doubt)
                if not self._doubts[name]:
                    del self._doubts[name]

    def _tell(self, name: str) -> None:
        for doubt in self._doubts.get(name, ()):
            doubt.set()

    async def end_of(self, request: AnyRequest, visitors: VisitorMiddleware) -> None:
        """Wait until the session with which a socket was opened has ended."""
        visitor = request.user
        if visitor.account is None:
            await asyncio.Event().wait()  # a guest has no session that could end
        with self.opened(visitor.session, str(visitor.person)) as doubt:
            while True:
                doubt.clear()
                with suppress(Exception):  # a store that is out of reach ends no session
                    if not await visitors.is_still(visitor, request):
                        return
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOKED_EVERY):
                        await doubt.wait()


class SocketForms:
    """Answers the forms of one page as if each were a request with the cookies that opened the socket."""

    def __init__(self, socket: AnySocket, visit: TableVisit, game: GameId, visitors: VisitorMiddleware) -> None:
        self._app, self._visit, self._game, self._visitors = socket.app, visit, game, visitors
        self._answers = brief_answers(visit.tables)
        self._limit: RateLimit | None = socket.app.state.rate_limit
        kept = ("asgi", "http_version", "server", "client", "root_path")
        self._scope = {name: socket.scope.get(name) for name in kept} | {
            "type": "http",
            "method": "POST",
            "scheme": visit.request.scope["scheme"],
            "query_string": b"",
            "headers": [
                *((name, value) for name, value in socket.scope["headers"] if name not in OF_THE_SOCKET),
                BRIEFLY,
                (b"content-type", URL_ENCODED),
            ],
        }

    async def answer(self, sent: SentForm) -> AnsweredForm:
        """By the brief answer if it grants the form, else by its route, which tells why not."""
        scope = self._scope | {"path": f"/t/{self._game}/{sent.to}", "state": {}}
        if seconds := self._limit.enter(scope) if self._limit is not None else 0:  # type: ignore[arg-type]
            return _refused(sent, too_fast(seconds))
        if brief := self._answers.get(sent.to):
            with suppress(Exception):  # whatever it is, the route itself tells of it
                return AnsweredForm(sent.re, 200, JSON, (await self._briefly(brief, sent)).decode())
        return await self._by_route(sent, scope)

    async def _briefly(self, brief: FormAnswer, sent: SentForm) -> bytes:
        fields, request = Fields(sent.form), self._visit.request
        person = self._visitors.checked(request.user, fields.text(FIELD))
        if not await self._visitors.is_still(request.user, request):
            raise PermissionDeniedException
        return await brief(self._game, fields, person)

    async def _by_route(self, sent: SentForm, scope: dict[str, Any]) -> AnsweredForm:
        body = urlencode(sent.form).encode()
        heard = [{"type": "http.request", "body": body, "more_body": False}]
        said: list[Any] = []

        async def receive() -> Any:
            return heard.pop() if heard else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            said.append(message)

        headers = [*scope["headers"], (b"content-length", str(len(body)).encode())]
        await self._app(scope | {"raw_path": scope["path"].encode(), "headers": headers}, receive, send)  # type: ignore[arg-type]
        text = b"".join(message.get("body", b"") for message in said[1:]).decode()
        kind = dict(said[0]["headers"]).get(b"content-type", b"").decode()
        return AnsweredForm(sent.re, said[0]["status"], kind, text)


OF_THE_SOCKET = {b"upgrade", b"connection", b"content-type", b"content-length", b"accept"}
"""Headers of the request that opened the socket, and of no form."""


def _refused(sent: SentForm, refusal: DomainError) -> AnsweredForm:
    body = msgspec.json.encode(refused_briefly(refusal)).decode()
    return AnsweredForm(sent.re, status_of(refusal), JSON, body)


A_MOMENT = 0.02
"""Seconds for which an answer waits for the event that shows what came of the form, so that one write brings both."""
Told = AsyncGenerator[list[PageEvent], None]


class PageLine:
    """A page at its socket: it hears every event, and its forms are answered one after the other."""

    def __init__(self, line: SocketConnection, forms: SocketForms) -> None:
        self._line, self._forms = line, forms
        self._answering = asyncio.Lock()
        """Held while a form is answered, so that the line is not closed before."""
        self._waiting: list[str] = []
        """Answers that have yet to be sent."""
        self._said = asyncio.Event()

    async def go_on(self, events: Told, until: Coroutine[Any, Any, None]) -> None:
        """Send and receive until the page goes, its session ends (then `until` returns) or the server stops."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._tell(events))
                tasks.create_task(self._listen())
                tasks.create_task(self._end_after(until))
        except* Gone:
            pass

    async def _tell(self, told: Told) -> None:
        async with self._line.telling(), aclosing(told):
            async for events in told:
                await self._say(*map(as_text, events))
            await self._end(AGAIN)

    async def _listen(self) -> None:
        async with self._line.telling():
            while True:
                said = await self._line.hear()
                async with self._answering:
                    await self._answer(_read(said))

    async def _answer(self, sent: SentForm) -> None:
        answered = await self._forms.answer(sent)
        self._waiting.append(msgspec.json.encode(answered).decode())
        self._said.clear()
        if answered.status == 200:
            with suppress(TimeoutError):
                async with asyncio.timeout(A_MOMENT):
                    await self._said.wait()
        if self._waiting:
            await self._say()

    async def _say(self, *events: str) -> None:
        """Send events, and the answers that waited for them."""
        texts, self._waiting = [*self._waiting, *events], []
        self._said.set()
        await self._line.say(f"[{','.join(texts)}]")

    async def _end_after(self, until: Coroutine[Any, Any, None]) -> None:
        async with self._line.telling():
            await until
            await self._end(SESSION_OVER)

    async def _end(self, code: int) -> None:
        async with self._answering:
            await self._line.close(code)
        raise Gone


def _read(said: str) -> SentForm:
    """A form; whoever sends anything else is disconnected, since no page of ours does."""
    try:
        sent = SENT.decode(said)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRequestError("%(reason)s", reason=error) from None
    if not ONE_WORD.fullmatch(sent.to):
        raise BadRequestError(N_("There is nothing at this address."))
    return sent


@websocket(["/t/{game:str}/socket", "/watch/{game:str}/socket"])
async def page_socket(
    socket: AnySocket,
    game: FromPath[GameId],
    parts: NamedDependency[Parts],
    version: FromQuery[int] = 0,
    said: FromQuery[int] = 0,
) -> None:
    """What the stream of a page brings, and its forms the other way; only for pages of this site."""
    if not comes_from_own_page(socket, parts.settings.public_url, secure=parts.settings.https):
        raise PermissionDeniedException
    visitors, line = parts[VisitorMiddleware], SocketConnection(socket)
    request = await visitors.opening(socket.scope)
    visit = TableVisit(request, parts[VisitParts])
    table, viewer = await visit.look(game)
    look = visit.perspective(table, viewer)
    beside = await visit.panels.stream(TableLook(request, table, viewer, look, visit.person, said))
    with suppress(Gone):
        await line.open()
        events = page_events(visit.tables, game, look, version, visit.positions, beside)
        forms = SocketForms(socket, visit, game, visitors)
        await PageLine(line, forms).go_on(events, parts[OpenSessions].end_of(request, visitors))


ROUTES = [page_socket]
