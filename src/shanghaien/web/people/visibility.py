"""What one person may see of another: the one place that reads blocks and privacy."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, null, or_, select, union_all

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.preferences import PreferenceStore, Privacy, read
from shanghaien.web.people.schema import blocks, names, people, preferences
from shanghaien.web.people.store import PersonRow

LONGEST_ASKED = 80
"""No name is longer."""
PARTS = ("profile", "games", "strength", "day")
"""The parts that are public, for opponents, or private."""


@dataclass(frozen=True, slots=True)
class VisibleParts:
    """What a viewer may see of a person. The parts are independent of each other."""

    profile: bool = False
    games: bool = False
    strength: bool = False
    day: bool = False
    here: bool = False
    own: bool = False
    """Whether the viewer is the person."""
    public: bool = False
    """Whether their profile is public; not looked up for the person themselves."""
    apart: bool = False
    """Whether one of the two has blocked the other: then it is as if there were no such person."""


OWN = VisibleParts(profile=True, games=True, strength=True, day=True, here=True, own=True)
APART = VisibleParts(apart=True)


Met = Callable[[PersonId, Collection[PersonId]], Awaitable[frozenset[PersonId]]]
"""Those of these people who have played the person."""


class Visibility:
    """Decides what a viewer may see of people."""

    def __init__(self, database: Database, met: Met) -> None:
        self._database, self._met = database, met

    async def named(self, name: str, viewer: PersonId | None) -> tuple[PersonRow, VisibleParts] | None:
        """The account of this name and what the viewer sees of it.

        None alike if there is no such account, the name is only reserved, or one of the two has blocked the other.
        """
        if len(name) > LONGEST_ASKED:
            return None
        account = select(people, preferences.c.text, _apart(viewer)).join(names, names.c.person == people.c.id)
        account = account.outerjoin(preferences, preferences.c.person == people.c.id)
        held = names.c.folded == normalised_name(name), names.c.held_until.is_(None)
        row = await self._database.fetch_one(account.where(*held))
        if row is None:
            return None
        *columns, text, apart = row
        person = PersonRow(*columns)
        if person.id == viewer:
            return person, OWN
        return None if apart else (person, await self._shown(person.id, read(text).privacy, viewer))

    async def what_is_shown(self, person: PersonId, viewer: PersonId | None) -> VisibleParts:
        """What the viewer (None: unknown) may see of a person now."""
        return OWN if person == viewer else (await self.of_all({person}, viewer))[person]

    async def of_all(self, persons: Collection[PersonId], viewer: PersonId | None) -> dict[PersonId, VisibleParts]:
        """The same for several people with as many queries as for one."""
        privacy, hidden = await privacy_and_blocks(self._database, persons, viewer)
        asking = {person for person, set_by in privacy.items() if _asks_for_opponents(set_by)}
        met = await self._have_met(asking - {viewer} - hidden, viewer)
        visible = {person: _visible(set_by, met=person in met) for person, set_by in privacy.items()}
        apart = dict.fromkeys(hidden, APART)
        return visible | apart | ({viewer: OWN} if viewer is not None and viewer in visible else {})

    async def _shown(self, person: PersonId, privacy: Privacy, viewer: PersonId | None) -> VisibleParts:
        met = _asks_for_opponents(privacy) and await self._have_met({person}, viewer)
        return _visible(privacy, met=bool(met))

    async def _have_met(self, persons: Collection[PersonId], viewer: PersonId | None) -> frozenset[PersonId]:
        """Those of them who have finished a game with the viewer."""
        return frozenset() if viewer is None or not persons else await self._met(viewer, persons)


def _apart(viewer: PersonId | None) -> ColumnElement[bool]:
    """Whether one of viewer and person has blocked the other."""
    mine = and_(blocks.c.person == viewer, blocks.c.other == people.c.id)
    return exists().where(or_(mine, and_(blocks.c.other == viewer, blocks.c.person == people.c.id)))


async def privacy_and_blocks(
    database: Database, persons: Collection[PersonId], viewer: PersonId | None
) -> tuple[dict[PersonId, Privacy], set[PersonId]]:
    """The privacy of each of these people, and those who have blocked the viewer or are blocked by them."""
    if not persons:
        return {}, set()
    stored = select(preferences.c.person, preferences.c.text).where(preferences.c.person.in_(persons))
    mine = select(blocks.c.other, null()).where(blocks.c.person == viewer, blocks.c.other.in_(persons))
    theirs = select(blocks.c.person, null()).where(blocks.c.other == viewer, blocks.c.person.in_(persons))
    rows = await database.fetch_all(stored if viewer is None else union_all(stored, mine, theirs))
    texts = {row.person: row.text for row in rows if row.text is not None}
    return {person: read(texts.get(person)).privacy for person in persons}, {
        row.person for row in rows if row.text is None
    }


def open_parts(parts: Parts) -> None:
    """What every process knows of people: their preferences and blocks."""
    parts.add(PreferenceStore(parts.database), "preferences")
    parts.add(Blocks(parts.database))


def _asks_for_opponents(privacy: Privacy) -> bool:
    return any(getattr(privacy, part) == "opponents" for part in PARTS)


def _visible(privacy: Privacy, *, met: bool) -> VisibleParts:
    allowed = {"everybody", "opponents"} if met else {"everybody"}
    shown = {part: getattr(privacy, part) in allowed for part in PARTS}
    return VisibleParts(**shown, here=privacy.here, public=privacy.profile == "everybody")
