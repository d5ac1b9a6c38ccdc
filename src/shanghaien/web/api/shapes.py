"""What programs send and get, as types; the OpenAPI description is made from them."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

Letter = Literal["A", "B"]
Text = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")]
OwnId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9_.:-]+$",
        description="An id of your own for this request; repeating a request with the same id changes nothing.",
    ),
]
ActionText = Annotated[str, Meta(min_length=1, max_length=100)]
SeenVersion = Annotated[int, Meta(ge=0, le=9_999_999, description="The version of the game that you have seen.")]
OptionValues = dict[str, bool | str | list[int]]
"""Variants and expansions by name; which ones there are the rules know."""
OptionField = Annotated[
    OptionValues,
    Meta(
        description="Variants and expansions (R4, R7, R13, R25-R41), in any combination: `tricks` (how many show die ±1, "
        "roll again, both dice; together 8), `first` (`random`, `a`, `b`), `starter` (`after-shanghai`, `alternate`), "
        "and every expansion by its name, true or false."
    ),
]
Word = Annotated[Text, Meta(description="Your own word for the dice; it needs a reservation, as an end does.")]
HASH = r"^([0-9a-f]{64})?$"
End = Annotated[
    str, Meta(pattern=HASH, description="The end of a chain of your own (docs/fairness.md); else the server holds one.")
]
Link = Annotated[
    str, Meta(pattern=HASH, description="The next link of your chain, if chance follows what you do and draws from it.")
]
ReservationToken = Annotated[str, Meta(max_length=200, description="The token of a reservation.")]
LevelName = Literal["cabin-boy", "deckhand", "boatswain", "first-mate", "captain"]


class NewGame(Struct, forbid_unknown_fields=True):
    """A game to set up: against a bot, by invitation, with both seats at once, or between two bots."""

    mode: Literal["bot", "invite", "hot-seat", "bots"] = "bot"
    options: OptionField = field(default_factory=dict)
    seat: Literal["a", "b", "random"] = "random"
    name: Text = ""
    name_b: Text = ""
    level: LevelName = "deckhand"
    level_b: LevelName | UnsetType = UNSET
    contribution: Word = ""
    end: End = ""
    link: Link = ""
    reservation: ReservationToken = ""


class ActionRequest(Struct, forbid_unknown_fields=True):
    """What you choose, in notation, as it stands in `legal`."""

    version: SeenVersion
    id: OwnId
    action: ActionText


class ChangeRequest(Struct, forbid_unknown_fields=True):
    """A change that needs no more to be said."""

    version: SeenVersion
    id: OwnId


class Joining(Struct, forbid_unknown_fields=True):
    """Who takes the free seat."""

    name: Text = ""
    contribution: Word = ""
    end: End = ""
    link: Link = ""


class Rematch(Struct, forbid_unknown_fields=True):
    """Another game with the seats swapped."""

    contribution: Word = ""
    end: End = ""
    link: Link = ""
    reservation: ReservationToken = ""


class SeatShape(Struct):
    """Who sits on a seat."""

    kind: Literal["human", "bot", "open"]
    name: str
    level: str


class PlayerShape(Struct):
    """What lies in front of one player."""

    hand: list[str]
    crews: dict[str, list[int]]
    wilds: dict[str, int]
    dice: list[int]
    supply: int
    trick_used: bool
    in_force: str | None


class StateShape(Struct):
    """The game as it stands; nothing of it is hidden (R5)."""

    phase: str
    round: int
    starter: Letter
    turn: Letter
    tavern: list[str]
    end: str | None
    face_down: list[int]
    rolled: list[int]
    middle: list[str]
    announced: str | None
    pile: dict[str, int]
    players: list[PlayerShape]
    points: list[int]


class ResultShape(Struct):
    """How a game ended; no winner means a draw."""

    winner: Letter | None
    points: list[int]
    resigned: Letter | None


class LogEntryShape(Struct):
    """One thing that happened: a choice, a draw, or something about the table."""

    number: int
    kind: str
    seat: Letter | None
    text: str
    at: int
    undone: bool


class StreamEvent(Struct):
    """One event of a stream: `entry` with a log entry as JSON in `data`, or `over` at the end."""

    event: Literal["entry", "over"]
    id: str
    data: str


class GameShape(Struct):
    """A game as you see it."""

    id: str
    version: int
    mode: str
    options: OptionField
    seats: list[SeatShape]
    yours: list[Letter]
    waits_for: Letter | None
    legal: Annotated[list[str], Meta(description="What you may do now, in notation; empty if you are not asked.")]
    undo: bool
    state: StateShape
    result: ResultShape | None
    dice: Annotated[dict[str, str], Meta(description="What makes the dice checkable.")]
    rematch: str | None
    invitation: Annotated[str | None, Meta(description="The token with which somebody else can join.")]
    log: Annotated[list[LogEntryShape], Meta(description="What happened after version `since`.")]


class ListedGameShape(Struct):
    """One of your games."""

    id: str
    mode: str
    seats: list[SeatShape]
    yours: list[Letter]
    round: int
    waits_for: Letter | None
    over: bool
    updated: int


class Reserved(Struct):
    """An id for a new game with the promise of its dice, made before you add anything of your own."""

    id: str
    commitment: Annotated[str, Meta(description="The hash of the reservation.")]
    token: str
    server: Annotated[str, Meta(description="The end of the server's chain.")]
    creator_held: Annotated[str, Meta(description="The end of the chain that the server offers to hold for you.")]
    guest_held: Annotated[str, Meta(description="The same for the other player.")]
    receipt: Annotated[str, Meta(description="What the server signs of it, in one line.")]
    key: Annotated[str, Meta(description="The public key that belongs to the signature.")]


class About(Struct):
    """What this server is and how much it lets one program do."""

    version: str
    rules_revision: int
    levels: list[str]
    limits: dict[str, int]


class Problem(Struct):
    """Why a request was refused (RFC 9457); `code` is stable, `detail` is a sentence for people."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    reason: Annotated[str | None, Meta(description="With code `illegal`: which rule forbids it.")] | UnsetType = UNSET
    errors: Annotated[list[Any], Meta(description="Which fields are wrong.")] | UnsetType = UNSET
    game: GameShape | UnsetType = UNSET
