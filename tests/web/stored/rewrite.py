"""Write the stored site anew: ``python -m tests.web.stored.rewrite``. From version 1.0 on never again.

A server whose clock stands in January 2100, so that nothing is late whenever it is opened, and people who play there.
"""

import asyncio
import gzip
import hashlib
import json
import random
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shanghaien.ai.review.json_form import to_dict
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.rules import EXPANSIONS
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.dice.daily_dice import day_at
from shanghaien.web.tables.model import SeatKind
from shanghaien.web.tables.records import key_of, record_of
from tests.web.moving_time import MovingTime, moving_time
from tests.web.over_http.keeping import Harbour, Sailor, harbour
from tests.web.over_http.test_recovery_codes import kept
from tests.web.patience import wait_until
from tests.web.reviews.accounts import keep_review
from tests.web.stored.fixture import DATABASE, FOLDER, PEOPLE, RECORDS, Program
from tests.web.tables.api.chains import ChainHolder
from tests.web.tables.tavern import Tavern, opened

Values = dict[str, Any]
AT = 4_103_481_600_000
"""Noon (UTC) on 13 January 2100, in milliseconds since 1970."""
SHORT_DAYS, LONG_DAYS, LIVE = "days 86400 3600 86400", "days 1209600 86400 1209600 vacation", "live 900 10"
BASE = {"first": "a"}
SECRET = "9b1f6c0e4d7a4f0bb2c9e2a7d5c3f816"  # noqa: S105 - it is stored, so that its cookies and links hold
OWN = ("yours", "legal", "undo", "chain", "invitation")
"""What each person sees in their own way."""
DEAL = "AME1 FRE2 GER3 CHI4 DUT1 TUR2"


class Crew:
    """The people of the site, and their games by name."""

    def __init__(self, port: Harbour, time: MovingTime) -> None:
        self.ada, self.bob, self.cleo = (port.sailor() for _ in range(3))
        self.time = time
        self.dice = random.Random(1)
        self.games: dict[str, str] = {}
        self.told: Values = {}

    @property
    def people(self) -> dict[str, Sailor]:
        return {"ada": self.ada, "bob": self.bob, "cleo": self.cleo}

    def ask(self, by: Sailor, path: str, **values: Any) -> Values:
        answer = by.api("POST", path, json=values)
        assert answer.is_success, answer.text
        game: Values = answer.json() if answer.content else {}
        return game

    def change(self, by: Sailor, key: str, what: str, **values: Any) -> None:
        table = by.look(self.games[key])
        self.ask(by, f"/games/{table['id']}/{what}", **by.request(table), **values)

    def create(self, key: str, by: Sailor, **values: Any) -> Values:
        game = self.ask(by, "/games", **{"options": BASE, "seat": "a", **values})
        self.games[key] = game["id"]
        return game

    def invite(self, key: str, host: Sailor, guest: Sailor, **values: Any) -> None:
        token = self.create(key, host, mode="invite", name="Ada", **values)["invitation"]
        self.ask(guest, f"/invitations/{token}", name="Bob", contribution="a word")

    def play(self, key: str, *players: Sailor, until: int = 10_000) -> None:
        """Choose at random, whoever is asked; with one player the same one for both seats."""
        for _ in range(until):
            table = players[0].look(self.games[key])
            if table["waits_for"] is None:
                return
            by = players["AB".index(table["waits_for"]) % len(players)]
            self.change(by, key, "actions", action=self.dice.choice(by.look(table["id"])["legal"]))

    def has(self, key: str, kind: str) -> None:
        """Wait until the server has added an entry of this kind of itself."""
        wait_until(lambda: kind in {entry["kind"] for entry in self.ada.look(self.games[key])["log"]})


def accounts(crew: Crew) -> None:
    """Ada keeps her games by a passkey, Bob by codes; Cleo is a guest."""
    assert crew.ada.keep("Ada").is_success
    device = crew.ada.device
    crew.told["codes"] = {"bob": kept(crew.bob, "Bob")}
    crew.told["passkey"] = {
        "key": f"{device.key.private_numbers().private_value:x}",
        "credential": device.credential.hex(),
        "user": device.user,
        "signed": device.signed,
    }


def late_games(crew: Crew) -> None:
    """Games in which somebody's time runs out, and what their opponents choose then."""
    ada, bob = crew.ada, crew.bob
    for key in ("days-claimed", "days-more-time", "days-abandoned"):
        crew.invite(key, ada, bob, pace=SHORT_DAYS)
    crew.invite("live-lost", ada, bob, pace="live 60 0")
    crew.invite("live-abandoned", ada, bob, pace="live 60 0")
    for key in ("days-claimed", "days-more-time", "days-abandoned"):
        crew.change(ada, key, "actions", action="roll")
    crew.play("live-lost", ada, bob, until=20)
    crew.time.go(days=2)
    crew.has("live-lost", "time-out")
    crew.has("live-abandoned", "abandoned")
    for key, chosen in (("claimed", "claim-win"), ("more-time", "give-time"), ("abandoned", "abandon")):
        crew.has(f"days-{key}", "time-up")
        crew.change(bob, f"days-{key}", chosen)


