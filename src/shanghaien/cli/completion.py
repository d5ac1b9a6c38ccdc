"""``shanghaien completion``: what a shell needs to complete commands, flags and their values, made from the parsers.

The scripts hold everything, so that no press of the Tab key starts Python.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

FILES, FOLDERS = "files", "folders"
KINDS = {"FILE": FILES, "OUT": FILES, "WEIGHTS": FILES, "FOLDER": FOLDERS}
"""What is completed where a value is called so."""
EPILOG = """to switch it on, in the file that your shell reads when it starts:
  bash  source <(shanghaien completion bash)       in ~/.bashrc
  zsh   source <(shanghaien completion zsh)        in ~/.zshrc, after compinit
  fish  shanghaien completion fish | source        in ~/.config/fish/config.fish"""


class Value(NamedTuple):
    """What is given to a flag, or stands at a place: one of some words, a file, a folder, or anything."""

    name: str
    words: tuple[str, ...] = ()
    kind: str = ""


class Flag(NamedTuple):
    """A flag with its names; without a value it is a switch."""

    names: tuple[str, ...]
    about: str
    value: Value | None


class CommandWords(NamedTuple):
    """A command as it is typed: its flags, and what stands at each place after it."""

    name: str
    summary: str
    flags: tuple[Flag, ...]
    places: tuple[Value, ...]


def read_parser(name: str, summary: str, parser: argparse.ArgumentParser) -> CommandWords:
    """What a parser reads."""
    actions = parser._actions  # noqa: SLF001 - argparse has no other list of what it reads
    flags = [Flag(tuple(each.option_strings), _about(each), _value(each)) for each in actions if each.option_strings]
    places = [value for each in actions if not each.option_strings and (value := _value(each))]
    return CommandWords(name, summary, tuple(flags), tuple(places))


def _about(action: argparse.Action) -> str:
    return " ".join((action.help or "").replace("%%", "%").split())


def _value(action: argparse.Action) -> Value | None:
    if action.nargs == 0:
        return None
    name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    kind = KINDS.get(name, FILES if action.type is Path else "")
    return Value(name, tuple(map(str, action.choices or ())), kind)


def everything() -> list[CommandWords]:
    """All commands, after what may stand in place of one, whose name is empty."""
    from .main import COMMANDS, overview, parser_of  # noqa: PLC0415 - main has this command among its own

    each = [read_parser(command.name, command.summary, parser_of(command)) for command in COMMANDS]
    return [
        read_parser("", "", overview())._replace(places=(Value("COMMAND", tuple(command.name for command in each)),)),
        *each,
    ]


def bash(commands: list[CommandWords]) -> str:
    """One function for all commands: it finds the command and the place, then looks up what can stand there."""
    taking = [_either(command, flag) for command, flag in _valued(commands)]
    values = [f"        {_either(command, flag)}) {_bash_reply(flag.value)} ;;" for command, flag in _valued(commands)]
    flags = [f'    "{command.name}") flags="{" ".join(_names(command))}" ;;' for command in commands]
    places = [
        f'    "{command.name} {place}") {_bash_reply(value)} ;;'
        for command in commands
        for place, value in enumerate(command.places)
        if value.words or value.kind
    ]
    return BASH % tuple("\n".join(lines) for lines in ([f"    {'|'.join(taking)}) return 0 ;;"], flags, values, places))


def _either(command: CommandWords, flag: Flag) -> str:
    return "|".join(f'"{command.name} {name}"' for name in flag.names)


def _bash_reply(value: Value | None) -> str:
    if value is None or not (value.words or value.kind):
        return ":"
    if value.words:
        return f'COMPREPLY=($(compgen -W "{" ".join(value.words)}" -- "$current"))'
    return f'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -{"d" if value.kind == FOLDERS else "f"} -- "$current"))'


BASH = """# Completion of shanghaien for bash, made by `shanghaien completion bash`.
_shanghaien_takes_value() {
    case $1 in
%s
    esac
    return 1
}

_shanghaien() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command="" word flags="" place=0 i
    COMPREPLY=()
    if [[ $current == "=" ]]; then  # bash takes --flag=value for three words
        current=""
    elif [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == -* ]]; then
            if _shanghaien_takes_value "$command $word"; then
                [[ ${COMP_WORDS[i + 1]} == "=" ]] && ((i++))
                ((i++))
            fi
        elif [[ -z $command ]]; then
            command=$word
        else
            ((place++))
        fi
    done
    case $command in
