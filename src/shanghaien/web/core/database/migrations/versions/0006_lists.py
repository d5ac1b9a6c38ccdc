"""What lists tell: the points of a running game, and the games that ended last."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

OVER = sa.text("result IS NOT NULL")


def upgrade() -> None:
    """Games know their points from their next move on."""
    op.add_column("games", sa.Column("points", sa.String(12)))
    op.create_index("ix_games_over", "games", ["updated"], sqlite_where=OVER, postgresql_where=OVER)


def downgrade() -> None:
    """The points follow from the log."""
    op.drop_index("ix_games_over", "games")
    op.drop_column("games", "points")
