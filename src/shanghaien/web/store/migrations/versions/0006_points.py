"""The points of a running game, so that lists can tell how it stands."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games know their points from their next move on."""
    op.add_column("games", sa.Column("points", sa.String(12)))


def downgrade() -> None:
    """The points follow from the log."""
    op.drop_column("games", "points")
