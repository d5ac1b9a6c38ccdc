"""Links by mail open for whoever asked, in the browser that asked, once, in time; and tell nobody who is known here."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.engine import Database
from tests.web.moving_time import moving_time
from tests.web.over_http.keeping import HERE, MAIL, Harbour, Sailor, harbour
from tests.web.over_http.visiting import sentence
from tests.web.people.mailroom import link_in, posted


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    with harbour(tmp_path_factory.mktemp("data"), public_url=HERE, **MAIL) as one:
        yield one


@pytest.fixture
def own_port(tmp_path: Path) -> Iterator[Harbour]:
    """A server where nobody has tried anything yet."""
    with harbour(tmp_path, public_url=HERE, **MAIL) as one:
        yield one


def kept(port: Harbour, name: str, address: str) -> Sailor:
    """Somebody who keeps their games by a mail address."""
    sailor = port.sailor()
    assert sailor.submit("/keep", "/keep/mail", name=name, mail=address).headers["location"] == "/keep?told=sent"
    (letter,) = posted(port.settings)
    assert press(sailor, link_in(letter)).headers["location"] == "/keep/keys?told=kept"
    return sailor


def press(sailor: Sailor, link: str) -> httpx.Response:
    return sailor.submit(link, link)


def test_games_are_kept_by_a_link_and_come_along_at_the_next_sign_in(port: Harbour) -> None:
    ines = kept(port, "Ines", "Ines@Example.org")
    assert ines.name == "Ines"
    phone = port.sailor()
    game = phone.create()["id"]
    phone.submit("/sign-in", "/sign-in/mail", mail=" ines@example.org")
    (letter,) = posted(port.settings)
    assert (letter["To"], letter["Subject"]) == ("ines@example.org", "Shanghaien: Your link to sign in")
    assert press(phone, link_in(letter)).headers["location"] == "/"
    assert (phone.name, ines.sees(game)) == ("Ines", True)


def test_looking_uses_nothing_up_and_pressing_does_so_once(port: Harbour) -> None:
    kept(port, "Ina", "ina@example.org")
    phone = port.sailor()
    phone.submit("/sign-in", "/sign-in/mail", mail="ina@example.org")
    link = link_in(posted(port.settings)[0])
    scanner = port.sailor()
    assert [scanner.get(link).status_code, phone.get(link).status_code] == [200, 200]
    elsewhere = press(scanner, link)
    assert (elsewhere.status_code, scanner.name) == (410, "")
    assert "only in the browser that asked for it" in sentence(elsewhere)
    assert press(phone, link).status_code == 303
    phone.http.cookies.delete("shanghaien_session")
    assert press(phone, link).status_code == 410


def test_a_link_lasts_a_quarter_of_an_hour(own_port: Harbour) -> None:
    with moving_time() as time:
        phone = own_port.sailor()
        for seconds, status in ((15 * 60, 303), (15 * 60 + 1, 410)):
            phone.submit("/keep", "/keep/mail", name=f"Ines {seconds}", mail=f"ines{seconds}@example.org")
            link = link_in(posted(own_port.settings)[0])
            time.go(seconds=seconds)
            assert press(phone, link).status_code == status
            phone = own_port.sailor()


def test_a_letter_that_is_too_late_is_not_sent(own_port: Harbour) -> None:
    with moving_time() as time:
        own_port.sailor().submit("/keep", "/keep/mail", name="Ines", mail="ines@example.org")
        time.go(seconds=15 * 60 + 1)
        assert posted(own_port.settings) == []


def test_asking_is_answered_alike_whether_the_address_is_known_or_not(port: Harbour) -> None:
    kept(port, "Iris", "iris@example.org")
    answers = []
    for address in ("iris@example.org", "siri@example.org"):
        answer = port.sailor().submit("/sign-in", "/sign-in/mail", mail=address)
        answers.append((answer.status_code, answer.headers["location"], sorted(answer.headers), answer.content))
        assert asyncio.run(due(port)) == 1, "the letter is looked after later, known or not"
        assert len(posted(port.settings)) == (address == "iris@example.org")
    assert answers[0] == answers[1]


async def due(port: Harbour) -> int:
    database = Database(port.settings.database)
    async with database.read() as connection:
        count = select(func.count()).select_from(database_schema.jobs).where(database_schema.jobs.c.kind == "letter")
        found = int((await connection.execute(count)).scalar_one())
    await database.close()
    return found


def test_whoever_has_an_account_gets_a_link_to_it_instead_of_a_second_one(port: Harbour) -> None:
    kept(port, "Ivo", "ivo@example.org")
    again = port.sailor()
    again.submit("/keep", "/keep/mail", name="Ingo", mail="ivo@example.org")
    (letter,) = posted(port.settings)
    assert letter["Subject"] == "Shanghaien: Your link to sign in"
    press(again, link_in(letter))
    assert again.name == "Ivo"


NO_ADDRESSES = (
    *("x\r\nRCPT TO:<evil@example.org>", "x@y.example\r\nBcc: evil@example.org", "x@y.example\nevil@example.org"),
    *("a@b@c.example", "ines", "", "<i@x.example>", "i@" + "x" * 250 + ".example"),
)


def test_what_is_no_address_never_becomes_a_letter(port: Harbour) -> None:
    guest = port.sailor()
    for address in NO_ADDRESSES:
        for page, action in (("/sign-in", "/sign-in/mail"), ("/keep", "/keep/mail")):
            told = guest.submit(page, action, mail=address, name="Nobody")
            assert (told.status_code, "This is not an email address" in sentence(told)) == (400, True)
    assert posted(port.settings) == []


def test_an_address_is_added_when_its_owner_presses_the_link_and_belongs_to_one_name(port: Harbour) -> None:
    kept(port, "Ida", "ida@example.org")
    marta = port.sailor()
    marta.keep("Marta")
    for address, status in (("ida@example.org", 409), ("marta@example.org", 303)):
        asked = marta.submit("/keep/keys", "/keep/keys/mail", mail=address)
        assert asked.headers["location"] == "/keep/keys?told=sent"
        (letter,) = posted(port.settings)
        assert letter["Subject"] == "Shanghaien: Your link to confirm this address"
        assert press(marta, link_in(letter)).status_code == status
    assert "marta@example.org" in marta.get("/keep/keys").text
    assert "ida@example.org" not in marta.get("/keep/keys").text


def test_a_link_that_confirms_an_address_works_only_for_whoever_asked(port: Harbour) -> None:
    marta = port.sailor()
    marta.keep("Mara")
    marta.submit("/keep/keys", "/keep/keys/mail", mail="mara@example.org")
    link = link_in(posted(port.settings)[0])
    marta.http.cookies.delete("shanghaien_session")
    assert press(marta, link).status_code == 403
    marta.sign_in()
    assert "mara@example.org" not in marta.get("/keep/keys").text


def test_the_only_address_stays_until_there_is_another_way(port: Harbour) -> None:
    ines = kept(port, "Ilka", "ilka@example.org")
    ines.get("/keep/keys")
    assert ines.post("/keep/keys/mail/remove").status_code == 409
    ines.post("/keep/keys/codes")
    assert ines.post("/keep/keys/mail/remove").status_code == 303
    assert "ilka@example.org" not in ines.get("/keep/keys").text


def test_five_links_an_hour_go_to_one_mailbox_whoever_asks(own_port: Harbour) -> None:
    for name in ("known", "unknown"):
        mails = [f"{name}@example.org", *(f"{name}+{number}@example.org" for number in range(5))]
        told = [own_port.sailor().submit("/sign-in", "/sign-in/mail", mail=mail).status_code for mail in mails]
        assert told == [303] * 5 + [429]


def test_where_the_host_has_not_set_up_mail_it_is_said_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with harbour(tmp_path_factory.mktemp("data")) as one:
        guest = one.sailor()
        for page in ("/keep", "/sign-in"):
            assert "this site sends no email" in guest.get(page).text
        assert "sends no email" in sentence(guest.post("/sign-in/mail", {"mail": "ines@example.org"}))
