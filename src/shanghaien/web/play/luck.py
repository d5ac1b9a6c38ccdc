"""Where a server's own luck comes from: the ids of games and the secrets behind their dice."""

import secrets

from shanghaien.fairness.second import Secrets
from shanghaien.web.http.signing import new_id


class Luck:
    """Chance itself. A test that must see the same game in every run gives its own; there is no setting for it."""

    def new_game(self) -> str:
        """An id for a new game, which nobody can guess."""
        return new_id()

    def new_secrets(self, game: str) -> Secrets:
        """The secrets of a game's chains; nothing follows from anything else that the server keeps."""
        return Secrets.new()

    def new_secret(self) -> bytes:
        """One more secret, for a chain that takes the place of another."""
        return secrets.token_bytes(32)
