"""How messages look that travel by PostgreSQL's NOTIFY, so that the store can tell news in the transaction of a move."""

CHANNEL = "shanghaien"
LONGEST = 7999
"""Bytes; PostgreSQL takes no longer ones."""


def payload(sender: str, subject: str, message: str) -> str:
    """What is notified: the sender, who passes it over when it comes back, then subject and message."""
    return f"{sender} {subject} {message}"


def news_prefix(sender: str) -> str:
    """What stands before `GAME VERSION` in the news of a move, under the subject `news.GAME`."""
    return payload(sender, "news", "").rstrip() + "."


def parts(text: str) -> tuple[str, str, str]:
    """Sender, subject and message of a payload; what is missing is empty."""
    sender, _, rest = text.partition(" ")
    subject, _, message = rest.partition(" ")
    return sender, subject, message
