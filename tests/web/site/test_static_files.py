"""Files that pages load: packed once, kept by browsers, and nothing beside them can be had."""

import gzip

import brotli
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from shanghaien.web.site import assets
from shanghaien.web.site.assets import address, find, modules, static_file, version

ANY = {"accept-encoding": "gzip, br"}


def client() -> TestClient[Litestar]:
    return TestClient(Litestar([static_file], logging_config=None))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("style.css", "text/css; charset=utf-8"),
        ("tables/scripts/table.js", "text/javascript; charset=utf-8"),
        ("art.svg", "image/svg+xml"),
        ("tables/dice/scripts/verify.js", "text/javascript; charset=utf-8"),
    ],
)
def test_a_file_is_sent_packed_to_whoever_can_unpack_it(name: str, kind: str) -> None:
    with client() as http:
        plain = http.get(address(name), headers={"accept-encoding": "identity"})
        with http.stream("GET", address(name), headers=ANY) as packed:
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


@pytest.mark.parametrize(
    "name", ["nothing.css", "../app.py", "..%2fapp.py", "app.py", "tables/scripts", "", "/etc/passwd"]
)
def test_nothing_else_is_found(name: str) -> None:
    assert find(name) is None
    with client() as http:
        assert http.get(f"/static/{name}").status_code in {404, 405}


def test_a_file_is_packed_once() -> None:
    first, second = find("style.css"), find("style.css")
    assert first is not None
    assert first is second
    assert first.packed is first.packed


@pytest.mark.parametrize("before", ["0123456789/", ""])
def test_an_address_of_another_version_has_the_present_file_and_is_asked_for_again(before: str) -> None:
    present = find("tables/scripts/table.js")
    assert present is not None
    with client() as http:
        old = http.get(f"/static/{before}tables/scripts/table.js")
        again = http.get(f"/static/{before}tables/scripts/table.js", headers={"if-none-match": old.headers["etag"]})
    assert old.content == present.plain
    assert old.headers["cache-control"] == again.headers["cache-control"] == "public, no-cache"
    assert again.status_code == 304


def test_all_addresses_change_when_any_file_does(monkeypatch: pytest.MonkeyPatch) -> None:
    before = version()
    content = assets.content_of
    for changed in ("site/scripts/sha256.js", "style.css", "icons/icon.svg"):
        monkeypatch.setattr(assets, "content_of", lambda name, it=changed: content(name) + b" " * (name == it))
        assert version.__wrapped__() != before
    monkeypatch.setattr(assets, "content_of", content)
    assert version.__wrapped__() == before


def test_a_page_names_at_once_all_that_its_script_imports() -> None:
    tags = modules("learn/scripts/voyage.js").splitlines()
    assert tags == [
        f'<link rel="modulepreload" href="{address("tables/scripts/stage.js")}">',
        f'<script type="module" src="{address("learn/scripts/voyage.js")}"></script>',
    ]
    assert address("site/scripts/dom.js") in modules("site/scripts/page.js")
