"""An invitation as a square code, so that a phone on the other side of the table can open it."""

from functools import lru_cache
from io import BytesIO

import segno
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from shanghaien.web.http.requests import AnyRequest, address_for_links
from shanghaien.web.play.seating import Seating
from shanghaien.web.settings import Settings

A_DAY = "private, max-age=86400"
QUIET_ZONE = 3
"""Empty squares around the code; cameras find it by them."""
MOST_DRAWN = 200


@get("/join/{token:str}/code.svg", sync_to_thread=True)
def invitation_code(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    settings: NamedDependency[Settings],
    token: FromPath[str],
) -> Response[bytes]:
    """The address of an invitation as a drawing; nothing but invitations made here is drawn."""
    seating.invited_to(token)
    address = f"{address_for_links(request, settings.public_url)}/join/{token}"
    return Response(drawn(address), media_type="image/svg+xml", headers={"Cache-Control": A_DAY})


@lru_cache(MOST_DRAWN)
def drawn(address: str) -> bytes:
    """An address as a square code, black on white in every theme, since cameras want it so."""
    picture = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(picture, kind="svg", xmldecl=False, omitsize=True, border=QUIET_ZONE, light="#fff", svgclass=None)
    return picture.getvalue()
