"""A process that only works: bots and reviews for servers elsewhere, without pages."""

import asyncio
import logging
import signal
from dataclasses import replace

from sqlalchemy.exc import SQLAlchemyError

from shanghaien.web.store.database import Database
from shanghaien.web.store.migrate import NewerDatabase, upgrade
from shanghaien.wrong_input import WrongInput

from .foundation import lay
from .settings import Settings
from .shared_secret import agreed_secret

log = logging.getLogger("shanghaien.work")


def run(settings: Settings, reviewers: int) -> None:
    """Work until told to stop; WrongInput if the database cannot be used."""
    asyncio.run(_run(settings, reviewers))


async def prepared(settings: Settings) -> Settings:
    """The settings with the secret that all servers share; the database is brought up to date first."""
    database = Database(settings.database, patient=True)
    try:
        await upgrade(database)
        return replace(settings, secret=await agreed_secret(database, settings.secret))
    except (SQLAlchemyError, OSError, NewerDatabase) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise WrongInput(f"The database cannot be used: {reason}.") from None
    finally:
        await database.close()


async def _run(settings: Settings, reviewers: int) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    parts = lay(await prepared(settings), reviewers)
    try:
        await parts.start()
        log.info("working", extra={"bots": settings.bot_workers, "reviewers": reviewers})
        await stopped.wait()
    finally:
        await parts.stop()
