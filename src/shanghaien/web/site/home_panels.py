"""What features show on the start page."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from shanghaien.web.core.ids import PersonId
from shanghaien.web.site.forms import AnyRequest


@dataclass(frozen=True, slots=True)
class HomePanel:
    """What one feature shows there."""

    template: str
    """Its macros are called after the places that they fill; home/place.html puts them there."""
    context: Callable[[AnyRequest, PersonId | None], Awaitable[Mapping[str, object]]]
    """What the macros show to whoever asks."""


@dataclass(slots=True)
class HomePanels:
    """The panels of a site; features add theirs when they are opened."""

    all: list[HomePanel] = field(default_factory=list)

    async def context(self, request: AnyRequest, person: PersonId | None) -> dict[str, object]:
        """What the page needs to show all of them."""
        shown: dict[str, object] = {"panels": [panel.template for panel in self.all]}
        for panel in self.all:
            shown |= await panel.context(request, person)
        return shown
