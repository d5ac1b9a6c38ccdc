"""What players say at a table, and what they write down for themselves."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.retention import GOES_WITH_GAME

said = Table(
    "said",
    metadata,
    # What players say at a table. It is no entry of the game's log: a move is never late because somebody said hello.
    Column("game", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("person", String(40), nullable=False),
    # "phrase", whose text is the key of a phrase, or "text".
    Column("kind", String(8), nullable=False),
    Column("text", Text, nullable=False),
    # The version of the game at that moment: its place among the lines of the log.
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_said_person", "person"),
    info=GOES_WITH_GAME,
)

notes = Table(
    "notes",
    metadata,
    # What somebody has written down for themselves about a game.
    Column("person", String(40), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_notes_game", "game"),
    info=GOES_WITH_GAME,
)
