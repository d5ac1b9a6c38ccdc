"""The `shanghaien` command: one table of sub-commands, each imported only when it is asked for.

A sub-command is a module with two functions: `configure(parser)` adds its flags, and `run(args)` does the work and
may return an exit code. To add one, write the module and give it a line in `COMMANDS`.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from typing import Any, NamedTuple, NoReturn

from shanghaien.rules import RulesError
from shanghaien.version import full_version
from shanghaien.wrong_input import WrongInput

WRONG_INPUT = 2
INTERRUPTED = 130
WEB = "web"
EXTRAS = {
    WEB: (
        "aiosmtplib", "aiosqlite", "alembic", "babel", "brotli", "cachetools", "email_validator", "fsrs", "httpx",
        "icalendar", "itsdangerous", "jinja2", "litestar", "markupsafe", "msgspec", "prometheus_client",
        "resvg_py", "segno", "sqlalchemy", "uvicorn", "webauthn", "websockets",
    )
}  # fmt: skip
"""What commands import from the optional parts of the package; a test holds it to the imports."""


class Command(NamedTuple):
    """A sub-command: what it is called, what it does, where it lives."""

    name: str
    summary: str
    module: str
    example: str = ""
    extra: str = ""
    """The optional part of the package that it needs, as in ``pip install 'shanghaien[web]'``."""
    without: str = ""
    """What can be done without that part."""


COMMANDS = (
    Command(
        "play",
        "play in the browser (also without a command)",
        "shanghaien.cli.play",
        "play",
        WEB,
        "or play in the shell: shanghaien terminal",
    ),
    Command("serve", "host tables for others", "shanghaien.cli.serve", "serve --port 8000", WEB),
    Command(
        "work",
        "think for bots and make reviews for servers elsewhere",
        "shanghaien.cli.work",
        "work --database postgresql://... --bot-workers 2",
        WEB,
    ),
    Command("people", "list, rename, sign out or delete people", "shanghaien.cli.people", "people sign-out Ines", WEB),
    Command(
        "ratings",
        "rebuild ratings, check them, or show those of one person",
        "shanghaien.cli.ratings",
        "ratings rebuild",
        WEB,
    ),
    Command("jobs", "list scheduled tasks, and those that failed", "shanghaien.cli.jobs", "jobs --failed", WEB),
    Command(
        "mail-test",
        "send a letter with the server's settings and say what happened",
        "shanghaien.cli.mail_test",
        "mail-test ada@example.org",
        WEB,
    ),
    Command("janitor", "remove what has expired", "shanghaien.cli.janitor", "janitor --dry-run", WEB),
    Command("backup", "back up all games, even while the server runs", "shanghaien.cli.backup", "backup games.db", WEB),
    Command("restore", "bring back all games from a copy", "shanghaien.cli.restore", "restore games.db", WEB),
    Command(
        "check", "read all games and report damage, even while the server runs", "shanghaien.cli.check", "check", WEB
    ),
    Command("terminal", "play in the shell (in English)", "shanghaien.cli.terminal", "terminal --everything"),
    Command("replay", "show a recorded game turn by turn", "shanghaien.cli.replay", "replay game.txt --final"),
    Command(
        "simulate",
        "let bots play many games and count what happens",
        "shanghaien.cli.simulate",
        "simulate --games 500 --a greedy --b random --seed 7",
    ),
    Command("review", "review a recorded game: skill and luck", "shanghaien.cli.review", "review game.txt"),
    Command(
        "analyse",
        "show what every action or roll in a position of a recorded game is worth",
        "shanghaien.cli.analyse",
        "analyse game.txt --step 40",
    ),
    Command("puzzles", "find puzzles in games of bots", "shanghaien.cli.puzzles", "puzzles puzzles.json --games 5"),
    Command(
        "verify",
        "check the dice of a recorded game, and a site's public log",
        "shanghaien.cli.verify",
        "verify game.txt --steps",
    ),
    Command(
        "arena",
        "let bots of two levels play paired games",
        "shanghaien.cli.arena",
        "arena boatswain hand-made --pairs 50",
    ),
    Command("train", "train the evaluation used between rounds", "shanghaien.cli.train", "train folder --quick"),
    Command(
        "completion",
        "print what bash, zsh or fish needs to complete commands",
        "shanghaien.cli.completion",
        "completion bash",
    ),
)


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence on standard error, with exit code 2."""

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Read a command line; flags may stand between other words, and one that is mistyped is guessed."""
        self._guess(words)
        args, left = self.parse_known_args(words)
        return self.parse_intermixed_args(words) if left else args

    def _guess(self, words: Sequence[str]) -> None:
        flags = [flag for action in self._actions for flag in action.option_strings]
        for word in takewhile(lambda word: word != "--", words):
            name = word.partition("=")[0]
            if not name.startswith("--") or any(flag.startswith(name) for flag in flags):
                continue
            if close := get_close_matches(name, flags, n=1):
                self.error(f"there is no {name}; did you mean {close[0]}?")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Guess what was meant by a word that is none of those that can be chosen."""
        names = [choice for choice in action.choices or () if isinstance(choice, str)]
        if value not in names and (close := get_close_matches(str(value), names, n=1)):
            what = "/".join(action.option_strings) or action.metavar or action.dest
            self.error(f"{what} cannot be {value!r}; did you mean {close[0]!r}?")
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_INPUT, f"{self.prog}: {message} (try {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code: 0 done, 2 wrong input, 130 stopped by Ctrl-C."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _dispatch(words)
        sys.stdout.flush()  # a closed pipe must show here, where it is handled
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (RulesError, WrongInput) as error:
        return _complain(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        return _complain(f"{where}{error.strerror or error}")
    return code


def _dispatch(words: list[str]) -> int:
    words = words or ["play"]
    if words[0].startswith("-"):
        parser = overview()
        parser.parse(words)
        parser.print_help()
        return 0
    command = _find(words[0])
    args = parser_of(command).parse(words[1:])
    _check_extra(command)
    return import_module(command.module).run(args) or 0


def overview() -> Parser:
    width = max(len(command.name) for command in COMMANDS)
    lines = [f"  {command.name:<{width}}  {command.summary}" for command in COMMANDS]
    examples = [f"  shanghaien {command.example}" for command in COMMANDS if command.example]
    parser = Parser(
        prog="shanghaien",
        usage="shanghaien [--help] [--version] [COMMAND] ...",
        description="The two-player game of dice, cards and dirty tricks. An unofficial project.",
        epilog="\n".join(["commands:", *lines, "", "examples:", *examples, "", "Help: shanghaien COMMAND --help"]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=f"shanghaien {full_version()}")
    return parser


def parser_of(command: Command) -> Parser:
    """The parser of a command, with all its flags."""
    parser = Parser(
        prog=f"shanghaien {command.name}",
        description=f"{command.summary[0].upper()}{command.summary[1:]}.",
        epilog=f"example:\n  shanghaien {command.example}" if command.example else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    import_module(command.module).configure(parser)
    return parser


def _find(name: str) -> Command:
    for command in COMMANDS:
        if command.name == name:
            return command
    names = [command.name for command in COMMANDS]
    if close := get_close_matches(name, names, n=1):
        raise WrongInput(f"There is no command {name!r}; did you mean {close[0]!r}?")
    raise WrongInput(f"There is no command {name!r}; there are {', '.join(names)}.")


def _check_extra(command: Command) -> None:
    """Refuse before anything is done, so that no folder or file is left behind."""
    if all(find_spec(name) for name in EXTRAS.get(command.extra, ())):
        return
    without = f", {command.without}" if command.without else ""
    raise WrongInput(
        f"{command.name} needs packages that are not installed: pip install 'shanghaien[{command.extra}]'{without}."
    )


def _complain(sentence: str) -> int:
    sys.stderr.write(f"shanghaien: {sentence}\n")
    return WRONG_INPUT
