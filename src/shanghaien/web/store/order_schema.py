"""The tables of talk and order: who keeps away from whom."""

from sqlalchemy import BigInteger, Column, Index, String, Table

from .metadata import metadata

blocks = Table(
    "blocks",
    metadata,
    # Whoever blocks somebody sees nothing of them any more, nor they of them.
    Column("person", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("ix_blocks_other", "other"),
)
