"""Playing in the shell, as a person types it."""

import io
import os
import pty
import random
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from shanghaien import rules
from shanghaien.ai.bots import bot
from shanghaien.cli.main import main
from shanghaien.rules import PRESETS, Chooser, Options, Record
from shanghaien.terminal.terminal_game import TerminalGame

EVERYTHING = PRESETS["everything"]


class Typist:
    """Types given lines, then whatever is said for ever."""

    def __init__(self, *lines: str, then: str | None = None) -> None:
        self.lines = list(lines)
        self.then = then
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if self.lines:
            return self.lines.pop(0)
        if self.then is None:
            raise EOFError
        return self.then


def game(
    typist: Typist, options: Options = EVERYTHING, hot_seat: bool = False, seed: int = 3
) -> tuple[TerminalGame, io.StringIO]:
    rng, screen = random.Random(seed), io.StringIO()
    bots: dict[int, Chooser] = {} if hot_seat else {1: bot("random", rng).choose}
    console = Console(file=screen, width=80, highlight=False, markup=False)
    return TerminalGame(Record(options), ("You", "Ben"), bots, console, rng, typist), screen


def played(typist: Typist) -> str:
    table, screen = game(typist)
    table.play()
    return screen.getvalue()


@pytest.mark.parametrize("hot_seat", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_picking_lines_by_number_plays_a_whole_game(hot_seat: bool, seed: int) -> None:
    rng = random.Random(seed)

    class Picker(Typist):
        def __call__(self, prompt: str) -> str:
            last = prompt.split("1-")[1].split(",", maxsplit=1)[0] if "1-" in prompt else ""
            return str(rng.randint(1, int(last))) if last else ""

    table, screen = game(Picker(), hot_seat=hot_seat, seed=seed)
    table.play()
    assert table.record.final.over
    assert "win" in screen.getvalue().splitlines()[-1] or "draw" in screen.getvalue().splitlines()[-1]
    assert rules.load(rules.to_text(table.record)) == table.record


def test_no_line_of_a_game_is_wider_than_80_columns() -> None:
    assert max(map(len, played(Typist(then="1")).splitlines())) <= 80


@pytest.mark.parametrize(("width", "told"), [(60, 1), (80, 0)])
def test_a_narrow_window_is_told_once_what_the_table_needs(width: int, told: int) -> None:
    table, screen = game(Typist("", "1", "1"))
    table.console.width = width
    table.play()
    assert screen.getvalue().count(f"The table needs 80 columns; this window has {width}.") == told


def test_the_notation_can_be_typed_and_a_refusal_says_why() -> None:
    table, screen = game(Typist("shanghai", "roll", "place 2 left", "place 1", "place 1 left"))
    table.play()
    assert "You need at least 2 dice on cards to call Shanghai. (R11)" in screen.getvalue()
    assert "You have not rolled a 2. (R9)" in screen.getvalue()
    assert "Choose with your first die at which end card 1 is. (R10)" in screen.getvalue()
    assert rules.Place(1, rules.End.LEFT) in table.record.steps


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("?", "The game has eight rounds"),
        ("p", "Still in the pile"),
        ("99", "There is no line 99; the last one is 1."),
        ("dance", "'dance' is no action"),
        ("b", "'b' is no action"),
        ("²", "There is no line ²"),
    ],
)
def test_other_words_are_answered_and_the_question_stays(typed: str, answer: str) -> None:
    typist = Typist(typed)
    assert answer in played(typist)
    assert len(typist.prompts) == 2


def test_a_trick_with_several_ways_opens_a_list_of_its_own_that_one_can_leave() -> None:
    screen = played(Typist("", "8", "b", "8", "2", "q"))
    assert screen.count("play To the sharks ... – Place a die and turn its card face down") == 2
    told = " ".join(screen.split())
    assert "play To the sharks: the 1 (Spanish 3), card 1 is on the right – Put the 1 on card 1 and turn it" in told
    assert "You played To the sharks; chose the right end as card 1; placed a 1 on" in told


@pytest.mark.parametrize("typist", [Typist("q"), Typist()])
def test_who_quits_or_closes_the_input_leaves_a_record_that_can_be_read(typist: Typist) -> None:
    table, screen = game(typist)
    table.play()
    assert "left unfinished" in screen.getvalue()
    assert rules.load(rules.to_text(table.record)).result == "unfinished"


def test_a_saved_game_can_be_resumed_and_keeps_its_first_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    monkeypatch.setattr("builtins.input", Typist("", "1"))
    assert main(["terminal", "--seed", "3", "--names", "Ann", "Ben [x]", "--everything", "--save", str(first)]) == 0
    monkeypatch.setattr("builtins.input", Typist(then="1"))
    assert main(["terminal", "--seed", "4", "--resume", str(first), "--save", str(second)]) == 0
    begun, ended = rules.load(first.read_text()), rules.load(second.read_text())
    assert ended.steps[: len(begun.steps)] == begun.steps
    assert ended.tags == {"Player-A": "Ann", "Player-B": "Ben [x]"}
    assert ended.final.over
    assert main(["terminal", "--resume", str(second)]) == 2
    assert "This game has ended" in capsys.readouterr().err


