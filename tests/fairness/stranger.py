"""A second verifier, written from docs/fairness.md alone: it imports nothing of this project."""

import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import digest as hmac_digest
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

NAME = "shanghaien-fair-2"
NATIONS = ("AME", "FRE", "GER", "CHI", "DUT", "TUR", "SPA", "ITA")
OUTCOME = re.compile(r"[AB]|[1-6](-[1-6])*|(AME|FRE|GER|CHI|DUT|TUR|SPA|ITA)[1-4]|shift|again|both")
TAKES_A_WORD = ("place", "keep", "play", "sharks", "exchange")
HEX = re.compile(r"[0-9a-f]{64}")
SITS = {"invite": ("own", "own"), "bot": ("own", "bot"), "bots": ("bot", "bot"), "hot-seat": ("own", "same-screen")}
FULL = {"c": "creator", "g": "guest"}


def told(*fields: str) -> bytes:
    return "\n".join((NAME, *fields)).encode("ascii")


def hashed(*fields: str) -> str:
    return sha256(told(*fields)).hexdigest()


def number(key: str, place: int, purpose: str, below: int) -> tuple[int, int, str]:
    attempt = 0
    while True:
        made = hmac_digest(bytes.fromhex(key), told("draw", str(place), purpose, str(attempt)), "sha256")
        word = int(made.hex()[:8], 16)
        if word < 2**32 - 2**32 % below:
            return word % below, attempt, made.hex()
        attempt += 1


@dataclass
class Game:
    """A record: tags, and the runs of outcomes with what stands before each."""

    tags: dict[str, str] = field(default_factory=dict)
    runs: list[list[str]] = field(default_factory=list)
    actors: list[str] = field(default_factory=list)
    """A or B; empty where nobody had chosen."""
    choices: list[str] = field(default_factory=list)
    """What was chosen since the outcomes before, the last choice at its end."""
    words: list[str] = field(default_factory=list)
    """All words of steps but `roll`."""
    before: list[int] = field(default_factory=list)
    """How many of them stand before each run."""

    def begin_run(self, actor: str, said: list[str]) -> None:
        self.runs.append([])
        self.actors.append(actor)
        self.choices.append(" ".join(said))
        self.before.append(len(self.words))


def read(text: str) -> Game:
    if text.startswith("{"):
        return read_json(json.loads(text))
    game, seat, choices, said, running = Game(), "", ["", ""], list[str](), False
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("["):
            name, _, value = line[1:-1].partition(" ")
            game.tags[name] = value
            continue
        words = line.split()
        if words[0] in {"A", "B"}:
            seat, choices, said, running = words[0], ["", "roll"], ["roll"], False
        before = ""
        for word in words[2 if words[0] == "round" else 1 :]:
            if before not in TAKES_A_WORD and OUTCOME.fullmatch(word):
                if not running:
                    more = ["roll"] if choices == ["shanghai", "object"] else []
                    game.begin_run(_actor(seat, choices), said + more)
                game.runs[-1].append(word)
                said, running = [], True
            else:
                choices, running = [choices[1], word] if before not in TAKES_A_WORD else choices, False
                said.append(word)
            game.words += [word.lower()] if word != "roll" else []
            before = word
    return game


def read_json(values: dict[str, Any]) -> Game:
    game, options = Game(tags=values["tags"]), values["options"]
    on = [name for name in ("extra_wild", "crazy_captain", "extra_1", "extra_2", "extra_3") if options.get(name)]
    game.tags |= {"Rules": str(values["rules"]), "Tricks": "-".join(map(str, options["tricks"]))}
    game.tags |= {"First": options["first"], "Starter": options["starter"]}
    game.tags |= {"Expansions": " ".join(on).replace("_", "-") or "none"}
    starter, seat, round_begins, before = options["first"].upper(), "", True, ["", ""]
    other = {"A": "B", "B": "A"}
    for step in values["steps"]:
        if OUTCOME.fullmatch(step):
            if step in other:
                starter = step
            elif not step[0].isdigit() and seat and not round_begins:
                starter, round_begins = other[starter if options["starter"] == "alternate" else seat], True
            if not game.runs or not OUTCOME.fullmatch(before[1]):
                game.begin_run(other[seat] if before[1] in {"object", "allow"} else seat, [before[1]])
            game.runs[-1].append(step)
        elif step == "shanghai" or (step == "roll" and before != ["shanghai", "object"]):
            seat, round_begins = starter if round_begins else other[seat], False
        game.words += [word for word in step.lower().split() if word != "roll"]
        before = [before[1], step]
    return game


