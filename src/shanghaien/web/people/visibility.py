"""What one person may see of another: the one place that asks for blocks and for what people keep to themselves."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.preferences import PreferenceStore, Privacy, Shown


@dataclass(frozen=True, slots=True)
class VisibleParts:
    """What a viewer may see of a person. The parts are apart from each other: a page shows a part only if both are."""

    profile: bool = False
    games: bool = False
    strength: bool = False
    day: bool = False
    here: bool = False
    own: bool = False
    """Whether it is they themselves who look."""
    apart: bool = False
    """Whether the two keep away from each other: then it is as if there were no such person."""


OWN = VisibleParts(profile=True, games=True, strength=True, day=True, here=True, own=True)
APART = VisibleParts(apart=True)


Met = Callable[[PersonId, Collection[PersonId]], Awaitable[frozenset[PersonId]]]
"""Tells with which of these people somebody has played."""


class Visibility:
    """Says what is shown of people, and to whom."""

    def __init__(self, wishes: PreferenceStore, blocks: Blocks, met: Met) -> None:
        self._wishes, self._blocks, self._met = wishes, blocks, met

    async def what_is_shown(self, person: PersonId, viewer: PersonId | None) -> VisibleParts:
        """What the viewer, None for somebody unknown, may see of a person at this moment."""
        if person == viewer:
            return OWN
        if await self._blocks.apart(viewer, person):
            return APART
        privacy = (await self._wishes.of(person)).privacy
        met = "opponents" in _wished(privacy) and await self._have_met({person}, viewer)
        return _seen(privacy, met=bool(met))

    async def of_all(self, people: Collection[PersonId], viewer: PersonId | None) -> dict[PersonId, VisibleParts]:
        """The same for several people, in as few questions as for one."""
        hidden, wishes = await self._blocks.hidden_from(viewer), await self._wishes.of_all(people)
        asking = {person for person, wished in wishes.items() if "opponents" in _wished(wished.privacy)}
        met = await self._have_met(asking - {viewer}, viewer)
        seen = {person: _seen(wished.privacy, met=person in met) for person, wished in wishes.items()}
        apart = {person: APART for person in people if person in hidden}
        return seen | apart | ({viewer: OWN} if viewer is not None and viewer in seen else {})

    async def _have_met(self, people: Collection[PersonId], viewer: PersonId | None) -> frozenset[PersonId]:
        """Those of them with whom the viewer has finished a game."""
        return frozenset() if viewer is None else await self._met(viewer, people)


def _wished(privacy: Privacy) -> set[Shown]:
    return {privacy.profile, privacy.games, privacy.strength, privacy.day}


def _seen(privacy: Privacy, *, met: bool) -> VisibleParts:
    allowed = {"everybody", "opponents"} if met else {"everybody"}
    shown = (privacy.profile, privacy.games, privacy.strength, privacy.day)
    profile, games, strength, day = (wish in allowed for wish in shown)
    return VisibleParts(profile=profile, games=games, strength=strength, day=day, here=privacy.here)
