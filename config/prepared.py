"""Statements of every hand and every question of a phone, put together once.

Django puts a query together anew each time it is asked; for one that joins five tables this takes twenty
times as long as the database's answer. Here it is done once for each connection. What is asked stays a
queryset, and rows become the models they always become.

    ENTRIES = Prepared(lambda: Entry.objects.filter(sitting=Given("table", BigIntegerField())))
    ENTRIES.ask(table=7)
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Generic, Self, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.db.models import (
    AutoField,
    BooleanField,
    CharField,
    Expression,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    QuerySet,
)
from django.db.models import query as _query

from config.postgresql import is_pooled

_related: Any = _query.get_related_populators

M = TypeVar("M", bound=Model)

MADE = "stammtisch_prepared"  # of a connection: what was put together for it


def cursor_of(connection: BaseDatabaseWrapper) -> Any:
    """A cursor for statements that are always the same: PostgreSQL plans them once for each connection, which
    costs it more than to carry them out; for SQLite they are written in its way once."""
    if connection.queries_logged:  # what is logged is to be read
        return connection.cursor()
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    ready: dict[object, Any] = connection.__dict__.setdefault(MADE, {})
    raw, cursor = ready.get(cursor_of, (None, None))
    if raw is None or raw is not connection.connection:  # its rows are read at once: one is enough
        raw, cursor = ready[cursor_of] = _opened(connection)
    return nullcontext(cursor)


def _opened(wrapper: Any) -> tuple[Any, Any]:
    with wrapper.wrap_database_errors:
        raw = wrapper.connection
        if wrapper.vendor == "sqlite":
            return raw, wrapper._prepare_cursor(raw.cursor(factory=_Fixed))
        from django.db.backends.postgresql import base  # a club has no PostgreSQL

        cursor: Any = base.ServerBindingCursor
        # Behind a pool the next connection knows nothing of what this one was told.
        raw.prepare_threshold = None if is_pooled(wrapper) else 0
        return raw, wrapper._prepare_cursor(cursor(raw))


class _Fixed(sqlite3.Cursor):
    """Of statements that are always the same."""

    def execute(self, query: str, parameters: Any = ()) -> Self:
        """As Django's cursor, which looks for the places of the parameters each time."""
        return super().execute(_with_marks(query), parameters)


@lru_cache(maxsize=256)
def _with_marks(query: str) -> str:
    return FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class Given(Expression):
    """In a prepared query: a value that is said when it is asked."""

    def __init__(self, name: str, output_field: Field[Any, Any]) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
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
        self.related = _related(compiler.klass_info, compiler.select, connection.alias)
        self.beside = list(compiler.annotation_col_map.items())

    def run(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> Sequence[Any]:
        parameters = [
            each.value(given, connection) if isinstance(each, Given) else each for each in self.parameters
        ]
        with cursor_of(connection) as cursor:
            cursor.execute(self.sql, parameters)
            rows: Sequence[Any] = cursor.fetchall()
            return rows

    def read(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> list[M]:
        rows = self.run(given, connection)
        return [
            self._model(row, connection.alias)
            for row in self.compiler.apply_converters(rows, self.converters)
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
        return self._statement(connection).read(given, connection)

    def run(self, **given: Any) -> None:
        """For what asking does: rows are locked, and not looked at."""
        connection = connections[DEFAULT_DB_ALIAS]
        self._statement(connection).run(given, connection)

    def ask_first(self, **given: Any) -> M | None:
        """The first row; the queryset says by itself that it has one at most."""
        rows = self.ask(**given)
        return rows[0] if rows else None

    def _statement(self, connection: BaseDatabaseWrapper) -> _Made[M]:
        ready: dict[object, Any] = connection.__dict__.setdefault(MADE, {})
        query: _Made[M] | None = ready.get(self)
        if query is None:
            query = ready[self] = _Made(self.queryset(), connection)
        return query


class Writing:
    """A row of a model, written as it is: without looking whether it is there, and reading nothing back.

    A new row, with all its columns but a number that the database gives by itself; or, where some are named,
    these columns of a row that is there. Values are said by column (`sitting_id`), as a model holds them.
    """

    def __init__(self, model: Callable[[], type[Model]], *columns: str) -> None:
        self.model = model
        self.columns = columns

    def statement(self, quote: Callable[[str], str]) -> _Statement:
        """What the database is told."""
        meta: Any = self.model()._meta
        table, key = quote(meta.db_table), meta.pk
        if self.columns:
            by_name = {field.attname: field for field in meta.concrete_fields}
            fields = [*(by_name[name] for name in self.columns), key]
            columns = ", ".join(f"{quote(by_name[name].column)} = %s" for name in self.columns)
            sql = f"UPDATE {table} SET {columns} WHERE {quote(key.column)} = %s"
        else:
            fields = [field for field in meta.concrete_fields if not isinstance(field, AutoField)]
            columns = ", ".join(quote(field.column) for field in fields)
            sql = f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(fields))})"
        return _Statement(sql, [(field.attname, _preparing(field)) for field in fields])


def write(*rows: tuple[Writing, Mapping[str, Any]]) -> bool:
    """Inside a transaction. False if the last of them, one that is there, is not there.

    PostgreSQL is told all of them at once: it is asked over a wire.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    ready: dict[object, Any] = connection.__dict__.setdefault(MADE, {})
    writings = tuple(writing for writing, _values in rows)
    statements: list[_Statement] | None = ready.get(writings)
    if statements is None:
        quote, together = connection.ops.quote_name, connection.vendor == "postgresql"
        statements = ready[writings] = [writing.statement(quote) for writing in writings]
        ready[writings, "together"] = _together(statements) if together else ""
    parameters = [
        [
            values[name] if prepare is None else prepare(values[name], connection)
            for name, prepare in statement.columns
        ]
        for statement, (_writing, values) in zip(statements, rows, strict=True)
    ]
    with cursor_of(connection) as cursor:
        if sql := ready[writings, "together"]:
            cursor.execute(sql, list(chain.from_iterable(parameters)))
        else:
            for statement, values in zip(statements, parameters, strict=True):
                cursor.execute(statement.sql, values)
        return bool(cursor.rowcount == 1)


@dataclass(frozen=True, slots=True)
class _Statement:
    """A statement, and by column what makes the database's value of ours; None: it is the same."""

    sql: str
    columns: list[tuple[str, Callable[[Any, BaseDatabaseWrapper], Any] | None]]


def _preparing(field: Field[Any, Any]) -> Callable[[Any, BaseDatabaseWrapper], Any] | None:
    target = field.target_field if isinstance(field, ForeignKey) else field
    return None if isinstance(target, IntegerField | CharField | BooleanField) else target.get_db_prep_save


def _together(statements: Sequence[_Statement]) -> str:
    """Rows that are new, and then one that is there, as one statement; "" where they are something else.

    In this order: two writers who meet at more than one row would wait for each other otherwise.
    """
    *first, last = (statement.sql for statement in statements)
    if not first or not last.startswith("UPDATE"):
        return ""
    new = ", ".join(f"w{number} AS ({sql} RETURNING 1)" for number, sql in enumerate(first))
    order = "".join(f" AND (SELECT count(*) FROM w{number}) = 1" for number in range(len(first)))
    return f"WITH {new} {last}{order}"
