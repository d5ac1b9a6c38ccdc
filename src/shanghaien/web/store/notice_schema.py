"""The tables of time and notices: who looked at what, who is away, and where notices go."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text, text

from .metadata import metadata

visits = Table(
    "visits",
    metadata,
    # When a person last looked at a game of theirs, how far it had come then, and whether they want no notice of it.
    Column("person", String(40), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False, server_default="0"),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("muted", Integer, nullable=False, server_default="0"),
    Index("ix_visits_game", "game"),
    # Few games are muted, and whoever has many has looked at most of them.
    Index("ix_visits_muted", "person", "at", sqlite_where=text("muted = 1"), postgresql_where=text("muted = 1")),
)

vacations = Table(
    "vacations",
    metadata,
    # Whole days, from the beginning of the first to the end of the last.
    Column("person", String(40), primary_key=True),
    Column("begins", BigInteger, primary_key=True, autoincrement=False),
    Column("ends", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    # Times in which no server was there: nobody's clock went on.
    Column("begins", BigInteger, primary_key=True, autoincrement=False),
    Column("ends", BigInteger, nullable=False),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("label", String(60), nullable=False),
    Column("language", String(5), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("failed_since", BigInteger),
    # The session in which it was switched on, with which it ends; guests have none.
    Column("session", String(64), nullable=False, server_default=""),
    Index("ix_push_subscriptions_person", "person"),
    Index("ix_push_subscriptions_session", "session"),
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("address", Text, nullable=False),
    Column("secret", String(80), nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("failed_since", BigInteger),
)

sent_notices = Table(
    "sent_notices",
    metadata,
    # What was sent about a turn of a game, which the number of its first entry names: no notice comes twice.
    Column("game", String(40), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("person", String(40), primary_key=True),
    Column("channel", String(60), primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("ix_sent_notices_at", "at"),
    Index("ix_sent_notices_person", "person"),
)
