"""A browser that takes push notices, its push service on loopback, and who sends to it."""

from collections.abc import Awaitable, Callable

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.settings import Settings
from shanghaien.web.notices.channels.push import PushBrowsers, PushChannel, PushServices, VapidKeys
from shanghaien.web.notices.place_store import PushRow, PushStore
from tests.web.core.database.databases import with_database
from tests.web.notices.channels.browser import Browser
from tests.web.notices.channels.listener import Listener, listening
from tests.web.notices.channels.notices import ADA, SIGNER

ON_LOOPBACK = PushServices(["127.0.0.1"], scheme="http")
KNOWN = PushServices(Settings.push_services.split(","))


class Pushing:
    """A browser of Ada's, its push service, and who sends to it."""

    def __init__(self, database: Database, service: Listener) -> None:
        self.service = service
        self.store = PushStore(database)
        self.keys = VapidKeys(database)
        self.channel = PushChannel(self.store, self.keys, ON_LOOPBACK, "mailto:host@play.example", SIGNER)
        self.browser = Browser()

    async def subscribe(self) -> str:
        adding = PushBrowsers(self.store, ON_LOOPBACK)
        address, keys = f"{self.service.address}/abc", (self.browser.p256dh, self.browser.auth)
        row = await adding.add(ADA, address, *keys, label="Firefox on Linux", language="en")
        return f"push:{row.id}"

    async def the_row(self) -> PushRow:
        (row,) = await self.store.of(ADA)
        return row


def pushing(database_url: str, story: Callable[[Pushing], Awaitable[None]]) -> None:
    async def use(database: Database) -> None:
        async with listening() as service:
            pushed = Pushing(database, service)
            await story(pushed)
            await pushed.channel.close()

    with_database(database_url, use)
