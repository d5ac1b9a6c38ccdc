"""Signed texts: the cookie that names a person, invitations, private links and reserved game ids. None of them can be forged."""

import hashlib
import hmac
import secrets

from itsdangerous import BadData, URLSafeSerializer


def new_id() -> str:
    """A fresh id that cannot be guessed."""
    return secrets.token_urlsafe(12)


class Signer:
    """Makes and reads signed texts; each purpose has signatures of its own."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._serializers: dict[str, URLSafeSerializer] = {}

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
        if purpose not in self._serializers:
            self._serializers[purpose] = URLSafeSerializer(self._secret, salt=f"shanghaien.{purpose}")
        return self._serializers[purpose]


# Where a server's own randomness comes from: the ids of games and the secrets behind their dice.


class Randomness:
    """Chance itself. A test that must see the same game in every run gives its own; there is no setting for it."""

    def new_game(self) -> str:
        """An id for a new game, which cannot be guessed."""
        return new_id()

    def game_by_form(self, made: str) -> str:
        """The id of the game that a form makes; `made` follows from who sends which form, and cannot be guessed."""
        return made

    def new_secrets(self, game: str, count: int = 3) -> bytes:
        """The secrets of a game's chains, one behind the other, or the seed of a day; they follow from nothing else."""
        return secrets.token_bytes(count * 32)
