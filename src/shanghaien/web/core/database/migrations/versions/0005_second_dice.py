"""The second protocol of the dice: contracts, reservations that are used once, and the public log of commitments."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that have no contract go on by the first protocol."""
    op.add_column("games", sa.Column("contract", sa.Text))
    op.add_column("games", sa.Column("receipt", sa.Text))
    op.create_table(
        "reservations",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("secrets", sa.LargeBinary, nullable=False),
        sa.Column("ends", sa.String(200), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_reservations"),
    )
    op.create_index("ix_reservations_until", "reservations", ["until"])
    op.create_table(
        "commitments",
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("epoch", "number", name="pk_commitments"),
    )
    op.create_index("ix_commitments_game", "commitments", ["game"])
    op.create_table(
        "log_heads",
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
        sa.PrimaryKeyConstraint("epoch", "day", name="pk_log_heads"),
    )


def downgrade() -> None:
    """Games of the second protocol can't be opened by an older program."""
    op.drop_table("log_heads")
    op.drop_table("commitments")
    op.drop_table("reservations")
    op.drop_column("games", "receipt")
    op.drop_column("games", "contract")
