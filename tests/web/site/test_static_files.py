"""Files that pages load: packed once, kept by browsers, and nothing beside them can be had."""

import gzip

import brotli
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from shanghaien.web.site.assets import find, static_file

ANY = {"accept-encoding": "gzip, br"}


def client() -> TestClient[Litestar]:
    return TestClient(Litestar([static_file], logging_config=None))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("style.css", "text/css; charset=utf-8"),
        ("table.js", "text/javascript; charset=utf-8"),
        ("art.svg", "image/svg+xml"),
        ("js/review.js", "text/javascript; charset=utf-8"),
    ],
)
def test_a_file_is_sent_packed_to_whoever_can_unpack_it(name: str, kind: str) -> None:
    with client() as http:
        plain = http.get(f"/static/{name}", headers={"accept-encoding": "identity"})
        with http.stream("GET", f"/static/{name}", headers=ANY) as packed:
            raw = b"".join(packed.iter_raw())
    assert (plain.status_code, plain.headers["content-type"]) == (200, kind)
    assert "immutable" in plain.headers["cache-control"]
    assert packed.headers["content-encoding"] == "br"
    assert brotli.decompress(raw) == plain.content
    assert len(raw) < len(plain.content)


def test_over_plain_http_where_browsers_take_no_brotli_a_file_is_packed_too() -> None:
    with client() as http, http.stream("GET", "/static/style.css", headers={"accept-encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
    file = find("style.css")
    assert file is not None
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == file.plain


def test_a_file_that_the_browser_has_is_not_sent_again() -> None:
    with client() as http:
        tag = http.get("/static/style.css").headers["etag"]
        again = http.get("/static/style.css", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["nothing.css", "../app.py", "..%2fapp.py", "js", "", "/etc/passwd"])
def test_nothing_else_is_found(name: str) -> None:
    assert find(name) is None
    with client() as http:
        assert http.get(f"/static/{name}").status_code in {404, 405}


def test_a_file_is_packed_once() -> None:
    first, second = find("style.css"), find("style.css")
    assert first is not None
    assert first is second
    assert first.packed is first.packed
