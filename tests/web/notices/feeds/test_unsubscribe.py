"""Letters end by one press from the letter, without cookies; a look at the address changes nothing."""

from collections.abc import Iterator

import msgspec
import pytest
from litestar.testing import TestClient

from shanghaien.web.app import application
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts, open_site
from shanghaien.web.core.settings import Settings
from shanghaien.web.notices.channels.mail import unsubscribe_path
from shanghaien.web.people.preferences import NoticePreferences, PersonPreferences, PreferenceStore
from shanghaien.web.site.middleware import Application
from shanghaien.web.tables.service import Tables

ADA = PersonId("ada")


@pytest.fixture
def parts(settings: Settings) -> Parts:
    return open_site(settings)


@pytest.fixture
def client(parts: Parts) -> Iterator[TestClient[Application]]:
    """Somebody without cookies; Ada, who reads German, has asked for letters."""
    with TestClient(application(parts)) as client:
        wished = PersonPreferences(language="de", notices=NoticePreferences(mail=True))
        client.blocking_portal.call(parts[PreferenceStore].change, ADA, lambda _: wished)
        yield client


def gets_letters(parts: Parts, client: TestClient[Application]) -> bool:
    wished: PersonPreferences = client.blocking_portal.call(parts[PreferenceStore].of, ADA)
    assert wished == msgspec.structs.replace(wished, language="de")
    return wished.notices.mail


def test_a_mail_program_ends_them_by_one_post(parts: Parts, client: TestClient[Application]) -> None:
    path = unsubscribe_path(parts[Tables].signer, ADA)
    for _ in range(2):
        answer = client.post(path, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert not gets_letters(parts, client)


def test_a_look_shows_a_button_that_ends_them(parts: Parts, client: TestClient[Application]) -> None:
    path = unsubscribe_path(parts[Tables].signer, ADA)
    page = client.get(path)
    assert "Keine Mails mehr" in page.text
    assert f'action="{path}"' in page.text
    assert gets_letters(parts, client)
    assert "Du bekommst keine Mails mehr" in client.post(path).text
    assert f'action="{path}"' not in client.get(path).text
    assert not gets_letters(parts, client)


def test_nobody_elses_letters_end(parts: Parts, client: TestClient[Application]) -> None:
    forged = unsubscribe_path(parts[Tables].signer, PersonId("eve"))[:-1] + "x"
    assert client.post(forged).status_code == 404
    assert client.post(unsubscribe_path(parts[Tables].signer, PersonId("eve"))).status_code == 200
    assert gets_letters(parts, client)
