"""The tables of talk and order: what is said, notes, who keeps away from whom, reports, and what moderators do."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text, text

from .metadata import metadata

blocks = Table(
    "blocks",
    metadata,
    # Whoever blocks somebody sees nothing of them any more, nor they of them.
    Column("person", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    # What they were called then: guests have no other name by which they could be found on the list again.
    Column("name", String(40), nullable=False, server_default=""),
    Index("ix_blocks_other", "other"),
)

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
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    # Who reports whom; either is empty once they have gone.
    Column("person", String(40), nullable=False),
    Column("about", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("words", Text, nullable=False),
    # What was said and done until then, as JSON: it remains when the game or the people go.
    Column("snapshot", Text, nullable=False),
    # When it was dealt with, how, and what the reporter is told.
    Column("closed", BigInteger),
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

sanctions = Table(
    "sanctions",
    metadata,
    # What moderators have laid on somebody: "mute" until a time, "close" for an account, "unrate" from a time on.
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
    # Until when a mute lasts; from when on games are not rated.
    Column("time", BigInteger),
    Column("reason", Text, nullable=False),
    Column("lifted", BigInteger),
    Index("ix_sanctions_person", "person", "kind"),
)

audit = Table(
    "audit",
    metadata,
    # Everything that those who keep order have done. Rows are added and never changed, but for names of people who go.
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # Who did it; empty for the host in a shell.
    Column("by", String(40), nullable=False),
    Column("by_name", String(40), nullable=False),
    Column("what", String(12), nullable=False),
    Column("person", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("reason", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Index("ix_audit_person", "person", "number"),
    Index("ix_audit_by", "by"),
)

words = Table(
    "words",
    metadata,
    # How the host has changed the list of words that names and texts must not have; folded as names are.
    Column("word", String(80), primary_key=True),
    Column("written", String(80), nullable=False),
    # 1 if the word must not stand inside a longer one either.
    Column("inside", Integer, nullable=False),
    # 0 for a word that was on the list by default and no longer is.
    Column("listed", Integer, nullable=False),
)
