"""What programs are told of people: only what the person of the token may see."""

from typing import Annotated

from msgspec import Meta, Struct


class StrengthShape(Struct):
    """How strong somebody is by one list."""

    list: Annotated[str, Meta(description="`live` or `days` against people, `live-bots` or `days-bots` against bots.")]
    rating: float
    deviation: Annotated[float, Meta(description="How uncertain the rating was after the last game that counts.")]
    games: int
    at: Annotated[int, Meta(description="When that game ended, in milliseconds since 1970 (UTC).")]
    skill: Annotated[float | None, Meta(description="The rating with luck taken out; null before the first review.")]
    skill_deviation: float | None
    reviewed: int


class HabitShape(Struct):
    """What somebody gives away in one kind of decision, or in one round."""

    habit: Annotated[str, Meta(description="As `kind place` or `round 3`.")]
    decisions: int
    loss: Annotated[float, Meta(description="All that was given away, in chances of winning.")]
    stake: Annotated[float, Meta(description="All that could have been given away.")]


class PersonShape(Struct):
    """Somebody who keeps their games. What they keep to themselves is null."""

    name: str
    created: int | None
    strength: list[StrengthShape] | None
    habits: list[HabitShape] | None
    games: Annotated[str | None, Meta(description="Where the list of their games is.")]


class PlayedShape(Struct):
    """How a game ended for somebody."""

    game: Annotated[str | None, Meta(description="Null where the other player keeps their games to themselves.")]
    opponent: Annotated[str | None, Meta(description="The name of an account; null for everybody else.")]
    level: Annotated[str, Meta(description="The level of a bot; empty for people.")]
    ended: int
    setup: str
    pace: str
    result: Annotated[str, Meta(description="`won`, `drawn` or `lost`.")]
    points: int
    points_against: int
    rated: bool
    luck: float | None
    loss: float | None
