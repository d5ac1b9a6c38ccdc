"""Where else one can go from the replay of a game: its table, its review, its dice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ways:
    """The addresses around a replay; empty where there is none."""

    review: str
    dice: str
    table: str = ""
    record: str = ""
    """A record that was brought just now and lies nowhere else, for the check of its dice."""

    @classmethod
    def of_table(cls, game: str) -> "Ways":
        """Around a game that was played here."""
        return cls(f"/t/{game}/review", f"/t/{game}/dice", f"/t/{game}")

    @classmethod
    def of_record(cls, code: str, record: str = "") -> "Ways":
        """Around a game that somebody brought."""
        return cls(f"/record/{code}/review", "/dice", record=record)
