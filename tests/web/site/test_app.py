"""The site as an app: a manifest that systems can use, a service worker for the whole site, a page for no network."""

import re
import struct
from importlib import import_module

import pytest

from shanghaien.web.core.i18n import LANGUAGES
from shanghaien.web.site.assets import STATIC
from shanghaien.web.site.web_app import offline_page, worker
from tests.web.browser_like import Visitor


def test_every_page_names_the_manifest_and_one_can_install_it(visitor: Visitor) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">' in visitor.get("/").text
    answer = visitor.get("/manifest.webmanifest")
    told = answer.json()
    assert answer.headers["content-type"] == "application/manifest+json"
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for shortcut in told["shortcuts"]:
        assert visitor.get(shortcut["url"]).status_code == 200


def test_every_icon_has_the_size_that_is_told(visitor: Visitor) -> None:
    icons = visitor.get("/manifest.webmanifest").json()["icons"]
    for icon in icons:
        picture = visitor.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert "x".join(map(str, struct.unpack(">II", picture.content[16:24]))) == icon["sizes"]
    assert {icon["sizes"] for icon in icons} == {"any", "192x192", "512x512"}


def test_the_icons_are_what_the_script_draws_from_our_art() -> None:
    drawn = import_module("scripts.icons")
    assert (STATIC / "icons" / "icon.svg").read_text(encoding="utf-8") == drawn.icon(512, 0.8, 0.2) + "\n"
    assert {f"{name}.png" for name in drawn.drawings()} == {
        file.name for file in (STATIC / "icons").iterdir() if file.name.endswith(".png")
    }


def test_the_manifest_is_in_the_reader_s_language_and_light(visitor: Visitor) -> None:
    visitor.post("/settings", {"lang": "de", "theme": "light", "next": "/"})
    told = visitor.get("/manifest.webmanifest").json()
    assert (told["lang"], told["theme_color"]) == ("de", "#dfceae")
    assert told["description"].startswith("Das Spiel mit Würfeln")


def test_the_worker_is_looked_for_anew_each_time_and_may_ask_nobody_but_us(visitor: Visitor) -> None:
    answer = visitor.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "private, no-cache"
    assert "default-src 'none'; connect-src 'self'; img-src 'self'" in answer.headers.get_list(
        "content-security-policy"
    )


def test_a_browser_keeps_another_worker_when_its_page_for_no_network_is_another() -> None:
    assert len({worker("auto"), worker("dark"), worker("light")}) == 3
    assert worker("auto") == worker("auto")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_no_network_needs_nothing_that_the_worker_does_not_keep(visitor: Visitor, language: str) -> None:
    visitor.http.cookies.set("lang", language)
    page, kept = visitor.get("/offline").text, visitor.get("/sw.js").text.partition("\n")[0]
    assert page == offline_page(language, "auto")
    assert f'<html lang="{language}"' in page
    for needed in re.findall(r'(?:src|href)="(/[^"]+)"', page):
        assert f'"{needed}"' in kept
        assert visitor.get(needed).status_code == 200


def test_the_page_for_no_network_says_in_five_languages_what_is_missing() -> None:
    headings = [re.findall(r"<h1[^>]*>(.*?)</h1>", offline_page(code, "auto")) for code in LANGUAGES]
    assert [heading for (heading,) in headings] == [
        "No network",
        "Kein Netz",
        "Pas de réseau",
        "Niente rete",
        "Нет сети",
    ]
