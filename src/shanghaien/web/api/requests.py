"""What programs send, as types; the OpenAPI description is made from them."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from shanghaien.web.play.setup import OwnDice

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


class SayRequest(Struct, forbid_unknown_fields=True):
    """Something to say: one of the phrases by its key, or else a text of your own."""

    phrase: Annotated[
        Literal["", "hello", "rolled", "oops", "sorry", "thanks", "game"],
        Meta(description="The key of a phrase, which everybody reads in their own language."),
    ] = ""
    text: Annotated[str, Meta(max_length=200, description="Free text, where both players want it.")] = ""


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
