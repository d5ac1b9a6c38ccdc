"""Who sends a request: a guest, known by a cookie alone, or somebody who is signed in.

This file knows no framework, so that those who find out who it is need not either.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shanghaien.web.core.ids import PersonId

STATE = "visitor"
"""Where a request's scope keeps it."""
ADMINISTRATOR, MODERATOR = "administrator", "moderator"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who keeps their games under a name."""

    id: PersonId
    name: str
    role: str = ""

    @property
    def administers(self) -> bool:
        """Whether the site is theirs to look after."""
        return self.role == ADMINISTRATOR

    @property
    def moderates(self) -> bool:
        """Whether they look after what people say and do here."""
        return self.role in {ADMINISTRATOR, MODERATOR}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sends this request."""

    person: PersonId | None = None
    """None for a guest on their first visit."""
    account: Account | None = None
    """None for guests."""
    session: str = ""
    """Names the session, without opening it; empty for guests."""
    wished: Mapping[str, str] = field(default_factory=dict)
    """What an account has set, in the words of the cookies in which guests keep the same."""
    renewed: bool = False
    """Whether the browser shall be given the cookie of the session for longer."""


GUEST = Visitor()
"""Somebody of whom nothing is known yet."""


def visitor_of(request: Any) -> Visitor:
    """Who sent a request, as it was found out before any route was asked."""
    visitor: Visitor = request.scope.get("state", {}).get(STATE, GUEST)
    return visitor
