"""The header of a record's text form: one tag in square brackets per line."""

from collections.abc import Callable
from typing import Any, NamedTuple

from .errors import Malformed, RulesError
from .options import Options, read_tricks
from .record import (
    FORMAT,
    NO_EXPANSION,
    OWN_TAGS,
    Record,
    check_format,
    check_revision,
    check_tag,
    option_texts,
)
from .registry import EXPANSIONS
from .texts import N_

OPTIONAL = ("Check",)


class Tag(NamedTuple):
    """A tag's value and the number of its line."""

    value: str
    line: int


class Header(NamedTuple):
    """What the tags of a record say."""

    options: Options
    tags: dict[str, str]
    own: dict[str, Tag]


def header_lines(record: Record) -> list[str]:
    """All tags of a record, its own ones first."""
    own = {
        "Shanghaien": FORMAT,
        "Rules": record.revision,
        **option_texts(record.options),
        "Result": record.result,
        "Check": record.check,
    }
    return [f"[{name} {value}]" for name, value in [*own.items(), *record.tags.items()]]


def read_header(lines: list[tuple[int, str]]) -> Header:
    """The options and tags that the numbered lines of a header state."""
    tags = _collect(lines)
    _numbers(tags)
    own = {name: tags.pop(name) for name in OWN_TAGS if name in tags}
    missing = [name for name in OWN_TAGS if name not in own and name not in OPTIONAL]
    if missing:
        sentence = N_("the header ends without [%(tag)s ...]; that tag is needed.")
        raise Malformed(sentence, tag=missing[0]).at(f"Line {lines[-1][0]}")
    for name, tag in tags.items():
        _at(tag, check_tag, name, tag.value)
    return Header(_read_options(own), {name: tag.value for name, tag in tags.items()}, own)


def _collect(lines: list[tuple[int, str]]) -> dict[str, Tag]:
    if not lines or not lines[0][1].startswith("[Shanghaien "):
        place = f"Line {lines[0][0] if lines else 1}"
        raise Malformed(N_("expected [Shanghaien %(version)s], which opens every record."), version=FORMAT).at(place)
    tags: dict[str, Tag] = {}
    for number, line in lines:
        name, _, value = line[1:-1].partition(" ")
        if not line.endswith("]") or not value:
            raise Malformed(N_("expected a tag such as [Player-A Ann], not %(line)r."), line=line).at(f"Line {number}")
        if name in tags:
            sentence = N_("tag %(tag)s stands in line %(line)s already; expected it once.")
            raise Malformed(sentence, tag=name, line=tags[name].line).at(f"Line {number}")
        tags[name] = Tag(value.strip(), number)
    return tags


def _numbers(tags: dict[str, Tag]) -> None:
    for name, check in (("Shanghaien", check_format), ("Rules", check_revision)):
        if name in tags:
            _at(tags[name], lambda text, name=name: check_number(name, text), tags[name].value)
            _at(tags[name], check, int(tags[name].value))


def check_number(name: str, text: str) -> None:
    """Refuse what is not a small whole number."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Malformed(N_("%(name)s must be a number, not %(text)r."), name=name, text=text)


def _read_options(own: dict[str, Tag]) -> Options:
    values = {
        "tricks": _at(own["Tricks"], read_tricks, own["Tricks"].value),
        "first": own["First"].value,
        "starter": own["Starter"].value,
    }
    for name, value in values.items():
        _at(own[name.title()], Options.from_dict, {name: value})
    return Options.from_dict(values | _at(own["Expansions"], _read_expansions, own["Expansions"].value))


def _read_expansions(text: str) -> dict[str, bool]:
    known = {name.replace("_", "-"): name for name in EXPANSIONS}
    words = [] if text == NO_EXPANSION else text.split()
    for word in words:
        if word not in known:
            sentence = N_("%(word)r is no expansion; expected %(none)s or some of %(known)s.")
            raise Malformed(sentence, word=word, none=NO_EXPANSION, known=", ".join(known))
    return {known[word]: True for word in words}


def _at(tag: Tag, read: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return read(*arguments)
    except RulesError as error:
        raise error.at(f"Line {tag.line}") from None
