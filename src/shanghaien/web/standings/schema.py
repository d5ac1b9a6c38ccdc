"""The tables of results: how each game of a person ended, what its review says, and how strong that makes them."""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, String, Table, Text, UniqueConstraint, text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.retention import DAY_MS, kept_for

results = Table(
    "results",
    metadata,
    # The log of results: a row for each person at a game that has ended. Everything else here follows from it.
    Column("game", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    # The place of the game in the log, the same for both of its rows; ratings are worked out in this order.
    Column("number", BigInteger, nullable=False),
    # Empty once they have gone.
    Column("person", String(40), nullable=False),
    # The person at the other seat; empty for a bot, and for people who have gone.
    Column("opponent", String(40), nullable=False),
    # The level of the bot at the other seat; empty for people.
    Column("level", String(20), nullable=False),
    Column("ended", BigInteger, nullable=False),
    # "base", "online", "everything", or "mixed" for any other set-up.
    Column("setup", String(12), nullable=False),
    # "live", "days", or empty where no time was counted.
    Column("pace", String(5), nullable=False),
    # Twice what it counts: 2 won, 1 drawn, 0 lost.
    Column("score", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("points_against", Integer, nullable=False),
    Column("reason", String(10), nullable=False),
    # Why it is not rated; empty if it is.
    Column("unrated", String(12), nullable=False),
    # Whether the player asked what the Captain would do: 1 or 0. If it is rated, it counts by its result alone.
    Column("hinted", Integer, nullable=False, server_default="0"),
    # If it is: how strong they were before and after it, so that opponents can be rated anew when they have gone.
    Column("rating_before", Float),
    Column("deviation_before", Float),
    Column("rating_after", Float),
    Column("deviation_after", Float),
    # What the review is kept under, and what it says of this seat once it is there.
    Column("review", String(32), nullable=False, server_default=""),
    Column("luck", Float),
    Column("loss", Float),
    Column("decisions", Integer),
    # How many of the decisions were hard, and how many of these were perfect.
    Column("hard", Integer),
    Column("perfect", Integer),
    Column("skill_before", Float),
    Column("skill_deviation_before", Float),
    # The place in the order in which reviews came in, in which skill is worked out; 0 if none can be made.
    Column("reviewed", BigInteger),
    UniqueConstraint("number", "seat"),
    Index("ix_results_person_ended", "person", "ended", "game"),
    Index("ix_results_person_opponent", "person", "opponent", "ended", "game"),
    # For people who go, or sign in.
    Index("ix_results_opponent", "opponent"),
    Index("ix_results_person_level", "person", "level", "ended", "game"),
    Index("ix_results_review", "review"),
    Index(
        "ix_results_reviewed",
        "reviewed",
        sqlite_where=text("reviewed IS NOT NULL"),
        postgresql_where=text("reviewed IS NOT NULL"),
    ),
    # What still has to be reviewed.
    Index(
        "ix_results_unreviewed",
        "number",
        sqlite_where=text("unrated = '' AND reviewed IS NULL"),
        postgresql_where=text("unrated = '' AND reviewed IS NULL"),
    ),
)

standings = Table(
    "standings",
    metadata,
    # How strong a person is by one list: "live" and "days" against people, "live-bots" and "days-bots" against bots.
    # All of one edition were worked out together; the fact "standings" names the one that counts, so that another can be
    # worked out beside it.
    Column("edition", Integer, primary_key=True, autoincrement=False, server_default="0"),
    Column("person", String(40), primary_key=True),
    Column("list", String(12), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    # When the last game that counts ended.
    Column("at", BigInteger, nullable=False),
    # The measure without luck: its own rating, and the sums that means and intervals are made of, as JSON.
    Column("skill", Float),
    Column("skill_deviation", Float),
    Column("reviewed", Integer, nullable=False, server_default="0"),
    Column("sums", Text, nullable=False, server_default=""),
    # At most 200 points of both over time, as JSON; thinned as it grows.
    Column("curve", Text, nullable=False, server_default=""),
    # Whether so little is known that they are on no list: 1 or 0.
    Column("provisional", Integer, nullable=False, server_default="1"),
    Index("ix_standings_list_rating", "edition", "list", "provisional", "rating", "person"),
    Index("ix_standings_person", "person"),
)

watches = Table(
    "watches",
    metadata,
    # What all reviewed games of a person say about whether they play too perfectly for a person; moderators see it.
    Column("edition", Integer, primary_key=True, autoincrement=False, server_default="0"),
    Column("person", String(40), primary_key=True),
    Column("sums", Text, nullable=False),
    # The strongest evidence that there ever was: the logarithm of what a bet on it became.
    Column("evidence", Float, nullable=False),
    Index("ix_watches_evidence", "edition", "evidence", "person"),
    Index("ix_watches_person", "person"),
)

clearings = Table(
    "clearings",
    metadata,
    # People cleared by a moderator, up to which place of a review; after it the watch begins anew.
    Column("person", String(40), primary_key=True),
    Column("place", BigInteger, nullable=False),
)

unratings = Table(
    "unratings",
    metadata,
    # Whose games do not count since when, by a moderator's decision.
    Column("person", String(40), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

last_ratings = Table(
    "last_ratings",
    metadata,
    # How strong a person was who deleted their account, at the seats of rated games that are not in the log yet: their
    # opponents are rated against it. No column leads to the person.
    Column("game", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("skill", Float, nullable=False),
    Column("skill_deviation", Float, nullable=False),
    Column("at", BigInteger, nullable=False, info=kept_for(30 * DAY_MS)),
)

habits = Table(
    "habits",
    metadata,
    # What a person has given away in all, by the kind of decision ("kind place") and by the round ("round 3").
    Column("person", String(40), primary_key=True),
    Column("habit", String(20), primary_key=True),
    Column("decisions", Integer, nullable=False),
    Column("loss", Float, nullable=False),
    Column("stake", Float, nullable=False),
)
