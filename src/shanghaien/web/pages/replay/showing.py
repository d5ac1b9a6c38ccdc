"""The page of a replay, wherever its game comes from."""

from litestar import MediaType, Response
from litestar.response import Template

from shanghaien.web.http.requests import AnyRequest, step_in
from shanghaien.web.http.site import site_of

from .film import STRETCH, film
from .model import Replay
from .ways import Ways


def shown(request: AnyRequest, replay: Replay, ways: Ways) -> Template:
    """The page at the step that the address names, or at the start."""
    at = replay.nearest(step_in(request.query_params.get("step", "")))
    shot = replay.shot(at)
    context = {
        "site": site_of(request),
        "replay": replay,
        "at": at,
        "shot": shot,
        "parts": shot.parts(),
        "page": shot.page,
        "ways": ways,
        "stretch": STRETCH,
    }
    return Template("replay/replay.html", context=context)


async def told(request: AnyRequest, replay: Replay) -> Response[bytes]:
    """The stretch of steps for which the page's script asks."""
    step = step_in(request.query_params.get("from", "")) or 0
    return Response(await film(replay, step), media_type="application/json")


def overviews(request: AnyRequest, replay: Replay) -> Response[str]:
    """What can be opened about the score at a step, for the page's script."""
    at = replay.nearest(step_in(request.query_params.get("step", "")))
    return Response(str(replay.shot(at).page.overviews), media_type=MediaType.HTML)
