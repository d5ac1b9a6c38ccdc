"""TODO: what this room is for."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint, text

from shanghaien.web.core.database.dialects import metadata

claims = Table(
    "claims",
    metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    # Whoever claimed the bot's thought for this version has it to themselves until the lease runs out.
    Column("version", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("record", Text, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("leased_until", BigInteger, nullable=False, server_default="0"),
    Column("tries", Integer, nullable=False, server_default="0"),
    # How far whoever works on it has come.
    Column("done", Integer, nullable=False, server_default="0"),
    Column("of", Integer, nullable=False, server_default="0"),
    Column("text", Text),
    Column("looked", BigInteger, nullable=False),
    # The game that it was asked for; none for one that somebody brought.
    Column("game", String(40)),
    Index("ix_reviews_looked", "looked"),
    Index("ix_reviews_waiting", "asked", sqlite_where=text("text IS NULL"), postgresql_where=text("text IS NULL")),
)

due = Table(
    "due",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("text", Text, nullable=False, server_default=""),
    Column("at", BigInteger, nullable=False),
    Column("leased_until", BigInteger, nullable=False, server_default="0"),
    Column("tries", Integer, nullable=False, server_default="0"),
    UniqueConstraint("kind", "subject"),
    Index("ix_due_at", "at"),
    # For all that is due for one person, whose id is the first word.
    Index("ix_due_subject", "subject", postgresql_ops={"subject": "text_pattern_ops"}),
)

facts = Table(
    "facts",
    metadata,
    # What all servers of one database have to agree on, such as the secret that signs cookies.
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
