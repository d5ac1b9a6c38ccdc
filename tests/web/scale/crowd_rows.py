"""The rows of a crowd, as plain SQL that SQLite and PostgreSQL both understand; everything follows from numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

YEAR_MS, DAY_MS, HOUR_MS = 365 * 86_400_000, 86_400_000, 3_600_000
FAR = 4_102_444_800_000
"""The year 2100, in milliseconds: what is due then no server does now."""
FIRST = 1_000_000
"""Added to every number, so that ids are of one length and in order."""
VETERANS = 3
"""People who have a hundredth of all games each; the others have few, or many fewer."""
LONGEST_BITS = 21
MIXER, STEP = 2_147_483_647, 48_271


@dataclass(frozen=True, slots=True)
class Size:
    """How many there are, and when it is now in milliseconds since 1970."""

    people: int = 100_000
    games: int = 1_000_000
    now: int = 1_794_787_200_000


def person(number: int) -> str:
    """The id of a person; the first ones are the veterans."""
    return f"p{FIRST + number}"


def name(number: int) -> str:
    """What the person is called."""
    return f"Sailor {FIRST + number}"


def game(number: int) -> str:
    """The id of a game."""
    return f"g{FIRST + number}"


def series(last: int, sqlite: bool) -> str:
    """A table `s` of numbers `n` from 1 on."""
    if not sqlite:
        return f"generate_series(1::bigint, {last}) AS s(n)"
    counted = f"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {last}) SELECT n FROM c"
    return f"({counted}) AS s"


def blob(sqlite: bool) -> str:
    """Some bytes."""
    return "x'20'" if sqlite else r"'\x20'::bytea"


def statements(size: Size, sqlite: bool) -> Iterator[tuple[str, str]]:
    """What is filled, and by which statement, in this order."""
    yield "drawn", f"CREATE TEMP TABLE drawn AS {_drawn(size, sqlite)}"
    yield from _games(size, sqlite)
    yield from _results(size)
    yield from _people(size, sqlite)
    yield from _remains(size, sqlite)
    yield from _lobby(size, sqlite)
    yield from _days(size, sqlite)
    yield from _order(size, sqlite)
    yield "drawn", "DROP TABLE drawn"


def _mixed(number: str, by: int) -> str:
    """A number of 21 bits that looks drawn."""
    return f"(((({number}) * {by}) % {MIXER}) * {STEP} % {MIXER}) / 1024"


def _drawn(size: Size, sqlite: bool) -> str:
    """Who plays which game: `one` and `two` are people (none for a bot), those with low numbers far more often."""
    index = f"{{0}} * {{0}} * {size.people} / {1 << 2 * LONGEST_BITS}"
    skewed = [index.format(f"({_mixed('n', by)})") for by in (7_919_113, 15_485_863)]
    one = f"CASE WHEN n % 100 < {VETERANS} THEN n % 100 ELSE {skewed[0]} END"
    two = f"CASE WHEN n % 10 IN (7, 9) THEN NULL ELSE {skewed[1]} END"
    step = 3 * YEAR_MS // size.games
    return (
        f"SELECT n, {FIRST} + one AS one, CASE WHEN two = one THEN {FIRST} + (two + 1) % {size.people} "
        f"ELSE {FIRST} + two END AS two, n % 10 = 8 AS by_guest, "
        f"CASE WHEN n % 33 = 0 THEN 1 ELSE 0 END AS runs, n % 3 AS pace, 5 + n % 20 AS points, "
        f"5 + (n / 7) % 20 AS against, {size.now} - ({size.games} - n) * {step} AS at "
        f"FROM (SELECT n, {one} AS one, {two} AS two FROM {series(size.games, sqlite)}) AS pairs"
    )


TWO = "CASE WHEN by_guest THEN 'q' || two ELSE 'p' || two END"
"""The person at the second seat; a tenth of the games is with a guest."""
PACE = "CASE pace WHEN 0 THEN NULL WHEN 1 THEN 'live 600 15' ELSE 'days 259200 86400 432000' END"
WINNER = "CASE WHEN points > against THEN '0' WHEN points < against THEN '1' ELSE 'null' END"
RESULT = f"""'{{"winner": ' || {WINNER} || ', "points": [' || points || ', ' || against || '], "resigned": null}}'"""


def _games(size: Size, sqlite: bool) -> Iterator[tuple[str, str]]:
    id_ = f"'g' || ({FIRST} + n)"
    mode = "CASE WHEN two IS NULL THEN 'bot' ELSE 'invite' END"
    result = f"CASE WHEN runs = 1 THEN NULL WHEN n % 500 = 1 THEN '{{\"called_off\": true}}' ELSE {RESULT} END"
    yield (
        "games",
        "INSERT INTO games (id, mode, options, revision, seed, commitment, created, version, updated, round, waits_for, "
        f"result, points, deadline, pace, rated) SELECT {id_}, {mode}, '{{}}', 1, {blob(sqlite)}, '', at - {HOUR_MS}, 200, at, "
        "CASE WHEN runs = 1 THEN 1 + n % 8 ELSE 8 END, CASE WHEN runs = 1 THEN CASE WHEN two IS NULL THEN 0 ELSE n % 2 "
        f"END END, {result}, points || ' ' || against, "
        f"CASE WHEN runs = 1 AND pace > 0 THEN {FAR} + n END, {PACE}, CASE WHEN pace > 0 THEN 1 ELSE 0 END FROM drawn",
    )
    columns = "INSERT INTO seats (game, seat, kind, name, level)"
    yield "seats", f"{columns} SELECT {id_}, 0, 'human', 'Sailor ' || one, '' FROM drawn"
    other = (
        "CASE WHEN two IS NULL THEN 'bot' ELSE 'human' END",
        "CASE WHEN two IS NULL THEN '' ELSE 'Sailor ' || two END",
        "CASE WHEN two IS NULL THEN 'boatswain' ELSE '' END",
    )
    yield "seats", f"{columns} SELECT {id_}, 1, {', '.join(other)} FROM drawn"
    columns, ended = "INSERT INTO seated (game, seat, person, ended)", "CASE WHEN runs = 0 THEN at END"
    yield "seated", f"{columns} SELECT {id_}, 0, 'p' || one, {ended} FROM drawn"
    yield "seated", f"{columns} SELECT {id_}, 1, {TWO}, {ended} FROM drawn WHERE two IS NOT NULL"
    looked = "SELECT 'p' || one, 'g' || n, at, 200 FROM (SELECT one, 1000000 + n AS n, at, n AS m FROM drawn) AS d"
    yield "visits", f"INSERT INTO visits (person, game, at, version) {looked} WHERE m % 4 = 0"


def _results(size: Size) -> Iterator[tuple[str, str]]:
    columns = (
        "INSERT INTO results (game, seat, number, person, opponent, level, ended, setup, pace, score, points, "
        "points_against, reason, unrated, review, luck, loss, decisions, reviewed)"
    )
    ended = "runs = 0 AND n % 500 <> 1"
    pace = "CASE pace WHEN 0 THEN '' WHEN 1 THEN 'live' ELSE 'days' END"
    setup = "CASE n % 4 WHEN 0 THEN 'online' WHEN 1 THEN 'everything' WHEN 2 THEN 'mixed' ELSE 'base' END"
    unrated = "CASE WHEN two IS NULL OR by_guest OR pace = 0 OR n % 4 = 2 THEN 'casual' ELSE '' END"
    review = "CASE WHEN n % 3 = 1 THEN 'r' || n ELSE '' END"
    known = [f"CASE WHEN n % 3 = 1 THEN {value} END" for value in ("(n % 41 - 20) / 2.0", "(n % 50) / 25.0", "40", "n")]

    def of(seat: int, own: str, other: str, level: str, mine: str, yours: str) -> str:
        score = f"CASE WHEN {mine} > {yours} THEN 2 WHEN {mine} < {yours} THEN 0 ELSE 1 END"
        rest = f"{setup}, {pace}, {score}, {mine}, {yours}, 'points', {unrated}, {review}, {', '.join(known)}"
        return f"SELECT 'g' || ({FIRST} + n), {seat}, n, {own}, {other}, {level}, at, {rest} FROM drawn WHERE {ended}"

    level = "CASE WHEN two IS NULL THEN 'boatswain' ELSE '' END"
    opponent = f"CASE WHEN two IS NULL THEN '' ELSE {TWO} END"
    yield "results", f"{columns} {of(0, one_person(), opponent, level, 'points', 'against')}"
    second = of(1, TWO, one_person(), "''", "against", "points")
    yield "results", f"{columns} {second} AND two IS NOT NULL"


def one_person() -> str:
    """The person at the first seat of a game that was drawn."""
    return "'p' || one"


def _people(size: Size, sqlite: bool) -> Iterator[tuple[str, str]]:
    everybody, id_ = series(size.people, sqlite), f"'p' || ({FIRST} - 1 + n)"
    yield (
        "people",
        "INSERT INTO people (id, name, role, created) "
        f"SELECT {id_}, 'Sailor ' || ({FIRST} - 1 + n), '', {size.now - 3 * YEAR_MS} + n FROM {everybody}",
    )
    rating = f"1100 + ({_mixed('n', 32_452_843)}) % 800"
    columns = (
        "INSERT INTO standings "
        "(person, list, rating, deviation, volatility, games, at, provisional, skill, skill_deviation)"
    )
    for each, which in (("live", "n % 4 <> 3"), ("days", "n % 3 <> 2"), ("live-bots", "n % 10 = 0")):
        values = f"{id_}, '{each}', {rating} + n % 97 / 97.0, 50 + n % 200, 0.06, 1 + n % 50, {size.now} - n, n % 5 / 4"
        yield "standings", f"{columns} SELECT {values}, {rating}, 60 + n % 150 FROM {everybody} WHERE {which}"
    for habit in ("kind place", "kind trick", "round 3"):
        values = f"{id_}, '{habit}', 1 + n % 400, (n % 90) / 9.0, (n % 900) / 9.0"
        yield "habits", f"INSERT INTO habits (person, habit, decisions, loss, stake) SELECT {values} FROM {everybody}"
    shown = "CASE n % 20 WHEN 0 THEN 'nobody' ELSE 'opponents' END"
    privacy = f"""'{{"privacy":{{"profile":"' || {shown} || '","games":"' || {shown} || '"}}}}'"""
    yield (
        "preferences",
        f"INSERT INTO preferences (person, text) SELECT {id_}, {privacy} FROM {everybody} WHERE n % 10 = 0",
    )
    other = f"'p' || ({FIRST} + (n * 37 + 11) % {size.people})"
    blocked = "INSERT INTO blocks (person, other, at)"
    yield "blocks", f"{blocked} SELECT {id_}, {other}, {size.now} - n FROM {everybody} WHERE n % 4 = 0"
    many = f"SELECT {{0}}, {size.now} FROM {series(min(300, size.people // 4), sqlite)}"
    veteran, another = f"'{person(0)}'", f"'p' || ({FIRST} + 7 * n % {size.people})"
    for pair in (f"{veteran}, {another}", f"{another}, {veteran}"):
        yield "blocks", f"{blocked} {many.format(pair)} WHERE true ON CONFLICT DO NOTHING"


def _remains(size: Size, sqlite: bool) -> Iterator[tuple[str, str]]:
    """What is left of people who came by: sessions, ways in, notices, tries, and what is due some day."""
    id_, at = f"'p' || ({FIRST} - 1 + n)", f"{size.now} - n"
    some, few = series(size.people // 4, sqlite), series(size.people // 10, sqlite)
    running = f"FROM (SELECT {FIRST} + n AS n, one FROM drawn WHERE runs = 1) AS d"
    label, long = "'A browser'", "'x' || {0} || (" + str(FIRST) + " + n)"
    rows = {
        "sessions (hash, person, label, created, seen)": f"{long.format(1)}, {id_}, {label}, {at}, {at} FROM {some}",
        "passkeys (hash, credential, person, public_key, count, label, created, used)": f"{long.format(2)}, {blob(sqlite)}, "
        f"{id_}, {blob(sqlite)}, 0, {label}, {at}, {at} FROM {some}",
        "recovery_codes (hash, person)": f"{long.format(3)}, {id_} FROM {some}",
        "mailboxes (address, person, confirmed)": f"'s' || n || '@example.org', {id_}, {at} FROM {some}",
        "once (hash, kind, text, until)": f"{long.format(4)}, 'mail', '', {at} FROM {few}",
        "attempts (key, count, until)": f"{long.format(5)}, 1, {at} FROM {some}",
        "tokens (id, person, name, hash, created)": f"'t' || n, {id_}, 'program', {long.format(6)}, {at} FROM {few}",
        "vacations (person, begins, ends)": f"{id_}, {at}, {at} + {7 * DAY_MS} FROM {few}",
        "push_subscriptions (id, person, endpoint, hash, p256dh, auth, label, language, created, session)": f"'u' || n, {id_}, "
        f"'https://push.example', {long.format(7)}, '', '', {label}, 'en', {at}, {long.format(1)} FROM {few}",
        "sent_notices (game, turn, person, channel, kind, at)": f"'g' || n, 7, 'p' || one, 'mail', 'turn', {at} {running}",
        "jobs (kind, subject, at)": f"'clock', 'g' || n, {FAR} + n {running}",
        "jobs (kind, subject, at) ": f"'remind', 'p' || one || ' g' || n || ' 2', {FAR} + n {running}",
        "links (hash, game, seat, until)": f"{long.format(8)}, 'g' || ({FIRST} + n), 0, {at} FROM {few}",
        "reviews (key, text, looked)": f"'r' || n, '{{}}', {at} FROM {some}",
        "commitments (epoch, number, kind, game, hash)": f"1, n - 1, 'game', 'g' || ({FIRST} + n), "
        f"'00' || ({FIRST} + n) FROM {series(size.games // 5, sqlite)}",
    }
    for columns, values in rows.items():
        if values:
            yield columns.partition(" ")[0], f"INSERT INTO {columns} SELECT {values}"


def _lobby(size: Size, sqlite: bool) -> Iterator[tuple[str, str]]:
    """Tables that are offered, games to watch, and people who look for somebody and count as gone by now."""
    id_ = f"'p' || ({FIRST} - 1 + n)"
    pairs = f"(SELECT 'g' || ({FIRST} + n) AS g, n, one, two, at FROM drawn WHERE runs = 1 AND two IS NOT NULL) AS d"
    rows = {
        "offers (game, person, kind, pace, options, rated, low, high, word, created, until)": "g, 'p' || one, 'days', "
        f"'days 259200 86400 432000', '{{}}', 1, 1000 + n % 500, 1500 + n % 500, 'Hello', {size.now} - n, {FAR} "
        f"FROM {pairs}",
        "watchable (game, list, strength, started, first, second)": "g, 'days', 1000 + n % 1000, at, 'p' || one, "
        f"'p' || two FROM {pairs}",
        "seekers (person, name, account, kind, pace, options, rated, strength, since, until)": f"{id_}, 'Sailor', 1, "
        f"'live', 'live 600 15', '{{}}', 1, 1500, {size.now - DAY_MS} + n, {size.now - DAY_MS} + n "
        f"FROM {series(size.people // 5, sqlite)}",
    }
    for columns, values in rows.items():
        yield columns.partition(" ")[0], f"INSERT INTO {columns} SELECT {values}"


def _days(size: Size, sqlite: bool) -> Iterator[tuple[str, str]]:
    """A year of daily deals, which everybody has played today and a tenth of everybody each day."""
    day = "date({0} / 1000, 'unixepoch')" if sqlite else "to_char(to_timestamp({0} / 1000), 'YYYY-MM-DD')"
    days, id_, today = min(365, size.people), f"'p' || ({FIRST} - 1 + n)", day.format(size.now)
    seed = "zeroblob(32)" if sqlite else "decode(repeat('00', 32), 'hex')"
    ago = f"{size.now} - ({days} - n) * {DAY_MS}"
    yield (
        "days",
        "INSERT INTO days (day, number, seed, commitment, sealed, played) "
        f"SELECT {day.format(f'({ago})')}, n, {seed}, '', {ago} - {DAY_MS}, 0 FROM {series(days, sqlite)}",
    )
    columns = "INSERT INTO day_tries (day, person, game, began, ranked, finished, points, points_against, loss, streak)"
    result = f"{size.now} - n, 1, {size.now} - n, 20, 10, n % 3000, 1 + n % 9"
    others = f"{day.format(f'({size.now} - (1 + n % ({days} - 1)) * {DAY_MS})')}"
    everybody = series(size.people, sqlite)
    yield "day_tries", f"{columns} SELECT {today}, {id_}, 'd' || n, {result} FROM {everybody} WHERE n > 10"
    yield "day_tries", f"{columns} SELECT {others}, {id_}, 'e' || n, {result} FROM {everybody}"
    yield (
        "day_counts",
        "INSERT INTO day_counts (day, loss, tries) SELECT day, loss, count(*) FROM day_tries GROUP BY day, loss",
    )


def _order(size: Size, sqlite: bool) -> Iterator[tuple[str, str]]:
    """What is said and written down, reported and done about it, and mistakes to repeat; the veterans have much."""
    id_, at, long_ago = f"'p' || ({FIRST} - 1 + n)", f"{size.now} - n", size.now - YEAR_MS
    some, many = series(size.people // 4, sqlite), series(size.people // 2, sqlite)
    veteran = f"'p' || ({FIRST} + n % {VETERANS})"
    rows = {
        "said (game, number, seat, person, kind, text, version, at)": f"'g' || ({FIRST} + n), 1, 0, {id_}, 'phrase', "
        f"'hello', 1, {at} FROM {many}",
        "notes (person, game, text, at)": f"{veteran}, 'g' || ({FIRST} + n), 'A note', {at} FROM {many}",
        "reports (id, at, person, about, name, game, reason, words, snapshot, closed)": f"'a' || n, {at}, {id_}, "
        f"{veteran}, 'Sailor', 'g' || n, 'talk', '', '{{}}', CASE WHEN n % 2 = 0 THEN {at} END FROM {some}",
        'audit (at, "by", by_name, what, person, name, reason, detail)': f"{at}, '{person(0)}', 'Sailor', 'mute', "
        f"{veteran}, 'Sailor', '', '' FROM {some}",
        "sanctions (id, person, kind, at, time, reason)": f"'b' || n, {id_}, 'mute', {long_ago}, {long_ago}, '' "
        f"FROM {some}",
        "mistakes (person, game, step, puzzle, played, card, due, made)": f"{veteran}, 'g' || ({FIRST} + n), 3, '{{}}', "
        f"'roll', '{{}}', {FAR} + n, {at} FROM {series(min(VETERANS * 500, size.people), sqlite)}",
        "puzzle_days (person, day, solved)": f"{id_}, '2020-01-01', {at} FROM {many}",
        "watches (person, sums, evidence)": f"{id_}, '', n % 1000 / 100.0 FROM {many}",
    }
    for columns, values in rows.items():
        yield columns.partition(" ")[0], f"INSERT INTO {columns} SELECT {values}"
