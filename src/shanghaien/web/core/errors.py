"""Why a request is refused: a code for programs and a sentence for people. `site/problems.py` knows what HTTP says."""

from collections.abc import Callable


class DomainError(Exception):
    """A request that changes nothing, and why: a sentence in English, and the template that other languages fill in."""

    code: str
    """The cause, for programs; each has its status in `site/problems.py`."""
    retry_after = 0
    """Seconds after which it is worth asking again, if waiting helps."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values = values
        super().__init__(self.said(str))

    def said(self, translate: Callable[[str], str]) -> str:
        template = translate(self.template)
        return template % self.values if self.values else template


class BadRequestError(DomainError):
    """The request cannot be read."""

    code = "malformed"


class NotFoundError(DomainError):
    """There is nothing at this address."""

    code = "not-found"


class SignInFirst(DomainError):
    """Only a person with an account can do this."""

    code = "sign-in-first"


class LimitReached(DomainError):
    """There is as much of something as there may be, or it was asked for too often."""

    def __init__(self, code: str, template: str, /, *, retry_after: int = 0, **values: object) -> None:
        self.code = code
        self.retry_after = retry_after
        super().__init__(template, **values)
