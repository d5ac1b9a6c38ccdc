"""A whole story: a guest plays, keeps their games, plays on from a second browser over days, and runs out of time."""

import asyncio
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from sqlalchemy import func, select

from shanghaien.web.core import jobs as due_runner
from shanghaien.web.core.clock import now
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.engine import Database
from tests.web.moving_time import MovingTime, moving_time
from tests.web.notices.mail_server import MailServer, mail_server
from tests.web.over_http.keeping import HERE, Harbour, Sailor, harbour
from tests.web.patience import wait_until
from tests.web.people.mailroom import link_in

PACE = "days 259200 86400 432000"
"""Three days, one more a turn, at most five."""


@pytest.fixture
def post() -> Iterator[MailServer]:
    """A real mail server beside the test."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(mail_server()) as server:
        yield server


class Story:
    """Two people, a server with a mail server, and a clock that is moved by hand."""

    def __init__(self, port: Harbour, post: MailServer, time: MovingTime) -> None:
        self.port, self.post, self.time = port, post, time
        self.ada, self.bob = port.sailor(), port.sailor()
        self.game = ""

    def begin(self) -> None:
        """Ada invites as a guest, and Bob sits down."""
        table = self.ada.create(mode="invite", name="Ada", seat="a", pace=PACE)
        self.game = table["id"]
        invitation = table["invitation"]
        self.bob.join(invitation, name="Bob")
        for each in (self.ada, self.bob):  # nothing is done for them: the story wants to see who is told
            each.submit(f"/t/{self.game}", f"/t/{self.game}/orders")

    def turn_of(self, seat: str, *browsers: Sailor) -> None:
        """Play until it is the turn of a seat; each choice is made in another browser of whoever is asked."""
        number = 0
        while (table := self.bob.look(self.game))["waits_for"] != seat:
            browser = self.bob if table["waits_for"] == "B" else browsers[number % len(browsers)]
            number += 1
            browser.act(browser.look(self.game))

    def letters(self) -> list[EmailMessage]:
        """What has come since it was last asked for, once everything that is due has been done."""
        wait_until(lambda: asyncio.run(self._nothing_is_due()))
        come, self.post.envelopes[:] = self.post.letters, []
        return come

    async def _nothing_is_due(self) -> bool:
        due, database = database_schema.jobs.c, Database(self.port.settings.database)
        query = select(func.count()).where(
            due.at <= now(), due.kind.in_(("turn", "notice", "remind", "clock", "letter"))
        )
        try:
            async with database.connect() as connection:
                return (await connection.execute(query)).scalar_one() == 0
        finally:
            await database.close()

    def seen(self, sailor: Sailor) -> dict[str, Any]:
        return sailor.look(self.game)


@pytest.fixture
def story(tmp_path: Path, post: MailServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Story]:
    monkeypatch.setattr(due_runner, "LONGEST_REST", 0.05)
    mail = {"smtp": f"smtp://127.0.0.1:{post.port}?tls=no", "mail_from": "table@play.example"}
    with moving_time() as time, harbour(tmp_path, posting=True, public_url=HERE, **mail) as port:
        yield Story(port, post, time)


def test_a_guest_keeps_their_games_plays_for_days_and_runs_out_of_time(story: Story) -> None:
    ada, bob, time = story.ada, story.bob, story.time
    story.begin()
    assert ada.keep("Ada of the quay").status_code == 200
    assert ada.sees(story.game)  # what the guest had came along

    ada.submit("/keep/keys", "/keep/keys/mail", mail="ada@example.org")
    (letter,) = story.letters()
    assert ada.submit(link_in(letter), link_in(letter)).status_code == 303
    ada.submit("/notices", "/notices", mail="1")

    phone = story.port.sailor(ada.device)
    assert phone.sign_in().status_code == 200
    assert phone.sees(story.game)

    for _ in range(3):  # three days, each a turn of both, Ada from both her browsers
        story.turn_of("B", ada, phone)
        time.go(hours=20)
        assert story.letters() == []
        story.turn_of("A", ada, phone)
        (letter,) = story.letters()  # one letter for the turn, however many browsers she has
        assert letter["To"] == "ada@example.org"
        assert "Bob" in letter["Subject"]
        time.go(hours=4)

    left = story.seen(ada)["clocks"]["left"][0]
    time.go(seconds=left / 2000 + 60)
    (reminder,) = story.letters()  # half of her time is gone
    assert "Bob" in reminder["Subject"]
    time.go(seconds=left / 2000)
    story.letters()
    assert story.seen(bob)["clocks"]["up"] == "A"
    page = bob.get(f"/t/{story.game}").text
    assert all(f"/t/{story.game}/{choice}" in page for choice in ("claim-win", "give-time", "abandon"))
    assert f"/t/{story.game}/act" in phone.get(f"/t/{story.game}").text  # a move still counts

    bob.submit(f"/t/{story.game}", f"/t/{story.game}/claim-win")
    table = story.seen(ada)
    assert (table["result"]["winner"], table["result"]["reason"]) == ("B", "time")
    assert story.letters() == []  # her phone looked just now
    time.go(seconds=121)
    (over,) = story.letters()
    assert over["To"] == "ada@example.org"
    assert ada.get("/next").headers["location"] == f"/t/{story.game}"  # the end is not left unseen
