"""The table of reviews that were made."""

from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from shanghaien.web.core.database.dialects import metadata

reviews = Table(
    "reviews",
    metadata,
    Column("key", String(32), primary_key=True),
    # None for a game that could not be reviewed.
    Column("text", Text),
    Column("looked", BigInteger, nullable=False),
    # The game that it was asked for; none for an uploaded one.
    Column("game", String(40)),
    Index("ix_reviews_looked", "looked"),
)
