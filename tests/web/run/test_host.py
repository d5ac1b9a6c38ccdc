"""The page for the host: for administrators alone, and it says what is not set up."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from shanghaien.web.core.settings import Settings
from tests.web.people.arriving import NewResident, Resident, a_site


@pytest.fixture
def site(settings: Settings) -> Settings:
    return replace(settings, webhooks=True)


@pytest.fixture
def resident(site: Settings) -> Iterator[NewResident]:
    with a_site(site) as (_, new):
        yield new


def administrator(resident: NewResident, site: Settings) -> Resident:
    person = resident().keep("Hetty")
    assert site.sqlite_file is not None
    with closing(sqlite3.connect(site.sqlite_file)) as connection, connection:
        connection.execute("UPDATE people SET role = 'administrator' WHERE id = ?", [person])
    browser = resident()
    browser.arrive(person)
    return browser


def test_nobody_else_finds_the_page_of_the_host(resident: NewResident) -> None:
    guest, somebody = resident(), resident()
    somebody.keep("Ines")
    assert [guest.get("/host").status_code, somebody.get("/host").status_code] == [404, 404]


def test_an_administrator_sees_what_is_set_up_and_what_waits(resident: NewResident, site: Settings) -> None:
    answer = administrator(resident, site).get("/host")
    assert answer.status_code == 200
    text = " ".join(answer.text.split())
    assert text.count("not set up") == 3
    assert "<code>push_contact</code>" in text
    assert "<code>webhooks</code>" not in text
    assert '<th scope="row"><code>cleanup</code></th> <td>1</td><td>0</td><td>0</td><td>0</td>' in text
    assert "<dt>People with an account</dt> <dd>1</dd>" in text
