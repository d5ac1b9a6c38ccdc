"""The tables that several features share: jobs, and what all servers agree on."""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, String, Table, Text, UniqueConstraint

from shanghaien.web.core.database.dialects import metadata

jobs = Table(
    "jobs",
    metadata,
    # Every job that is set uses up a number, also one that only moves.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("payload", Text, nullable=False, server_default=""),
    # None for a lease that a process has taken, and that no runner is to find.
    Column("at", BigInteger),
    Column("priority", BigInteger, nullable=False, server_default="0"),
    Column("leased_until", BigInteger, nullable=False, server_default="0"),
    Column("tries", Integer, nullable=False, server_default="0"),
    # How far the work on it has come, from 0 to 1.
    Column("progress", Float, nullable=False, server_default="0"),
    # Why it failed the last time; empty if it did not.
    Column("problem", String(300), nullable=False, server_default=""),
    UniqueConstraint("kind", "subject"),
    Index("ix_jobs_at", "at"),
    Index("ix_jobs_turn", "kind", "priority", "at"),
    # For all that is to be done for one person, whose id is the first word.
    Index("ix_jobs_subject", "subject", postgresql_ops={"subject": "text_pattern_ops"}),
)

facts = Table(
    "facts",
    metadata,
    # What all servers of one database have to agree on, such as the secret that signs cookies.
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
