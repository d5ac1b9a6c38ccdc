"""What people set for themselves: language, light, sound, questions; guests keep it in plain cookies, one each."""

from dataclasses import dataclass

from shanghaien.web.core import i18n
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.sessions import settings_of

THEMES = ("auto", "light", "dark")
FLAGS = ("confirm", "sound", "guide", "worth", "keys")


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person has set for themselves."""

    theme: str = "auto"
    confirm: bool = True
    """Whether a call of Shanghai, or a trick that is worth a round, is asked about once more."""
    sound: bool = False
    guide: bool = False
    """Whether comments tell what can be done."""
    worth: bool = True
    """Whether choices tell what they would do to the score."""
    keys: bool = True
    """Whether single keys press buttons."""
    zone: str = ""
    """The time zone in which times are shown, as Europe/Berlin; empty is UTC."""
    orders: str = ""
    """What is done for them in new games where nothing else is possible; empty: as the pace suggests."""


def preferences_of(request: AnyRequest) -> Preferences:
    """What the person has set; everything else is as by default."""
    cookies = settings_of(request)
    theme = cookies.get("theme", "auto")
    return Preferences(
        theme=theme if theme in THEMES else "auto",
        confirm=cookies.get("confirm") != "0",
        sound=cookies.get("sound") == "1",
        guide=cookies.get("guide") == "1",
        worth=cookies.get("worth") != "0",
        keys=cookies.get("keys") != "0",
        zone=(cookies.get("zone") or request.cookies.get("zone", ""))[:40],
        orders=cookies.get("orders", "")[:20],
    )


def kept_cookies(request: AnyRequest) -> dict[str, str]:
    """What the cookies of a guest say, as far as it makes sense."""
    sound = {"theme": THEMES, "lang": tuple(i18n.LANGUAGES)} | dict.fromkeys(FLAGS, ("0", "1"))
    return {name: value for name, value in request.cookies.items() if value in sound.get(name, ())}
