"""A program that holds its own chain for the dice."""

import json
import random
from itertools import count
from typing import Any

import httpx

from shanghaien.fairness import Chain, Who, verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.rules import load
from tests.web.patience import wait_until

Values = dict[str, Any]
NUMBERS = count()


def told(answer: httpx.Response, status: int = 200) -> Any:
    """What was answered, if it was answered so."""
    assert answer.status_code == status, answer.text
    return answer.json()


class ChainHolder:
    """Knows its chains by name; the game as it was told last is `game`."""

    def __init__(self, program: httpx.Client, who: Who = "creator") -> None:
        self.program, self.who = program, who
        self.chains: dict[str, Chain] = {}
        self.game: Values = {}
        self.dice = random.Random(5)
        self.waited: list[str] = []
        """The seats whose choices waited for a link."""

    def commit(self, game: str) -> str:
        """The end of a fresh chain."""
        name = f"{self.who}-{len(self.chains) + 1}"
        self.chains[name] = Chain(self.dice.randbytes(32), game, name)
        return self.chains[name].end

    def create(self, **wanted: Any) -> Values:
        """Set a game up with what the server has committed to."""
        reserved = told(self.program.post("/reservation"))
        end = self.commit(reserved["id"])
        own = {"reservation": reserved["token"], "end": end, "link": self.chains["creator-1"].link(1)}
        self.game = told(self.program.post("/games", json={"seat": "a", **own, **wanted}), 201)
        return self.game

    def join(self, game: Values) -> Values:
        """Sit down at the game of somebody else."""
        end = self.commit(game["id"])
        own = {"end": end, "link": self.chains["guest-1"].link(1)}
        self.game = told(self.program.post(f"/invitations/{game['invitation']}", json=own), 201)
        return self.game

    def look(self) -> Values:
        """The game as it stands."""
        self.game = told(self.program.get(f"/games/{self.game['id']}"))
        return self.game

    def ask(self, route: str, **values: Any) -> httpx.Response:
        """Ask for a change of the game as it was seen."""
        change = {"version": self.game["version"], "id": f"change-{next(NUMBERS)}"} | values
        return self.program.post(f"/games/{self.game['id']}/{route}", json=change)

    def link(self, ahead: int = 0) -> str:
        """The next link, or one further on."""
        mine = self.game["chain"]
        return self.chains[mine["chain"]].link(mine["number"] + ahead)

    def open(self) -> Values:
        """Open the link that is waited for."""
        self.waited.append(next(entry["seat"] for entry in reversed(self.game["log"]) if entry["kind"] == "act"))
        told(self.ask("links", link=self.link()))
        return self.look()

    def act(self, action: str = "") -> Values:
        """Act, with a link if chance follows at once."""
        action = action or self.dice.choice(self.game["legal"])
        link = {"link": self.link()} if action in self.game["chain"]["chances"] else {}
        told(self.ask("actions", action=action, **link))
        return self.look()

    def reach(self) -> Values:
        """Wait until something is to be done here, or the game is over."""
        wait_until(
            lambda: bool(self.look()["legal"] or self.game["result"] or self.game["opens"] in self.game["yours"])
        )
        return self.game

    def go_on(self) -> Values:
        """Do whatever is to be done next."""
        waits = self.reach()["chain"] and self.game["chain"]["waits"]
        return self.open() if waits else self.act()


def findings(program: httpx.Client, game: str) -> tuple[list[str], list[str]]:
    """What a verifier finds wrong with the record, and what it notes, by name."""
    text = program.get(f"/games/{game}/record").text
    report = verify(read_evidence(text), load(text))
    assert json.loads(text)["tags"]["Dice"] == "shanghaien-fair-2"
    return [found.name for found in report.findings], [note.name for note in report.notes]
