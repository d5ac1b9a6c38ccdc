"""Offered tables, people who look for somebody to play with, and games to watch."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody offers anything yet."""
    _offers()
    _seekers()
    op.create_table(
        "watchable",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("list", sa.String(12), nullable=False),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("first", sa.String(40), nullable=False),
        sa.Column("second", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_watchable"),
    )
    op.create_index("ix_watchable_strength", "watchable", ["strength", "game"])
    op.create_index("ix_watchable_first", "watchable", ["first"])
    op.create_index("ix_watchable_second", "watchable", ["second"])


def downgrade() -> None:
    """What was offered is offered no longer; games go on."""
    for table in ("watchable", "seekers", "offers"):
        op.drop_table(table)


def _offers() -> None:
    op.create_table(
        "offers",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(5), nullable=False),
        sa.Column("pace", sa.String(60), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("low", sa.Integer),
        sa.Column("high", sa.Integer),
        sa.Column("word", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_offers"),
    )
    op.create_index("ix_offers_created", "offers", ["created", "game"])
    op.create_index("ix_offers_person", "offers", ["person"])


def _seekers() -> None:
    op.create_table(
        "seekers",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(5), nullable=False),
        sa.Column("pace", sa.String(60), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("partner", sa.String(40), nullable=False, server_default=""),
        sa.Column("partner_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("agreed", sa.Integer, nullable=False, server_default="0"),
        sa.Column("game", sa.String(40), nullable=False, server_default=""),
        sa.Column("passed", sa.String(40), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("person", name="pk_seekers"),
    )
    free = sa.text("partner = ''")
    columns = ["kind", "since", "person"]
    op.create_index("ix_seekers_free", "seekers", columns, sqlite_where=free, postgresql_where=free)
    op.create_index("ix_seekers_partner", "seekers", ["partner"])
