"""Ids and numbers, each a type of its own, so that none is taken for another."""

from typing import NewType

GameId = NewType("GameId", str)
"""Names a game in addresses and in the store."""
PersonId = NewType("PersonId", str)
"""Names a person, who never sees it; it is signed in their cookie and stands behind their tokens."""
RequestId = NewType("RequestId", str)
"""Names a request for a change; the client makes it, so that a repeat of the request is harmless."""
Version = NewType("Version", int)
"""How far a game has come: the number of the last entry of its log."""
