"""A page as a person reads it: what it says, what can be pressed and what that sends, and which drawings stand where.

One line for each element that means something; classes and styling are left out, and so is whatever differs from one
page view to the next (tokens of forms, ids of requests, contents in addresses of files).
"""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"input", "meta", "link", "br", "col", "use", "rect", "path", "circle", "line"}
LEFT_OUT = {"head", "script", "style", "noscript", "colgroup"}
"""Elements of which nothing is told."""
NO_LINE = {
    "html",
    "body",
    "div",
    "span",
    "b",
    "i",
    "em",
    "strong",
    "small",
    "abbr",
    "br",
    "svg",
    "use",
    "thead",
    "tbody",
}
"""Elements that mean nothing by themselves: their contents belong to what is around them."""
TOLD = (
    *("id", "role", "name", "value", "type", "method", "action", "href", "form", "popover", "popovertarget"),
    *("aria-label", "aria-current", "aria-disabled", "aria-labelledby", "aria-describedby", "title", "placeholder"),
    *("disabled", "checked", "selected", "hidden", "readonly", "required", "min", "max", "maxlength"),
    *("data-of", "data-takes", "data-turn", "data-used", "data-legal", "data-yours", "data-over", "data-neutral"),
    *("data-wait", "data-box", "data-count", "data-mix", "data-presets", "data-tricks", "data-reading"),
)
FRESH = {"_csrf_token", "reservation", "id"}
"""Fields of forms whose value is another one at every view."""


@dataclass
class Element:
    """An element of the page."""

    tag: str
    attributes: dict[str, str]
    children: list["Element | str"] = field(default_factory=list)


class Page(HTMLParser):
    """Reads a page into a tree."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("page", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open and close an element."""
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and whatever was left open in it."""
        if tag in VOID:
            return
        while self.open[-1].tag != tag:
            self.open.pop()
        self.open.pop()

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        if data.strip():
            self.open[-1].children.append(" ".join(data.split()))


def outline(html: str, without: tuple[str, ...] = ()) -> str:
    """The page in lines; parts with one of the ids in `without` are left out."""
    page = Page()
    page.feed(html)
    title = re.search(r"<title>(.*?)</title>", html, re.DOTALL)
    told = [f"title: {' '.join(title[1].split())}"] if title else []
    return "\n".join([*told, *_lines(_flat(page.root.children, without), 0)]) + "\n"


def _flat(children: list[Element | str], without: tuple[str, ...]) -> list[Element | str]:
    """The children that are told, with texts that follow each other joined."""
    flat: list[Element | str] = []
    for child in children:
        for each in _told(child, without):
            if isinstance(each, str) and flat and isinstance(flat[-1], str):
                flat[-1] = f"{flat[-1]} {each}"
            else:
                flat.append(each)
    return flat


def _told(child: Element | str, without: tuple[str, ...]) -> list[Element | str]:
    if isinstance(child, str):
        return [child]
    if child.tag in LEFT_OUT or child.attributes.get("id") in without:
        return []
    if child.tag == "svg" and "role" not in child.attributes:
        return [_drawing(child)]
    inside = _flat(child.children if child.tag != "svg" else [], without)
    if child.tag == "abbr" or (child.tag in NO_LINE and not _attributes(child)):
        return inside
    return [Element(child.tag, child.attributes, inside)]


def _drawing(svg: Element) -> str:
    """A drawing by its name in the sprite, with whose colour it has."""
    uses = [each.attributes.get("href", "") for each in svg.children if isinstance(each, Element) and each.tag == "use"]
    names = [use.partition("#")[2] for use in uses] or [
        "die" if "die" in svg.attributes.get("class", "") else "drawing"
    ]
    return f"⟨{' '.join([*names, *filter(None, [svg.attributes.get('data-of')])])}⟩"


def _attributes(element: Element) -> list[str]:
    fresh = element.attributes.get("name") in FRESH and element.attributes.get("type") == "hidden"
    told = [(name, element.attributes[name]) for name in TOLD if name in element.attributes]
    return [_attribute(name, "…" if fresh and name == "value" else value) for name, value in told]


def _attribute(name: str, value: str) -> str:
    if name == "id":
        return f"#{value}"
    if not value and name != "value":
        return name
    plain = re.sub(r"/static/[0-9a-f]{10}/", "/static/", value)
    return f"{name}={plain}" if re.fullmatch(r"[^\s\"]+", plain) else f'{name}="{plain}"'


def _is_plain(cell: Element | str) -> bool:
    return isinstance(cell, Element) and all(isinstance(each, str) for each in cell.children)


def _text(cell: Element | str) -> str:
    return " ".join(str(each) for each in cell.children) if isinstance(cell, Element) else cell


def _lines(children: list[Element | str], depth: int) -> list[str]:
    lines = []
    for child in children:
        if isinstance(child, str):
            lines.append("  " * depth + child)
            continue
        head = "  " * depth + " ".join([child.tag, *_attributes(child)])
        if child.tag == "tr" and all(_is_plain(cell) for cell in child.children):
            lines.append(f"{head}: {' | '.join(_text(cell) for cell in child.children)}")
            continue
        only = child.children[0] if len(child.children) == 1 else None
        lines.append(f"{head}: {only}" if isinstance(only, str) else head)
        if not isinstance(only, str):
            lines += _lines(child.children, depth + 1)
    return lines
