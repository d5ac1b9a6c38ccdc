"""The public log as an outsider checks it: what a server shows now, against what it has shown and signed before.

The same checks run in the browser (`tables/dice/scripts/log.js`); docs/fairness.md has the names of what they find.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from typing import NamedTuple, Protocol

from .merkle_tree import EMPTY, Entry, entry, is_consistent, is_included, leaf
from .messages import NONE, FairnessError
from .receipts import LogHead, Receipt, is_signed
from .report import Check

NO_LOG = "This site shows no public log."
UNREADABLE = "This is not what was remembered of public logs."


class ShownHead(NamedTuple):
    """A signed head, the number of its log, and the key of that log."""

    epoch: int
    key: str
    head: LogHead


class PlacedEntry(NamedTuple):
    """Where an entry of a game stands."""

    epoch: int
    number: int
    leaf: str


class WantedEntry(NamedTuple):
    """What has to stand in the log for a game."""

    kind: Entry
    game_id: str
    fixed: str

    @property
    def leaf(self) -> str:
        return leaf(entry(self.kind, self.game_id, self.fixed))


class LogSource(Protocol):
    """What a server answers about its log; a path is None where it cannot give one."""

    def keys(self) -> Sequence[str]: ...
    def head(self) -> ShownHead | None:
        """The present head; None where a site signs its log only once a day."""

    def daily(self) -> Sequence[ShownHead]: ...
    def entries(self, game_id: str) -> Sequence[PlacedEntry]: ...
    def inclusion(self, epoch: int, number: int, size: int) -> Sequence[str] | None: ...
    def consistency(self, epoch: int, first: int, second: int) -> Sequence[str] | None: ...


@dataclass(frozen=True)
class SeenLog:
    """What the last visit saw of a site's logs: of each, by its number, the key and the greatest head."""

    keys: Mapping[int, str] = field(default_factory=dict)
    heads: Mapping[int, LogHead] = field(default_factory=dict)

    def values(self) -> dict[str, object]:
        """As it is kept in JSON."""
        heads = {str(at): [each.size, each.root, each.time, each.signature] for at, each in self.heads.items()}
        return {"keys": {str(epoch): key for epoch, key in self.keys.items()}, "heads": heads}

    @classmethod
    def read(cls, text: str) -> "SeenLog":
        try:
            values = json.loads(text)
            keys = {int(epoch): str(key) for epoch, key in values["keys"].items()}
            heads = {
                int(epoch): LogHead(int(size), str(root), int(time), str(signature))
                for epoch, (size, root, time, signature) in values["heads"].items()
            }
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise FairnessError(UNREADABLE) from None
        return cls(keys, heads)


@dataclass(frozen=True)
class LogReport:
    """What a check of the log has found, and what to remember until the next one."""

    findings: tuple[Check, ...]
    notes: tuple[Check, ...]
    seen: SeenLog
    present: ShownHead
    receipts: int
    """How many receipts were looked up in the log."""

    @property
    def ok(self) -> bool:
        return not self.findings


def check_log(
    source: LogSource,
    seen: SeenLog,
    receipts: Sequence[Receipt] = (),
    wanted: Sequence[WantedEntry] = (),
    key: str = "",
) -> LogReport:
    """Compare what a server shows of its log with the last visit, with its receipts, and with what has to be in it.

    `key` is the public key that came with the receipts, if it was kept.
    """
    audit = _Audit(source, seen, key)
    findings = list(dict.fromkeys(audit.findings(receipts, wanted)))
    return LogReport(tuple(findings), tuple(audit.notes), audit.to_remember(findings), audit.present, len(receipts))


