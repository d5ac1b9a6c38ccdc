"""Finding out who a request is from: free for guests, one look in five seconds for others, and never by what is forged."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, event

from shanghaien.web.core.settings import load
from tests.web.people.arriving import SESSION, NewResident, Resident, a_site
from tests.web.randomness import SECRET

GUEST = "shanghaien_guest"


@pytest.fixture
def asked() -> Iterator[list[str]]:
    """Every statement that any database of this process is asked about sessions."""
    statements: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if "sessions" in statement:
            statements.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield statements
    event.remove(Engine, "before_cursor_execute", note)


def test_a_guest_s_request_asks_nobody_and_a_session_is_looked_up_once(
    tmp_path_factory: pytest.TempPathFactory, asked: list[str]
) -> None:
    data = tmp_path_factory.mktemp("data")
    with a_site(load({"data": data, "rate_limit": 0, "secret": SECRET}, {})) as (_, new):
        browser = new()
        asked.clear()
        for path in ("/", "/help", "/new"):
            browser.get(path)
        assert asked == []
        browser.keep("Anton")
        asked.clear()
        for path in ("/rules", "/static/icon.svg", "/help"):
            browser.get(path)
        assert len(asked) <= 1


def test_programs_are_known_by_their_token_and_never_by_a_cookie(resident: NewResident) -> None:
    laptop = resident()
    laptop.create()
    laptop.keep("Berta")
    assert laptop.http.get("/api/v1/games").status_code == 401


@pytest.mark.parametrize("forged", ["", "x", "../../etc", "a" * 5000, "' OR 1=1 --", '"quoted"', "%00"])
def test_a_session_that_was_not_made_here_is_nobody_s(resident: NewResident, forged: str) -> None:
    browser = resident()
    browser.show(SESSION, forged)
    assert browser.get("/account").headers["location"] == "/keep"
    assert not browser.is_signed_in()
    assert browser.create()["yours"] == ["A", "B"]


def test_the_cookie_of_a_guest_that_names_an_account_opens_nothing_without_the_server_s_seal(
    resident: NewResident,
) -> None:
    laptop, thief = resident(), resident()
    game = laptop.create()["id"]
    account = laptop.keep("Carl")
    for forged in (account, f'["{account}"]', f"{account}.{thief.http.cookies[GUEST].partition('.')[2]}"):
        thief.show(GUEST, forged)
        thief._token = ""
        thief.get("/")
        assert thief.look(game)["yours"] == []


def test_somebody_else_s_guest_cannot_be_taken_over(resident: NewResident) -> None:
    victim, thief = resident(), resident()
    game = victim.create()["id"]
    sealed = victim.http.cookies[GUEST]
    value, _, seal = sealed.rpartition(".")
    thief.show(GUEST, f"{value}.{'A' if seal[0] != 'A' else 'B'}{seal[1:]}")
    thief.get("/")
    thief.keep("Dieter")
    assert thief.games() == []
    assert victim.games() == [game]


def cookies_of(browser: Resident, path: str) -> list[str]:
    return [cookie.lower() for cookie in browser.post(path).headers.get_list("set-cookie")]


def test_the_cookie_of_a_session_is_out_of_reach_of_scripts_and_other_sites(resident: NewResident) -> None:
    [session] = [cookie for cookie in cookies_of(resident(), "/test/account/Elsa") if cookie.startswith(SESSION)]
    assert {"httponly", "samesite=lax", "path=/"} <= set(session.split("; "))


def test_by_https_the_cookie_is_this_host_s_alone(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = tmp_path_factory.mktemp("data")
    settings = load({"data": data, "rate_limit": 0, "secret": SECRET, "public_url": "https://games.example"}, {})
    with a_site(settings) as (_, new):
        browser = new()
        browser.http.base_url = "https://testserver.local"
        browser.get("/")
        token = browser.http.cookies.get("__Host-csrftoken") or ""
        answer = browser.post("/test/account/Fritz", {"_csrf_token": token})
        [session] = [text for text in answer.headers.get_list("set-cookie") if "session" in text]
        assert session.startswith(f"__Host-{SESSION}=")
        assert "secure" in session.lower()
        assert "domain" not in session.lower()
        assert browser.is_signed_in()


def test_who_still_has_the_cookie_of_the_guest_watches_once_the_seat_has_moved(resident: NewResident) -> None:
    laptop, other = resident(), resident()
    table = other.join(laptop.create(mode="invite", seat="a")["invitation"], name="Greta")
    guest = laptop.http.cookies[GUEST]
    laptop.keep("Hugo")
    seen = laptop.look(table["id"])
    mover = laptop if seen["waits_for"] == "A" else other
    mover.act(mover.look(table["id"]))
    old = resident()
    old.show(GUEST, guest)
    old.get("/")
    assert old.get(f"/t/{table['id']}").status_code == 200
    assert "/act" not in old.get(f"/t/{table['id']}").text
