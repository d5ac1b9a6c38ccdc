"""The cookie that names a guest: read from memory where it was read before, and only if it was made here."""

from typing import Any

from litestar import Request

from shanghaien.web.core.signing import Signer
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.sessions import COOKIE, MOST_KNOWN, PURPOSE, GuestCookie

SIGNER = Signer("our secret")


def showing(text: str) -> AnyRequest:
    """A request with this text as its guest's cookie."""
    scope: Any = {"type": "http", "headers": [(b"cookie", f"{COOKIE}={text}".encode())]}
    return Request(scope)


def test_a_cookie_says_the_same_each_time() -> None:
    cookie, text = GuestCookie(SIGNER, secure=False), SIGNER.sign(PURPOSE, "ada")
    assert cookie.guest(showing(text)) == cookie.guest(showing(text)) == "ada"
    assert text in cookie._known


def test_what_is_remembered_is_bounded_and_makes_nothing_else_valid() -> None:
    cookie = GuestCookie(SIGNER, secure=False)
    for number in range(MOST_KNOWN + 10):
        assert cookie.guest(showing(SIGNER.sign(PURPOSE, str(number)))) == str(number)
    assert len(cookie._known) <= MOST_KNOWN
    text, other = SIGNER.sign(PURPOSE, "ada"), SIGNER.sign("seat", "ada")
    assert cookie.guest(showing(text)) == "ada"
    wrong = ["", other, text + "A", Signer("another secret").sign(PURPOSE, "ada")]
    assert [cookie.guest(showing(each)) for each in wrong] == [None] * 4
    assert not set(wrong) & set(cookie._known)  # what was not signed is not remembered
