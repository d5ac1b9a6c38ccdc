"""Telling an outage of the database, which mends itself, from a fault of ours, whose cause must be seen."""

import logging

from sqlalchemy.exc import SQLAlchemyError

from shanghaien.web.figures import STORE_ERRORS


def is_outage(error: Exception) -> bool:
    """Whether the database was out of reach, which mends itself."""
    return isinstance(error, SQLAlchemyError | OSError) or type(error).__module__.startswith("asyncpg")


def note(log: logging.Logger, sentence: str, error: Exception, **about: object) -> None:
    """Log what went wrong: an outage in one line, anything else with its cause."""
    if is_outage(error):
        STORE_ERRORS.add("workers")
        reason = str(getattr(error, "orig", None) or error) or type(error).__name__
        log.warning(sentence, extra={"reason": reason.splitlines()[0], **about})
    else:
        log.error(sentence, exc_info=error, extra=about)
