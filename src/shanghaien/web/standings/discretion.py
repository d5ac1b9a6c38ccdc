"""Who may see how strong somebody is: as they wish, and nobody who keeps away from them."""

from collections.abc import Sequence

from shanghaien.web.ids import PersonId
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.wishes import WishStore
from shanghaien.web.store.database import Database
from shanghaien.web.store.standing_lists import opponents_among


class Discretion:
    """Keeps to people's wishes about their strength."""

    def __init__(self, database: Database, wishes: WishStore, blocks: Blocks) -> None:
        self._database = database
        self._wishes = wishes
        self._blocks = blocks

    async def visible(self, viewer: PersonId | None, people: Sequence[PersonId]) -> frozenset[PersonId]:
        """Those of the people whose strength the viewer may see; their own always."""
        hidden = await self._blocks.hidden_from(viewer)
        wished = await self._wishes.of_all(people) if people else {}
        others = [person for person in people if person not in hidden]
        shown = {person for person in others if wished[person].privacy.strength == "everybody"}
        asked = [person for person in others if wished[person].privacy.strength == "opponents"]
        if viewer is not None and asked:
            async with self._database.glancing() as connection:
                shown |= await opponents_among(connection, viewer, asked)
        return frozenset(shown | ({viewer} & set(people) if viewer else set()))

    async def may_see(self, viewer: PersonId | None, person: PersonId) -> bool:
        """Whether the viewer may see how strong somebody is."""
        return person in await self.visible(viewer, [person])
