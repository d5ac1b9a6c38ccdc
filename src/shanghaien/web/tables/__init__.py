"""A game being played: its table, its log, its clocks, its dice, its seats, and the pages and programs that play it."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="parts:open_parts",
    page_parts="pages.routes:open_parts",
    routes=(
        "pages.routes:ROUTES",
        "pages.page_socket:ROUTES",
        "start.new_game_routes:ROUTES",
        "start.seat_routes:ROUTES",
        "start.vacation_routes:ROUTES",
        "dice.routes:ROUTES",
    ),
    api=("api.routes:ROUTES", "api.socket:ROUTES"),
    person_rows="store.seats:PERSON_ROWS",
    schema="store.schema",
    table_styles=(
        "row",
        "seat",
        "tray",
        "score",
        "log",
        "table",
        "choices",
        "worth",
        "over",
        "finale",
        "bot_game",
        "motion",
        "presence",
        "strength",
        "landscape",
    ),
    styles=("checking", "vacation", "real_dice"),
    sheets={"clock.css": ("clock",)},
)
