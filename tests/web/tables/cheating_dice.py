"""Servers that cheat about the dice of their tables: each class is one way, and stores what it did."""

from collections.abc import Sequence
from dataclasses import replace

from shanghaien.fairness import Ledger, Opening, Who
from shanghaien.web.tables.dice.protocol import GUEST, GameDice, OpenedGroup


class CheatingDice(GameDice):
    """Draws from whatever links it likes, and stores what it did; players hold their own chains."""

    def draw(self, ledger: Ledger, actor: Who, given: str) -> OpenedGroup | None:
        owner = self.owner(ledger, actor)
        openings = [Opening(each.chain, each.number, given) for each in ledger.wanted_of(owner)]
        if openings and not given:
            return None
        server = self.server(ledger, actor, openings)
        after, group = ledger.add(owner, server, *openings)
        links = " ".join((server.link, *(each.link for each in openings)))
        return OpenedGroup(after, group, links, None if owner is None else self.seat_of(owner))

    def owner(self, ledger: Ledger, actor: Who) -> Who | None:
        return ledger.owner(actor)

    def server(self, ledger: Ledger, actor: Who, openings: Sequence[Opening]) -> Opening:
        number = ledger.server_number
        return Opening(ledger.server, number, self._chains.link(ledger.server, number))


class GrindsTheBotsRolls(CheatingDice):
    """Has the player's link, and tries its own until the bot rolls what suits it."""

    def server(self, ledger: Ledger, actor: Who, openings: Sequence[Opening]) -> Opening:
        honest = super().server(ledger, actor, openings)
        if actor != GUEST:
            return honest
        tried = (replace(honest, link=f"{number:064x}") for number in range(1000))
        wished = (each for each in tried if ledger.add("creator", each, *openings)[1].draw(0, "dice", 36).number < 3)
        return next(wished)


class SkipsItsOwnLinks(CheatingDice):
    """Takes the best of its next links for the bot's rolls, which it has committed to all the same."""

    def server(self, ledger: Ledger, actor: Who, openings: Sequence[Opening]) -> Opening:
        honest = super().server(ledger, actor, openings)
        ahead = [replace(honest, link=self._chains.link(ledger.server, honest.number + more)) for more in range(9)]
        rolls = {each.link: ledger.add("creator", each, *openings)[1].draw(0, "dice", 36).number for each in ahead}
        return min(ahead, key=lambda each: rolls[each.link]) if actor == GUEST else honest


class AsksNobodyForTheBotsRolls(CheatingDice):
    """Draws the bot's rolls from its own chain alone, so that it knows them all."""

    def owner(self, ledger: Ledger, actor: Who) -> Who | None:
        return None if actor == GUEST else "creator"