def whole_games(crew: Crew) -> None:
    """The base game, rated, every expansion alone, all together, one with another starter, and one that was resigned."""
    crew.invite("finished-base", crew.ada, crew.bob, pace=LIVE, rated=True)
    crew.play("finished-base", crew.ada, crew.bob)
    sets: dict[str, Values] = {name: {name: True} for name in EXPANSIONS}
    sets |= {"everything": dict.fromkeys(EXPANSIONS, True), "alternate": {"starter": "alternate", "tricks": [2, 5, 1]}}
    for name, options in sets.items():
        crew.create(f"finished-{name}", crew.cleo, mode="hot-seat", name="Cleo", name_b="Zoë", options=options)
        crew.play(f"finished-{name}", crew.cleo)
    crew.create("resigned", crew.cleo, mode="hot-seat")
    crew.play("resigned", crew.cleo, until=5)
    crew.change(crew.cleo, "resigned", "resign")
    crew.games["rematch-offered"] = crew.ask(crew.ada, f"/games/{crew.games['finished-base']}/rematch")["id"]


def running_games(crew: Crew) -> None:
    """Games that go on: over days, with a choice taken back, an open seat, one's own chain, real dice, a day."""
    ada, bob, cleo = crew.ada, crew.bob, crew.cleo
    crew.invite("days-running", ada, bob, pace=LONG_DAYS, rated=True)
    assert ada.submit("/vacation", "/vacation", first="2100-02-01", last="2100-02-03").status_code == 303
    crew.play("days-running", ada, bob, until=8)
    crew.change(ada, "days-running", "orders", forced=True)
    crew.ask(ada, f"/games/{crew.games['days-running']}/said", phrase="hello")
    crew.told["private_link"] = ada.private_link(crew.games["days-running"])
    crew.create("middle-undo", cleo, mode="hot-seat")
    crew.play("middle-undo", cleo, until=10)
    while not cleo.look(crew.games["middle-undo"])["undo"]:
        crew.play("middle-undo", cleo, until=1)
    crew.change(cleo, "middle-undo", "undo")
    crew.told["invitation"] = crew.create("invite-open", ada, mode="invite", name="Ada")["invitation"]
    off = crew.create("called-off", cleo, mode="invite", name="Cleo")
    page = f"/t/{off['id']}"
    assert cleo.submit(page, f"{page}/name", name="Cléo").status_code == 303
    crew.change(cleo, "called-off", "call-off")
    crew.told["gone"] = crew.games.pop("called-off")
    crew.ask(bob, "/offers", pace=LIVE, word="A quick one?")
    bots = {"level": "cabin-boy", "level_b": "captain"}
    crew.create("bots-finished", ada, mode="bots", **bots)
    crew.create("bots-running", ada, mode="bots", **bots)
    crew.create("bot-running", ada, mode="bot", level="captain")
    crew.change(ada, "bot-running", "actions", action="roll")
    crew.create("bot-to-move", ada, mode="bot", level="deckhand")
    assert ada.post(f"/hint/{crew.games['bot-to-move']}", ada.request(ada.look(crew.games["bot-to-move"]))).is_redirect
    while ada.look(crew.games["bot-to-move"])["waits_for"] == "A":
        crew.play("bot-to-move", ada, until=1)
    real_dice(crew)
    own_chain(crew)


def real_dice(crew: Crew) -> None:
    """One game waits for a roll, in the other a typing mistake was corrected."""
    for key in ("real-dice-rolling", "real-dice-choosing"):
        page = f"/t/{crew.cleo.create(mode='real-dice', first='a')['id']}"
        crew.games[key] = page.removeprefix("/t/")
        crew.cleo.submit(page, f"{page}/chance", outcome=DEAL)
    for what, values in (("chance", {"outcome": "3-5"}), ("retype", {}), ("chance", {"outcome": "2-5"})):
        assert crew.cleo.submit(page, f"{page}/{what}", **values).status_code == 303, what


def own_chain(crew: Crew) -> None:
    """The creator holds their chain themselves, and has committed to another one in between."""
    holder = ChainHolder(Program(crew.ada, "stored-"))  # type: ignore[arg-type]
    game = holder.create(mode="hot-seat", options=BASE)
    crew.games["own-chain"] = game["id"]
    end = holder.commit(game["id"])
    assert holder.ask("chain", end=end).is_success
    holder.look()
    holder.act("roll")


