"""A passkey is made and used by whoever was asked, at this place, once for each challenge."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.credential_store import OneTimeStore, PasskeyRow, add_passkey
from shanghaien.web.people.passkeys import MOST_PASSKEYS, NotAccepted, Passkeys, RegisteredPasskey
from shanghaien.web.people.webauthn import NoParty, RelyingParty, relying_party
from tests.web.core.database.databases import with_database
from tests.web.people.authenticator import Authenticator, to_text

HERE = RelyingParty("localhost", "http://localhost")
ELSEWHERE = RelyingParty("evil.example", "https://evil.example")
ADA, GUEST, OTHER = PersonId("ada"), PersonId("guest"), PersonId("other")


class House:
    """A site with Ada, and her device."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.passkeys = Passkeys(database, OneTimeStore(database))
        self.device = Authenticator()

    async def keep(self, row: PasskeyRow) -> None:
        async with self.database.write() as connection:
            await add_passkey(connection, row)

    async def make(self, **changed: str) -> PasskeyRow:
        begun = await self.passkeys.begin(HERE, GUEST, ADA, "Ada")
        answer = self.device.make(begun.options, **changed)
        return (await self.passkeys.made(HERE, GUEST, begun.token, answer, "Blue phone")).row

    async def sign_in(self, change: Callable[[dict[str, Any]], None] = lambda answer: None, **changed: str) -> PersonId:
        begun = await self.passkeys.begin_sign_in(HERE, GUEST)
        answer = self.device.sign(begun.options, **changed)
        change(answer)
        return await self.passkeys.signed_in(HERE, GUEST, begun.token, answer)


@pytest.fixture
def lived_in(tmp_path: Path) -> Callable[[Callable[[House], Awaitable[None]]], None]:
    """Runs a story in a house."""

    def run(story: Callable[[House], Awaitable[None]]) -> None:
        async def begin(database: Database) -> None:
            async with database.write() as connection:
                await connection.execute(insert(people_schema.people), {"id": ADA, "name": "Ada", "created": 1})
            await story(House(database))

        with_database(f"sqlite+aiosqlite:///{tmp_path / 'people.db'}", begin)

    return run


Lived = Callable[[Callable[[House], Awaitable[None]]], None]


