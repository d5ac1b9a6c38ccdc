"""What programs get, as types; the OpenAPI description is made from them."""

from typing import Annotated, Any, Literal

from litestar.openapi import ResponseSpec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from shanghaien.web.tables.setup import OwnDice

# What programs send, as types; the OpenAPI description is made from them.

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
OpenedLink = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", description="The next link of your chain.")]
ReservationToken = Annotated[str, Meta(max_length=200, description="The token of a reservation.")]
LevelName = Literal["cabin-boy", "deckhand", "boatswain", "first-mate", "captain"]


class DiceGiven(Struct, forbid_unknown_fields=True):
    """What a player brings to the dice; nothing at all is enough."""

    contribution: Word = ""
    end: End = ""
    link: Link = ""

    @property
    def own(self) -> OwnDice:
        """The same as tables take it."""
        return OwnDice(self.end, self.link, self.contribution.strip())


PaceText = Annotated[
    str,
    Meta(
        max_length=60,
        pattern=r"^(|live \d+ \d+|days \d+ \d+ \d+( vacation)?)$",
        description="How much time each player has, in seconds: `live BASE INCREMENT`, or with `mode` `invite` "
        "`days BASE INCREMENT CAP`, with ` vacation` behind it if a clock stands while its player is away. "
        "Empty: no time is counted.",
    ),
]


Rated = Annotated[
    bool,
    Meta(
        description="Whether it is to count for ratings: with a clock, for two people with accounts or against a bot "
        "(`mode` `invite` or `bot`), the base game, the online variant or everything. What came of it, `rated` of the "
        "game does not say: see the standings."
    ),
]
Delay = Annotated[int, Meta(ge=0, le=900, description="By how many seconds whoever watches is behind.")]


class NewGame(DiceGiven):
    """A game to set up: against a bot, by invitation, with both seats at once, or between two bots."""

    mode: Literal["bot", "invite", "hot-seat", "bots"] = "bot"
    options: OptionField = field(default_factory=dict)
    seat: Literal["a", "b", "random"] = "random"
    name: Text = ""
    name_b: Text = ""
    level: LevelName = "deckhand"
    level_b: LevelName | UnsetType = UNSET
    reservation: ReservationToken = ""
    pace: PaceText = ""
    rated: Rated = False
    delay: Delay = 0


class Joining(DiceGiven):
    """Who takes the free seat."""

    name: Text = ""


class Rematch(DiceGiven):
    """Another game with the seats swapped."""

    reservation: ReservationToken = ""


class ChangeRequest(Struct, forbid_unknown_fields=True):
    """A change that needs no more to be said."""

    version: SeenVersion
    id: OwnId


class ActionRequest(ChangeRequest):
    """What you choose, in notation, as it stands in `legal`."""

    action: ActionText
    link: Link = ""


class OrdersRequest(ChangeRequest):
    """What the server does for you: play where there is one choice, and roll where there is nothing else to do."""

    forced: bool = False
    roll: bool = False


class LinkRequest(ChangeRequest):
    """The link that the dice wait for."""

    link: OpenedLink


class ChainRequest(ChangeRequest):
    """Another chain for the dice from now on; without an end the server holds it."""

    end: End = ""


Letter = Literal["A", "B"]


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
    """How a game ended; no winner means a draw, unless it was `abandoned`: then it counts for nobody."""

    winner: Letter | None
    points: list[int]
    resigned: Letter | None
    reason: Literal["points", "resigned", "time", "abandoned"] = "points"


class ClocksShape(Struct):
    """The time that both players have left at `server_time`, in milliseconds."""

    left: Annotated[list[int], Meta(description="What A and B have left.")]
    running: Annotated[Letter | None, Meta(description="Whose clock runs, unless its player is on vacation.")]
    deadline: Annotated[
        int | None, Meta(description="When their time is up; if it is, when the server decides. Since 1970, UTC.")
    ]
    up: Annotated[Letter | None, Meta(description="Whose time is up, while the opponent may choose what follows.")]
    server_time: Annotated[int, Meta(description="What time it was then on the server, since 1970, UTC.")]


class LogEntryShape(Struct):
    """One thing that happened: a choice, a draw, or something about the table."""

    number: int
    kind: str
    seat: Letter | None
    text: str
    at: int
    undone: bool


class ChainShape(Struct):
    """Your chain for the dice (docs/fairness.md), and what is needed to open the next link of it."""

    who: Literal["creator", "guest"]
    kind: Annotated[str, Meta(description="`person` if you hold it yourself, `entrusted` if the server does.")]
    chain: Annotated[str, Meta(description="Its name, such as `creator-1`.")]
    number: Annotated[int, Meta(description="The number of its next link.")]
    group: Annotated[int, Meta(description="How many groups of draws there have been.")]
    head: Annotated[str, Meta(description="The transcript now; check it before you open a link.")]
    waits: Annotated[bool, Meta(description="Whether the dice wait for your next link.")]
    stale: Annotated[bool, Meta(description="Whether you have to commit to a fresh chain first.")]
    chances: Annotated[
        list[str], Meta(description="Those of `legal` that chance follows at once: add a `link` to them.")
    ]


class StreamEvent(Struct):
    """One event of a stream: `entry` with a log entry, `said` with what was said, as JSON in `data`, or `over` at the end."""

    event: Literal["entry", "said", "over"]
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
    opens: Annotated[Letter | None, Meta(description="The seat that has to open a link before the game goes on.")]
    chain: Annotated[ChainShape | None, Meta(description="Your chain for the dice; null if you have none.")]
    rematch: str | None
    invitation: Annotated[str | None, Meta(description="The token with which somebody else can join.")]
    log: Annotated[list[LogEntryShape], Meta(description="What happened after version `since`.")]
    pace: Annotated[str | None, Meta(description="How much time each has; null where no time is counted.")] = None
    clocks: ClocksShape | None = None
    rated: Annotated[bool, Meta(description="Whether its players want it to count.")] = False
    delay: Annotated[int, Meta(description="By how many seconds whoever watches is behind.")] = 0


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


# The refusals of the routes, for the description.

REASONS = {
    400: "The request cannot be read (`malformed`).",
    401: "No valid token (`no-token`).",
    403: "It is somebody else's (`not-yours`), it is not offered to you (`does-not-fit`), the token may only look "
    "(`scope`), you are muted (`muted`), or play first (`play-first`).",
    404: "There is no such game, link or day (`no-such-game`, `bad-link`, `not-found`).",
    409: "The game has moved on (`stale`), the seat is taken (`seat-taken`, `offer-gone`), there are too many offers "
    "(`too-many-offers`), the id was used (`id-used`), or nothing can be said there (`cannot-say`).",
    410: "The game is damaged in the store and set aside (`unreadable-game`).",
    422: "The rules forbid it now (`illegal`), nobody can offer that (`bad-offer`), or what you add to "
    "the dice (`no-reservation`, `wrong-link`).",
    503: "Today's deal is being prepared (`not-ready`); wait as `Retry-After` says.",
    429: "Too much at once (`too-many-requests`); wait as `Retry-After` says.",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What a route may answer with these statuses, and with those that every route may answer with."""
    damaged = (410,) if 404 in statuses else ()
    return {
        status: ResponseSpec(
            Problem, description=REASONS[status], media_type="application/problem+json", generate_examples=False
        )
        for status in (*statuses, *damaged, 400, 401, 429)
    }