def _actor(seat: str, choices: list[str]) -> str:
    if choices == ["shanghai", "object"] or choices[1] not in {"object", "allow"}:
        return seat
    return {"A": "B", "B": "A"}[seat]


@dataclass
class Judge:
    """The checks in the order of the page; `faults` holds the names of everything that is wrong."""

    game: Game
    faults: list[str] = field(default_factory=list)
    heads: dict[int, set[str]] = field(default_factory=dict)
    used: list[dict[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        tags = self.game.tags
        self.id = tags["Game-Id"]
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", self.id):
            raise ValueError(self.id)
        self.mode, self.seat, self.after, self.witness = tags["Table"].split(" ")
        self.server, self.held_c, self.held_g = tags["Reserved"].split(" ")
        self.held = {"c": self.held_c, "g": self.held_g}
        self.part = {"c": tags["Creator"].split(" ")}
        if "Guest" in tags:
            self.part["g"] = tags["Guest"].split(" ")
        self.chance = tags.get("Chance", "")
        self.anew = [entry.split(" ") for entry in tags["Anew"].split(", ")] if "Anew" in tags else []
        links = [entry.split(" ") for entry in tags["Links"].split(", ")] if "Links" in tags else []
        self.links = {name: self._open(name, int(last), link) for name, last, link in links}
        setup = [tags[name] for name in ("Rules", "Tricks", "First", "Starter", "Expansions")]
        self.reservation = hashed("reservation", self.id, self.server, self.held_c, self.held_g)
        more = (self.mode, self.seat, self.after, self.witness, self.reservation, *self.part["c"][1:])
        self.contract = hashed("contract", self.id, *setup, *more)
        self.fresh: set[str] = set()
        self.stale: set[str] = set()
        self.serving = "server"
        self.current: dict[str, str] = {}
        self.ends: dict[str, str] = {"server": self.server}
        self.counts: dict[str, int] = {}

    def _open(self, name: str, last: int, link: str) -> list[str]:
        links = [link]
        for at in range(last, 0, -1):
            links.insert(0, hashed("link", self.id, name, str(at), links[0]))
        return links

    def has_chain(self, who: str) -> bool:
        return who in self.part and self.part[who][1] in {"person", "entrusted"}

    def check(self) -> list[str]:
        self._contract()
        keys = self._walk()
        for name in {*self.counts, *self.links}:
            self._chain(name)
        alone = int(self.seat == "drawn" and ("g" not in self.part or self.has_chain("g")))
        if len(self.chance) - alone != len(self.game.runs):
            self.faults.append("groups")
        self._draws(keys, alone)
        return self.faults

    def _contract(self) -> None:
        sorts = {"person": "own", "entrusted": "own"}
        for who, wanted in zip("cg", SITS.get(self.mode, ("", "")), strict=True):
            if who not in self.part:
                continue
            _, kind, end, word = self.part[who]
            sort = sorts.get(kind, kind.partition(":")[0])
            if bool(HEX.fullmatch(end)) is not (sort == "own") or (word != "-" and sort != "own"):
                raise ValueError(who)
            wrong = sort != wanted
            wrong |= kind == "entrusted" and end != self.held[who]
            if wrong or (kind == "person" and end in self.held.values()):
                self.faults.append("contract")
        if self.seat.startswith("swapped") is (self.after == "-") or self.part["c"][0] == self.part.get("g", "-")[0]:
            self.faults.append("contract")
        places = [int(place) for _, place, _ in self.anew]
        if places != sorted(places) or any(place > len(self.chance) for place in places):
            self.faults.append("contract")
        if self.seat != "drawn" and self.seat[-1].upper() != self.part["c"][0]:
            self.faults.append("seat")

    def _take_chain(self, who: str, end: str, held: bool) -> None:
        own = sum(name.startswith(FULL[who]) and not name.endswith("held") for name in self.ends)
        self.current[who] = f"{FULL[who]}-held" if held else f"{FULL[who]}-{own + 1}"
        self.ends[self.current[who]] = end

    def _walk(self) -> list[str]:
        head, keys, later = self.contract, list[str](), self.seat == "drawn" and self.has_chain("g")
        if self.has_chain("c"):
            self._take_chain("c", self.part["c"][2], self.part["c"][1] == "entrusted")
        for place in range(len(self.chance) + 1):
            self.heads.setdefault(place, set()).add(head)
            if place == later and "g" in self.part:
                head = hashed("guest", head, *self.part["g"][1:])
                self.heads[place].add(head)
                if self.has_chain("g"):
                    self._take_chain("g", self.part["g"][2], self.part["g"][1] == "entrusted")
            for who, _, end in (entry for entry in self.anew if int(entry[1]) == place):
                head = self._renew(who, end, head)
                self.heads[place].add(head)
            if place < len(self.chance):
                keys.append(self._key(head, place))
                head = hashed("transcript", head, keys[-1])
        return keys

    def _renew(self, who: str, end: str, head: str) -> str:
        if who == "s":
            self.serving = f"server-{sum(name.startswith('server') for name in self.ends) + 1}"
            self.ends[self.serving] = end
            self.stale = {player for player, chain in self.current.items() if not chain.endswith("held")}
            return hashed("restored", head, end)
        self._take_chain(who, self.held[who] if end == "held" else end, end == "held")
        self.fresh.add(who)
        self.stale.discard(who)
        return head

    def _can_open(self, who: str) -> bool:
        other = "cg"["gc".index(who)]
        if self.witness == "always" and who in self.fresh and other not in self.fresh and other in self.current:
            return False
        return who in self.current

    def _key(self, head: str, place: int) -> str:
        letter = self.chance[place]
        self._owner(letter, place)
        opened = [letter] if letter != "-" else []
        other = "cg"["gc".index(letter)] if opened else ""
        if opened and self.witness == "always" and self._can_open(other):
            opened.append(other)
        fields, use = list[str](), dict[str, int]()
        for who in opened:
            name = self.current.get(who, "?")
            self.counts[name] = use[name] = self.counts.get(name, 0) + 1
            fields += [name, str(use[name]), self._link(name, use[name])]
        self.fresh -= {"cg"["gc".index(who)] for who in opened}
        self.used.append(use)
        self.faults += [f"stale {place}"] if self.stale & set(opened) else []
        self.counts[self.serving] = self.counts.get(self.serving, 0) + 1
        fields += ["-", "0", "-"] * (2 - len(opened))
        return hashed("key", self.id, str(place), *fields, self._link(self.serving, self.counts[self.serving]), head)

    def _link(self, name: str, at: int) -> str:
        links = self.links.get(name, [])
        return links[at] if at < len(links) else "0" * 64

    def _owner(self, letter: str, place: int) -> None:
        run = place - int(self.seat == "drawn" and ("g" not in self.part or self.has_chain("g")))
        seat = self.game.actors[run] if 0 <= run < len(self.game.actors) else ""
        if run >= len(self.game.actors):
            return
        actor = ("c" if seat == self.part["c"][0] else "g") if seat else ("g" if "g" in self.current else "c")
        able = [who for who in (actor, "cg"["gc".index(actor)]) if self._can_open(who)]
        if letter != (able[0] if able else "-"):
            self.faults.append(f"owner {place}")

    def _chain(self, name: str) -> None:
        links = self.links.get(name, [""])
        if len(links) - 1 != self.counts.get(name, 0):
            self.faults.append(f"links {name}")
        elif links[0] != self.ends.get(name):
            self.faults.append("server-chain" if name.startswith("server") else f"chain {name}")

    def _draws(self, keys: list[str], alone: int) -> None:
        pile = {f"{nation}{value}": 2 if value == 3 else 1 for nation in NATIONS for value in (1, 2, 3, 4)}
        pile |= dict(zip(("shift", "again", "both"), map(int, self.game.tags["Tricks"].split("-")), strict=True))
        if self.seat == "drawn" and (not keys or "AB"[number(keys[0], 0, "seat", 2)[0]] != self.part["c"][0]):
            self.faults.append("seat")
        wrong = list[tuple[str, str, str]]()
        drawn, first_wrong = 0, 0
        for group, run in enumerate(self.game.runs[: max(len(keys) - alone, 0)], start=alone):
            for place, shown in enumerate(run, start=int(self.seat == "drawn" and group == 0)):
                found = _draw(keys[group], place, shown, pile)
                drawn += 1
                if found != shown:
                    first_wrong = first_wrong or drawn
                    wrong.append((f"outcome {group}.{place}", found, shown))
        if len(wrong) > 1 and sorted(one[1] for one in wrong) == sorted(one[2] for one in wrong):
            self.faults.append("order")
        elif len(wrong) > 10 and 2 * len(wrong) > drawn - first_wrong + 1:
            self.faults.append("outcomes")
        else:
            self.faults += [name for name, _, _ in wrong]

    def compare(self, memory: dict[str, Any]) -> list[str]:
        """What a player's page remembers, against the record."""
        faults = [] if memory["game"] == self.id else ["game"]
        faults += [] if memory.get("reservation") in {self.reservation, None} else ["reservation"]
        faults += [] if memory.get("contract") in {self.contract, None} else ["receipt"]
        who, ends = memory["who"][0], memory.get("ends", [])
        own = [(place, end) for letter, place, end in self.anew if letter == who]
        made, said = set(ends) - {self.held[who]}, [end for _, end in own if end != "held"]
        kind, end = self.part[who][1:3]
        if (kind == "person" and end not in ends) or (kind != "person" and made and not said):
            faults.append("own-chain")
        faults += [f"anew {place}" for place, end in own if (self.held[who] if end == "held" else end) not in ends]
        opened = {int(group): each for group, each in memory.get("opened", {}).items()}
        for group, (name, at, *after) in opened.items():
            use = self.used[group] if group < len(self.used) else {}
            faults += self._after(group, *after) if use.get(name) == at else [f"opening {group}"]
        for group, use in enumerate(self.used):
            told = [[*each, ""][:5] for each in memory.get("told", ())]
            sent = [(choice, steps) for name, at, choice, _, steps in told if use.get(name) == at]
            if sent and group not in opened and all(self._after(group, *each) for each in sent):
                faults += self._after(group, *sent[0])
        seen = memory.get("seen", {}).items()
        return faults + [f"history {group}" for group, head in seen if head not in self.heads.get(int(group), ())]

    def _after(self, group: int, choice: str = "", steps: str = "") -> list[str]:
        run = group - int(self.seat == "drawn" and ("g" not in self.part or self.has_chain("g")))
        if run >= len(self.game.runs):
            return []
        said, count = (self.game.choices[run], self.game.before[run]) if run >= 0 else ("", 0)
        if choice and said and not f" {said}".lower().endswith(f" {choice}".lower()):
            return [f"choice {group}"]
        found = hashed("steps", self.id)
        for word in self.game.words[:count]:
            found = hashed("steps", found, word)
        return [] if steps in {"", found} else [f"steps {group}"]


def _draw(key: str, place: int, shown: str, pile: dict[str, int]) -> str:
    if shown in {"A", "B"}:
        return "AB"[number(key, place, "start", 2)[0]]
    if shown[0].isdigit():
        return _pick(_dice(shown.count("-") + 1), key, place, "dice")
    cards = [(card, left) for card, left in pile.items() if left]
    if not cards:
        return "no card at all"
    card = _pick(cards, key, place, "card")
    pile[card] -= 1
    return card


def _dice(count: int) -> list[tuple[str, int]]:
    throws = combinations_with_replacement("123456", count)
    return [
        ("-".join(dice), factorial(count) // prod(factorial(dice.count(each)) for each in set(dice))) for dice in throws
    ]


def _pick(table: list[tuple[str, int]], key: str, place: int, purpose: str) -> str:
    chosen = number(key, place, purpose, sum(weight for _, weight in table))[0]
    for outcome, weight in table:
        chosen -= weight
        if chosen < 0:
            return outcome
    raise ValueError(chosen)


def verify(text: str, memory: dict[str, Any] | None = None) -> list[str]:
    """The names of everything that is wrong with a record."""
    game = read(text)
    if game.tags.get("Dice") != NAME:
        return ["protocol"]
    try:
        judge = Judge(game)
        faults = judge.check()
    except (KeyError, ValueError, IndexError):
        return ["tags"]
    return faults if memory is None else faults + judge.compare(memory)
