"""The name at new tables: that of the account, or the one that a guest gave last."""

from urllib.parse import quote, unquote

from litestar.datastructures import Cookie

from shanghaien.web.people.names import clean_name
from shanghaien.web.site.forms import AnyRequest, Fields
from shanghaien.web.site.sessions import ONE_YEAR

COOKIE = "called"
FIELD = "name"


def remembered_name(request: AnyRequest) -> str:
    """The name of the account, or the last one that was given; empty if there is none."""
    account = request.user.account
    return account.name if account is not None else clean_name(unquote(request.cookies.get(COOKIE, "")))


def name_given(request: AnyRequest, fields: Fields) -> str:
    """The name in a form, or the remembered one if the form has no such field.

    Accounts always go by their own name, which looks like no other person's.
    """
    if FIELD not in fields or request.user.account is not None:
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
