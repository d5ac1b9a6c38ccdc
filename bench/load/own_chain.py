"""What a page does about the dice: it holds a chain, sends a link with a choice, and opens one that is waited for."""

import html
import json
import re
import secrets
from typing import Any

from shanghaien.fairness import Chain

DICE = re.compile(r'data-dice="([^"]*)"')


class OwnChain:
    """The chain of one page, and what the page was last told about the dice."""

    def __init__(self, game: str, name: str) -> None:
        self._chain = Chain(secrets.token_bytes(32), game, name)
        self._dice: dict[str, Any] = {}

    @property
    def first(self) -> dict[str, str]:
        """What is sent when one commits to it and something is drawn at once."""
        return {"end": self._chain.end, "link": self._chain.link(1)}

    def read_page(self, now: str) -> None:
        """What a whole page says."""
        found = DICE.search(now)
        self.read(html.unescape(found[1]) if found else None)

    def read(self, dice: object) -> None:
        """What the page was told with its parts."""
        self._dice = json.loads(dice) if isinstance(dice, str) else {}

    def with_choice(self, action: str) -> dict[str, str]:
        """What goes with a choice: the next link, if chance surely follows."""
        return {"link": self._next} if action in self._dice.get("chances", ()) else {}

    @property
    def wanted(self) -> str:
        """The link that the table waits for; empty if it waits for none."""
        return self._next if self._dice.get("waits") else ""

    @property
    def _next(self) -> str:
        return self._chain.link(self._dice["number"])
