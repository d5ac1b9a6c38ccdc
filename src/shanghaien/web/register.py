"""The people of a site, put together: who is signed in, what they wish, what they are called, how they arrive."""

from collections.abc import Mapping
from dataclasses import dataclass

from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.recognition import Recognition
from shanghaien.web.http.session_cookie import SessionCookie
from shanghaien.web.pages.shared.arrivals import Arrivals
from shanghaien.web.people.about_people import AboutPeople, open_about_people
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.departures import Departures
from shanghaien.web.people.joining import Accounts
from shanghaien.web.people.key_ring import KeyRing, key_ring
from shanghaien.web.people.naming import Naming
from shanghaien.web.people.own_archive import OwnArchive
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.people.tokens import Tokens
from shanghaien.web.people.wishes import WishStore
from shanghaien.web.play.moved_seats import MovedSeats
from shanghaien.web.store.sessions import SessionStore
from shanghaien.web.store.tokens import TokenStore

from .foundation import Foundation


@dataclass(frozen=True)
class Register:
    """What knows the people of a site."""

    guests: PersonCookie
    cookie: SessionCookie
    sessions: Sessions
    tokens: Tokens
    wishes: WishStore
    joining: Accounts
    keys: KeyRing
    departures: Departures
    own_archive: OwnArchive
    blocks: Blocks
    about_people: AboutPeople

    @property
    def naming(self) -> Naming:
        """Who looks after names."""
        return self.joining.naming

    def recognition(self) -> Recognition:
        """What finds out who a request is from."""
        return Recognition(self.sessions, self.joining.bring, self.guests, self.cookie)

    def for_routes(self) -> Mapping[str, object]:
        """The parts that a route may ask for, by the name under which it does."""
        return {
            "person_cookie": self.guests,
            "sessions": self.sessions,
            "tokens": self.tokens,
            "wishes": self.wishes,
            "naming": self.naming,
            "departures": self.departures,
            "own_archive": self.own_archive,
            "key_ring": self.keys,
            "blocks": self.blocks,
            "about_people": self.about_people,
            "arrivals": Arrivals(self.joining, self.sessions, self.guests, self.cookie),
        }


def open_register(foundation: Foundation, *, secure: bool, contact: str = "") -> Register:
    """The register of a site; nothing is read yet."""
    database, tables = foundation.database, foundation.tables
    sessions, tokens, wishes = Sessions(SessionStore(database)), Tokens(TokenStore(database)), WishStore(database)
    wishes.after_change.append(sessions.forget)
    joining = Accounts(database, sessions, tokens, MovedSeats(tables.games, foundation.bus).tell, contact)
    guests, cookie = PersonCookie(tables.signer, secure=secure), SessionCookie(secure=secure)
    keys = key_ring(database, tables.signer.secret_for("attempts", "key"))
    departures, own_archive = Departures(database, sessions, tokens), OwnArchive(database)
    blocks = Blocks(database)
    about = open_about_people(database, wishes, blocks)
    return Register(
        guests, cookie, sessions, tokens, wishes, joining, keys, departures, own_archive, blocks, about_people=about
    )
