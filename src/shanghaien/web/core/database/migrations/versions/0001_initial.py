"""All tables, as the first release has them. What a database holds is kept from here on: never change this file."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    *(
        "games",
        "seats",
        "seated",
        "entries",
        "links",
        "reservations",
        "commitments",
        "log_heads",
        "visits",
        "vacations",
        "outages",
    ),
    *("jobs", "reviews", "facts"),
    *(
        "people",
        "names",
        "sessions",
        "passkeys",
        "recovery_codes",
        "mailboxes",
        "once",
        "attempts",
        "preferences",
        "tokens",
        "blocks",
        "sanctions",
        "words",
    ),
    *("push_subscriptions", "webhooks", "sent_notices"),
    *("results", "standings", "watches", "clearings", "unratings", "last_ratings", "habits"),
    *("offers", "seekers", "watchable"),
    *("days", "day_tries", "day_counts", "puzzle_days", "mistakes"),
    *("reports", "audit"),
    *("said", "notes"),
)


def upgrade() -> None:
    _tables()
    _jobs()
    _people()
    _notices()
    _standings()
    _lobby()
    _daily()
    _moderation()
    _talk()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def _only(which: str) -> dict[str, Any]:
    """An index of some of the rows."""
    return {"sqlite_where": sa.text(which), "postgresql_where": sa.text(which)}


def _tables() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("mode", sa.String(20), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("rematch_of", sa.String(40), sa.ForeignKey("games.id"), unique=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("waits_for", sa.Integer),
        sa.Column("result", sa.Text),
        sa.Column("points", sa.String(12)),
        sa.Column("tavern", sa.String(12)),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("digest", sa.String(80)),
        sa.Column("contract", sa.Text),
        sa.Column("receipt", sa.Text),
        sa.Column("pace", sa.String(60)),
        sa.Column("rated", sa.Integer, nullable=False, server_default="0"),
        sa.Column("delay", sa.Integer, nullable=False, server_default="0"),
        sa.Column("day", sa.String(10)),
        sa.Index("ix_games_over", "updated", **_only("result IS NOT NULL")),
        sa.Index("ix_games_waiting", "updated", **_only("result IS NULL AND waits_for IS NOT NULL")),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
    )
    op.create_table(
        "seated",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("ended", sa.BigInteger),
        sa.Index("ix_seated_person_game_seat", "person", "game", "seat"),
        sa.Index("ix_seated_over", "person", "ended", "game", **_only("ended IS NOT NULL")),
        sa.Index("ix_seated_running", "person", "game", "seat", **_only("ended IS NULL")),
    )
    op.create_table(
        "entries",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("request_id", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.Index("uq_entries_game_request_id", "game", "request_id", unique=True, **_only("request_id IS NOT NULL")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("used_by", sa.String(40)),
        sa.Index("ix_links_game_seat", "game", "seat"),
        sa.Index("ix_links_until", "until"),
    )
    op.create_table(
        "reservations",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("secrets", sa.LargeBinary, nullable=False),
        sa.Column("ends", sa.String(200), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Index("ix_reservations_until", "until"),
    )
    op.create_table(
        "commitments",
        sa.Column("epoch", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Index("ix_commitments_game", "game"),
    )
    op.create_table(
        "log_heads",
        sa.Column("epoch", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
    )
    op.create_table(
        "visits",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("muted", sa.Integer, nullable=False, server_default="0"),
        sa.Index("ix_visits_game", "game"),
        sa.Index("ix_visits_muted", "person", "at", **_only("muted = 1")),
    )
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("begins", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("begins", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("payload", sa.Text, nullable=False, server_default=""),
        sa.Column("at", sa.BigInteger),
        sa.Column("priority", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("leased_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("progress", sa.Float, nullable=False, server_default="0"),
        sa.Column("problem", sa.String(300), nullable=False, server_default=""),
        sa.UniqueConstraint("kind", "subject"),
        sa.Index("ix_jobs_at", "at"),
        sa.Index("ix_jobs_turn", "kind", "priority", "at"),
        sa.Index("ix_jobs_subject", "subject", postgresql_ops={"subject": "text_pattern_ops"}),
    )
    op.create_table(
        "reviews",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("text", sa.Text),
        sa.Column("looked", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40)),
        sa.Index("ix_reviews_looked", "looked"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("role", sa.String(20), nullable=False, server_default=""),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.Index("ix_people_role", "role", **_only("role != ''")),
    )
    op.create_table(
        "names",
        sa.Column("folded", sa.String(80), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("held_until", sa.BigInteger),
        sa.Index("ix_names_held", "held_until", **_only("held_until IS NOT NULL")),
        sa.Index("ix_names_person", "person"),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Index("ix_sessions_person", "person"),
    )
    op.create_table(
        "passkeys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Index("ix_passkeys_person", "person"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
        sa.Index("ix_recovery_codes_person", "person"),
    )
    op.create_table(
        "mailboxes",
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False, unique=True),
        sa.Column("confirmed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "once",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Index("ix_once_until", "until"),
    )
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Index("ix_attempts_until", "until"),
    )
    op.create_table(
        "preferences",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("scope", sa.String(10), nullable=False, server_default="play"),
        sa.Index("ix_tokens_person", "person"),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("other", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False, server_default=""),
        sa.Index("ix_blocks_other", "other"),
    )
    op.create_table(
        "sanctions",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("time", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("lifted", sa.BigInteger),
        sa.Index("ix_sanctions_person", "person", "kind"),
    )
    op.create_table(
        "words",
        sa.Column("word", sa.String(80), primary_key=True),
        sa.Column("written", sa.String(80), nullable=False),
        sa.Column("inside", sa.Integer, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
    )


def _notices() -> None:
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("failed_since", sa.BigInteger),
        sa.Column("session", sa.String(64), nullable=False, server_default=""),
        sa.Index("ix_push_subscriptions_person", "person"),
        sa.Index("ix_push_subscriptions_session", "session"),
    )
    op.create_table(
        "webhooks",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.String(80), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("failed_since", sa.BigInteger),
    )
    op.create_table(
        "sent_notices",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("channel", sa.String(60), primary_key=True),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Index("ix_sent_notices_at", "at"),
        sa.Index("ix_sent_notices_person", "person"),
    )


def _standings() -> None:
    op.create_table(
        "results",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
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
        sa.Column("hinted", sa.Integer, nullable=False, server_default="0"),
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
        sa.UniqueConstraint("number", "seat"),
        sa.Index("ix_results_opponent", "opponent"),
        sa.Index("ix_results_person_ended", "person", "ended", "game"),
        sa.Index("ix_results_person_level", "person", "level", "ended", "game"),
        sa.Index("ix_results_person_opponent", "person", "opponent", "ended", "game"),
        sa.Index("ix_results_review", "review"),
        sa.Index("ix_results_reviewed", "reviewed", **_only("reviewed IS NOT NULL")),
        sa.Index("ix_results_unreviewed", "number", **_only("unrated = '' AND reviewed IS NULL")),
    )
    op.create_table(
        "standings",
        sa.Column("edition", sa.Integer, primary_key=True, autoincrement=False, server_default="0"),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("list", sa.String(12), primary_key=True),
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
        sa.Index("ix_standings_list_rating", "edition", "list", "provisional", "rating", "person"),
        sa.Index("ix_standings_person", "person"),
    )
    op.create_table(
        "watches",
        sa.Column("edition", sa.Integer, primary_key=True, autoincrement=False, server_default="0"),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("sums", sa.Text, nullable=False),
        sa.Column("evidence", sa.Float, nullable=False),
        sa.Index("ix_watches_evidence", "edition", "evidence", "person"),
        sa.Index("ix_watches_person", "person"),
    )
    op.create_table(
        "clearings",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("place", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "unratings",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "last_ratings",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("skill", sa.Float, nullable=False),
        sa.Column("skill_deviation", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "habits",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("habit", sa.String(20), primary_key=True),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("stake", sa.Float, nullable=False),
    )


def _lobby() -> None:
    op.create_table(
        "offers",
        sa.Column("game", sa.String(40), primary_key=True),
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
        sa.Index("ix_offers_created", "created", "game"),
        sa.Index("ix_offers_person", "person"),
    )
    op.create_table(
        "seekers",
        sa.Column("person", sa.String(40), primary_key=True),
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
        sa.Index("ix_seekers_free", "kind", "since", "person", **_only("partner = ''")),
        sa.Index("ix_seekers_partner", "partner"),
    )
    op.create_table(
        "watchable",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("list", sa.String(12), nullable=False),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("first", sa.String(40), nullable=False),
        sa.Column("second", sa.String(40), nullable=False),
        sa.Index("ix_watchable_first", "first"),
        sa.Index("ix_watchable_second", "second"),
        sa.Index("ix_watchable_strength", "strength", "game"),
    )


def _daily() -> None:
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("sealed", sa.BigInteger, nullable=False),
        sa.Column("captain", sa.String(40)),
        sa.Column("played", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_table(
        "day_tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False, unique=True),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ranked", sa.Integer, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("points", sa.Integer),
        sa.Column("points_against", sa.Integer),
        sa.Column("review", sa.String(32), nullable=False, server_default=""),
        sa.Column("loss", sa.Integer),
        sa.Column("rounds", sa.String(80), nullable=False, server_default=""),
        sa.Column("streak", sa.Integer, nullable=False, server_default="0"),
        sa.Index("ix_day_tries_person", "person", "day"),
        sa.Index("ix_day_tries_place", "day", "loss", "finished", "person", **_only("ranked = 1 AND loss IS NOT NULL")),
        sa.Index("ix_day_tries_review", "review", **_only("review <> ''")),
        sa.Index("ix_day_tries_streak", "person", "streak"),
    )
    op.create_table(
        "day_counts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("loss", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("solved", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "mistakes",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("played", sa.String(200), nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("sits", sa.Integer, nullable=False, server_default="0"),
        sa.Index("ix_mistakes_due", "person", "sits", "due"),
        sa.Index("ix_mistakes_made", "person", "made"),
    )


def _moderation() -> None:
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
        sa.Index("ix_reports_about", "about", "at", "id"),
        sa.Index("ix_reports_closed", "closed", "id", **_only("closed IS NOT NULL")),
        sa.Index("ix_reports_open", "at", "id", **_only("closed IS NULL")),
        sa.Index("ix_reports_person", "person", "at", "id"),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("by_name", sa.String(40), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Index("ix_audit_by", "by"),
        sa.Index("ix_audit_person", "person", "number"),
    )


def _talk() -> None:
    op.create_table(
        "said",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Index("ix_said_person", "person"),
    )
    op.create_table(
        "notes",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Index("ix_notes_game", "game"),
    )
