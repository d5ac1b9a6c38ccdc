"""The program as it will be after one further migration, which is made up here."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shanghaien.web.core.database import migrate

SCRIPT = '''"""How many entries each game has, and a table of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table("logbook", sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True))
    op.execute("INSERT INTO logbook (game) SELECT id FROM games")
    op.add_column("games", sa.Column("length", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE games SET length = (SELECT count(*) FROM entries WHERE entries.game = games.id)")
    op.create_index("ix_games_length", "games", ["length"])


def downgrade() -> None:
    op.drop_index("ix_games_length", "games")
    op.drop_column("games", "length")
    op.drop_table("logbook")
'''


@contextmanager
def later_version(folder: Path) -> Iterator[None]:
    """Let there be a second migration meanwhile."""
    scripts = folder / "migrations"
    shutil.copytree(Path(str(migrate.MIGRATIONS)), scripts)
    (scripts / "versions" / "0002_made_up.py").write_text(SCRIPT, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "MIGRATIONS", scripts)
        yield
