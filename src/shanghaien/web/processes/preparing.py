"""Before anything is served or done: the database is brought up to date, and its processes agree on the secret."""

from dataclasses import replace
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from shanghaien.web.settings import Settings
from shanghaien.web.store.database import Database
from shanghaien.web.store.migrate import UnknownDatabase, upgrade
from shanghaien.web.store.shape import MissingPart, check_shape
from shanghaien.web.store.sqlite_file import UnusableFile, look_at
from shanghaien.wrong_input import WrongInput

from .shared_secret import agreed_secret


async def prepared(settings: Settings) -> Settings:
    """The settings with the secret that all processes share; WrongInput if the database cannot be used."""
    database = Database(settings.database, patient=True)
    try:
        await upgrade(database)
        await check_shape(database)
        return replace(settings, secret=await agreed_secret(database, settings.secret))
    except (SQLAlchemyError, OSError, UnknownDatabase, MissingPart) as error:
        reason = getattr(error, "strerror", None) or str(getattr(error, "orig", None) or error).splitlines()[0]
        raise WrongInput(f"The database cannot be used: {reason}.") from None
    finally:
        await database.close()


def check_file(file: Path) -> None:
    """Before the asynchronous driver tries: its thread tells of a file it cannot open in its own words."""
    try:
        look_at(file)
    except UnusableFile as error:
        raise WrongInput(f"The database cannot be used: {error}.") from None