class _Audit:
    def __init__(self, source: LogSource, seen: SeenLog, key: str) -> None:
        self._source, self._seen, self._key = source, seen, key
        self._keys, daily = tuple(source.keys()), tuple(source.daily())
        at_once = source.head()
        present = at_once or next(iter(daily), None)
        if present is None or not self._keys:
            raise FairnessError(NO_LOG)
        self.present, self._daily, self._signed_at_once = present, daily, at_once is not None
        self._shown = (present, *daily)
        self._key_of = dict(enumerate(self._keys, 1)) | {each.epoch: each.key for each in reversed(self._shown)}
        self._heads = dict[int, list[LogHead]]()
        """Of each log, all heads to be connected by paths: the remembered one, the latest ones, those of receipts."""
        self._epoch_of_game = dict[str, int]()
        """By the key of a receipt."""
        self._looked_up = set[WantedEntry]()
        self.notes = list[Check]()

    def findings(self, receipts: Sequence[Receipt], wanted: Sequence[WantedEntry]) -> Iterator[Check]:
        yield from self._of_keys()
        yield from self._of_signatures()
        yield from self._since_last_visit()
        for receipt in receipts:
            yield from self._of_receipt(receipt)
        for each in dict.fromkeys(wanted):
            if each not in self._looked_up:
                yield from self._included(each)
        yield from self._of_size()
        yield from self._of_order()
        yield from self._of_paths()

    def to_remember(self, findings: Sequence[Check]) -> SeenLog:
        """The greatest head so far; where something is wrong, what was seen before stays as it was."""
        if findings and self._seen.keys:
            return self._seen
        present = {self.present.epoch: self.present.head}
        return replace(self._seen, keys={**self._key_of, **self._seen.keys}, heads={**self._seen.heads, **present})

    def _of_keys(self) -> Iterator[Check]:
        for each in self._shown:
            if each.key not in self._keys or each.key != self._key_of[each.epoch]:
                yield _wrong("log-key", f"A head of log {each.epoch} names a key that is not the published one.")
        for epoch, key in self._seen.keys.items():
            if self._key_of.get(epoch) != key or key not in self._keys:
                yield _wrong("log-key", f"The key of log {epoch} is not the one that was published at the last visit.")
        latest = max(self._seen.keys, default=self.present.epoch)
        if self.present.epoch < latest:
            yield _wrong("log-key", f"Log {latest}, seen at the last visit, is not there any more.")
        elif self.present.epoch > latest:
            sentence = f"Log {self.present.epoch} has begun since the last visit, with another key, as after a restore"
            self.notes.append(Check("log-anew", True, f"{sentence} from a copy; ask the host whether that is true."))
        if not self._seen.keys:
            self.notes.append(Check("log-first", True, "Nothing of this log was seen before to compare it with."))

    def _of_signatures(self) -> Iterator[Check]:
        for epoch, key, head in self._shown:
            if not is_signed(head, key):
                yield _wrong("log-signature", f"A head of log {epoch}, of {head.size} entries, is not signed.")

    def _since_last_visit(self) -> Iterator[Check]:
        epoch, _, now = self.present
        self._add(epoch, now)
        for each in self._daily:
            if each.epoch not in self._heads or each is self._daily[0]:
                self._add(each.epoch, each.head)
        for number, before in self._seen.heads.items():
            self._add(number, before)
        last = self._seen.heads.get(epoch)
        if last is not None and now.size == last.size and now.time < last.time:
            yield _wrong("log-time", f"The time of the log has gone back from {last.time} to {now.time}.")

    def _of_receipt(self, receipt: Receipt) -> Iterator[Check]:
        if self._key and self._key not in self._keys:
            yield _wrong("log-key", f"The key that came with a receipt of the game {receipt.game_id} is not published.")
            return
        key = next((key for key in reversed(self._keys) if is_signed(receipt, key)), None)
        if key is None:
            yield _wrong("log-signature", f"A receipt of the game {receipt.game_id} is signed with no published key.")
            return
        if receipt.head.size == 0 or receipt.head.root == EMPTY:
            yield _wrong("log-empty", f"A receipt of the game {receipt.game_id} names a log without entries.")
            return
        epoch = max(epoch for epoch, each in self._key_of.items() if each == key)
        self._add(epoch, receipt.head)
        self._epoch_of_game[receipt.game_id] = epoch
        yield from self._included(WantedEntry("reservation", receipt.game_id, receipt.reservation), receipt)
        if receipt.contract != NONE:
            yield from self._included(WantedEntry("contract", receipt.game_id, receipt.contract), receipt)

    def _included(self, wanted: WantedEntry, receipt: Receipt | None = None) -> Iterator[Check]:
        """Whether an entry is in the log now, and was when its receipt was given."""
        self._looked_up.add(wanted)
        epoch = self._epoch_of_game.get(wanted.game_id, self.present.epoch)
        found = [each for each in self._source.entries(wanted.game_id) if each.leaf == wanted.leaf]
        place = next((each for each in found if receipt is None or each.epoch == epoch), None)
        what = f"The {wanted.kind} of the game {wanted.game_id}"
        if place is None:
            yield from self._missing(epoch, "log-inclusion", f"{what} is not in the log.")
            return
        heads = [] if receipt is None else [receipt.head]
        if place.epoch == self.present.epoch and place.number < self.present.head.size:
            heads.append(self.present.head)
        for head in heads:
            path = self._source.inclusion(place.epoch, place.number, head.size)
            if path is None:
                sentence = f"{what} is not shown to be in the log of {head.size} entries."
                yield from self._missing(place.epoch, "log-inclusion", sentence)
            elif not is_included(wanted.leaf, place.number, head.size, head.root, path):
                yield _wrong("log-inclusion", f"{what} is not in the log of {head.size} entries that was signed.")

    def _of_size(self) -> Iterator[Check]:
        """The log was never larger than it is now."""
        now, seen = self.present.head, self._seen.heads.get(self.present.epoch)
        heads = self._all_heads()[self.present.epoch]
        # A receipt may be younger than the head of the day.
        before = [each for each in heads if self._signed_at_once or each == seen or each.time <= now.time]
        largest = max(each.size for each in before)
        if now.size < largest:
            yield _wrong("log-size", f"The log has {now.size} entries now, and had {largest} before.")

    def _of_order(self) -> Iterator[Check]:
        """What all signed heads of a log say of each other, without asking the server anything more."""
        for epoch, heads in self._all_heads().items():
            for smaller, larger in pairwise(sorted(heads, key=lambda each: (each.size, each.time))):
                if smaller.size == larger.size and smaller.root != larger.root:
                    yield _wrong("log-fork", f"Two different logs of {larger.size} entries have been signed.")
                elif smaller.size < larger.size <= self._limit(epoch) and smaller.time > larger.time:
                    sentence = f"Log {epoch} was signed with {smaller.size} entries after it had {larger.size}."
                    yield _wrong("log-time", sentence)

    def _all_heads(self) -> dict[int, list[LogHead]]:
        found = {epoch: list(heads) for epoch, heads in self._heads.items()}
        for each in self._daily:
            found.setdefault(each.epoch, []).append(each.head)
        return found

    def _limit(self, epoch: int) -> float:
        """The size up to which heads are compared: what lies beyond that of now is named by `_of_size` already."""
        return self.present.head.size if epoch == self.present.epoch and self._signed_at_once else inf

    def _of_paths(self) -> Iterator[Check]:
        for epoch, heads in self._heads.items():
            roots = {head.size: head.root for head in reversed(heads) if 0 < head.size <= self._limit(epoch)}
            for first, second in pairwise(sorted(roots.items())):
                path = self._source.consistency(epoch, first[0], second[0])
                sentence = f"The log of {second[0]} entries is not shown to go on from that of {first[0]}."
                if path is None:
                    yield from self._missing(epoch, "log-consistency", sentence)
                elif not is_consistent(first, second, path):
                    yield _wrong("log-consistency", sentence)

    def _missing(self, epoch: int, name: str, sentence: str) -> Iterator[Check]:
        """What is not shown; after a restore the end of the log before it may honestly be lost."""
        if epoch == self.present.epoch:
            yield _wrong(name, sentence)
            return
        sentence = f"The end of log {epoch} is not shown any more, as after a restore from a copy; ask the host."
        note = Check("log-lost", True, sentence)
        if note not in self.notes:
            self.notes.append(note)

    def _add(self, epoch: int, head: LogHead) -> None:
        if head not in self._heads.setdefault(epoch, []):
            self._heads[epoch].append(head)


def _wrong(name: str, sentence: str) -> Check:
    return Check(name, False, sentence)
