"""The tables of what comes every day: the deal, who tried it, the puzzle, and one's own mistakes to repeat."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, String, Table, Text, text

from shanghaien.web.core.database.dialects import metadata

RANKED = text("ranked = 1 AND loss IS NOT NULL")
"""The tries that have a place in the table of their day."""

days = Table(
    "days",
    metadata,
    # As in 2026-11-17, by the calendar of Greenwich.
    Column("day", String(10), primary_key=True),
    # Counts from 1 without gaps.
    Column("number", Integer, nullable=False, unique=True),
    Column("seed", LargeBinary(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    # When the seed was promised.
    Column("sealed", BigInteger, nullable=False),
    # The game in which the Captain plays the same dice; none before it is set up.
    Column("captain", String(40)),
    # How many have a place in its table.
    Column("played", Integer, nullable=False, server_default="0"),
)

day_tries = Table(
    "day_tries",
    metadata,
    # One try of each person: on the day itself it is ranked, later it is not.
    Column("day", String(10), primary_key=True),
    Column("person", String(40), primary_key=True),
    Column("game", String(40), nullable=False, unique=True),
    Column("began", BigInteger, nullable=False),
    Column("ranked", Integer, nullable=False),
    # When it was played to its end; none before that.
    Column("finished", BigInteger),
    Column("points", Integer),
    Column("points_against", Integer),
    # What the review is kept under, while it is waited for.
    Column("review", String(32), nullable=False, server_default=""),
    # What was given away in all, and in each round: tenths of a hundredth of the chance of winning.
    Column("loss", Integer),
    Column("rounds", String(80), nullable=False, server_default=""),
    # How many days in a row it ends, itself among them.
    Column("streak", Integer, nullable=False, server_default="0"),
    Index(
        "ix_day_tries_place",
        *("day", "loss", "finished", "person"),
        sqlite_where=RANKED,
        postgresql_where=RANKED,
    ),
    Index("ix_day_tries_person", "person", "day"),
    Index("ix_day_tries_streak", "person", "streak"),
    Index(
        "ix_day_tries_review",
        "review",
        sqlite_where=text("review <> ''"),
        postgresql_where=text("review <> ''"),
    ),
)

day_counts = Table(
    "day_counts",
    metadata,
    # How many have given away exactly so much: a place is the sum of those before it, however many have played.
    Column("day", String(10), primary_key=True),
    Column("loss", Integer, primary_key=True, autoincrement=False),
    Column("tries", Integer, nullable=False),
)

puzzle_days = Table(
    "puzzle_days",
    metadata,
    # Who has solved the puzzle of which day.
    Column("person", String(40), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("solved", BigInteger, nullable=False),
)

mistakes = Table(
    "mistakes",
    metadata,
    # A choice of one's own that gave much away, to be repeated until it sits; only they see it.
    Column("person", String(40), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    # The position and what each choice is worth in it, as JSON.
    Column("puzzle", Text, nullable=False),
    # What was chosen then.
    Column("played", String(200), nullable=False),
    # How well it is remembered, as JSON; and when it is to be repeated.
    Column("card", Text, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("made", BigInteger, nullable=False),
    # Whether it sits: repeated well over so long that it need not come soon again.
    Column("sits", Integer, nullable=False, server_default="0"),
    Index("ix_mistakes_due", "person", "sits", "due"),
    Index("ix_mistakes_made", "person", "made"),
)
