"""The tables of the database. `entries` is append-only and the truth; the summary columns of `games` are written with it."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text, text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.retention import DAY_MS, kept_for

games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("mode", String(20), nullable=False),
    Column("options", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    # What the server brings to the dice: the secrets of its chains, or the seed of the day.
    Column("seed", LargeBinary(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("rematch_of", String(40), ForeignKey("games.id"), unique=True),
    # What follows sums the log up for lists; it changes in the transaction that adds to the log.
    Column("version", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("round", Integer, nullable=False),
    Column("waits_for", Integer),
    Column("result", Text),
    Column("points", String(12)),
    # The six cards of the row and who would take each, as `row_text` writes them; none before the first deal.
    Column("tavern", String(12)),
    # When the time of the seat that is asked runs out; none where no clock runs.
    Column("deadline", BigInteger),
    # What the log up to the version adds up to, so that damage is found.
    Column("digest", String(80)),
    # What was fixed about the dice before the first card; none for those of a day, and real ones.
    Column("contract", Text),
    Column("receipt", Text),
    # How much time the players have, as `Pace` writes it; none where they take the time they want.
    Column("pace", String(60)),
    # Whether the players want it to count, and by how many seconds watchers are behind.
    Column("rated", Integer, nullable=False, server_default="0"),
    Column("delay", Integer, nullable=False, server_default="0"),
    # The day whose dice it is played with, as in 2026-11-17; none for all other games.
    Column("day", String(10)),
    # For bots that are asked: among many games few wait for anybody, and the latest of them are looked for.
    Index(
        "ix_games_waiting",
        "updated",
        sqlite_where=text("result IS NULL AND waits_for IS NOT NULL"),
        postgresql_where=text("result IS NULL AND waits_for IS NOT NULL"),
    ),
    # For what is counted over the games that ended last.
    Index(
        "ix_games_over",
        "updated",
        sqlite_where=text("result IS NOT NULL"),
        postgresql_where=text("result IS NOT NULL"),
    ),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=False),
    Column("level", String(20), nullable=False),
)

seated = Table(
    "seated",
    metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(40), primary_key=True),
    # When the game was last added to once it was over; none while it goes on. A person with ten thousand games looks at
    # the list of them often: what goes on is among them all, and what is over is read from its end.
    Column("ended", BigInteger),
    Index("ix_seated_person_game_seat", "person", "game", "seat"),
    Index(
        "ix_seated_running",
        *("person", "game", "seat"),
        sqlite_where=text("ended IS NULL"),
        postgresql_where=text("ended IS NULL"),
    ),
    Index(
        "ix_seated_over",
        *("person", "ended", "game"),
        sqlite_where=text("ended IS NOT NULL"),
        postgresql_where=text("ended IS NOT NULL"),
    ),
)

entries = Table(
    "entries",
    metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),
    Column("text", String(200), nullable=False),
    Column("request_id", String(64)),
    Column("at", BigInteger, nullable=False),
    # Milliseconds by which the clock of the seat that was asked went on with it; none where no clock ran.
    Column("used", BigInteger),
    # Half of all entries are draws, which come with no request: they need no place in the index.
    Index(
        "uq_entries_game_request_id",
        "game",
        "request_id",
        unique=True,
        sqlite_where=text("request_id IS NOT NULL"),
        postgresql_where=text("request_id IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

links = Table(
    "links",
    metadata,
    # Of the private link itself nothing is stored but its hash. No key leads to the game: one that is gone has no links.
    Column("hash", String(64), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("used_by", String(40)),
    Index("ix_links_game_seat", "game", "seat"),
    Index("ix_links_until", "until"),
)

reservations = Table(
    "reservations",
    metadata,
    # The secrets behind what was promised for a game that does not exist yet; they go over to the game, or nowhere.
    Column("game", String(40), primary_key=True),
    Column("secrets", LargeBinary, nullable=False),
    Column("ends", String(200), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_reservations_until", "until"),
)

commitments = Table(
    "commitments",
    metadata,
    # The public log: numbers count from 0 without gaps. After a copy was restored another log begins, with its own key.
    Column("epoch", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(12), nullable=False),
    Column("game", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Index("ix_commitments_game", "game"),
)

log_heads = Table(
    "log_heads",
    metadata,
    Column("epoch", Integer, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),
    Column("size", Integer, nullable=False),
    Column("root", String(64), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("signature", String(128), nullable=False),
)


# The tables of time and notices: who looked at what, who is away, and where notices go.

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
    # Few games are muted, and a person with many has looked at most of them.
    Index("ix_visits_muted", "person", "at", sqlite_where=text("muted = 1"), postgresql_where=text("muted = 1")),
)

vacations = Table(
    "vacations",
    metadata,
    # Whole days, from the beginning of the first to the end of the last.
    Column("person", String(40), primary_key=True),
    Column("begins", BigInteger, primary_key=True, autoincrement=False),
    # Vacations count for a year, and a clock may have stood still in one that ended lately.
    Column("ends", BigInteger, nullable=False, info=kept_for(2 * 366 * DAY_MS)),
)

outages = Table(
    "outages",
    metadata,
    # Times in which no move could be stored: no clock went on.
    Column("begins", BigInteger, primary_key=True, autoincrement=False),
    Column("ends", BigInteger, nullable=False),
)
