"""What the host has set up beyond the game itself, so that pages, the log and the host's own page can say what is not."""

from typing import NamedTuple

from .settings import Settings


class SetUp(NamedTuple):
    """Which of the parts that need something from the host are there; the game works without any of them."""

    mail: bool
    push: bool
    webhooks: bool
    metrics: bool

    @property
    def missing(self) -> list[str]:
        """The names of what is off, in the order in which they are told."""
        return [name for name, there in zip(self._fields, self, strict=True) if not there]


def set_up(settings: Settings) -> SetUp:
    """What these settings allow. Letters need a way out and a sender; push services ask whom to write to."""
    return SetUp(
        mail=bool(settings.smtp and settings.mail_from),
        push=bool(settings.push_contact),
        webhooks=settings.webhooks,
        metrics=bool(settings.metrics),
    )
