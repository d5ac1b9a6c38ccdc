"""Whatever a page says comes from the catalogue: in a made-up language every word stands in marks."""

import calendar
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from gettext import NullTranslations
from html.parser import HTMLParser
from typing import Any

import pytest

from shanghaien.web.core import i18n
from tests.web.browser_like import Visitor

OPEN, CLOSE = "⟦", "⟧"
CACHED = type(lru_cache(len))
"""What the decorators of functools make of a function."""
SPOKEN = {"aria-label", "title", "alt", "placeholder", "data-done", "data-live-text"}
DIGEST = re.compile(r"[0-9a-f]{32,}")
EXAMPLES = re.compile(r"k7qf\S*|Europe/Berlin")
"""What fields show as an example."""
ZONES = re.compile(r'<select[^>]*name="zone".*?</select>', re.DOTALL)
"""Time zones are called everywhere as the tz database calls them."""
OWN_NAMES = {"Shanghaien", *i18n.LANGUAGES.values(), "Ada", "Bob"}
AGE = {"second", "seconds", "ago"}
"""Babel says in its own words how long ago something was."""
DATES = {*calendar.day_name, *calendar.day_abbr, *calendar.month_name, *calendar.month_abbr}
"""And what days and months are called."""


class MadeUp(NullTranslations):
    """A language in which every text is put in marks."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


class Words(HTMLParser):
    """Gathers what a page says: its text as one stream, and the attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.spoken: list[str] = []
        self.silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "code", "textarea"):
            self.silent = tag
        self.spoken += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent = "" if tag == self.silent else self.silent

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said.append(data)


def outside_the_marks(text: str) -> str:
    """What is left of a text when everything in marks, which may lie in each other, is taken out."""
    depth, left = 0, []
    for char in text:
        depth += (char == OPEN) - (char == CLOSE)
        if not depth and char != CLOSE:
            left.append(char)
    return "".join(left)


def hard_coded(page: str) -> list[str]:
    words = Words()
    words.feed(ZONES.sub("", page))
    texts = [" ".join(words.said), *words.spoken]
    bare = [EXAMPLES.sub("", DIGEST.sub("", outside_the_marks(text))) for text in texts]
    found = [word for text in bare for word in re.findall(r"[^\W\d_]{2,}", text)]
    return sorted(set(found) - OWN_NAMES - AGE - DATES)


@pytest.fixture(scope="module", autouse=True)
def made_up_language() -> Iterator[None]:
    made_up = MadeUp()
    clear_caches()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "catalogue", lambda _: made_up)
        yield
    clear_caches()


def clear_caches() -> None:
    """Forget what functions have made in another language: some of it is kept for as long as a process runs."""
    for name, module in list(sys.modules.items()):
        if name.startswith("shanghaien.web."):
            for value in vars(module).values():
                if isinstance(value, CACHED):
                    value.cache_clear()


def shown(visitor: Visitor, path: str) -> str:
    return visitor.get(path).text


def test_the_marks_are_found() -> None:
    assert hard_coded(f"<p>{OPEN}Put {OPEN}it{CLOSE} <b>there</b>{CLOSE} now</p>") == ["now"]
    assert hard_coded('<p title="Here">3 : 4</p>') == ["Here"]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new",
        "/rules",
        "/voyage/5",
        "/voyage/6?answer=6",
        "/import",
        "/dice",
        "/dice/log",
        "/tokens",
        "/puzzles/1",
        "/keep",
        "/sign-in",
        "/notices",
        "/vacation",
        "/offline",
        "/nowhere",
    ],
)
def test_no_page_has_words_of_its_own(ada: Visitor, path: str) -> None:
    page = shown(ada, path)
    assert OPEN in page
    assert hard_coded(page) == []


