"""The stream of the lobby to one browser: which rows came, went or changed, and signs of life between."""

import asyncio
from collections.abc import AsyncIterator, Collection
from time import monotonic
from typing import Any

import msgspec
from markupsafe import Markup

from shanghaien.web.core.ids import GameId
from shanghaien.web.lobby.offer_list import QUAY, Asker
from shanghaien.web.lobby.panels import here_words
from shanghaien.web.lobby.views import OfferList, offer_list
from shanghaien.web.lobby.visit import LobbyVisit
from shanghaien.web.site.templates import part
from shanghaien.web.tables.hub import Heard

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Nothing may be kept, nor held back by a proxy."""
ALIVE_EVERY = 15.0
TOGETHER = 0.5
"""Seconds in which changes are gathered: a list that flickers helps nobody."""
ASKED_AGAIN = 30.0
"""After so many seconds it is looked anew how strong somebody is, and whom they keep away from."""
RETRY = b"retry: 1000\n\n"
ALIVE = b"event: alive\ndata: {}\n\n"
COME_BACK = b"event: come-back\ndata: {}\n\n"


class ShownOffers:
    """What stands on one page, so that only differences are told."""

    def __init__(self, known: Collection[GameId]) -> None:
        self._rows: dict[str, int | None] = dict.fromkeys(known)
        self._rest: tuple[str, dict[str, str]] | None = None

    def news(self, offers: OfferList, rest: dict[str, str]) -> dict[str, Any] | None:
        """What differs now; None if nothing does."""
        rows = {line.id: part("lobby/offers.html", "offer_row", line) for line in offers.lines}
        gone = [game for game in self._rows if game not in rows]
        fresh = [html for game, html in rows.items() if game not in self._rows]
        changed = {game: html for game, html in rows.items() if self._differs(game, html)}
        same = not (gone or fresh or changed) and self._rest == (offers.said, rest)
        self._rows = {game: hash(html) for game, html in rows.items()}
        self._rest = (offers.said, rest)
        if same:
            return None
        told = {"gone": gone, "fresh": fresh, "changed": changed, "order": list(rows)}
        return told | {"said": offers.said, "rest": rest}

    def _differs(self, game: str, html: Markup) -> bool:
        known = self._rows.get(game)
        return known is not None and known != hash(html)


async def live_offers(visit: LobbyVisit, known: Collection[GameId], most: int) -> AsyncIterator[bytes]:
    """What somebody sees of the offers, at once and whenever it changes."""
    shown, asker, asked = ShownOffers(known), await visit.asker(), monotonic()
    yield RETRY
    here = visit.lobby.here
    with visit.tables.games.hub.listen(QUAY) as listener, here.enter(asker.person, visit.name):
        while True:
            news = shown.news(await _listed(visit, asker, most), {"here": here_words(here.count())})
            yield ALIVE if news is None else _event(news)
            heard = await listener.hear(ALIVE_EVERY)
            if heard is Heard.END:
                break
            if heard is Heard.NEWS:
                await asyncio.sleep(TOGETHER)
            if monotonic() - asked > ASKED_AGAIN:
                asker, asked = await visit.asker(), monotonic()
    yield COME_BACK


async def _listed(visit: LobbyVisit, asker: Asker, most: int) -> OfferList:
    return offer_list(await visit.lobby.offers.seen_by(asker), most=most)


def _event(news: dict[str, Any]) -> bytes:
    return b"event: offers\ndata: " + msgspec.json.encode(news, enc_hook=str) + b"\n\n"
