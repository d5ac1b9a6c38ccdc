"""The square code of an invitation: an address that a camera can read, and only for invitations."""

import re

from shanghaien.web.tables.start.seat_routes import drawn
from tests.web.over_http.visiting import NewVisitor


def test_the_page_of_an_invitation_shows_its_code(visitor: NewVisitor) -> None:
    ada = visitor()
    table = ada.create(mode="invite", seat="a")
    page = ada.get(f"/t/{table['id']}").text
    link = re.search(r'id="invitation"[^>]*value="([^"]+)"', page)
    picture = re.search(r'src="(/join/[^"]+/code\.svg)"', page)
    assert link
    assert picture
    answer = ada.get(picture[1])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.content == drawn(link[1])


def test_another_address_is_another_code() -> None:
    assert drawn("http://localhost/join/a") != drawn("http://localhost/join/b")


def test_nothing_is_drawn_that_is_no_invitation(visitor: NewVisitor) -> None:
    assert visitor().get("/join/forged/code.svg").status_code == 404
