"""Reports, and the audit of what moderators do."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text, text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.retention import DAY_MS, kept_for

reports = Table(
    "reports",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    # Reporter and reported person; empty once their account is deleted.
    Column("person", String(40), nullable=False),
    Column("about", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("words", Text, nullable=False),
    # What was said and done until then, as JSON: it remains when the game or the people go.
    Column("snapshot", Text, nullable=False),
    # When it was closed, how, and the answer for the reporter; it is deleted three years later.
    Column("closed", BigInteger, info=kept_for(3 * 366 * DAY_MS)),
    Column("outcome", String(12), nullable=False, server_default=""),
    Column("answer", Text, nullable=False, server_default=""),
    Index(
        "ix_reports_open",
        "at",
        "id",
        sqlite_where=text("closed IS NULL"),
        postgresql_where=text("closed IS NULL"),
    ),
    Index(
        "ix_reports_closed",
        "closed",
        "id",
        sqlite_where=text("closed IS NOT NULL"),
        postgresql_where=text("closed IS NOT NULL"),
    ),
    Index("ix_reports_person", "person", "at", "id"),
    Index("ix_reports_about", "about", "at", "id"),
)

audit = Table(
    "audit",
    metadata,
    # What moderators have done. Rows are added and never changed, but for names of deleted accounts.
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # The moderator; empty for the host in a shell.
    Column("by", String(40), nullable=False),
    Column("by_name", String(40), nullable=False),
    Column("what", String(20), nullable=False),
    Column("person", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("reason", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Index("ix_audit_person", "person", "number"),
    Index("ix_audit_by", "by"),
)
