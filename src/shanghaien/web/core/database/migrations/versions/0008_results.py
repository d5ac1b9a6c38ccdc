"""Results of games, how strong they make people, and the terms on which a game is played."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games so far are not rated, and watched without delay."""
    op.add_column("games", sa.Column("rated", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("delay", sa.Integer, nullable=False, server_default="0"))
    _lists()
    _results()
    _standings()
    _watches()
    op.create_table(
        "habits",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("habit", sa.String(20), nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("stake", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "habit", name="pk_habits"),
    )


def downgrade() -> None:
    """Results can be worked out again from the games; what was agreed on about them is lost."""
    for table in ("unratings", "clearings", "watches", "habits", "standings", "results"):
        op.drop_table(table)
    for index, table in (("ix_holders_over", "holders"), ("ix_holders_running", "holders"), ("ix_due_subject", "due")):
        op.drop_index(index, table)
    op.drop_index("ix_visits_muted", "visits")
    op.drop_index("ix_names_held", "names")
    op.drop_column("holders", "ended")
    op.drop_column("games", "delay")
    op.drop_column("games", "rated")


def _lists() -> None:
    """What is over and what goes on of somebody's games is found without looking at all of them."""
    op.add_column("holders", sa.Column("ended", sa.BigInteger))
    over = "SELECT updated FROM games WHERE games.id = holders.game AND games.result IS NOT NULL"
    op.execute(f"UPDATE holders SET ended = ({over})")  # noqa: S608 - nothing in it comes from anybody
    goes_on, is_over, held = sa.text("ended IS NULL"), sa.text("ended IS NOT NULL"), sa.text("held_until IS NOT NULL")
    seats = ["guest", "game", "seat"]
    op.create_index("ix_holders_running", "holders", seats, sqlite_where=goes_on, postgresql_where=goes_on)
    ends = ["guest", "ended", "game"]
    op.create_index("ix_holders_over", "holders", ends, sqlite_where=is_over, postgresql_where=is_over)
    op.create_index("ix_names_held", "names", ["held_until"], sqlite_where=held, postgresql_where=held)
    muted = sa.text("muted = 1")
    op.create_index("ix_visits_muted", "visits", ["person", "at"], sqlite_where=muted, postgresql_where=muted)
    op.create_index("ix_due_subject", "due", ["subject"], postgresql_ops={"subject": "text_pattern_ops"})


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("opponent", sa.String(40), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("setup", sa.String(12), nullable=False),
        sa.Column("pace", sa.String(5), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("points_against", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(10), nullable=False),
        sa.Column("unrated", sa.String(12), nullable=False),
        sa.Column("rating_before", sa.Float),
        sa.Column("deviation_before", sa.Float),
        sa.Column("rating_after", sa.Float),
        sa.Column("deviation_after", sa.Float),
        sa.Column("review", sa.String(32), nullable=False, server_default=""),
        sa.Column("luck", sa.Float),
        sa.Column("loss", sa.Float),
        sa.Column("decisions", sa.Integer),
        sa.Column("hard", sa.Integer),
        sa.Column("perfect", sa.Integer),
        sa.Column("skill_before", sa.Float),
        sa.Column("skill_deviation_before", sa.Float),
        sa.Column("reviewed", sa.BigInteger),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_results"),
        sa.UniqueConstraint("number", "seat", name="uq_results_number_seat"),
    )
    op.create_index("ix_results_person_ended", "results", ["person", "ended", "game"])
    op.create_index("ix_results_person_opponent", "results", ["person", "opponent", "ended", "game"])
    op.create_index("ix_results_opponent", "results", ["opponent"])
    op.create_index("ix_results_person_level", "results", ["person", "level", "ended", "game"])
    op.create_index("ix_results_review", "results", ["review"])
    known = sa.text("reviewed IS NOT NULL")
    op.create_index("ix_results_reviewed", "results", ["reviewed"], sqlite_where=known, postgresql_where=known)
    waiting = sa.text("unrated = '' AND reviewed IS NULL")
    op.create_index("ix_results_unreviewed", "results", ["number"], sqlite_where=waiting, postgresql_where=waiting)


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("edition", sa.Integer, nullable=False, server_default="0"),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("list", sa.String(12), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("skill", sa.Float),
        sa.Column("skill_deviation", sa.Float),
        sa.Column("reviewed", sa.Integer, nullable=False, server_default="0"),
        sa.Column("sums", sa.Text, nullable=False, server_default=""),
        sa.Column("curve", sa.Text, nullable=False, server_default=""),
        sa.Column("provisional", sa.Integer, nullable=False, server_default="1"),
        sa.PrimaryKeyConstraint("edition", "person", "list", name="pk_standings"),
    )
    op.create_index("ix_standings_list_rating", "standings", ["edition", "list", "provisional", "rating", "person"])
    op.create_index("ix_standings_person", "standings", ["person"])


def _watches() -> None:
    op.create_table(
        "watches",
        sa.Column("edition", sa.Integer, nullable=False, server_default="0"),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("sums", sa.Text, nullable=False),
        sa.Column("evidence", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("edition", "person", name="pk_watches"),
    )
    op.create_index("ix_watches_evidence", "watches", ["edition", "evidence", "person"])
    op.create_index("ix_watches_person", "watches", ["person"])
    op.create_table(
        "clearings",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_clearings"),
    )
    op.create_table(
        "unratings",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_unratings"),
    )
