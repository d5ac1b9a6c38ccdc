"""Every language, as a visitor reads it."""

import re
from functools import cache

import pytest
from babel.messages.catalog import Message
from playwright.sync_api import Page, expect

from scripts.texts import read
from tests.browser.conftest import PHONE, Visitors
from tests.browser.playing import press
from tests.browser.test_pages import Keep

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
    return {text for text in page.evaluate(READ) if english_texts(language).fullmatch(text)}


@cache
def english_texts(language: str) -> re.Pattern[str]:
    """Every text of a catalogue whose translation differs from it."""
    patterns = {_pattern(str(text.id)) for text in read(language) if isinstance(text.id, str) and _differs(text)}
    return re.compile("|".join(sorted(patterns)))


def _differs(text: Message) -> bool:
    """Whether a text tells English from the translation; one short word between two gaps does not."""
    words = re.sub(GAP, " ", str(text.id))
    needed = 1 if words == text.id else 2
    return text.id != text.string and "<" not in words and len(re.findall(r"[A-Za-z]{2,}", words)) >= needed


def _pattern(text: str) -> str:
    return re.sub(r"%\\\(\w+\\\)[sd]|\\\{\w+\\\}", ".+", re.escape(text))


def look(page: Page, language: str) -> None:
    """The page speaks this language and no English, and makes no phone scroll sideways."""
    assert page.locator("html").get_attribute("lang") == language
    assert untranslated(page, language) == set()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], page.url


@pytest.mark.parametrize("language", ["de", "fr", "it", "ru"])
def test_no_english_is_left_on_the_main_pages_and_no_phone_scrolls_sideways(
    visitor: Visitors, keep: Keep, language: str
) -> None:
    page = visitor(phone=True, locale=language)
    for path in ("/", "/rules", "/nowhere", "/notices", "/offline", "/new"):
        page.goto(path)
        look(page, language)
    page.locator("[name=preset][value=everything]").check(force=True)
    page.locator(".go button").click()
    page.wait_for_url("**/t/*")
    for _ in range(6):
        look(page, language)
        press(page)
    keep(page, f"table-phone-{language}")


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
