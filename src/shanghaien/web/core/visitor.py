"""Who sends a request: a guest, known by a cookie alone, or an account that is signed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shanghaien.rules import N_
from shanghaien.web.core.errors import SignInFirst
from shanghaien.web.core.ids import PersonId

ADMINISTRATOR, MODERATOR = "administrator", "moderator"


@dataclass(frozen=True, slots=True)
class Account:
    """A person who keeps their games under a name."""

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
    """The sender of this request."""

    person: PersonId | None = None
    """None for a guest on their first visit."""
    account: Account | None = None
    """None for guests."""
    session: str = ""
    """Names the session, without opening it; empty for guests."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """What an account has set, in the words of the cookies in which guests keep the same."""
    renewed: bool = False
    """Whether the browser shall be given the cookie of the session for longer."""
    form_token: str = ""
    """What the forms of a page send back."""

    def require_account(self) -> Account:
        """The account; SignInFirst for guests."""
        if self.account is None:
            raise SignInFirst(N_("You are not signed in. Sign in, and try again."))
        return self.account


GUEST = Visitor()
"""A person of whom nothing is known yet."""
