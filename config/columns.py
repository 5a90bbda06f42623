"""For migrations: a column more, without writing a whole table anew."""

from __future__ import annotations

import json
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddColumn(migrations.AddField):
    """AddField of what has a default in the database and is not null; on SQLite `ALTER TABLE`.

    Django would write the table anew there, which takes time and breaks triggers that speak of it.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Add it, and its index."""
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        field = to_state.apps.get_model(app_label, self.model_name)._meta.get_field(self.name)
        table, kind = f"{app_label}_{self.model_name_lower}", field.db_type(schema_editor.connection)
        refers = ""
        if field.remote_field is not None:
            there = field.remote_field.model._meta
            refers = f" REFERENCES {there.db_table} ({there.pk.column}) DEFERRABLE INITIALLY DEFERRED"
        default = schema_editor.quote_value(
            json.dumps(field.db_default) if isinstance(field, models.JSONField) else field.db_default
        )
        schema_editor.execute(
            f"ALTER TABLE {table} ADD COLUMN {field.column} {kind} NOT NULL DEFAULT {default}{refers}"
        )
        if field.db_index:
            schema_editor.execute(f"CREATE INDEX {table}_{field.column} ON {table} ({field.column})")

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Take it away again."""
        if schema_editor.connection.vendor != "sqlite":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        field = from_state.apps.get_model(app_label, self.model_name)._meta.get_field(self.name)
        table = f"{app_label}_{self.model_name_lower}"
        if field.db_index:
            schema_editor.execute(f"DROP INDEX {table}_{field.column}")
        schema_editor.execute(f"ALTER TABLE {table} DROP COLUMN {field.column}")