@pytest.mark.parametrize("preset", ["base", "everything"])
def test_a_table_has_no_words_of_its_own_in_any_phase(ada: Visitor, preset: str) -> None:
    table = ada.create(preset=preset, name="Ada", name_b="Bob")
    path = f"/t/{table['id']}"
    seen: set[str] = set()
    for step in range(60):
        legal: list[str] = table["legal"]
        if not {word.split()[0] for word in legal} <= seen:
            seen |= {word.split()[0] for word in legal}
            assert hard_coded(shown(ada, path)) == []
        table = ada.act(table, legal[step * 7 % len(legal)])
    assert {"roll", "place", "shanghai"} <= seen
    ada.resign(table)
    for page in (path, f"{path}/review", f"/replay/{table['id']}", f"/watch/{table['id']}", "/"):
        assert hard_coded(shown(ada, page)) == []


def test_an_invitation_has_no_words_of_its_own(ada: Visitor) -> None:
    table: dict[str, Any] = ada.create(mode="invite", name="Ada")
    page = shown(ada, f"/t/{table['id']}")
    assert hard_coded(page) == []
    link = re.search(r"/join/[^\"]+", page)
    assert link
    assert hard_coded(shown(ada, link[0])) == []


def test_what_the_server_commits_to_is_shown_without_words_of_its_own(ada: Visitor) -> None:
    page = ada.post("/new", {"mode": "bot", "contribution": "Ahoy"}).text
    assert OPEN in page
    assert hard_coded(re.sub(r'class="mono">[^<]+<', 'class="mono"><', page)) == []


NEW = {"mode": "hot-seat"}
REFUSED_FORMS: list[tuple[str, dict[str, str]]] = [
    ("/new", {}),
    ("/new", NEW | {"mode": "war"}),
    ("/new", NEW | {"mode": "bot", "seat": "c"}),
    ("/new", NEW | {"level": "admiral"}),
    ("/new", NEW | {"tricks_shift": "x"}),
    ("/new", NEW | {"tricks_shift": "8", "tricks_again": "8", "tricks_both": "8"}),
    ("/new", NEW | {"first": "c"}),
    ("/new", NEW | {"name": "x" * 300}),
    ("/new", NEW | {"end": "x"}),
    ("/new", NEW | {"reservation": "forged"}),
    ("/join/forged", {}),
    ("/seat/forged", {}),
    ("/puzzles/1", {"action": "fly"}),
    ("/puzzles/1000", {"action": "fly"}),
    ("/import", {"record": "no record at all"}),
    ("/nowhere", {}),
]
REFUSED_MOVES: list[tuple[str, dict[str, str]]] = [
    ("act", {"action": "shanghai"}),
    ("act", {"action": "dance"}),
    ("act", {"action": "roll", "version": "0"}),
    ("act", {"action": "roll", "version": "many"}),
    ("open", {"link": "0" * 64}),
    ("chain", {"end": "x"}),
    ("undo", {}),
    ("retype", {}),
    ("chance", {"outcome": "3-5"}),
    ("name", {"name": "Eve"}),
    ("call-off", {}),
    ("rematch", {}),
]


@pytest.mark.parametrize(("path", "fields"), REFUSED_FORMS)
def test_a_refusal_has_no_words_of_its_own(ada: Visitor, path: str, fields: dict[str, str]) -> None:
    answer = ada.post(path, fields)
    assert 400 <= answer.status_code < 500
    assert hard_coded(answer.text) == []


@pytest.mark.parametrize(("what", "fields"), REFUSED_MOVES)
def test_a_move_is_refused_without_words_of_its_own(ada: Visitor, what: str, fields: dict[str, str]) -> None:
    table = ada.create(name="Ada", name_b="Bob")
    answer = ada.post(f"/t/{table['id']}/{what}", ada.request(table) | fields)
    assert 400 <= answer.status_code < 500
    assert hard_coded(answer.text) == []


def test_programs_are_refused_in_english_whatever_language_they_ask_for(ada: Visitor) -> None:
    choice = {"version": 0, "id": "a", "action": "roll"}
    told = ada.api("POST", f"/games/{ada.create()['id']}/actions", json=choice).json()
    assert told["detail"] == "The game has moved on; here is how it stands now."
