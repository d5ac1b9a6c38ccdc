"""The tables of the lobby: offered tables, people who look for an opponent, and games to watch."""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, String, Table, Text, text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.retention import GOES_WITH_GAME

offers = Table(
    "offers",
    metadata,
    # A public open invitation: the game whose other seat is free, and who may take it.
    Column("game", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    # "live" or "days", and the pace itself; the list of strength by which its range is meant is called the same.
    Column("kind", String(5), nullable=False),
    Column("pace", String(60), nullable=False),
    Column("options", Text, nullable=False),
    Column("rated", Integer, nullable=False),
    # The range of strength; none: no bound.
    Column("low", Integer),
    Column("high", Integer),
    Column("word", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    # When it ends: for a live table it is put off while the owner is there.
    Column("until", BigInteger, nullable=False),
    Index("ix_offers_created", "created", "game"),
    Index("ix_offers_person", "person"),
    info=GOES_WITH_GAME,
)

seekers = Table(
    "seekers",
    metadata,
    # Who looks for an opponent, what they want to play, and how strong they are by the list of that pace.
    Column("person", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("account", Integer, nullable=False),
    Column("kind", String(5), nullable=False),
    Column("pace", String(60), nullable=False),
    Column("options", Text, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("strength", Float, nullable=False),
    Column("since", BigInteger, nullable=False),
    # When they count as gone; it is put off while they are there.
    Column("until", BigInteger, nullable=False),
    # Their partner, and until when both may say yes; empty while they have none.
    Column("partner", String(40), nullable=False, server_default=""),
    Column("partner_until", BigInteger, nullable=False, server_default="0"),
    Column("agreed", Integer, nullable=False, server_default="0"),
    # The table at which the two meet; empty until both have said yes.
    Column("game", String(40), nullable=False, server_default=""),
    # The person they did not want to play just now.
    Column("passed", String(40), nullable=False, server_default=""),
    Index(
        "ix_seekers_free",
        "kind",
        "since",
        "person",
        sqlite_where=text("partner = ''"),
        postgresql_where=text("partner = ''"),
    ),
    Index("ix_seekers_partner", "partner"),
)

watchable = Table(
    "watchable",
    metadata,
    # Rated games that go on, the strongest first; both players are named, since each may not want to be watched.
    Column("game", String(40), primary_key=True),
    Column("list", String(12), nullable=False),
    Column("strength", Float, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("first", String(40), nullable=False),
    Column("second", String(40), nullable=False),
    Index("ix_watchable_strength", "strength", "game"),
    Index("ix_watchable_first", "first"),
    Index("ix_watchable_second", "second"),
    info=GOES_WITH_GAME,
)