%s
    esac
    if _shanghaien_takes_value "$command $before"; then
        case "$command $before" in
%s
        esac
        return
    fi
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$flags" -- "$current"))
        return
    fi
    case "$command $place" in
%s
    esac
}

complete -F _shanghaien shanghaien
"""


def zsh(commands: list[CommandWords]) -> str:
    """The own words of zsh for flags and places; it knows by itself which have been typed."""
    first, *others = commands
    names = [f"        {_quoted(_colons(command.name) + ':' + command.summary)}" for command in others]
    cases = [
        f"        {command.name}) _arguments -s {' '.join(map(_quoted, _zsh_specs(command)))} ;;" for command in others
    ]
    outer = " ".join(map(_quoted, _zsh_specs(first._replace(places=()))))
    return ZSH % ("\n".join(names), outer, "\n".join(cases))


def _zsh_specs(command: CommandWords) -> Iterator[str]:
    for flag in command.flags:
        for name in flag.names:
            excluded = f"({' '.join(flag.names)})"
            about = f"[{flag.about.replace('[', '(').replace(']', ')')}]"
            yield (
                excluded
                + name
                + ("=" if flag.value and name.startswith("--") else "")
                + _colons(about)
                + _zsh_value(flag.value)
            )
    for place, value in enumerate(command.places, 1):
        yield f"{place}{_zsh_value(value)}"


def _zsh_value(value: Value | None) -> str:
    if value is None:
        return ""
    does = {FILES: "_files", FOLDERS: "_files -/"}.get(value.kind, " ")
    words = " ".join(value.words)
    return f":{_colons(value.name)}:{f'({words})' if words else does}"


def _colons(text: str) -> str:
    return text.replace(":", r"\:")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"


ZSH = """#compdef shanghaien
# Completion of shanghaien for zsh, made by `shanghaien completion zsh`.
_shanghaien() {
    local -a commands
    commands=(
%s
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        _arguments %s
        return
    fi
    shift words
    (( CURRENT-- ))
    case $words[1] in
%s
    esac
}

if [[ $funcstack[1] == _shanghaien ]]; then
    _shanghaien "$@"
else
    compdef _shanghaien shanghaien
fi
"""


def fish(commands: list[CommandWords]) -> str:
    """A line for each thing that can be typed."""
    lines = ["# Completion of shanghaien for fish, made by `shanghaien completion fish`.", "complete -c shanghaien -f"]
    for command in commands:
        when = f"-n '__fish_seen_subcommand_from {command.name}'" if command.name else "-n __fish_use_subcommand"
        if command.name:
            lines.append(
                f"complete -c shanghaien -n __fish_use_subcommand -a {command.name} -d {_fish_quoted(command.summary)}"
            )
        lines += [f"complete -c shanghaien {when} {told}" for told in _fish_words(command)]
    return "\n".join(lines) + "\n"


def _fish_words(command: CommandWords) -> Iterator[str]:
    for flag in command.flags:
        names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names)
        takes = "" if flag.value is None else f" -r {_fish_value(flag.value)}"
        yield f"{names}{takes} -d {_fish_quoted(flag.about)}"
    if command.name:
        yield from (_fish_value(value) for value in command.places if value.words or value.kind)


def _fish_value(value: Value) -> str:
    if value.words:
        return f"-f -a {_fish_quoted(' '.join(value.words))}"
    return {FILES: "-F", FOLDERS: "-f -a '(__fish_complete_directories)'"}.get(value.kind, "-f")


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", r"\'") + "'"


def _valued(commands: Iterable[CommandWords]) -> list[tuple[CommandWords, Flag]]:
    return [(command, flag) for command in commands for flag in command.flags if flag.value is not None]


def _names(command: CommandWords) -> list[str]:
    return [name for flag in command.flags for name in flag.names]


SHELLS: dict[str, Callable[[list[CommandWords]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=list(SHELLS), metavar="SHELL", help=", ".join(SHELLS))
    parser.epilog = f"{parser.epilog or ''}\n\n{EPILOG}"


def run(args: argparse.Namespace) -> int:
    sys.stdout.write(SHELLS[args.shell](everything()))
    return 0
