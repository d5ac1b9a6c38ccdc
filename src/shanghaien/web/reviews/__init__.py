"""Reviews of finished games, hints during one, replays, puzzles."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="jobs:open_parts",
    page_parts="routes:open_parts",
    routes=("routes:ROUTES", "replay.routes:ROUTES", "puzzles.routes:ROUTES"),
    styles=("replay", "puzzles", "review"),
)
