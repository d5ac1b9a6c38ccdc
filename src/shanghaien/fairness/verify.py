"""Checking a game's dice, finished or not: the contract, every chain, whose link each group used, and every draw."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from shanghaien.rules import (
    Distribution,
    Outcome,
    Record,
    Sailor,
    Seat,
    deal,
    full_pile,
    is_chance,
    outcome_text,
    step_text,
    to_move,
    without,
)

from .chain import follow, opened
from .contract import BOT, DicePlayer
from .evidence import Evidence
from .ledger import LETTER_OF, Ledger, Recommitment
from .memory import Drawn, PlayerMemory, compare
from .messages import LETTERS, NONE, PROTOCOL, SERVER, FairnessError, Who
from .proof import Proof, seat_runs
from .report import Check, DrawCheck, Report, notes_of
from .transcript import SEAT, Draw, DrawGroup, Opening, add_steps, digest_of_steps, places, purpose_of, table_of

MISSING = "0" * 64
"""Stands for a link that the record does not give; nothing that follows from it can fit."""


@dataclass
class Replay:
    """A replay of a proof: the keys it makes, who owned them, and what does not fit."""

    ledger: Ledger
    groups: list[DrawGroup] = field(default_factory=list)
    links: list[dict[str, int]] = field(default_factory=list)
    """For each group the links of players that it was drawn from."""
    heads: dict[int, set[str]] = field(default_factory=dict)
    """The transcripts that stood there after so many groups."""
    checks: list[Check] = field(default_factory=list)
    _chains: dict[str, list[str]] = field(default_factory=dict)
    _servers: dict[str, int] = field(default_factory=dict)

    def run(self, proof: Proof, actors: Sequence[Seat | None]) -> None:
        """Make every key; a proof that can't be followed to its end is a finding.

        `actors` are the seats whose choice each group of the game followed, as far as they are known.
        """
        game_id = proof.reservation.game_id
        self._chains = {name: opened(game_id, name, tip.number, tip.link) for name, tip in proof.tips.items()}
        self._see()
        try:
            self._follow_all(proof, [None] * seat_runs(proof) + list(actors))
        except FairnessError as error:
            self.checks.append(Check("groups", False, str(error)))
        self._check_chains(proof)

    def _follow_all(self, proof: Proof, actors: Sequence[Seat | None]) -> None:
        for place, letter in enumerate(f"{proof.groups}."):
            later = proof.seat == "drawn" and proof.guest is not None and proof.guest.has_chain
            if proof.guest is not None and place == later:
                self._move(self.ledger.sit(proof.guest))
            for entry in proof.recommitments:
                if entry.group == place:
                    self._renew(entry)
            if letter != ".":
                if place < len(actors):
                    self._check_owner(letter, self._actor(proof, actors[place]))
                self._group(letter)

    def _renew(self, entry: Recommitment) -> None:
        if entry.who == "server":
            self._move(self.ledger.restore(entry.end))
        else:
            self._move(self.ledger.renew(entry.who, "" if entry.kind == "entrusted" else entry.end))

    def _actor(self, proof: Proof, seat: Seat | None) -> Who:
        if seat is None:
            return self.ledger.beginner
        return "creator" if seat == proof.creator_seat else "guest"

    def _check_owner(self, letter: str, actor: Who) -> None:
        owner, number = LETTER_OF[self.ledger.owner(actor)], len(self.groups)
        if letter != owner:
            sentence = (
                f"Group {number} followed a choice of the {actor}: it is drawn from {owner}, and not from {letter}."
            )
            self.checks.append(Check(f"owner {number}", False, sentence))

    def _group(self, letter: str) -> None:
        owner = LETTERS.get(letter)
        if owner is not None and owner not in self.ledger.chains:
            raise FairnessError(f"Group {len(self.groups)} is drawn from the chain of a {owner} who has none.")
        wanted = self.ledger.wanted_of(owner)
        if any(each.who in self.ledger.stale for each in wanted):
            sentence = f"Group {len(self.groups)} uses a chain from before the server was restored."
            self.checks.append(Check(f"stale {len(self.groups)}", False, sentence))
        openings = [self._opening(each.chain, each.number) for each in wanted]
        server = self._opening(self.ledger.server, self.ledger.server_number)
        self._servers[server.chain] = server.number
        ledger, group = self.ledger.add(owner, server, *openings)
        self.groups.append(group)
        self.links.append({opening.chain: opening.number for opening in openings})
        self._move(ledger)

    def _opening(self, chain: str, number: int) -> Opening:
        links = self._chains.get(chain, [])
        return Opening(chain, number, links[number] if number < len(links) else MISSING)

    def _move(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._see()

    def _see(self) -> None:
        self.heads.setdefault(len(self.groups), set()).add(self.ledger.head)

    def _check_chains(self, proof: Proof) -> None:
        used = Counter(self._servers) + Counter(name for links in self.links for name in links)
        for name in dict.fromkeys((*used, *proof.tips)):
            tip, kind = proof.tips.get(name), "server-chain" if name.startswith(SERVER) else f"chain {name}"
            count = 0 if tip is None else tip.number
            if count != used[name]:
                sentence = f"{used[name]} links of {name} were used, one after the other, and {count} are opened."
                self.checks.append(Check(f"links {name}", False, sentence))
            elif tip is not None:
                self.checks.append(_led_to_end(self.ledger, kind, tip))


def _led_to_end(ledger: Ledger, kind: str, tip: Opening) -> Check:
    if follow(ledger.game_id, tip.chain, tip.number, tip.link) == ledger.ends.get(tip.chain):
        return Check(kind, True, f"The {tip.number} opened links of {tip.chain} lead to the end that was published.")
    return Check(kind, False, f"The opened links of {tip.chain} do not lead to the end that was published.")


MODES = {
    "invite": ("player", "player"),
    "bot": ("player", "bot"),
    "bots": ("bot", "bot"),
    "hot-seat": ("player", "same-screen"),
}
"""Who sits at a table of each mode: creator and guest."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The last choice before a run of outcomes: the seat that made it, and its text."""

    seat: Seat
    text: str


