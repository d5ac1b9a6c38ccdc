"""Every language, as a visitor reads it."""

import re

import pytest
from babel.messages.catalog import Message
from playwright.sync_api import Page, expect

from scripts.texts import read
from tests.browser.conftest import Visitors
from tests.browser.playing import press

READ = """
() => {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent);
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) texts.push(each.getAttribute(name) ?? '');
  return texts.map(text => text.trim().replace(/\\s+/g, ' ')).filter(Boolean);
}
"""

GAP = r"%\(\w+\)[sd]|\{\w+\}"


def untranslated(page: Page, language: str) -> set[str]:
    """The English texts of the catalogue that the page shows as they are."""
    patterns = {_pattern(str(text.id)) for text in read(language) if isinstance(text.id, str) and _differs(text)}
    english = re.compile("|".join(sorted(patterns)))
    return {text for text in page.evaluate(READ) if english.fullmatch(text)}


def _differs(text: Message) -> bool:
    """Whether a text tells English from the translation; one short word between two gaps does not."""
    words = re.sub(GAP, " ", str(text.id))
    needed = 1 if words == text.id else 2
    return text.id != text.string and "<" not in words and len(re.findall(r"[A-Za-z]{2,}", words)) >= needed


def _pattern(text: str) -> str:
    return re.sub(r"%\\\(\w+\\\)[sd]|\\\{\w+\\\}", ".+", re.escape(text))


@pytest.mark.parametrize("language", ["de", "fr", "it", "ru"])
def test_no_english_is_left_on_the_main_pages(visitor: Visitors, language: str) -> None:
    page = visitor(locale=language)
    for path in ("/", "/rules", "/nowhere", "/new"):
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        assert untranslated(page, language) == set()
    page.locator(".go button").click()
    page.wait_for_url("**/t/*")
    for _ in range(6):
        assert untranslated(page, language) == set()
        press(page)


def test_english_would_be_found(visitor: Visitors) -> None:
    page = visitor(locale="en")
    page.goto("/rules")
    assert "Whoever has more dice on a card wins it." in untranslated(page, "de")


def test_a_language_chosen_in_the_menu_is_kept(visitor: Visitors) -> None:
    page = visitor(locale="fr")
    page.goto("/rules")
    expect(page.locator("h1")).to_have_text("Comment jouer à Shanghaien")
    page.locator("#menu summary").click()
    page.locator("#menu select[name=lang]").select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "it")
