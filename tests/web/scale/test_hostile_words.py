"""Whatever people write somewhere, no page takes it for a part of itself."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, String, text, update

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.retention import all_tables
from shanghaien.web.core.settings import load
from tests.web.people.arriving import a_site, run_in
from tests.web.randomness import SECRET
from tests.web.scale.crowd import Size, make_crowd, name, person
from tests.web.scale.sweep import FIGURES, Answer, sweep
from tests.web.scale.world import World, addresses_of, days, games_between, in_address

SIGN = "x9tag"
HOSTILE = f"\"'><{SIGN} x9=1>\u202e\u05d0{{{{7*7}}}}\U0001f600"
"""Ends attributes and begins an element; has letters that turn the line around, and one of those with four bytes."""
WRITTEN = {
    *("people.name", "seats.name", "blocks.name", "reports.name", "seekers.name", "audit.name", "audit.by_name"),
    *("said.text", "notes.text", "reports.words", "reports.answer", "sanctions.reason", "audit.reason", "audit.detail"),
    *("offers.word", "tokens.name", "passkeys.label", "sessions.label", "push_subscriptions.label", "words.written"),
}
"""What people write themselves, or what is named by them."""
NOT_WRITTEN = {
    *("id", "game", "games", "person", "other", "by", "about", "opponent", "first", "second", "partner"),
    *(
        "hash",
        "key",
        "session",
        "passed",
        "captain",
        "rematch_of",
        "used_by",
        "review",
        "folded",
        "word",
        "subject",
        "problem",
    ),
    *(
        "commitment",
        "contract",
        "receipt",
        "digest",
        "root",
        "signature",
        "ends",
        "request_id",
        "secret",
        "p256dh",
        "auth",
    ),
    *("options", "result", "pace", "rounds", "puzzle", "played", "card", "record", "snapshot", "sums", "curve"),
    *("channel", "value", "endpoint", "address", "contribution"),
}
"""Columns, by their names, whose texts only the server writes, or that are checked to be what they are."""
MACHINE = {"jobs.payload", "once.text", "reviews.text", "preferences.text", "entries.text", "facts.name"}
WHAT_TO_DO = (
    "is a text that nobody has judged: add it to WRITTEN in tests/web/scale/test_hostile_words.py if people write it, "
    "else its name to NOT_WRITTEN"
)


def texts() -> list[Column[Any]]:
    """Every column of every table that could hold what somebody wrote."""
    columns = [column for table in all_tables() for column in table.columns]
    long = [each for each in columns if isinstance(each.type, String) and (each.type.length or 40) >= 40]
    return [each for each in long if f"{each.table.name}.{each.name}" not in MACHINE and each.name not in NOT_WRITTEN]


class Reader(HTMLParser):
    """Notices an element that only somebody hostile would begin."""

    def __init__(self) -> None:
        super().__init__()
        self.fooled = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fooled |= tag == SIGN or any(attribute == "x9" for attribute, _ in attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Answer]]:
    """What everybody is answered in a house in which all words are hostile."""
    data: Path = tmp_path_factory.mktemp("data")
    make_crowd(f"sqlite+aiosqlite:///{data / 'shanghaien.db'}", Size(400, 1000, now()))
    settings = load({"data": data, "secret": SECRET, "bot_workers": 0, "rate_limit": 0, "metrics": FIGURES}, {})
    with a_site(settings) as (parts, new):
        world, (few, many, keeper, guest) = World(), [new() for _ in range(4)]
        for number, browser in ((302, few), (0, many), (200, keeper)):
            browser.arrive(person(number))
        games = games_between(many, few)
        between_guests = games_between(guest, new(), name=HOSTILE[:20])

        async def plant() -> None:
            async with parts.database.write() as connection:
                for column in texts():
                    longest = column.type.length or 200  # type: ignore[attr-defined]
                    await connection.execute(update(column.table).values({column.key: HOSTILE[:longest]}))
                await connection.execute(text("UPDATE said SET kind = 'text'"))
                await connection.execute(text("UPDATE preferences SET text = ''"))
                role = text("UPDATE people SET role = 'administrator' WHERE id = :keeper")
                await connection.execute(role, {"keeper": person(200)})

        own = {number: in_address(name(number)) for number in (0, 200, 302)}
        shared = days() | {"report": "a1", "person": person(0)}
        for part, browser, number, other in (("few", few, 302, 0), ("many", many, 0, 302), ("keeper", keeper, 200, 0)):
            known = shared | games | {"name": own[number], "other": own[other], **addresses_of(browser, games["game"])}
            world.add(part, browser, **known)
        world.add("guest", guest, **shared, **between_guests, name=own[0], other=own[302])
        for browser in world.people.values():
            assert browser.token
        run_in(keeper, plant)
        yield list(sweep(world))


def test_every_text_of_the_store_is_known_to_be_written_by_people_or_not() -> None:
    for column in texts():
        assert f"{column.table.name}.{column.name}" in WRITTEN, f"{column.table.name}.{column.name} {WHAT_TO_DO}"
    assert metadata.tables


def test_no_page_is_fooled_by_what_people_write(answers: list[Answer]) -> None:
    read = [answer for answer in answers if "html" in answer.response.headers.get("content-type", "")]
    fooled = []
    for answer in read:
        reader = Reader()
        reader.feed(answer.text)
        fooled += [str(answer)] if reader.fooled else []
    assert fooled == []
    assert len({answer.route for answer in read if f"&lt;{SIGN}" in answer.text}) > 8


def test_no_picture_or_feed_is_fooled_either(answers: list[Answer]) -> None:
    kinds = ("svg", "xml", "atom")
    read = [a for a in answers if any(kind in a.response.headers.get("content-type", "") for kind in kinds)]
    assert [
        str(answer)
        for answer in read
        if "html" not in answer.response.headers["content-type"] and f"<{SIGN}" in answer.text
    ] == []


def test_nothing_that_people_write_is_worked_out_or_breaks_a_page(answers: list[Answer]) -> None:
    assert [str(answer) for answer in answers if answer.response.status_code >= 500] == []
    assert [str(answer) for answer in answers if "49\U0001f600" in answer.text] == []
