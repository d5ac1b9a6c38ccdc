"""The page of help: it lists the keys that buttons bear, in every language, and everybody finds it."""

import re

import pytest

from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.learn.help_routes import labels, shortcuts
from tests.web.browser_like import Visitor


def test_every_mark_of_the_picture_is_explained(visitor: Visitor) -> None:
    page = visitor.get("/help").text
    marks = re.findall(r'<g class="mark">.*?<text[^>]*>(\d+)</text>', page, re.DOTALL)
    assert sorted(map(int, marks)) == list(range(1, len(labels()) + 1))


def test_every_page_leads_to_it_also_by_key(visitor: Visitor) -> None:
    for path in ("/", "/rules", "/help"):
        assert '<a href="/help" aria-keyshortcuts="?">' in visitor.get(path).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_explains_in_every_language(language: str) -> None:
    with language_context(language):
        texts = [label.text for label in labels()] + [shortcut.text for shortcut in shortcuts()]
    with language_context("en"):
        english = [label.text for label in labels()] + [shortcut.text for shortcut in shortcuts()]
    assert all((text == known) == (language == "en") for text, known in zip(texts, english, strict=True))


def test_keys_and_figures_can_be_switched_off_in_the_menu(visitor: Visitor) -> None:
    boxes = r'name="(worth|keys)" value="1" (checked)?'
    assert re.findall(boxes, visitor.get("/help").text) == [("worth", "checked"), ("keys", "checked")]
    visitor.post("/settings", {"confirm": "1", "next": "/help"})
    assert re.findall(boxes, visitor.get("/help").text) == [("worth", ""), ("keys", "")]
