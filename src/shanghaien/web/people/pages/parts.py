"""What pages need to know people: who is signed in, how they arrive and leave, what they are called."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.people.accounts import AccountDeletion, Accounts
from shanghaien.web.people.credentials import open_credentials
from shanghaien.web.people.pages.sign_in_views import Arrivals
from shanghaien.web.people.person_data import PersonExport
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.people.tokens import Tokens
from shanghaien.web.site.page_panels import HomePanels, PeacePanels, ProfilePanels
from shanghaien.web.site.sessions import GuestCookie, SessionCookie, VisitorMiddleware
from shanghaien.web.tables.open_games import GameWriter, SeatInvalidation


def open_parts(parts: Parts) -> None:
    database = parts.database
    sessions = parts.add(Sessions(database))
    tokens = parts.add(Tokens(database), "tokens")
    parts[PreferenceStore].after_change.append(sessions.forget)
    moved = SeatInvalidation(parts[GameWriter], parts.bus).publish
    accounts = parts.add(Accounts(database, sessions, tokens, moved, parts.settings.contact))
    parts.add(accounts.naming)
    parts.add(open_credentials(database, parts.signer.secret_for("attempts", "key")))
    parts.add(AccountDeletion(database, sessions, tokens))
    parts.add(PersonExport(database), "person_export")
    parts.add(HomePanels(), "home_panels")
    parts.add(PeacePanels(), "peace_panels")
    parts.add(ProfilePanels())
    secure = parts.settings.https
    guests, cookie = parts.add(GuestCookie(parts.signer, secure=secure), "person_cookie"), SessionCookie(secure=secure)
    parts.add(Arrivals(accounts, sessions, guests, cookie))
    parts.add(VisitorMiddleware(parts.signer, sessions, accounts.bring, guests, cookie, secure=secure))