def test_a_passkey_lets_its_person_in_without_a_name_and_counts(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        await house.keep(await house.make())
        assert [await house.sign_in(), await house.sign_in()] == [ADA, ADA]
        (row,) = await house.passkeys.of(ADA)
        assert (row.label, row.count) == ("Blue phone", 2)

    lived_in(story)


def test_a_device_that_does_not_count_is_let_in_each_time(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        house.device.counts = False
        await house.keep(await house.make())
        assert [await house.sign_in(), await house.sign_in()] == [ADA, ADA]

    lived_in(story)


def test_the_device_is_asked_for_a_key_that_it_offers_by_itself_and_for_no_second_one(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        await house.keep(await house.make())
        asked = (await house.passkeys.begin(HERE, GUEST, ADA, "Ada")).options
        chosen = asked["authenticatorSelection"]
        assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "preferred")
        assert (asked["rp"]["id"], asked["attestation"]) == ("localhost", "none")
        assert [known["id"] for known in asked["excludeCredentials"]] == [to_text(house.device.credential)]
        signing = (await house.passkeys.begin_sign_in(HERE, GUEST)).options
        assert not signing.get("allowCredentials")

    lived_in(story)


def test_an_answer_is_good_once(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        await house.keep(await house.make())
        begun = await house.passkeys.begin_sign_in(HERE, GUEST)
        answer = house.device.sign(begun.options)
        assert await house.passkeys.signed_in(HERE, GUEST, begun.token, answer) == ADA
        with pytest.raises(NotAccepted, match="answered before"):
            await house.passkeys.signed_in(HERE, GUEST, begun.token, answer)
        other = await house.passkeys.begin_sign_in(HERE, GUEST)
        with pytest.raises(NotAccepted, match="not accepted"):
            await house.passkeys.signed_in(HERE, GUEST, other.token, answer)

    lived_in(story)


def test_a_wrong_answer_uses_up_its_challenge_too(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        await house.keep(await house.make())
        begun = await house.passkeys.begin_sign_in(HERE, GUEST)
        with pytest.raises(NotAccepted):
            await house.passkeys.signed_in(HERE, GUEST, begun.token, {})
        with pytest.raises(NotAccepted, match="answered before"):
            await house.passkeys.signed_in(HERE, GUEST, begun.token, house.device.sign(begun.options))

    lived_in(story)


def test_only_the_browser_that_was_asked_may_answer(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        await house.keep(await house.make())
        begun = await house.passkeys.begin_sign_in(HERE, GUEST)
        with pytest.raises(NotAccepted):
            await house.passkeys.signed_in(HERE, OTHER, begun.token, house.device.sign(begun.options))

    lived_in(story)


def test_a_challenge_to_make_is_none_to_sign_in(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        await house.keep(await house.make())
        begun = await house.passkeys.begin(HERE, GUEST, ADA, "Ada")
        with pytest.raises(NotAccepted):
            await house.passkeys.signed_in(
                HERE, GUEST, begun.token, house.device.sign({**begun.options, "rpId": "localhost"})
            )

    lived_in(story)


@pytest.mark.parametrize(
    "change",
    [
        lambda answer: answer["response"].update(signature=to_text(b"0" * 70)),
        lambda answer: answer["response"].update(userHandle=to_text(b"somebody else")),
        lambda answer: answer["response"].pop("userHandle"),
        lambda answer: answer.update(id=to_text(b"unknown"), rawId=to_text(b"unknown")),
        lambda answer: answer.update(id=["no text"]),
        lambda answer: answer.clear(),
        lambda answer: answer.update(response="nothing"),
    ],
)
def test_an_answer_that_was_changed_lets_nobody_in(lived_in: Lived, change: Callable[[dict[str, Any]], None]) -> None:
    async def story(house: House) -> None:
        await house.keep(await house.make())
        with pytest.raises(NotAccepted, match="not accepted"):
            await house.sign_in(change)

    lived_in(story)


def test_what_was_said_elsewhere_or_to_another_question_is_not_accepted(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        with pytest.raises(NotAccepted):
            await house.make(origin="https://evil.example")
        with pytest.raises(NotAccepted):
            await house.make(challenge=to_text(b"another question"))
        await house.keep(await house.make())
        with pytest.raises(NotAccepted):
            await house.sign_in(origin="https://evil.example")
        begun = await house.passkeys.begin_sign_in(ELSEWHERE, GUEST)
        with pytest.raises(NotAccepted):
            await house.passkeys.signed_in(HERE, GUEST, begun.token, house.device.sign(begun.options))

    lived_in(story)


def test_a_copy_of_a_key_that_counts_is_found_out(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        await house.keep(await house.make())
        await house.sign_in()
        house.device.signed = 0
        with pytest.raises(NotAccepted):
            await house.sign_in()

    lived_in(story)


def test_nobody_has_more_passkeys_than_fit(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        row = await house.make()
        for number in range(MOST_PASSKEYS):
            copy = PasskeyRow(b"%d" % number, ADA, row.public_key, 0, "One more", 1, 1)
            await house.keep(copy)
        with pytest.raises(LimitReached, match="20 passkeys"):
            await house.passkeys.begin(HERE, GUEST, ADA, "Ada")

    lived_in(story)


@pytest.mark.parametrize(
    ("address", "party"),
    [
        ("https://play.example", RelyingParty("play.example", "https://play.example")),
        ("https://play.example:8443", RelyingParty("play.example", "https://play.example:8443")),
        ("http://localhost:8000", RelyingParty("localhost", "http://localhost:8000")),
        ("http://127.0.0.1:8000", NoParty("http://localhost:8000")),
        ("http://[::1]:8000", NoParty("http://localhost:8000")),
        ("http://192.168.1.5:8000", NoParty("")),
        ("https://192.168.1.5", NoParty("")),
        ("http://play.example", NoParty("")),
        ("http://localhost.evil.example", NoParty("")),
    ],
)
def test_passkeys_hold_for_a_name_on_a_safe_line_only(address: str, party: RelyingParty | NoParty) -> None:
    assert relying_party(address) == party


def test_a_passkey_that_answers_twice_at_once_is_kept_once(lived_in: Lived) -> None:
    async def story(house: House) -> None:
        first, second = [RegisteredPasskey(await house.make(), "Ada") for _ in range(2)]
        await house.passkeys.keep(first)
        with pytest.raises(NotAccepted):
            await house.passkeys.keep(second)
        with pytest.raises(NotAccepted):
            async with house.database.write() as connection:
                await house.passkeys.keeping(second)(connection)
        assert len(await house.passkeys.of(ADA)) == 1

    lived_in(story)
