"""Asking a person: the legal actions as a numbered list, with help at hand."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from rich.console import Console
from rich.table import Table

from shanghaien.rules import Action, Decision, Play, RulesError, State, apply, legal_actions, parse_action, step_of

from .narration import YOU
from .picture import pile_lines
from .wording import action_words, choice_words, explanation, play_name

Ask = Callable[[str], str]
"""Shows a prompt and returns the line that was typed; EOFError means that the input has ended."""

Entry = tuple[Action, ...]
"""A line of the list: one action, or several ways to play a card for one thing."""

HELP = """
The game has eight rounds. On a turn, roll two dice and put one of them on the card with its number, or end the round by \
calling Shanghai, for which you need two dice on cards. Whoever has more dice on a card takes it; on a tie, each adds up \
their own dice on the cards beside it; “(5:0)” under a name shows those totals. Nobody there, or tied again: the card is \
out of the game. Trick cards go to your hand; from the next round on you may play one a round, right after rolling.

At the end the crews of each nation meet: the stronger one is discarded and its player takes the weaker one and scores \
it; equal crews are both discarded; a crew without a rival scores for its player. Each trick card left is a point.

Type the number of a line; with a single line, Enter is enough. The notation works too: roll, place 5.
  t  the table again             p  what is still in the pile
  b  back from a trick's list    q  quit
"""


class Quit(Exception):
    """The person wants to stop."""


@dataclass(frozen=True)
class Menu:
    """The question that a state puts to a person."""

    state: State
    who: str
    console: Console
    ask: Ask
    show_table: Callable[[], None]

    def choose(self) -> Action:
        """The legal action that the person picks; asks until there is one."""
        entries = [tuple(group) for _, group in groupby(legal_actions(self.state), _heading)]
        self._put_question()
        while True:
            entry = self._pick(entries)
            if len(entry) == 1:
                return entry[0]
            if detail := self._pick([(action,) for action in entry], detail=True):
                return detail[0]

    def _put_question(self) -> None:
        """What a trick card asks, if one does; every other question is clear from its lines."""
        if question := question_words(self.state):
            self.console.print(question)

    def _pick(self, entries: list[Entry], detail: bool = False) -> Entry:
        """The entry that is picked, or a single action that is written out; empty for the way back from a detail."""
        self._list(entries, detail)
        while True:
            number = "Enter" if len(entries) == 1 else f"1-{len(entries)}"
            whose = "Your choice" if self.who == YOU else f"{self.who}, your choice"
            typed = self.ask(f"{whose} ({number}, ? for help): ").strip().lower()
            if not typed and len(entries) == 1:
                return entries[0]
            if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(entries):
                return entries[int(typed) - 1]
            if detail and typed in {"b", "back"}:
                return ()
            if action := self._other_word(typed, entries, detail):
                return (action,)

    def _other_word(self, typed: str, entries: list[Entry], detail: bool) -> Action | None:
        match typed:
            case "q" | "quit" | "exit":
                raise Quit
            case "?" | "h" | "help":
                self.console.print(HELP)
            case "p" | "pile":
                self.console.print(pile_lines(self.state))
            case "" | "t" | "table":
                self.show_table()
                self._list(entries, detail)
            case _ if typed.isdigit():
                self.console.print(f"There is no line {typed}; the last one is {len(entries)}.")
            case _:
                return self._written_out(typed)
        return None

    def _written_out(self, words: str) -> Action | None:
        try:
            action = parse_action(words)
            apply(self.state, action)
        except RulesError as error:
            self.console.print(str(error))
            return None
        return action

    def _list(self, entries: list[Entry], detail: bool) -> None:
        table = Table.grid(padding=(0, 2))
        words = detail_words if detail else entry_words
        for number, entry in enumerate(entries, start=1):
            table.add_row(f"{number:>3}", words(self.state, entry))
        self.console.print(table)


def question_words(state: State) -> str:
    """The question of a trick card, what it is about, and what the answers mean; empty in every other step."""
    step = step_of(state)
    if not isinstance(step, Decision) or not step.name:
        return ""
    about = f"Announced: {action_words(state, state.announced)}." if state.announced else ""
    return " ".join(filter(None, [step.name if step.name.endswith("?") else f"{step.name}.", about, step.help(state)]))


def entry_words(state: State, entry: Entry) -> str:
    """A line of the list in words, with what it comes to."""
    first = entry[0]
    if isinstance(first, Play) and len(entry) > 1:
        return _explained(f"play {play_name(first)} ...", explanation(first))
    return _explained(action_words(state, first), explanation(first))


def detail_words(state: State, entry: Entry) -> str:
    """A line of a trick's own list: only what it differs in."""
    (play,) = entry
    assert isinstance(play, Play)
    return _explained(action_words(state, play), choice_words(play))


def _explained(words: str, meaning: str) -> str:
    return f"{words} – {meaning}" if meaning else words


def _heading(action: Action) -> object:
    return (action.card, action.act) if isinstance(action, Play) else action