def choices_before(record: Record) -> list[Choice | None]:
    """For each run of outcomes in a game the choice that it followed; None for the first, which followed none."""
    found, last, running = list[Choice | None](), None, False
    for played in record.played:
        if is_chance(played.before):
            found += [] if running else [last]
            running = True
        else:
            seat = to_move(played.before)
            assert seat is not None
            last, running = Choice(seat, step_text(played.step)), False
    return found


def verify(evidence: Evidence, record: Record | None = None, memory: PlayerMemory | None = None) -> Report:
    """Check a record; never raises for one that can be read.

    Who acted is taken from the `record` as the rules replay it; without one, from what the evidence says.
    """
    if evidence.tags.get("Dice") != PROTOCOL:
        sentence = f"The record was made by {evidence.tags.get('Dice')!r}, not by {PROTOCOL}."
        return Report((Check("protocol", False, sentence),))
    try:
        proof = Proof.from_tags(evidence.tags)
        replay = Replay(Ledger.begin(proof.contract(evidence.setup)))
    except FairnessError as error:
        return Report((Check("tags", False, str(error)),))
    actors = [run.actor for run in evidence.before]
    if record is not None:
        actors = [None if choice is None else choice.seat for choice in choices_before(record)]
    replay.run(proof, actors)
    checks = (*_contract(proof), *replay.checks, *_groups(proof, evidence))
    remembered = () if memory is None else _remembered(memory, proof, replay, evidence)
    draws = tuple(_draws(proof, replay, evidence))
    return Report((*checks, *remembered), draws, tuple(notes_of(proof)))


def _contract(proof: Proof) -> Iterator[Check]:
    wrong = [Check("contract", False, sentence) for sentence in faults(proof)]
    yield from wrong or [Check("contract", True, "What was fixed before the game fits together.")]
    if proof.seat != "drawn":
        ok = proof.seat.endswith("ab"[proof.creator_seat])
        yield Check(
            "seat", ok, f"The creator {'has' if ok else 'does not have'} the seat that was fixed before the game."
        )
    elif not proof.groups:
        yield Check("seat", False, "The creator's seat was to be drawn, and no draw is there.")


def _groups(proof: Proof, evidence: Evidence) -> Iterator[Check]:
    drawn = len(proof.groups) - seat_runs(proof)
    if drawn != len(evidence.runs):
        sentence = (
            f"The record tells outcomes after {len(evidence.runs)} choices, and {drawn} groups were drawn for them."
        )
        yield Check("groups", False, sentence)


