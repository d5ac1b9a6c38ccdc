"""What can be pressed on a table's page, part by part, as the page is renewed by pieces."""

from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

CHOICES = ("end", "half")
"""Links that open a choice have one of these in their address."""


class _Reader(HTMLParser):
    """Notes for every element with an id which one it lies in, and what can be pressed directly inside."""

    VOID = frozenset(("area", "br", "hr", "img", "input", "link", "meta", "source", "use", "wbr"))

    def __init__(self, root: str) -> None:
        super().__init__()
        self.open = [root]
        self.inside: dict[str, str] = {}
        self.actions: dict[str, list[str]] = {}
        self.links: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        here = values.get("id") or self.open[-1]
        if here != self.open[-1]:
            self.inside[here] = self.open[-1]
        if values.get("name") == "action" and values.get("value"):
            self.actions.setdefault(here, []).append(values["value"] or "")
        if tag == "a" and set(parse_qs(urlsplit(values.get("href") or "").query)) & set(CHOICES):
            self.links.setdefault(here, []).append(values["href"] or "")
        if tag not in self.VOID:
            self.open.append(here)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID and len(self.open) > 1:
            self.open.pop()


class Buttons:
    """The buttons and the links to open choices that a page shows now; looked for only when somebody asks."""

    def __init__(self, page: str) -> None:
        self._inside: dict[str, str] = {}
        self._actions: dict[str, list[str]] = {}
        self._links: dict[str, list[str]] = {}
        self._fresh = {"": page}

    def renew(self, part: str, html: str) -> None:
        """Put a fresh part in the place of the old one."""
        self._fresh.pop(part, None)
        self._fresh[part] = html

    @property
    def actions(self) -> list[str]:
        self._read()
        return [action for actions in self._actions.values() for action in actions]

    @property
    def links(self) -> list[str]:
        self._read()
        return [link for links in self._links.values() for link in links]

    def _read(self) -> None:
        for part, html in self._fresh.items():
            self._forget(part)
            reader = _Reader(part)
            reader.feed(html)
            self._inside |= reader.inside
            self._actions |= reader.actions
            self._links |= reader.links
        self._fresh = {}

    def _forget(self, part: str) -> None:
        for old in [name for name in {*self._actions, *self._links} if self._lies_in(name, part)]:
            self._actions.pop(old, None)
            self._links.pop(old, None)

    def _lies_in(self, name: str, part: str) -> bool:
        while name != part and name in self._inside:
            name = self._inside[name]
        return part in {name, ""}
