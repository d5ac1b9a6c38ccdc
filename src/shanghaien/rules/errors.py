"""What can be wrong with a request, one class per cause; every message is a sentence for the player."""


class RulesError(Exception):
    """A request that the rules cannot follow; the message says why in one sentence."""


class Malformed(RulesError):
    """The request cannot be read: an unknown word, a value out of range, a damaged record."""


class Illegal(RulesError):
    """The request can be read, but the rules forbid it now."""

    def __init__(self, code: str, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})")
        self.code = code
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["Illegal"], tuple[str, str, str]]:
        return Illegal, (self.code, self.rule, self.sentence)


class WrongRevision(RulesError):
    """The record was made under another revision of the rules or of the file format."""


class NotYourTurn(RulesError):
    """The seat that asks is not the seat that is asked."""
