"""What streams send: put together it is the page that would be loaded, and no more than has changed."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from shanghaien.web.core.i18n import language_context
from shanghaien.web.core.ids import GameId
from shanghaien.web.site.templates import Site, render
from shanghaien.web.tables.model import Mode, SeatKind, Table, TableSeat
from shanghaien.web.tables.pages.page import PARTS, present
from shanghaien.web.tables.pages.page_stream import changes_since, note_shown
from shanghaien.web.tables.pages.result import NOTHING
from shanghaien.web.tables.pages.seen_table import OpenChoice, Perspective
from shanghaien.web.talk.views import TalkBox
from tests.web.tables.pages.positions import played
from tests.web.tables.pages.random_games import EXPANSIONS, game_of

FIRST, SECOND = (Perspective(frozenset({seat}), address="/t/g") for seat in (0, 1))
WATCHER = Perspective(address="/watch/g")
LOOKS = (FIRST, SECOND, WATCHER)
LOG = re.compile(r'(<ol id="log"[^>]*>)\s*(.*?)\s*(</ol>)', re.DOTALL)


def loaded(table: Table, look: Perspective) -> str:
    """The page as it is loaded freshly, but for what belongs to the request."""
    page = present(look.see(table))
    beside = {"after": NOTHING, "talk": TalkBox(page.id, not page.watching)}
    return _tight(render("tables/page.html", Site(), page=page, move_id="m", reservation=None, **beside))


def _tight(page: str) -> str:
    lines = "\n".join(line for line in map(str.strip, page.split("\n")) if line)
    return LOG.sub(lambda found: "\n".join(found.groups()), lines)


class Browser:
    """A page that is loaded once and then only follows events, as the script does it."""

    def __init__(self, table: Table, look: Perspective) -> None:
        page = present(look.see(table))
        note_shown(table, look, page)
        self.look, self.version, self.title = look, int(table.version), page.title
        self.page = loaded(table, look)
        self.parts = {name: str(page.part(name)) for name in PARTS}
        self.lines = [str(page.told_line(line)) for line in page.log]
        self.yours, self.told = page.yours, page.told

    def follow(self, table: Table) -> dict[str, Any]:
        """Take in what has changed; the event."""
        news: dict[str, Any] = json.loads(changes_since(table, self.look, self.version))
        assert news["since"] == self.version
        for name, text in news["parts"].items():
            self._exchange(self.parts[name], text)
            self.parts[name] = text
        self._renew_log(news["log"])
        self._renew_frame(news)
        return news

    def _exchange(self, old: str, new: str) -> None:
        assert self.page.count(old) == 1
        self.page = self.page.replace(old, new)

    def _renew_log(self, log: dict[str, list[str]]) -> None:
        if "gone" not in log:
            log, self.lines = log | {"gone": []}, []
        stayed = [line for line in self.lines if not any(f'data-key="{key}"' in line for key in log["gone"])]
        assert len(stayed) == len(self.lines) - len(log["gone"])
        self.lines = [*log["new"], *stayed]
        self.page = LOG.sub(lambda found: "\n".join((found[1], "".join(self.lines), found[3])), self.page)

    def _renew_frame(self, news: dict[str, Any]) -> None:
        self.page = self.page.replace(f">{self.title}<", f">{news['title']}<")
        self.page = self.page.replace(f"<title>{self.title} ·", f"<title>{news['title']} ·")
        self.page = self.page.replace(f'"version" value="{self.version}"', f'"version" value="{news["version"]}"')
        self.page = re.sub(r'data-version="\d+"\n(data-yours\n)?', self._now(news), self.page)
        counter = f'class="counter{" told" if news["told"] else ""}"'
        self.page = re.sub(r'class="counter( told)?"', counter, self.page)
        self.version, self.title = news["version"], news["title"]

    def _now(self, news: dict[str, Any]) -> str:
        return f'data-version="{news["version"]}"\n' + ("data-yours\n" if news["yours"] else "")


def without_what_is_hidden(page: str) -> str:
    """A page without the overviews, which scripts fetch, and without what makes it look again where no script runs."""
    return re.sub(r"<noscript>.*?</noscript>\s*", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("name", EXPANSIONS)
def test_a_page_that_follows_events_is_the_page_that_would_be_loaded(name: str) -> None:
    first, *rest = game_of(name)[:-1]
    for look in LOOKS:
        browser = Browser(first, look)
        for number, table in enumerate(rest):
            browser.follow(table)
            if number % 16 == 0 or number == len(rest) - 1:
                assert without_what_is_hidden(browser.page) == without_what_is_hidden(loaded(table, look))


def test_a_page_on_one_screen_follows_events_too() -> None:
    tables = [replace(table, mode=Mode.HOT_SEAT, id=GameId("one screen")) for table in game_of("everything")[:30]]
    browser = Browser(tables[0], Perspective(frozenset({0, 1}), address="/t/g"))
    for table in tables[1:]:
        browser.follow(table)
        assert without_what_is_hidden(browser.page) == without_what_is_hidden(loaded(table, browser.look))


def test_only_what_has_changed_is_sent() -> None:
    browser = Browser(played("roll", "2-5"), FIRST)
    news = browser.follow(played("roll", "2-5", "place 2 left"))
    assert "slate" not in news["parts"]
    assert "crews" not in news["parts"]
    assert "slot-1" in news["parts"]
    assert len(news["log"]["new"]) == 1


def test_a_line_that_grows_takes_the_place_of_what_it_was() -> None:
    news = Browser(played("roll", "2-5"), FIRST).follow(played("roll", "2-5", "place 2 left"))
    (line,) = news["log"]["new"]
    assert "rolled" in line
    assert "put the 2 on" in line
    assert len(news["log"]["gone"]) == 1


def test_whoever_has_a_version_that_nobody_remembers_gets_everything() -> None:
    table = game_of("wild")[5]
    news = json.loads(changes_since(table, FIRST, 1))
    assert set(news["parts"]) == set(PARTS)
    assert "since" not in news
    assert "gone" not in news["log"]
    assert len(news["log"]["new"]) == len(present(FIRST.see(table)).log)


@pytest.mark.parametrize(("seat", "over"), [(False, True), (True, False)])
def test_where_the_page_is_built_differently_it_is_fetched_whole(seat: bool, over: bool) -> None:
    last, end = game_of("wild")[-2:]
    if seat:
        end = replace(last, version=end.version)
        last = replace(last, chairs=(last.chairs[0], TableSeat(SeatKind.OPEN)), waits_for=None)
    note_shown(last, SECOND, present(SECOND.see(last)))
    news = json.loads(changes_since(end, SECOND, last.version))
    assert (news["version"], news["whole"], "parts" in news) == (end.version, True, False)


def test_what_many_watchers_get_is_made_once() -> None:
    before, after = game_of("extra 1")[3:5]
    note_shown(before, WATCHER, present(WATCHER.see(before)))
    made = changes_since(after, WATCHER, before.version)
    assert changes_since(after, replace(WATCHER), before.version) is made
    assert changes_since(after, FIRST, before.version) != made


def test_parts_are_made_in_the_language_of_whoever_looks() -> None:
    table = game_of("extra 2")[2]
    english = json.loads(changes_since(table, FIRST, 0))["parts"]["slate"]
    with language_context("de"):
        german = json.loads(changes_since(table, FIRST, 0))["parts"]["slate"]
    assert "Score now" in english
    assert "Score now" not in german
    assert json.loads(changes_since(table, FIRST, 0))["parts"]["slate"] == english


def test_an_open_choice_covers_parts_of_the_page_and_changes_none() -> None:
    table = replace(played("roll", "2-5"), id=GameId("choosing"))
    asked = replace(FIRST, choice=OpenChoice.read(end="left"))
    note_shown(table, FIRST, present(FIRST.see(table)))
    news = json.loads(changes_since(table, asked, table.version))
    assert news["parts"] == {}
    assert "place 2 left" in news["choice"]["parts"]["slot-1"]
    assert news["title"] == "Your turn: Where is number 1?"
    assert news["choice"]["title"] == "Your turn: Place one die"
    chosen = present(asked.see(table))
    plain = present(FIRST.see(table))
    assert {name for name in PARTS if chosen.part(name) != plain.part(name)} == set(news["choice"]["parts"])


def test_nothing_of_a_request_is_in_a_part() -> None:
    for table in game_of("everything")[:40]:
        page = present(FIRST.see(table))
        for name in PARTS:
            assert not re.search(r'_csrf_token|name="(version|id)"', page.part(name))


def test_confirming_and_the_guide_are_seen_by_those_who_want_them_only() -> None:
    first, last = game_of("base")[0], game_of("base")[-2]
    assert ["ask=call" in tray for tray in _trays(last)] == [True, True, False, False]
    assert ['class="guide"' in tray for tray in _trays(first)] == [True, False, True, False]


def _trays(table: Table) -> list[str]:
    asked = FIRST if table.waits_for == 0 else SECOND
    looks = [replace(asked, confirm=confirm, guide=guide) for confirm in (True, False) for guide in (True, False)]
    return [json.loads(changes_since(table, look, 0))["parts"]["tray"] for look in looks]
