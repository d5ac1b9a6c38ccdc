"""The foot of pages: what the host links there, the licence, and what runs."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from litestar.testing import TestClient

from shanghaien.version import full_version
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import Settings
from shanghaien.web.site.middleware import Application

PAGES = ("/", "/rules", "/help", "/lobby", "/no/such/page")
SOURCE, IMPRINT, PRIVACY = "https://code.example/shanghaien", "/imprint", "https://play.example/privacy?a=1&b=2"


def linking(settings: Settings) -> Settings:
    return replace(settings, source_url=SOURCE, imprint_url=IMPRINT, privacy_url=PRIVACY)


@contextmanager
def site(settings: Settings) -> Iterator[TestClient[Application]]:
    with TestClient(create_app(settings)) as client:
        yield client


def foot(client: TestClient[Application], page: str, language: str = "en") -> str:
    text = client.get(page, headers={"accept-language": language, "accept": "text/html"}).text
    (found,) = re.findall(r'<footer class="foot">(.*?)</footer>', text, re.DOTALL)
    return " ".join(found.split())


def test_every_page_says_which_version_of_which_commit_answers_and_its_licence(settings: Settings) -> None:
    with site(settings) as client:
        for page in PAGES:
            assert f"<span>Version {full_version()}</span>" in foot(client, page), page
            assert 'rel="license">MIT licence</a>' in foot(client, page), page


def test_what_the_host_has_not_set_is_not_there(settings: Settings) -> None:
    with site(settings) as client:
        for word in ("Privacy", "Imprint", "Source code"):
            assert word not in foot(client, "/")


def test_what_the_host_has_set_is_linked_at_the_foot_of_every_page(settings: Settings) -> None:
    with site(linking(settings)) as client:
        for page in PAGES:
            linked = foot(client, page)
            assert f'<a href="{SOURCE}">Source code</a>' in linked
            assert f'<a href="{IMPRINT}">Imprint</a>' in linked
            assert 'href="https://play.example/privacy?a=1&amp;b=2" rel="privacy-policy">Privacy</a>' in linked


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ("Datenschutz", "Impressum", "Quelltext", "MIT-Lizenz")),
        ("fr", ("Confidentialité", "Mentions légales", "Code source", "Licence MIT")),
        ("it", ("Privacy", "Note legali", "Codice sorgente", "Licenza MIT")),
        ("ru", ("Конфиденциальность", "Правовая информация", "Исходный код", "Лицензия MIT")),
    ],
)
def test_the_foot_speaks_the_language_of_the_page(settings: Settings, language: str, words: tuple[str, ...]) -> None:
    with site(linking(settings)) as client:
        linked = foot(client, "/", language)
    for word in words:
        assert f">{word}</a>" in linked
