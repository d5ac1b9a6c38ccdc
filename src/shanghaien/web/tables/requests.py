"""A request for a change of a game."""

from collections.abc import Callable
from dataclasses import dataclass

from shanghaien.rules import N_, RulesError, Seat, action_text, outcome_text, parse_action, parse_outcome
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.errors import IdUsed
from shanghaien.web.tables.loaded_game import LoadedGame
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.progress import GameProgress


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Who asks for a change of which game: the version they saw, and an id that makes a repeat harmless."""

    game: GameId
    person: PersonId | None
    version: Version
    id: RequestId


# Whether a request whose id is known asks for what was done then, or for something else.

Make = Callable[[LoadedGame, frozenset[Seat]], Change]
"""What a person does at a loaded game in which these seats are theirs."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A change that somebody asks for: what the log will say of it, and how it is made."""

    kind: EntryKind
    make: Make
    text: str | None = None
    """What was sent besides, as it was sent; None where nothing is."""


def check_repeat(progress: GameProgress, seats: frozenset[Seat], request_id: RequestId, wanted: Wanted) -> None:
    """Refuse an id that the log knows from another request: to say that this one is done would be wrong."""
    place = progress.answered[request_id]
    entry = progress.log[place]
    if entry.seat not in {None, *seats}:
        raise BadRequestError(N_("Your opponent has used this id already; choose another."))
    if entry.kind is not wanted.kind or not _says(progress, place, wanted):
        raise IdUsed(N_("You have used this id for something else already; choose another."))


def _says(progress: GameProgress, place: int, wanted: Wanted) -> bool:
    if wanted.text is None:
        return True
    match wanted.kind:
        case EntryKind.ACT:
            return _action(wanted.text) == progress.log[place].text
        case EntryKind.OPEN:
            return wanted.text in progress.log[place].text.split(" ")[1:]
        case EntryKind.DRAW:
            return _typed(wanted.text) == "".join(_typed(text) for text in _drawn(progress, place))
        case _:
            return wanted.text == progress.log[place].text


def _action(text: str) -> str | None:
    try:
        return action_text(parse_action(text))
    except RulesError:
        return None


def _drawn(progress: GameProgress, place: int) -> list[str]:
    """What came with the request whose first draw is at this place."""
    begun = set(progress.answered.values())
    drawn = [progress.log[place].text]
    for later, entry in enumerate(progress.log[place + 1 :], start=place + 1):
        if entry.kind is not EntryKind.DRAW or later in begun:
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
