"""What somebody is called at new tables: by the name of their account, or as they called themselves last."""

from urllib.parse import quote, unquote

from litestar.datastructures import Cookie

from shanghaien.web.core.visitor import visitor_of
from shanghaien.web.people.names import clean_name
from shanghaien.web.site.forms import AnyRequest, Fields
from shanghaien.web.site.preferences import ONE_YEAR

COOKIE = "called"
FIELD = "name"


def remembered_name(request: AnyRequest) -> str:
    """The name of their account, or the one that was given last; empty if none was."""
    account = visitor_of(request).account
    return account.name if account is not None else clean_name(unquote(request.cookies.get(COOKIE, "")))


def name_given(request: AnyRequest, fields: Fields) -> str:
    """The name that a form gives; a form that does not ask for it means the one that is remembered.

    Whoever has an account goes by its name: nobody sits at a table under a name that looks like somebody else's.
    """
    if FIELD not in fields or visitor_of(request).account is not None:
        return remembered_name(request)
    return clean_name(fields.text(FIELD))


def remember(name: str) -> Cookie:
    """The cookie that keeps a name; an empty one forgets what was kept."""
    return Cookie(
        key=COOKIE,
        value=quote(clean_name(name)),
        max_age=ONE_YEAR,
        path="/",
        httponly=True,
        samesite="lax",
    )
