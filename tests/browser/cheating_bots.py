"""Servers that change what their bot did once the link is known: each class is one way, played live in a browser.

python -m tests.browser.cheating_bots FOLDER WAY
"""

import sys
from collections.abc import Callable
from typing import NamedTuple

from shanghaien import rules
from shanghaien.rules import Action, Place, Roll, Seat, State, parse_action
from shanghaien.web.core.ids import RequestId
from shanghaien.web.tables import moves
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.model import SeatKind, Seats
from tests.browser import serving

open_honestly, choose_honestly = moves.open_link, moves.choose


class Better(NamedTuple):
    """What the bot of a server could have done instead of its last choice."""

    seat: Seat
    action: Action


def better(game: Game, suits: Callable[[Action, State], bool]) -> Better | None:
    """Another choice of the bot that suits, if its choice was the last and nothing was revealed since."""
    table, last = game.table(), game.choices[-1] if game.choices else None
    seat = None if last is None else game.log[last.place].seat
    if last is None or seat is None or table.chairs[seat].kind is not SeatKind.BOT:
        return None
    made = parse_action(game.log[last.place].text)
    others = (
        each
        for each in rules.legal_actions(last.before)
        if each != made and isinstance(each, Place) is isinstance(made, Place)
    )
    return next((Better(seat, each) for each in others if suits(each, rules.apply(last.before, each)[0])), None)


def take_back(change: Change, found: Better, request_id: RequestId) -> None:
    """The bot's last choice is taken back, and another one made."""
    change.undo(found.seat, request_id)
    change.act(found.seat, found.action)


class ChangesTheChoice:
    """Has seen the link for its bot's choice, and chooses otherwise."""

    uses_it = True
    """Whether the link that is known is used at once, or asked for again."""

    def open_link(self, change: Change, seats: Seats, request_id: RequestId, link: str) -> None:
        found = better(change.before, lambda _, after: rules.is_chance(after))
        if found is None:
            open_honestly(change, seats, request_id, link)
            return
        take_back(change, found, request_id)
        if self.uses_it:
            change.deal(link)

    def choose(self, change: Change, seats: Seats, request_id: RequestId, text: str, link: str = "") -> None:
        choose_honestly(change, seats, request_id, text, link)


class AsksAgainForTheChoice(ChangesTheChoice):
    """Chooses otherwise, and asks for the same link."""

    uses_it = False


class ChangesThePlacement(ChangesTheChoice):
    """Has seen the link for the player's roll, and places its bot's die elsewhere."""

    def open_link(self, change: Change, seats: Seats, request_id: RequestId, link: str) -> None:
        open_honestly(change, seats, request_id, link)

    def choose(self, change: Change, seats: Seats, request_id: RequestId, text: str, link: str = "") -> None:
        game = change.before
        asked = game.table().waits_for
        found = better(game, lambda _, after: rules.to_move(after) == asked and Roll() in rules.legal_actions(after))
        if not link or asked is None or found is None or not isinstance(found.action, Place):
            choose_honestly(change, seats, request_id, text, link)
            return
        take_back(change, found, request_id)
        if self.uses_it:
            change.act(asked, parse_action(text))
            change.deal(link)


class AsksAgainAfterThePlacement(ChangesThePlacement):
    """Places its bot's die elsewhere, and lets the player roll once more."""

    uses_it = False


WAYS = {
    each.__name__: each
    for each in (ChangesTheChoice, AsksAgainForTheChoice, ChangesThePlacement, AsksAgainAfterThePlacement)
}


def main(folder: str, way: str) -> None:
    """Serve, and cheat in this way."""
    cheat = WAYS[way]()
    moves.open_link, moves.choose = cheat.open_link, cheat.choose
    serving.main(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
