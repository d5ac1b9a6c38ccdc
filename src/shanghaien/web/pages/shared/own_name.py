"""The name by which somebody called themselves last: kept in a cookie, so that no form asks for it twice."""

from urllib.parse import quote, unquote

from litestar.datastructures import Cookie

from shanghaien.web.http.fields import Fields
from shanghaien.web.http.preferences import ONE_YEAR
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.people.names import clean_name

COOKIE = "called"
FIELD = "name"


def remembered_name(request: AnyRequest) -> str:
    """The name as it was given last; empty if none was."""
    return clean_name(unquote(request.cookies.get(COOKIE, "")))


def name_given(request: AnyRequest, fields: Fields) -> str:
    """The name that a form gives; a form that does not ask for it means the one that is remembered."""
    return clean_name(fields.text(FIELD)) if FIELD in fields else remembered_name(request)


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
