"""Which links each group of draws came from, so that a page that was away can follow the dice by itself."""

from typing import NamedTuple

from shanghaien.fairness.second import LETTERS, Ledger

NOBODY = "-"


class DrawnGroup(NamedTuple):
    """The links of one group: the owner's chain, number and link (or nobody's), and the server's link."""

    chain: str
    number: int
    link: str
    server: str


def group_between(before: Ledger, after: Ledger) -> DrawnGroup:
    """The group that leads from one ledger to the next."""
    server = after.tips[after.server].link
    who = LETTERS.get(after.groups[-1])
    if who is None:
        return DrawnGroup(NOBODY, 0, NOBODY, server)
    chain, number, link = after.tips[before.chains[who]].fields
    return DrawnGroup(chain, int(number), link, server)
