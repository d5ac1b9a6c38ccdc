"""Who comes for the first time gets their cookie with the page; a form counts only from the person for whom it was made."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.settings import load
from shanghaien.web.core.signing import Signer
from shanghaien.web.site.middleware import Application
from shanghaien.web.site.sessions import COOKIE, PURPOSE, CsrfTokens
from tests.web.forms import form_on

ADA, BOB = PersonId("ada"), PersonId("bob")
HTTPS = "https://play.example"
NewBrowser = Callable[[], TestClient[Application]]


def served(folder: Path, address: str) -> Iterator[NewBrowser]:
    """Makes browsers that look at one server, each with cookies of its own."""
    public = {"public_url": address} if address == HTTPS else {}
    app = create_app(load({"data": folder, "rate_limit": 0, "bot_workers": 0, **public}, {}))
    with TestClient(app, base_url=address) as first:

        def new() -> TestClient[Application]:
            browser: TestClient[Application] = TestClient(app, base_url=address)
            browser.blocking_portal = first.blocking_portal
            return browser

        yield new


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewBrowser]:
    yield from served(tmp_path_factory.mktemp("plain"), "http://play.example")


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewBrowser]:
    yield from served(tmp_path_factory.mktemp("secure"), HTTPS)


def send(http: httpx.Client, page: str, **fields: str) -> httpx.Response:
    """Fill in the form of a page and send it to where the page is."""
    form = form_on(http.get(page).text, page, page)
    return http.post(page, data=form.fields | fields, follow_redirects=False)


def test_a_lost_answer_costs_no_seat(browser: NewBrowser) -> None:
    ada = browser()
    form = form_on(ada.get("/new").text, "/new", "/new")
    before = dict(ada.cookies)
    lost = ada.post("/new", data=form.fields | {"mode": "hot-seat"}, follow_redirects=False)
    ada.cookies.clear()
    ada.cookies.update(before)  # what the browser had when the answer was lost on its way
    assert "/act" in ada.get(lost.headers["location"]).text


def test_what_everybody_may_keep_sets_nobodys_cookie(browser: NewBrowser) -> None:
    for path in ("/static/style.css", "/api/v1/about"):
        assert "set-cookie" not in browser().get(path).headers


def test_a_browser_that_has_its_cookies_gets_no_others(browser: NewBrowser) -> None:
    ada = browser()
    assert ada.get("/").headers.get_list("set-cookie")
    assert not ada.get("/rules").headers.get_list("set-cookie")


def test_a_form_of_somebody_else_is_refused(browser: NewBrowser) -> None:
    ada, eve = browser(), browser()
    ada.get("/new")
    stolen = form_on(eve.get("/new").text, "/new", "/new").fields["_csrf_token"]
    for cookie in ({}, {"csrftoken": stolen}):  # nor does it help to plant the cookie that goes with it
        ada.cookies.update(cookie)
        answer = ada.post("/new", data={"mode": "hot-seat", "_csrf_token": stolen}, follow_redirects=False)
        assert answer.status_code == 403
    assert send(ada, "/new", mode="hot-seat").status_code == 303


def test_a_form_from_a_browser_without_cookies_is_refused(browser: NewBrowser) -> None:
    token = form_on(browser().get("/new").text, "/new", "/new").fields["_csrf_token"]
    assert browser().post("/new", data={"mode": "hot-seat", "_csrf_token": token}).status_code == 403


def test_by_https_neighbouring_hosts_cannot_plant_a_cookie(secure: NewBrowser) -> None:
    told = secure().get("/new").headers.get_list("set-cookie")
    assert {cookie.partition("=")[0] for cookie in told} == {"__Host-shanghaien_guest", "__Host-csrftoken"}
    for cookie in told:
        assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in cookie.split(";")}
        assert "Domain" not in cookie


def test_who_came_before_the_names_changed_keeps_their_games(secure: NewBrowser) -> None:
    ada, later = secure(), secure()
    table = send(ada, "/new", mode="hot-seat").headers["location"]
    later.cookies.set(COOKIE, ada.cookies[f"__Host-{COOKIE}"], domain="play.example")
    assert "/act" in later.get(table).text
    assert f"__Host-{COOKIE}" in later.cookies  # and from now on it has the better name
    later.cookies.delete(COOKIE, domain="play.example")
    assert "/act" in later.get(table).text


def test_the_better_name_counts_before_a_planted_one(secure: NewBrowser) -> None:
    ada, eve = secure(), secure()
    table = send(ada, "/new", mode="hot-seat").headers["location"]
    eve.get("/")
    ada.cookies.set(COOKIE, eve.cookies[f"__Host-{COOKIE}"], domain="play.example")
    assert "/act" in ada.get(table).text


def test_links_name_the_public_address_whatever_host_was_asked_for(secure: NewBrowser) -> None:
    ada = secure()
    table = send(ada, "/new", mode="invite").headers["location"]
    elsewhere = {"host": "evil.example"}
    fields = form_on(ada.get("/tokens").text, "/tokens", "/tokens").fields
    for page in (ada.get(table, headers=elsewhere), ada.post("/tokens", data=fields, headers=elsewhere)):
        assert page.is_success
        assert "evil.example" not in page.text
        assert HTTPS in page.text


def test_a_token_holds_for_its_person_alone() -> None:
    tokens = CsrfTokens(Signer("a secret"))
    token = tokens.make(ADA)
    assert tokens.holds(token, ADA)
    assert tokens.make(ADA) != token
    assert not tokens.holds(token, BOB)
    assert not tokens.holds(token, None)
    assert not CsrfTokens(Signer("another secret")).holds(token, ADA)
    for wrong in (token[:-1] + "x", token[1:], "", None, b"x", ["x"], "ä" * len(token)):
        assert not tokens.holds(wrong, ADA)


def test_a_cookie_of_endless_length_is_nobodys(browser: NewBrowser) -> None:
    ada = browser()
    ada.cookies.set(COOKIE, Signer("x").sign(PURPOSE, "x" * 2000))
    assert ada.get("/").status_code == 200
