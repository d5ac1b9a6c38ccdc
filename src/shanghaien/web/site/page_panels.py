"""What features show on pages of others: the start page, a person's page, and the page about talk and peace."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from shanghaien.web.core.ids import PersonId
from shanghaien.web.site.forms import AnyRequest


@dataclass(frozen=True, slots=True)
class PagePanel:
    """What one feature shows on a page."""

    template: str
    context: Callable[[AnyRequest, PersonId | None], Awaitable[Mapping[str, object]]]
    """What the template shows to the person."""


@dataclass(slots=True)
class PagePanels:
    """The panels of a page; features add theirs when they are opened."""

    all: list[PagePanel] = field(default_factory=list)

    async def context(self, request: AnyRequest, person: PersonId | None) -> dict[str, object]:
        """What the page needs to show all of them."""
        shown: dict[str, object] = {"panels": [panel.template for panel in self.all]}
        for panel in self.all:
            shown |= await panel.context(request, person)
        return shown


class HomePanels(PagePanels):
    """The start page; the macros of a panel are called after the places that they fill, which home/place.html does."""


class ProfilePanels(PagePanels):
    """A person's page, as another person with an account sees it; their name is `name` there."""


class PeacePanels(PagePanels):
    """Talk and peace: sections, one after the other. The context of a panel may have `told`, a sentence that confirms what was done."""
