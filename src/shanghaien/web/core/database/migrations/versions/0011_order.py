"""Talk and order: what is said, notes, who keeps away from whom, reports, and what moderators do."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has said or done anything yet."""
    op.add_column("people", sa.Column("closed", sa.BigInteger))
    some = sa.text("role != ''")
    op.create_index("ix_people_role", "people", ["role"], sqlite_where=some, postgresql_where=some)
    _people()
    _reports()
    _moderators()


def _people() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("other", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("person", "other", name="pk_blocks"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_table(
        "said",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_said"),
    )
    op.create_index("ix_said_person", "said", ["person"])
    op.create_table(
        "notes",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_notes"),
    )
    op.create_index("ix_notes_game", "notes", ["game"])


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.Column("outcome", sa.String(12), nullable=False, server_default=""),
        sa.Column("answer", sa.Text, nullable=False, server_default=""),
    )
    for name, first, which in (("open", "at", "closed IS NULL"), ("closed", "closed", "closed IS NOT NULL")):
        where = sa.text(which)
        op.create_index(f"ix_reports_{name}", "reports", [first, "id"], sqlite_where=where, postgresql_where=where)
    for column in ("person", "about"):
        op.create_index(f"ix_reports_{column}", "reports", [column, "at", "id"])


def _moderators() -> None:
    op.create_table(
        "sanctions",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("time", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("lifted", sa.BigInteger),
    )
    op.create_index("ix_sanctions_person", "sanctions", ["person", "kind"])
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("by_name", sa.String(40), nullable=False),
        sa.Column("what", sa.String(12), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("ix_audit_person", "audit", ["person", "number"])
    op.create_index("ix_audit_by", "audit", ["by"])
    op.create_table(
        "words",
        sa.Column("word", sa.String(80), primary_key=True),
        sa.Column("written", sa.String(80), nullable=False),
        sa.Column("inside", sa.Integer, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """People who kept away from each other meet again, and closed accounts are open."""
    for table in ("words", "audit", "sanctions", "reports", "notes", "said", "blocks"):
        op.drop_table(table)
    op.drop_index("ix_people_role", "people")
    op.drop_column("people", "closed")  # not by a copy of the table, to which sessions and passkeys refer
