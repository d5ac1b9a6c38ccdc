"""What lists show of a running game: its row of cards, and who would take each."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games know their row from their next move on."""
    op.add_column("games", sa.Column("tavern", sa.String(12)))


def downgrade() -> None:
    """The row follows from the log."""
    op.drop_column("games", "tavern")
