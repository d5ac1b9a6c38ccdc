"""What programs and the server say to each other over a socket; `docs/api.md` tells it to people."""

from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from shanghaien.web.core.errors import DomainError
from shanghaien.web.site.problems import problem_details
from shanghaien.web.tables.api.schemas import (
    ActionRequest,
    ChainRequest,
    ChainShape,
    ChangeRequest,
    ClocksShape,
    GameShape,
    Letter,
    LinkRequest,
    LogEntryShape,
    ResultShape,
    StateShape,
)
from shanghaien.web.tables.api.views import (
    ENCODER,
    chain_view,
    clocks_view,
    letter,
    log_view,
    may_undo,
    once_for_each,
    shared_view,
)
from shanghaien.web.tables.dice.draws import OwnChain, chain_state
from shanghaien.web.tables.model import Table, Viewer


class Message(Struct, tag_field="type", tag=str.lower):
    """What is sent over a socket; its type is the name of its class."""


class Token(Struct, forbid_unknown_fields=True):
    """The first message of a program that cannot send headers."""

    token: Annotated[str, Meta(max_length=200)]


class Act(ActionRequest, tag_field="type", tag="act"):
    """Do one of the things in `legal`."""


class Open(LinkRequest, tag_field="type", tag="open"):
    """Open the link that the dice wait for."""


class Renew(ChainRequest, tag_field="type", tag="chain"):
    """Go on with another chain, or without an end entrust it to the server."""


class Undo(ChangeRequest, tag_field="type", tag="undo"):
    """Take the last choice back."""


class Resign(ChangeRequest, tag_field="type", tag="resign"):
    """Give the game up."""


CHANGES = (Act, Open, Renew, Undo, Resign)
Asked = Act | Open | Renew | Undo | Resign


class Entries(Message):
    """What happened, and how the game stands after it."""

    version: int
    entries: list[LogEntryShape]
    waits_for: Letter | None
    legal: list[str]
    undo: bool
    state: StateShape
    result: ResultShape | None
    opens: Letter | None
    chain: ChainShape | None
    clocks: ClocksShape | None = None


class Done(Message):
    """The change with this id is stored."""

    id: str
    version: int


class Refusal(Message, tag="refused"):
    """Nothing has changed, and why; without an id if the message could not be read."""

    id: str | None
    problem: dict[str, Any]


class Alive(Message):
    """Nothing has happened for a while since this version."""

    version: int


class Again(Message):
    """The server stops; come back in a moment, to it or to another."""


MORE = ("reason", "retry_after")
"""What some refusals tell beside what all do: which rule forbids it, and after how many seconds to try again."""
TOKEN = msgspec.json.Decoder(Token)


def text(message: Message) -> str:
    return ENCODER.encode(message).decode()


def game_text(game: GameShape) -> str:
    """The whole game, as the first message."""
    return '{"type":"game",' + ENCODER.encode(game)[1:].decode()


def event_text(kind: str, told: Struct) -> str:
    """An event beside the game."""
    return f'{{"type":"{kind}",' + ENCODER.encode(told)[1:].decode()


def refusal_text(refusal: DomainError, own_id: str | None = None) -> str:
    more: dict[str, Any] = {name: value for name in MORE if (value := getattr(refusal, name, None))}
    return text(Refusal(own_id, problem_details(refusal, **more).content))


class KindOfReader(NamedTuple):
    """What the news about a table depend on: the version seen before, and what the reader may do."""

    since: int
    may_choose: bool
    may_undo: bool
    chain: OwnChain | None


def news_text(table: Table, viewer: Viewer, since: int) -> str:
    """What has happened since that version, for this viewer."""
    allowed = viewer.may_choose(table), may_undo(table, viewer)
    return _entries_text(table, KindOfReader(since, *allowed, chain_state(table, viewer)))


def _entries(table: Table, reader: KindOfReader) -> str:
    shared = shared_view(table)
    return text(
        Entries(
            version=table.version,
            entries=log_view(table, reader.since),
            waits_for=letter(table.waits_for),
            legal=shared.legal if reader.may_choose else [],
            undo=reader.may_undo,
            state=shared.state,
            result=shared.result,
            opens=letter(table.opens),
            chain=chain_view(reader.chain),
            clocks=clocks_view(table.clocks),
        )
    )


_entries_text = once_for_each(_entries)