async def in_between(tavern: Tavern, crew: Crew) -> None:
    """What the server does while nobody looks: bots choose, and a game is reviewed."""
    await bots_play(tavern, crew.games["bots-finished"], 10_000)
    await bots_play(tavern, crew.games["bots-running"], 9)
    await bots_play(tavern, crew.games["day"], 1)
    loaded, _ = await tavern.games.open(GameId(crew.games["finished-everything"]))
    made = json.dumps(to_dict(review(record_of(loaded.table()), judgement())))
    await keep_review(tavern.games.database, key_of(loaded.table()), made)


async def bots_play(tavern: Tavern, game: str, most: int) -> None:
    loaded, _ = await tavern.games.open(GameId(game))
    table = loaded.table()
    for _ in range(most):
        seat = table.waits_for
        if seat is None or table.chairs[seat].kind is not SeatKind.BOT:
            return
        table = await tavern.act_for_bot(table, seat)


def seen(table: Values) -> Values:
    """What is remembered of a table: of its log the hash."""
    log = [[entry[name] for name in ("number", "kind", "seat", "text", "at", "undone")] for entry in table["log"]]
    return table | {"log": hashlib.sha256(json.dumps(log).encode()).hexdigest()}


def memory_of(crew: Crew, game: str) -> Values:
    """What everybody sees of a game, and for each person who may look what only they do."""
    looks = {name: sailor.api("GET", f"/games/{game}") for name, sailor in crew.people.items()}
    tables = {name: seen(look.json()) for name, look in looks.items() if look.is_success}
    common = {name: value for name, value in next(iter(tables.values())).items() if name not in OWN}
    return common | {"seen_by": {name: {own: table[own] for own in OWN} for name, table in tables.items()}}


def memories(crew: Crew) -> Values:
    """How everybody is known, and what they know."""
    known: Values = {"at": crew.time.at, "secret": SECRET, "names": {"ada": "Ada", "bob": "Bob"}} | crew.told
    known["cookies"] = {name: dict(who.http.cookies) for name, who in crew.people.items()}
    known["tokens"] = {name: who.token for name, who in crew.people.items()}
    known["listed"] = {
        name: [game["id"] for game in who.api("GET", "/games").json()] for name, who in crew.people.items()
    }
    return known | {"games": {key: memory_of(crew, game) for key, game in crew.games.items()}}


def write_records(crew: Crew) -> None:
    """The records of finished games, and of some that go on, in both forms."""
    for key, game in crew.games.items():
        if key.startswith(("finished", "resigned", "middle", "real-dice", "own", "bots-finished")):
            for form in ("txt", "json"):
                (RECORDS / f"{key}.{form}").write_bytes(crew.ada.get(f"/t/{game}/record.{form}").content)


def live_through(folder: Path) -> Values:
    """Everything that happens on the site."""
    with moving_time(AT) as time:
        with harbour(folder, secret=SECRET) as port:
            crew = Crew(port, time)
            accounts(crew)
            late_games(crew)
            whole_games(crew)
            running_games(crew)
            day = crew.ada.post(f"/day/{day_at(time.at)}")
            crew.games["day"] = day.headers["location"].removeprefix("/t/")
            crew.play("day", crew.ada, until=1)
        asyncio.run(_in_tavern(folder / "shanghaien.db", crew))
        with harbour(folder, secret=SECRET) as port:
            for name, before in crew.people.items():
                again = port.sailor()
                again.http.cookies, again._token = before.http.cookies, before._token
                setattr(crew, name, again)
            crew.time.go(seconds=60)
            write_records(crew)
            return memories(crew)


async def _in_tavern(file: Path, crew: Crew) -> None:
    async with opened(f"sqlite+aiosqlite:///{file}") as tavern:
        await in_between(tavern, crew)


def main() -> None:
    """Write the database, what its people know, and the records."""
    shutil.rmtree(RECORDS, ignore_errors=True)
    RECORDS.mkdir(parents=True)
    with TemporaryDirectory() as place:
        told = live_through(Path(place))
        with closing(sqlite3.connect(Path(place) / "shanghaien.db")) as connection:
            connection.execute("VACUUM")
            content = connection.serialize()
    DATABASE.write_bytes(gzip.compress(content, mtime=0))
    games = ",\n".join(f"{json.dumps(key)}: {json.dumps(game)}" for key, game in told.pop("games").items())
    PEOPLE.write_text(f'{json.dumps(told)[:-1]}, "games": {{\n{games}\n}}}}\n', encoding="utf-8")
    sys.stdout.write(f"{games.count(chr(10)) + 1} games stored in {FOLDER}.\n")


if __name__ == "__main__":
    main()
