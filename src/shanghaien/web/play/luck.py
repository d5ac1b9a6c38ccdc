"""Where a server's own luck comes from: the ids of games and the secrets behind their dice."""

import secrets

from shanghaien.web.http.signing import new_id


class Luck:
    """Chance itself. A test that must see the same game in every run gives its own; there is no setting for it."""

    def new_game(self) -> str:
        """An id for a new game, which nobody can guess."""
        return new_id()

    def game_by_form(self, made: str) -> str:
        """The id of the game that a form makes; `made` follows from who sends which form, and nobody can guess it."""
        return made

    def new_secrets(self, game: str, count: int = 3) -> bytes:
        """The secrets of a game's chains, one behind the other, or the seed of a day; they follow from nothing else."""
        return secrets.token_bytes(count * 32)
