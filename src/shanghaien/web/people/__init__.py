"""The people of a site: accounts, credentials, names, preferences, blocks, tokens of their programs."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="visibility:open_parts",
    page_parts="pages.parts:open_parts",
    routes=(
        "pages.credential_routes:ROUTES",
        "pages.account_routes:ROUTES",
        "pages.settings_routes:ROUTES",
    ),
    person_rows="person_data:PERSON_ROWS",
    schema="schema",
    styles=("tokens", "sign_in"),
)
