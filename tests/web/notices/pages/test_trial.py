"""A notice on trial goes to every place where the person wants notices, and what came of it is told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.settings import Settings
from shanghaien.web.notices.model import NOBODY, SENT, Channel, Notice, NoticeKind, Outcome, failed
from shanghaien.web.notices.pages.routes import send_trial
from shanghaien.web.notices.places import NoticePlaces, open_places, senders
from shanghaien.web.people.preferences import PreferenceStore
from tests.web.core.database.databases import with_database
from tests.web.notices.channels.notices import ADA, SIGNER
from tests.web.notices.channels.pushing import Pushing, pushing


class Unlucky(Exception):
    """Something that nobody foresaw."""


@dataclass
class Way:
    """A way to people on which one thing always happens."""

    name: str
    comes: Outcome | Unlucky

    async def places(self, person: PersonId) -> list[str]:
        return [self.name]

    async def send(self, place: str, notice: Notice) -> Outcome:
        assert (place, notice.kind, notice.person) == (self.name, NoticeKind.TRIAL, ADA)
        if isinstance(self.comes, Unlucky):
            raise self.comes
        return self.comes


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"


def places(settings: Settings, database: Database, ways: Sequence[Channel]) -> NoticePlaces:
    sending = senders(settings, database, SIGNER)
    return replace(open_places(settings, database, SIGNER, PreferenceStore(database), sending), channels=ways)


@pytest.mark.parametrize(
    ("ways", "word"),
    [
        ([], "nowhere"),
        ([Way("mail", SENT)], "nowhere"),
        ([Way("push", SENT)], "sent"),
        ([Way("push", failed()), Way("push", SENT)], "sent"),
        ([Way("push", Unlucky()), Way("push", SENT)], "sent"),
        ([Way("push", failed()), Way("push", NOBODY)], "unsent"),
        ([Way("push", Unlucky())], "unsent"),
    ],
)
def test_it_is_told_whether_anything_left(settings: Settings, sqlite_url: str, ways: list[Way], word: str) -> None:
    async def use(database: Database) -> None:
        assert await send_trial(places(settings, database, ways), ADA) == word

    with_database(sqlite_url, use)


def test_it_arrives_in_the_browser(settings: Settings, sqlite_url: str) -> None:
    async def use(pushed: Pushing) -> None:
        await pushed.subscribe()
        assert await send_trial(places(settings, pushed.store._database, [pushed.channel]), ADA) == "sent"
        (message,) = pushed.service.posted
        opened = pushed.browser.opened(message.body)
        assert (opened["title"], opened["url"], opened["acts"]) == ("Notices reach you here", "/notices", [])

    pushing(sqlite_url, use)
