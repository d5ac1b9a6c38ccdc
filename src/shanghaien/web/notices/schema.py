"""The tables of time and notices: who looked at what, who is away, and where notices go."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.retention import DAY_MS, kept_for

webhooks = Table(
    "webhooks",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("address", Text, nullable=False),
    Column("secret", String(80), nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("failed_since", BigInteger),
)

sent_notices = Table(
    "sent_notices",
    metadata,
    # What was sent about a turn of a game, which the number of its first entry names: no notice comes twice.
    Column("game", String(40), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("person", String(40), primary_key=True),
    Column("channel", String(60), primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("at", BigInteger, nullable=False, info=kept_for(60 * DAY_MS)),
    Index("ix_sent_notices_at", "at"),
    Index("ix_sent_notices_person", "person"),
)
