"""Write the manual pages of `shanghaien` and its commands, made from the parsers: `make man`.

They lie in build/man. A wheel holds them too (hatch_build.py), so that `man shanghaien` works where pip or pipx has put
them on the path of man. Building one installs nothing else, so only what every parser needs may be imported here.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from shanghaien import __version__
from shanghaien.cli.main import COMMANDS, Command, overview, parser_of

FOLDER = Path("build", "man")
STATUS = {
    "0": "It is done.",
    "1": "It is done, and something is wrong: damage, a broken promise, a rating that differs.",
    "2": "Wrong input; one sentence on standard error says what to do.",
    "130": "It was stopped by Ctrl-C.",
}
"""What commands return."""


def pages() -> dict[str, str]:
    """All pages by the names of their files."""
    each = {f"shanghaien-{command.name}.1": page_of(command) for command in COMMANDS}
    return {"shanghaien.1": first_page(), **each}


def first_page() -> str:
    """The page of the program, which lists the commands."""
    parser = overview()
    listed = [line for command in COMMANDS for line in _item(_name(command.name), command.summary)]
    return _page(
        "shanghaien",
        "the two-player game of dice, cards and dirty tricks",
        ["SYNOPSIS", r"\fBshanghaien\fR [\fIcommand\fR] ..."],
        ["DESCRIPTION", f"{_plain(parser.description or '')} Without a command it is \\fBplay\\fR."],
        ["OPTIONS", *_options(parser)],
        ["COMMANDS", *listed],
        ["EXAMPLES", *_verbatim([f"shanghaien {command.example}" for command in COMMANDS if command.example])],
        ["EXIT STATUS", *_statuses()],
        ["ENVIRONMENT", r"Each setting of a server is read from \fBSHANGHAIEN_\fR and its name in capitals."],
        ["SEE ALSO", ", ".join(f"{_name(command.name)}(1)" for command in COMMANDS)],
    )


def page_of(command: Command) -> str:
    """The page of a command."""
    parser = parser_of(command)
    places = [action for action in parser._actions if not action.option_strings]  # noqa: SLF001 - there is no other list
    named = [line for action in places for line in _item(_value(action), action.help or "")]
    return _page(
        f"shanghaien-{command.name}",
        command.summary,
        ["SYNOPSIS", " ".join([rf"\fBshanghaien {_plain(command.name)}\fR [\fIoptions\fR]", *map(_place, places)])],
        ["DESCRIPTION", _plain(parser.description or "")],
        ["ARGUMENTS", *named] if named else [],
        ["OPTIONS", *_options(parser)],
        ["NOTES", *_verbatim((parser.epilog or "").splitlines())] if parser.epilog else [],
        ["EXIT STATUS", *_statuses()],
        ["SEE ALSO", r"\fBshanghaien\fR(1)"],
    )


def _page(name: str, about: str, *sections: list[str]) -> str:
    lines = [f'.TH {_plain(name.upper())} 1 "" "shanghaien {__version__}" "Shanghaien"']
    lines += [".SH NAME", rf"{_plain(name)} \- {_plain(about)}"]
    for heading, *body in filter(None, sections):
        lines += [f'.SH "{heading}"', *body]
    return "\n".join(lines) + "\n"


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no other list
        if action.option_strings:
            names = ", ".join(rf"\fB{_plain(name)}\fR" for name in action.option_strings)
            yield from _item(names if action.nargs == 0 else f"{names} {_value(action)}", action.help or "")


def _value(action: argparse.Action) -> str:
    names = action.metavar if isinstance(action.metavar, tuple) else (action.metavar or _by_default(action),)
    return " ".join(rf"\fI{_plain(name)}\fR" for name in names)


def _by_default(action: argparse.Action) -> str:
    """What argparse calls a value that has no name of its own."""
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper() if action.option_strings else action.dest


def _place(action: argparse.Action) -> str:
    shown = _value(action)
    return {"?": f"[{shown}]", "*": f"[{shown} ...]", "+": f"{shown} ..."}.get(str(action.nargs), shown)


def _item(head: str, about: str) -> list[str]:
    return [".TP", head, _plain(" ".join(about.replace("%%", "%").split()))]


def _statuses() -> Iterator[str]:
    for status, meaning in STATUS.items():
        yield from _item(status, meaning)


def _verbatim(lines: list[str]) -> list[str]:
    return [".nf", *(_plain(line) or r"\&" for line in lines), ".fi"]


def _name(command: str) -> str:
    return rf"\fBshanghaien\-{_plain(command)}\fR"


def _plain(text: str) -> str:
    """A text that stands on the page as it is, whatever it begins with."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("`", r"\(ga")
    escaped = "".join(sign if sign.isascii() else rf"\[u{ord(sign):04X}]" for sign in escaped)
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


def write(folder: Path) -> list[Path]:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")
    return sorted(folder.glob("*.1"))


if __name__ == "__main__":
    print(f"{len(write(FOLDER))} pages are in {FOLDER}; man -l {FOLDER}/shanghaien.1 shows the first.")
