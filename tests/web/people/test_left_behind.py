"""What somebody leaves in a browser opens nothing for whoever signs in there later, nor after they have signed out."""

import re
from collections.abc import Iterator

import pytest

from shanghaien.web.core.settings import load
from tests.web.notices.pages.noticing import send, subscription
from tests.web.people.arriving import NewResident, Resident, a_site
from tests.web.randomness import SECRET


@pytest.fixture(scope="module")
def resident(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewResident]:
    """Makes browsers that come to one server, which can send push notices."""
    given = {"data": tmp_path_factory.mktemp("data"), "bot_pause": 60, "rate_limit": 0, "secret": SECRET}
    with a_site(load(given | {"push_contact": "mailto:host@example.org"}, {})) as (_, new):
        yield new


def told_in(browser: Resident) -> int:
    """In how many browsers the person is told of their turns."""
    return len(re.findall(r"data-mark=", browser.get("/notices").text))


def listed(browser: Resident, token: str) -> int:
    """How a program is answered that asks for the games of whoever its token stands for."""
    return browser.http.get("/api/v1/games", headers={"authorization": f"Bearer {token}"}).status_code


def test_a_token_that_was_made_before_somebody_signed_in_opens_nothing_of_theirs(resident: NewResident) -> None:
    home, shared = resident(), resident()
    home.create()
    ines = home.keep("Ines")
    planted = shared.token
    assert listed(shared, planted) == 200
    shared.arrive(ines)
    assert listed(shared, planted) == 401


def test_a_browser_is_told_of_turns_until_it_is_signed_out(resident: NewResident) -> None:
    laptop, phone = resident(), resident()
    send(phone, "/notices/browsers", **subscription("phone"))
    otto = laptop.keep("Otto")
    send(laptop, "/notices/browsers", **subscription("laptop"))
    phone.arrive(otto)
    assert told_in(laptop) == 2
    phone.arrive(otto)  # the same person once more: nothing changes for them
    assert told_in(laptop) == 2
    phone.post("/account/sign-out")
    assert told_in(laptop) == 1


def test_signing_out_everywhere_else_leaves_notices_here_alone(resident: NewResident) -> None:
    laptop, phone = resident(), resident()
    paula = laptop.keep("Paula")
    phone.arrive(paula)
    for name, browser in {"laptop 2": laptop, "phone 2": phone}.items():
        send(browser, "/notices/browsers", **subscription(name.replace(" ", "-")))
    assert told_in(laptop) == 2
    laptop.post("/account/devices/sign-out-others")
    assert told_in(laptop) == 1


def test_who_signs_in_where_somebody_else_was_ends_notices_to_them_there(resident: NewResident) -> None:
    home, shared = resident(), resident()
    quirin = home.keep("Quirin")
    shared.arrive(quirin)
    send(shared, "/notices/browsers", **subscription("shared"))
    assert told_in(home) == 1
    shared.arrive(resident().keep("Rosa"))
    assert (told_in(home), told_in(shared)) == (0, 0)
