"""What several servers need to work on one database, and a log that takes less room."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Pack the log, and create what servers share: claims, reviews, what is due, and facts."""
    if op.get_bind().dialect.name == "sqlite":
        _rebuild_entries(rowid=False)
    else:
        op.drop_constraint("uq_entries_game_move", "entries")
    op.create_index("uq_entries_game_move", "entries", ["game", "move"], unique=True, **_only("move IS NOT NULL"))
    op.drop_index("ix_games_result_waits_for", "games")
    op.create_index("ix_games_waiting", "games", ["updated"], **_only("result IS NULL AND waits_for IS NOT NULL"))
    _claims()
    _reviews()
    _due()
    op.create_table(
        "facts",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )


def downgrade() -> None:
    """Drop the new tables; the log is kept as it was before."""
    for table in ("facts", "due", "reviews", "claims"):
        op.drop_table(table)
    op.drop_index("ix_games_waiting", "games")
    op.create_index("ix_games_result_waits_for", "games", ["result", "waits_for"])
    op.drop_index("uq_entries_game_move", "entries")
    if op.get_bind().dialect.name == "sqlite":
        _rebuild_entries(rowid=True)
    else:
        op.create_unique_constraint("uq_entries_game_move", "entries", ["game", "move"])


def _only(which: str) -> dict[str, Any]:
    """An index of some of the rows."""
    return {"sqlite_where": sa.text(which), "postgresql_where": sa.text(which)}


def _rebuild_entries(*, rowid: bool) -> None:
    """SQLite cannot change how a table is kept, only copy it."""
    op.rename_table("entries", "entries_before")
    unique = [sa.UniqueConstraint("game", "move", name="uq_entries_game_move")] if rowid else []
    op.create_table(
        "entries",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("move", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_entries_game"),
        *unique,
        sqlite_with_rowid=rowid,
    )
    columns = "game, number, kind, seat, text, move, at"
    op.execute(f"INSERT INTO entries ({columns}) SELECT {columns} FROM entries_before ORDER BY game, number")  # noqa: S608 - our own words
    op.drop_table("entries_before")


def _claims() -> None:
    op.create_table(
        "claims",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_claims"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_claims_game"),
    )


def _reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("leased_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("done", sa.Integer, nullable=False, server_default="0"),
        sa.Column("of", sa.Integer, nullable=False, server_default="0"),
        sa.Column("text", sa.Text),
        sa.Column("looked", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_reviews"),
    )
    op.create_index("ix_reviews_looked", "reviews", ["looked"])
    op.create_index("ix_reviews_waiting", "reviews", ["asked"], **_only("text IS NULL"))


def _due() -> None:
    op.create_table(
        "due",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False, server_default=""),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("leased_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_due"),
        sa.UniqueConstraint("kind", "subject", name="uq_due_kind_subject"),
    )
    op.create_index("ix_due_at", "due", ["at"])
