"""Recovery codes: ten at a time, to be printed or written down; each lets its person in once, together with the name."""

import hashlib
import secrets

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import PersonId
from shanghaien.web.store.recovery import RecoveryStore, replace_codes

from .joining import Inside

CODES = 10
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Without i, l, o and u: nobody has to tell them from 1, 0 and v."""
READ_AS = str.maketrans("ilou", "110v")
GROUPS, GROUP = 4, 4
"""Sixteen letters of five bits: nobody guesses one, even with the hashes at hand."""


class WrongCode(Refused):
    """The name and the code do not go together."""

    code = "wrong-code"


class Recovery:
    """Makes codes and lets people in by them."""

    def __init__(self, store: RecoveryStore) -> None:
        self._store = store

    def keeping(self, person: PersonId, codes: list[str]) -> Inside:
        """Stores the first codes of somebody new, in the transaction that makes their account."""

        async def keep(connection: AsyncConnection) -> None:
            await replace_codes(connection, person, _digests(codes))

        return keep

    async def renew(self, person: PersonId) -> list[str]:
        """Ten new codes, told this once; the old ones end."""
        codes = new_codes()
        await self._store.replace(person, _digests(codes))
        return codes

    async def left(self, person: PersonId) -> int:
        """How many codes a person has that were not used."""
        return await self._store.left(person)

    async def use(self, folded_name: str, code: str) -> PersonId:
        """Whom the code lets in; WrongCode in the same words and after the same work, whatever of the two is wrong."""
        person = await self._store.use(folded_name, _digest(code))
        if person is None:
            raise WrongCode(N_("This name and this code do not belong together. Check both, or use another way."))
        return person


def new_codes() -> list[str]:
    """Ten codes that nobody can guess."""
    return [_new_code() for _ in range(CODES)]


def _digests(codes: list[str]) -> list[str]:
    """What is stored of codes."""
    return [_digest(code) for code in codes]


def _new_code() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def _digest(code: str) -> str:
    """However it is typed: capital letters, spaces for dashes, an O for a zero."""
    typed = "".join(sign for sign in code.lower() if sign.isalnum()).translate(READ_AS)
    return hashlib.sha256(f"recovery\n{typed}".encode()).hexdigest()
