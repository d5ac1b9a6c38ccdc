"""Asking a person: the legal actions as a numbered list, with help at hand."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from rich.console import Console
from rich.table import Table

from shanghaien.rules import Act, Action, Play, RulesError, State, apply, legal_actions, parse_action

from .action_words import action_words
from .card_names import ACT_NAMES, TRICK_NAMES
from .hands import pile_lines

Ask = Callable[[str], str]
"""Shows a prompt and returns the line that was typed; EOFError means that nobody will type any more."""

Entry = tuple[Action, ...]
"""A line of the list: one action, or several ways to play a card for one thing."""

HELP = """
The game has eight rounds. On a turn, roll two dice and put one of them on the card with its number, or end the round by \
calling Shanghai, for which you need two dice on cards. Whoever has more dice on a card takes it; with equally many, the \
pips of one's own dice on the cards beside it decide: (5:0) under a name. Nobody there, or equal again: the card is gone. \
Trick cards go to your hand; you may play one in each round, right after rolling.

In the end one crew per nation counts: the stronger player drops his and scores the weaker one's, equal crews are gone, \
and who is alone in a nation scores his own. Each trick card left is a point.

Type the number of a line; with a single line, Enter is enough. The notation works too: place 5, play shift 3+.
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
        while True:
            entry = self._pick(entries)
            if len(entry) == 1:
                return entry[0]
            if detail := self._pick([(action,) for action in entry], back=True):
                return detail[0]

    def _pick(self, entries: list[Entry], back: bool = False) -> Entry:
        """The entry that is picked, or a single action that is written out; empty for a way back."""
        self._list(entries)
        while True:
            number = "Enter" if len(entries) == 1 else f"1-{len(entries)}"
            typed = self.ask(f"{self.who}, your choice ({number}, ? for help): ").strip().lower()
            if not typed and len(entries) == 1:
                return entries[0]
            if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(entries):
                return entries[int(typed) - 1]
            if back and typed in {"b", "back"}:
                return ()
            if action := self._other_word(typed, entries):
                return (action,)

    def _other_word(self, typed: str, entries: list[Entry]) -> Action | None:
        match typed:
            case "q" | "quit" | "exit":
                raise Quit
            case "?" | "h" | "help":
                self.console.print(HELP)
            case "p" | "pile":
                self.console.print(pile_lines(self.state))
            case "" | "t" | "table":
                self.show_table()
                self._list(entries)
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

    def _list(self, entries: list[Entry]) -> None:
        table = Table.grid(padding=(0, 2))
        for number, entry in enumerate(entries, start=1):
            table.add_row(f"{number:>3}", entry_words(self.state, entry))
        self.console.print(table)


def entry_words(state: State, entry: Entry) -> str:
    """A line of the list in words."""
    first = entry[0]
    if len(entry) == 1 or not isinstance(first, Play):
        return action_words(state, first)
    card = f" with the {TRICK_NAMES[first.card]} card" if first.act is Act.TWO_SAILORS else ""
    return f"play {ACT_NAMES[first.act]}{card} ..."


def _heading(action: Action) -> object:
    return (action.card, action.act) if isinstance(action, Play) else action
