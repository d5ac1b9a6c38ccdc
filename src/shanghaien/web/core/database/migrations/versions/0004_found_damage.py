"""What finds damage in a log, private links that are good once and not for long, and lists of many games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games get a digest of their log with their next entry; until then they have none."""
    op.add_column("games", sa.Column("digest", sa.String(80)))
    op.drop_index("ix_holders_guest", "holders")
    op.create_index("ix_holders_guest_game_seat", "holders", ["guest", "game", "seat"])
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("used_by", sa.String(40)),
        sa.PrimaryKeyConstraint("hash", name="pk_links"),
    )
    op.create_index("ix_links_game_seat", "links", ["game", "seat"])
    op.create_index("ix_links_until", "links", ["until"])


def downgrade() -> None:
    """Links stop to work, and logs are no longer compared with a digest."""
    op.drop_table("links")
    op.drop_index("ix_holders_guest_game_seat", "holders")
    op.create_index("ix_holders_guest", "holders", ["guest"])
    op.drop_column("games", "digest")
