"""A request for a change of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from shanghaien.rules import N_, RulesError, action_text, outcome_text, parse_action, parse_outcome
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.errors import IdUsed
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Seats


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Who asks for a change of which game: the version they saw, and an id that makes a repeat harmless."""

    game: GameId
    person: PersonId | None
    version: Version
    id: RequestId


@dataclass(frozen=True, slots=True)
class Command:
    """A change that a player asks for: what the log will say of it, and what makes it."""

    kind: EntryKind
    make: Callable[[Change, Seats, RequestId], None]
    """Puts it into a change that has just begun, for a person who has these seats."""
    text: str | None = None
    """What was sent besides, as it was sent; None where nothing is."""


# Whether a request whose id is known asks for what was done then, or for something else.


def check_repeat(game: Game, place: int, seats: Seats, command: Command) -> None:
    """Refuse an id that the log knows from another request: to say that this one is done would be wrong."""
    entry = game.log[place]
    if entry.seat not in {None, *seats}:
        raise BadRequestError(N_("Your opponent has used this id already; choose another."))
    if entry.kind is not command.kind or not _says(game, place, command):
        raise IdUsed(N_("You have used this id for something else already; choose another."))


def _says(game: Game, place: int, command: Command) -> bool:
    said = game.log[place].text
    if command.text is None:
        return True
    match command.kind:
        case EntryKind.ACT:
            return _action(command.text) == said
        case EntryKind.OPEN:
            return command.text in said.split(" ")[1:]
        case EntryKind.DRAW:
            return _typed(command.text) == "".join(_typed(text) for text in _drawn(game, place))
        case _:
            return command.text == said


def _action(text: str) -> str | None:
    try:
        return action_text(parse_action(text))
    except RulesError:
        return None


def _drawn(game: Game, place: int) -> list[str]:
    """What came with the request whose first draw is at this place."""
    drawn = [game.log[place].text]
    later = game.log[place + 1 :]
    begin = list(islice(game.requests.backwards(), len(later)))
    for entry, begins in zip(later, reversed(begin), strict=True):
        if entry.kind is not EntryKind.DRAW or begins:
            break
        drawn.append(entry.text)
    return drawn


def _typed(text: str) -> str:
    """Letters and digits of what was typed: people part dice and cards in several ways."""
    words = (_outcome(word) for word in text.replace(",", " ").split())
    return "".join(letter for letter in "".join(words) if letter.isalnum())


def _outcome(word: str) -> str:
    try:
        return outcome_text(parse_outcome("-".join(word) if word.isdigit() else word))
    except RulesError:
        return word
