"""People who keep their games, the time they have, and the notices they get."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TABLES = (
    *("people", "names", "sessions", "passkeys", "recovery_codes", "mailboxes", "once", "attempts", "wishes"),
    *("visits", "vacations", "outages", "push_subscriptions", "webhooks", "sent_notices"),
)


def upgrade() -> None:
    """Games so far have no clock, and everybody is a guest."""
    op.add_column("games", sa.Column("deadline", sa.BigInteger))
    op.add_column("games", sa.Column("pace", sa.String(60)))
    op.add_column("entries", sa.Column("used", sa.BigInteger))
    op.add_column("tokens", sa.Column("scope", sa.String(10), nullable=False, server_default="play"))
    _people()
    _notices()


def downgrade() -> None:
    """Accounts are lost, and games go on without clocks; their logs can't be checked by an older program."""
    for table in reversed(TABLES):
        op.drop_table(table)
    op.drop_column("tokens", "scope")
    op.drop_column("entries", "used")
    op.drop_column("games", "pace")
    op.drop_column("games", "deadline")


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("role", sa.String(20), nullable=False, server_default=""),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "names",
        sa.Column("folded", sa.String(80), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("held_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("folded", name="pk_names"),
    )
    op.create_index("ix_names_person", "names", ["person"])
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_passkeys"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_passkeys_person"),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_recovery_codes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_recovery_codes_person"),
    )
    op.create_index("ix_recovery_codes_person", "recovery_codes", ["person"])
    op.create_table(
        "mailboxes",
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("confirmed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_mailboxes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mailboxes_person"),
        sa.UniqueConstraint("person", name="uq_mailboxes_person"),
    )
    op.create_table(
        "once",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_once"),
    )
    op.create_index("ix_once_until", "once", ["until"])
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_attempts"),
    )
    op.create_index("ix_attempts_until", "attempts", ["until"])
    op.create_table(
        "wishes",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_wishes"),
    )


def _notices() -> None:
    op.create_table(
        "visits",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("muted", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_visits"),
    )
    op.create_index("ix_visits_game", "visits", ["game"])
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "begins", name="pk_vacations"),
    )
    op.create_table(
        "outages",
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("begins", name="pk_outages"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("failed_since", sa.BigInteger),
        sa.Column("session", sa.String(64), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.UniqueConstraint("hash", name="uq_push_subscriptions_hash"),
    )
    op.create_index("ix_push_subscriptions_person", "push_subscriptions", ["person"])
    op.create_index("ix_push_subscriptions_session", "push_subscriptions", ["session"])
    op.create_table(
        "webhooks",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.String(80), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("failed_since", sa.BigInteger),
        sa.PrimaryKeyConstraint("person", name="pk_webhooks"),
    )
    op.create_table(
        "sent_notices",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("channel", sa.String(60), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "turn", "person", "channel", "kind", name="pk_sent_notices"),
    )
    op.create_index("ix_sent_notices_at", "sent_notices", ["at"])
    op.create_index("ix_sent_notices_person", "sent_notices", ["person"])
