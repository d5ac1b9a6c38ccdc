"""What other sites are told of a link, and the picture behind it, over HTTP."""

import re
from pathlib import Path

from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.share import routes
from tests.web.browser_like import Visitor
from tests.web.randomness import ids


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page))


def test_a_table_tells_who_plays_and_shows_its_picture_which_everybody_may_keep(ada: Visitor) -> None:
    game = ada.create(name="Ines", name_b="Marta")["id"]
    told = tags(ada.get(f"/watch/{game}").text)
    assert (told["og:title"], told["og:description"]) == ("Ines vs Marta", "Round 1 of 8")
    assert told["twitter:card"] == "summary_large_image"
    path = told["og:image"].removeprefix("http://testserver.local")
    assert path == f"/share/{game}.png?lang=en"
    ada.http.cookies.clear()
    picture = ada.get(path)
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert picture.headers["cache-control"] == routes.A_WHILE
    assert "set-cookie" not in picture.headers
    assert picture.content[1:4] == b"PNG"


def test_every_other_page_shows_the_picture_of_the_start_page(ada: Visitor) -> None:
    for path in ("/", "/rules", "/new"):
        told = tags(ada.get(path).text)
        assert told["og:title"] == "Shanghaien"
        assert "/share/start.png" in told["og:image"]


def test_a_game_that_is_over_can_be_handed_on(ada: Visitor) -> None:
    game = ada.create(name="Ines", name_b="Marta")
    assert "Save picture" not in ada.get(f"/t/{game['id']}").text
    ada.resign(game)
    page = ada.get(f"/t/{game['id']}").text
    assert "Save picture" in page
    assert f'/t/{game["id"]}/review?lang=en"' in page
    assert tags(page)["og:description"] == "A finished game: see what decided it."


def test_there_is_no_picture_of_nothing(ada: Visitor) -> None:
    assert ada.get("/share/nothing.png").status_code == 404
    assert ada.get("/share/start.svg").status_code == 404


def test_addresses_begin_with_the_public_one(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "public_url": "https://play.example"}, {})
    with TestClient(create_app(settings, ids()), base_url="https://play.example") as client:
        assert tags(client.get("/").text)["og:image"].startswith("https://play.example/share/start.png")


def test_a_link_speaks_the_language_of_whoever_handed_it_on_unless_the_reader_has_one(ada: Visitor) -> None:
    assert 'lang="de"' in ada.http.get("/?lang=de", headers={"accept-language": ""}).text
    assert 'lang="fr"' in ada.http.get("/?lang=de", headers={"accept-language": "fr"}).text
    assert 'lang="en"' in ada.http.get("/?lang=xx", headers={"accept-language": ""}).text
