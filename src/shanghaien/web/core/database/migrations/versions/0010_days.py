"""The deal of every day, who tried it, the puzzle of the day, and mistakes to repeat."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

RANKED = sa.text("ranked = 1 AND loss IS NOT NULL")
AWAITED = sa.text("review <> ''")


def upgrade() -> None:
    """Nobody has played a deal of the day yet."""
    op.add_column("games", sa.Column("day", sa.String(10)))
    op.add_column("reviews", sa.Column("game", sa.String(40)))
    _days()
    _tries()
    _repeated()


def _days() -> None:
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("sealed", sa.BigInteger, nullable=False),
        sa.Column("captain", sa.String(40)),
        sa.Column("played", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("day", name="pk_days"),
        sa.UniqueConstraint("number", name="uq_days_number"),
    )
    op.create_table(
        "day_counts",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("loss", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("day", "loss", name="pk_day_counts"),
    )


def _tries() -> None:
    op.create_table(
        "day_tries",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ranked", sa.Integer, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("points", sa.Integer),
        sa.Column("points_against", sa.Integer),
        sa.Column("review", sa.String(32), nullable=False, server_default=""),
        sa.Column("loss", sa.Integer),
        sa.Column("rounds", sa.String(80), nullable=False, server_default=""),
        sa.Column("streak", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("day", "person", name="pk_day_tries"),
        sa.UniqueConstraint("game", name="uq_day_tries_game"),
    )
    place = ["day", "loss", "finished", "person"]
    op.create_index("ix_day_tries_place", "day_tries", place, sqlite_where=RANKED, postgresql_where=RANKED)
    op.create_index("ix_day_tries_person", "day_tries", ["person", "day"])
    op.create_index("ix_day_tries_streak", "day_tries", ["person", "streak"])
    op.create_index("ix_day_tries_review", "day_tries", ["review"], sqlite_where=AWAITED, postgresql_where=AWAITED)


def _repeated() -> None:
    op.create_table(
        "puzzle_days",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("solved", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "day", name="pk_puzzle_days"),
    )
    op.create_table(
        "mistakes",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("step", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("played", sa.String(200), nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("sits", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("person", "game", "step", name="pk_mistakes"),
    )
    op.create_index("ix_mistakes_due", "mistakes", ["person", "sits", "due"])
    op.create_index("ix_mistakes_made", "mistakes", ["person", "made"])


def downgrade() -> None:
    """Nobody remembers any day; games of days cannot be gone on with."""
    for table in ("mistakes", "puzzle_days", "day_counts", "day_tries", "days"):
        op.drop_table(table)
    op.drop_column("reviews", "game")
    op.drop_column("games", "day")