def test_a_place_that_can_not_be_written_shows_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["terminal", "--save", str(tmp_path / "no" / "game.txt")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "game.txt: No such file" in told.err


SILENCE = 5.0
"""Seconds without anything new on the screen after which a key is pressed once more."""
SILENCES = 24
"""How many of them in a row a busy machine may need."""


def in_a_terminal(typed: bytes, until: str, **environment: str) -> tuple[str, int]:
    """The command run in a real pseudo-terminal: what it showed, and its exit code."""
    child, descriptor = pty.fork()
    if child == 0:  # pragma: no cover - this is the other process
        os.environ.update(environment, TERM="xterm-256color", COLUMNS="80")
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests in the background ignores it
        os.execv(sys.executable, [sys.executable, "-m", "shanghaien", "terminal", "--seed", "3"])  # noqa: S606 - our own program
    seen, sent = "", False
    for screen in screens(descriptor):
        seen += screen
        # Python's input() overlooks a Ctrl-C that comes between its prompt and its wait for a key: press it again.
        if until in seen and (not sent or not screen):
            os.write(descriptor, typed)
            sent = True
    return seen, os.waitstatus_to_exitcode(status_of(child))


def screens(descriptor: int) -> Iterator[str]:
    """What comes out of a terminal until its program ends; an empty text whenever nothing came for a while."""
    silences = 0
    while silences < SILENCES:
        if not select.select([descriptor], [], [], SILENCE)[0]:
            silences += 1
            yield ""
            continue
        silences = 0
        try:
            chunk = os.read(descriptor, 65536)
        except OSError:
            return
        if not chunk:
            return
        yield chunk.decode(errors="replace")


def status_of(child: int) -> int:
    """How a process ended; one that does not is killed, which its status then tells."""
    for _ in range(600):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def test_in_a_real_terminal_there_is_colour_and_q_ends_it() -> None:
    seen, code = in_a_terminal(b"q\n", "Your choice")
    assert code == 0
    assert "\x1b[1;91m" in seen
    assert "left unfinished" in seen


def test_no_color_is_obeyed() -> None:
    seen, code = in_a_terminal(b"q\n", "Your choice", NO_COLOR="1")
    assert code == 0
    assert "91m" not in seen


def test_ctrl_c_ends_quietly() -> None:
    seen, code = in_a_terminal(b"\x03", "Your choice")
    assert code == 130
    assert "Traceback" not in seen


class Referee:
    """Types real dice and cards where they are asked for, and the first line of every menu."""

    def __init__(self, nonsense: bool = False) -> None:
        self.dice, self.nonsense, self.cards = random.Random(4), nonsense, 0

    def __call__(self, prompt: str) -> str:
        if self.nonsense:
            self.nonsense = False
            return "7-7"
        if "Who starts" in prompt:
            return "a"
        if "cards of the row" in prompt:
            self.cards += 1
            rows = [rules.card_text(card) for card in rules.cards_in(rules.new_game().pile)]
            return " ".join(rows[6 * (self.cards - 1) : 6 * self.cards])
        return f"{self.dice.randint(1, 6)} {self.dice.randint(1, 6)}" if "Two dice" in prompt else "1"


def test_real_dice_and_cards_can_be_typed_for_a_whole_game() -> None:
    referee, screen = Referee(nonsense=True), io.StringIO()
    console = Console(file=screen, width=80, highlight=False, markup=False)
    table = TerminalGame(Record(Options()), ("Ann", "Ben"), {}, console, random.Random(1), referee, manual=True)
    table.play()
    assert table.record.final.over
    assert referee.cards == 8
    assert "can’t come here" in screen.getvalue()


def test_what_was_typed_wrong_is_taken_back_with_undo() -> None:
    typist = Typist(
        "b", "undo", "a", "AME1 AME2 shift SPA4 ITA3 both", "undo", "AME1 AME2 shift SPA4 ITA3 again", "1", "undo"
    )
    screen = io.StringIO()
    console = Console(file=screen, width=80, highlight=False, markup=False)
    table = TerminalGame(Record(Options()), ("Ann", "Ben"), {}, console, random.Random(1), typist, manual=True)
    table.play()
    assert [str(step) for step in table.record.steps[:1]] == ["0"]
    assert rules.card_text(table.record.final.tavern[-1]) == "again"
    assert table.record.final.phase == rules.Phase.ROLL
    assert "nothing to correct" in screen.getvalue()


def test_a_game_with_real_dice_says_so_in_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", Typist("a", "q"))
    file = tmp_path / "game.txt"
    assert main(["terminal", "--hot-seat", "--manual", "--save", str(file)]) == 0
    assert "[Dice manual]" in file.read_text()


@pytest.mark.rule(42)
def test_with_two_people_whoever_is_asked_sits_below() -> None:
    typist = Typist("roll", "1", "t", "q")
    table, screen = game(typist, Options(first="b"), hot_seat=True)
    table.play()
    assert table.record.final.turn == 0
    shown = [line for line in screen.getvalue().splitlines() if line.startswith(("│ You ", "│ Ben "))]
    assert [line.split()[1] for line in shown[:4]] == ["You", "Ben", "Ben", "You"]


@pytest.mark.rule(42)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_only_person_sits_below_whoever_is_asked(seat: int) -> None:
    table, screen = game(Typist("q"), Options(first="a"))
    table.bots = {1 - seat: bot("random", random.Random(1)).choose}
    table.play()
    own, other = ("You", "Ben") if seat == 0 else ("Ben", "You")
    sits = "sit" if own == "You" else "sits"
    assert screen.getvalue().startswith(f"{own} {sits} below the cards, {other} above them.")
    shown = [line.split()[1] for line in screen.getvalue().splitlines() if line.startswith(("│ You ", "│ Ben "))]
    assert shown[:2] == [other, own]


def test_every_turn_is_told_in_a_sentence_of_its_own() -> None:
    told = played(Typist(then="1")).splitlines()
    bots = [line for line in told if line.startswith("Ben rolled")]
    assert len(bots) > 8
    assert any("; placed a " in line for line in bots)
    assert not [line for line in told if "You placed" in line and "Ben rolled" in line]
    assert not [line for line in told if "Ben placed" in line and "You rolled" in line]
