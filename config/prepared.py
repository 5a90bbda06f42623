"""Statements of every hand and every question of a phone, put together once.

Django puts a query together anew each time it is asked; for one that joins five tables this takes twenty times
as long as the database's answer. Here it is done once for each connection. What is asked stays a queryset, and
rows become the models they always become.

    HANDS = Prepared(lambda: Entry.objects.filter(sitting=Given("sitting", BigIntegerField())).order_by("seq"))
    HANDS.ask(sitting=7)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Expression, Field, Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

MADE = "stammtisch_prepared"  # of a connection: what was put together for it


class Given(Expression):
    """In a prepared query: a value that is said when it is asked."""

    def __init__(self, name: str, output_field: Field[Any, Any]) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """Itself, as the parameter."""
        return "%s", [self]

    def value(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> Any:
        """What the database is told."""
        return self.output_field.get_db_prep_value(given[self.name], connection)


class _Made(Generic[M]):
    """A query, put together for one connection."""

    def __init__(self, queryset: QuerySet[M], connection: BaseDatabaseWrapper) -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        self.sql, self.parameters = compiler.as_sql()
        self.converters = compiler.get_converters([column[0] for column in compiler.select])
        self.compiler: Any = compiler
        self.model = cast("type[M]", compiler.klass_info["model"])
        fields = compiler.klass_info["select_fields"]
        self.columns = slice(fields[0], fields[-1] + 1)
        self.names = [column[0].target.attname for column in compiler.select[self.columns]]
        self.related = get_related_populators(compiler.klass_info, compiler.select, connection.alias)
        self.beside = list(compiler.annotation_col_map.items())

    def read(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> list[M]:
        parameters = [
            each.value(given, connection) if isinstance(each, Given) else each for each in self.parameters
        ]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, parameters)
            rows: Sequence[Any] = cursor.fetchall()
        return [
            self._model(row, connection.alias) for row in self.compiler.apply_converters(rows, self.converters)
        ]

    def _model(self, row: Sequence[Any], using: str) -> M:
        instance = self.model.from_db(using, self.names, row[self.columns])
        for populator in self.related:
            populator.populate(row, instance)
        for name, place in self.beside:
            setattr(instance, name, row[place])
        return instance


class Prepared(Generic[M]):
    """A queryset that is always the same but for what is `Given`."""

    def __init__(self, queryset: Callable[[], QuerySet[M]]) -> None:
        self.queryset = queryset

    def ask(self, **given: Any) -> list[M]:
        """The rows, as models."""
        connection = connections[DEFAULT_DB_ALIAS]
        made: dict[object, Any] = connection.__dict__.setdefault(MADE, {})
        query: _Made[M] | None = made.get(self)
        if query is None:
            query = made[self] = _Made(self.queryset(), connection)
        return query.read(given, connection)

    def ask_first(self, **given: Any) -> M | None:
        """The first row; the queryset says by itself that it has one at most."""
        rows = self.ask(**given)
        return rows[0] if rows else None


class Writing(Generic[M]):
    """Rows of one model, written as they are: without looking whether they are there, and reading nothing
    back. Numbers that the database gives by itself stay unknown."""

    def __init__(self, model: Callable[[], type[M]]) -> None:
        self.model = model

    def insert(self, instance: M) -> None:
        """A new row."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, fields = self._made("insert", connection)
        _execute(connection, sql, _values(instance, fields, connection))
        instance._state.adding = False
        instance._state.db = connection.alias

    def update(self, instance: M, *names: str) -> bool:
        """These columns of a row that is there; False where it is not."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, fields = self._made(names, connection)
        return _execute(connection, sql, _values(instance, fields, connection)) == 1

    def _made(
        self, what: str | tuple[str, ...], connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Field[Any, Any]]]:
        made: dict[object, Any] = connection.__dict__.setdefault(MADE, {})
        there: tuple[str, list[Field[Any, Any]]] | None = made.get((self, what))
        if there is None:
            there = made[self, what] = self._put_together(what, connection)
        return there

    def _put_together(
        self, what: str | tuple[str, ...], connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Field[Any, Any]]]:
        meta, quote = self.model()._meta, connection.ops.quote_name
        table = quote(meta.db_table)
        if what == "insert":
            fields = [field for field in meta.concrete_fields if not isinstance(field, AutoField)]
            columns = ", ".join(quote(field.column) for field in fields)
            return f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(fields))})", fields
        fields = [cast("Field[Any, Any]", meta.get_field(name)) for name in what]
        columns = ", ".join(f"{quote(field.column)} = %s" for field in fields)
        assert meta.pk is not None
        return f"UPDATE {table} SET {columns} WHERE {quote(meta.pk.column)} = %s", [*fields, meta.pk]


def _values(
    instance: Model, fields: Sequence[Field[Any, Any]], connection: BaseDatabaseWrapper
) -> list[Any]:
    return [field.get_db_prep_save(getattr(instance, field.attname), connection) for field in fields]


def _execute(connection: BaseDatabaseWrapper, sql: str, parameters: Sequence[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return int(cursor.rowcount)
