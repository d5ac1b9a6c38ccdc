"""Why a request is refused: one class per cause, each with a status, a code and a sentence."""

from collections.abc import Callable


class Refused(Exception):
    """A request that changes nothing, and why: a sentence in English, and the template that other languages fill in."""

    status = 400
    code = "refused"
    retry_after = 0
    """Seconds after which it is worth asking again, if waiting helps."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values = values
        super().__init__(self.said(str))

    def said(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language into which `translate` takes a template."""
        template = translate(self.template)
        return template % self.values if self.values else template


class Unreadable(Refused):
    """The request cannot be read."""

    code = "malformed"


class NotThere(Refused):
    """There is nothing at this address."""

    status = 404
    code = "not-found"
