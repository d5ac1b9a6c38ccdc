"""How somebody wants to talk, read from a form and kept."""

import msgspec

from shanghaien.web.http.fields import Fields
from shanghaien.web.ids import PersonId
from shanghaien.web.people.wishes import TalkWishes, WishStore


async def keep_talk_wishes(wishes: WishStore, person: PersonId, fields: Fields) -> None:
    """Keep the three switches as the form has them."""
    talk = TalkWishes(*(fields.flag(name) for name in ("phrases", "free", "watchers")))
    await wishes.change(person, lambda kept: msgspec.structs.replace(kept, talk=talk))