def _remembered(memory: PlayerMemory, proof: Proof, replay: Replay, evidence: Evidence) -> Iterator[Check]:
    game_id = proof.reservation.game_id
    before = [("", digest_of_steps(game_id, ()))] * seat_runs(proof) + list(_before(game_id, evidence))
    before += [("", "")] * len(replay.links)
    drawn = [Drawn(links, *each) for links, each in zip(replay.links, before, strict=False)]
    yield from compare(memory, proof, replay.ledger.contract, drawn, replay.heads)


def _before(game_id: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """For each run the words of the choices before it, and the digest of all steps before it."""
    steps = digest_of_steps(game_id, ())
    for run in evidence.before:
        steps = add_steps(steps, run.words)
        yield run.said, steps


def _draws(proof: Proof, replay: Replay, evidence: Evidence) -> Iterator[DrawCheck[Draw]]:
    pile, place, alone = full_pile(evidence.options.tricks), places(), seat_runs(proof)
    if proof.seat == "drawn" and replay.groups:
        draw = replay.groups[0].draw(0, SEAT, 2)
        yield DrawCheck("the creator's seat", draw, "AB"[draw.number], "AB"[proof.creator_seat])
    for group, run in zip(replay.groups[alone:], evidence.runs, strict=False):
        first = int(proof.seat == "drawn" and group.number == 0)
        for number, recorded in enumerate(run, start=first):
            draw, expected = _drawn(group, number, recorded, deal(pile))
            if isinstance(expected, Sailor | str):
                pile = without(pile, expected)
            text = "no card at all" if expected is None else outcome_text(expected)
            yield DrawCheck(place(recorded), draw, text, outcome_text(recorded))


def _drawn(group: DrawGroup, place: int, recorded: Outcome, cards: Distribution) -> tuple[Draw, Outcome | None]:
    table = table_of(recorded, cards)
    draw = group.draw(place, purpose_of(recorded), max(table.total, 1))
    return draw, table.pick(draw.number) if table.total else None


# Whether a contract makes sense in itself: who may sit at which table, with whose chain, and on which seat.


def faults(proof: Proof) -> Iterator[str]:
    """Every sentence that is wrong about what was fixed before the game."""
    creator, guest = MODES.get(proof.mode, (None, None))
    if creator is None:
        yield f"There is no mode {proof.mode!r} with dice of this kind."
    elif _sort(proof.creator) != creator:
        yield f"At a table of the mode {proof.mode!r} the creator can't be {proof.creator.kind!r}."
    if guest is not None and proof.guest is not None and _sort(proof.guest) != guest:
        yield f"At a table of the mode {proof.mode!r} the guest can't be {proof.guest.kind!r}."
    yield from _seats(proof)
    for who, player in (("creator", proof.creator), ("guest", proof.guest)):
        if player is not None:
            yield from _chain(proof, "creator" if who == "creator" else "guest", player)
    yield from _order(proof)


def _sort(player: DicePlayer) -> str:
    if player.has_chain:
        return "player"
    return "bot" if player.kind.startswith(BOT) else player.kind


def _seats(proof: Proof) -> Iterator[str]:
    if proof.guest is not None and proof.guest_seat == proof.creator_seat:
        yield "Both players have the same seat."
    if proof.seat.startswith("swapped") is not (proof.after != NONE):
        yield "Seats are swapped after another game, which has to be named, and only then."


def _chain(proof: Proof, who: Who, player: DicePlayer) -> Iterator[str]:
    held = proof.reservation.held(who)
    if player.kind == "entrusted" and player.end != held:
        yield f"The chain entrusted for the {who} is not the one that the server offered before the game."
    if player.kind == "person" and player.end in {proof.reservation.creator_held, proof.reservation.guest_held}:
        yield f"The {who} is said to hold a chain that the server offered to hold."


def _order(proof: Proof) -> Iterator[str]:
    places = [entry.group for entry in proof.recommitments]
    if places != sorted(places) or any(place > len(proof.groups) for place in places):
        yield "The places where players committed anew are out of order."
    for entry in proof.recommitments:
        player = proof.creator if entry.who == "creator" else proof.guest
        if entry.who != "server" and (player is None or not player.has_chain):
            yield f"The {entry.who} has no chain, and can't commit anew."
