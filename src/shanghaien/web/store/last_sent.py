"""When something was last sent to each place of a person."""

from sqlalchemy import func, select

from shanghaien.web.ids import PersonId

from .database import Database
from .notice_schema import sent_notices


class LastSent:
    """Reads when places were last told something. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> dict[str, int]:
        """The time of the last notice to each of the person's places, by what channels call it."""
        sent = sent_notices.c
        last = select(sent.channel, func.max(sent.at)).where(sent.person == person).group_by(sent.channel)
        async with self._database.glancing() as connection:
            return {place: int(at) for place, at in await connection.execute(last)}
