"""The tables of people: accounts, names, credentials, preferences, tokens, blocks, sanctions."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text, text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.retention import kept_for

people = Table(
    "people",
    metadata,
    # Accounts. Guests are known by their cookie alone; both have ids of one kind.
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("role", String(20), nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    # When a moderator closed the account.
    Column("closed", BigInteger),
    # Few people have a role.
    Index("ix_people_role", "role", sqlite_where=text("role != ''"), postgresql_where=text("role != ''")),
)

names = Table(
    "names",
    metadata,
    # Normalised, so that no two names look alike; a former name is reserved for its owner for a while.
    Column("folded", String(80), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("held_until", BigInteger, info=kept_for(0)),
    Index("ix_names_person", "person"),
    Index(
        "ix_names_held",
        "held_until",
        sqlite_where=text("held_until IS NOT NULL"),
        postgresql_where=text("held_until IS NOT NULL"),
    ),
)

sessions = Table(
    "sessions",
    metadata,
    # Of the secret in the browser's cookie only the hash is stored.
    Column("hash", String(64), primary_key=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("ix_sessions_person", "person"),
)

passkeys = Table(
    "passkeys",
    metadata,
    # The hash of the credential's id, which may have a thousand bytes.
    Column("hash", String(64), primary_key=True),
    Column("credential", LargeBinary, nullable=False),
    Column("person", String(40), ForeignKey("people.id"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("ix_passkeys_person", "person"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False),
    Index("ix_recovery_codes_person", "person"),
)

mailboxes = Table(
    "mailboxes",
    metadata,
    # An address whose owner has pressed the link that was sent to it; one for each person, one person for each.
    Column("address", String(254), primary_key=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False, unique=True),
    Column("confirmed", BigInteger, nullable=False),
)

once = Table(
    "once",
    metadata,
    # What can be used once: challenges for passkeys, links sent by mail. Rows are deleted before they are checked.
    Column("hash", String(64), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_once_until", "until"),
)

attempts = Table(
    "attempts",
    metadata,
    # Counts of attempts; the key is a hash of what is counted.
    Column("key", String(64), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_attempts_until", "until"),
)

preferences = Table(
    "preferences",
    metadata,
    # The preferences of accounts and guests, as JSON.
    Column("person", String(40), primary_key=True),
    Column("text", Text, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    # What its programs may do: "read", or "play" too.
    Column("scope", String(10), nullable=False, server_default="play"),
    Index("ix_tokens_person", "person"),
)

blocks = Table(
    "blocks",
    metadata,
    # Two people of whom one has blocked the other see nothing of each other.
    Column("person", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    # Their name at that time: guests have no other name by which they could be found in the list.
    Column("name", String(40), nullable=False, server_default=""),
    Index("ix_blocks_other", "other"),
)

sanctions = Table(
    "sanctions",
    metadata,
    # What moderators have imposed: "mute" until a time, "close" for an account, "unrate" from a time on.
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
    # Until when a mute lasts; from when on games are not rated.
    Column("time", BigInteger),
    Column("reason", Text, nullable=False),
    Column("lifted", BigInteger),
    Index("ix_sanctions_person", "person", "kind"),
)

words = Table(
    "words",
    metadata,
    # How the host has changed the list of words that names and texts must not have; folded as names are.
    Column("word", String(80), primary_key=True),
    Column("written", String(80), nullable=False),
    # 1 if the word must not stand inside a longer one either.
    Column("inside", Integer, nullable=False),
    # 0 for a word that was on the list by default and no longer is.
    Column("listed", Integer, nullable=False),
)


# Browsers that get push notices.
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
