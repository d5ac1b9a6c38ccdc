"""Signed texts: the cookie that names a person, invitations, private links and reserved game ids. None of them can be forged."""

import hashlib
import hmac
import secrets
from collections.abc import Callable

from itsdangerous import BadData, URLSafeSerializer

Fresh = Callable[[], str]
"""Makes ids, a new one each time."""


def new_id() -> str:
    """A fresh id that nobody can guess."""
    return secrets.token_urlsafe(12)


class Signer:
    """Makes and reads signed texts; each purpose has signatures of its own.

    Every game's dice follow from the secret and the game's id. A test that must see the same game in every run gives
    its own source of ids; there is no setting for it.
    """

    def __init__(self, secret: str, fresh: Fresh = new_id) -> None:
        self._secret = secret
        self._fresh = fresh

    def new_game(self) -> str:
        """An id for a new game."""
        return self._fresh()

    def sign(self, purpose: str, *values: str | int) -> str:
        """A text for cookies and addresses that says these values."""
        return str(self._serializer(purpose).dumps(values))

    def read(self, purpose: str, text: str) -> list[str | int] | None:
        """The values that were signed for this purpose; None if the text was not made here."""
        try:
            values = self._serializer(purpose).loads(text)
        except BadData:
            return None
        return values if isinstance(values, list) else None

    def secret_for(self, purpose: str, text: str) -> bytes:
        """32 bytes that only this server can know, the same each time."""
        return hmac.digest(self._secret.encode(), f"{purpose}\n{text}".encode(), hashlib.sha256)

    def _serializer(self, purpose: str) -> URLSafeSerializer:
        return URLSafeSerializer(self._secret, salt=f"shanghaien.{purpose}")
