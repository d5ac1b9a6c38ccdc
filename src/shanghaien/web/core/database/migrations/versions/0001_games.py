"""Games, their seats, who holds them, and the log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the four tables."""
    _games()
    _seats()
    _holders()
    _entries()


def downgrade() -> None:
    """Drop the four tables."""
    for table in ("entries", "holders", "seats", "games"):
        op.drop_table(table)


def _game_column() -> sa.Column[str]:
    return sa.Column("game", sa.String(40), nullable=False)


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("mode", sa.String(20), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("rematch_of", sa.String(40)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("waits_for", sa.Integer),
        sa.Column("result", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name="fk_games_rematch_of"),
        sa.UniqueConstraint("rematch_of", name="uq_games_rematch_of"),
    )
    op.create_index("ix_games_result_waits_for", "games", ["result", "waits_for"])


def _seats() -> None:
    op.create_table(
        "seats",
        _game_column(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("contribution", sa.String(100)),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
    )


def _holders() -> None:
    op.create_table(
        "holders",
        _game_column(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", "guest", name="pk_holders"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_holders_game"),
    )
    op.create_index("ix_holders_guest", "holders", ["guest"])


def _entries() -> None:
    op.create_table(
        "entries",
        _game_column(),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("move", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_entries_game"),
        sa.UniqueConstraint("game", "move", name="uq_entries_game_move"),
    )
