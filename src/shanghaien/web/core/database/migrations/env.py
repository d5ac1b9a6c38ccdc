"""Run the migration scripts on the connection that `shanghaien.web.core.database.migrate` hands over."""

from alembic import context

from shanghaien.web.core.database.dialects import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
