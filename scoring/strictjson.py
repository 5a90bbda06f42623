"""JSON from elsewhere, read so that it means one thing only: an object, each key once, numbers that exist."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from scoring.problem import Problem, Unreadable
from scoring.record import shortened
from scoring.text import Text, say, vocabulary

_ = vocabulary("scoring")

LONGEST = 8 * 1024 * 1024  # bytes; some fifty thousand hands


def object_in(raw: bytes, refusal: Text) -> dict[str, Any]:
    """The object that stands in these bytes. Raises Unreadable: with `refusal` where there is none."""
    try:
        value = _reader.decode(raw.decode(json.detect_encoding(raw), "surrogatepass"))  # as json.loads does
    except Unreadable:
        raise
    except (ValueError, RecursionError):  # also text that is no UTF-8, and numbers of thousands of digits
        value = None
    if not isinstance(value, dict):
        raise Unreadable([Problem(None, "not_json", refusal)])
    return value


def too_long(code: str, message: str) -> Unreadable:
    """What is longer than `LONGEST` is not looked at; `message` names its `limit` in MB."""
    return Unreadable([Problem(None, code, say(message, limit=LONGEST // 1024**2))])


def lines_of(stream: BinaryIO) -> Iterator[bytes | None]:
    """Line by line, never more than one in memory; None for one that is longer than `LONGEST`."""
    while line := stream.readline(LONGEST + 1):
        if len(line) <= LONGEST or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
        yield None


def _every_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        keys = [key for key, _value in pairs]
        twice = shortened(next(key for key in keys if keys.count(key) > 1))
        raise Unreadable([Problem(twice, "duplicate_key", say(_("“{key}” is written twice."), key=twice))])
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


_reader = json.JSONDecoder(object_pairs_hook=_every_key_once, parse_constant=_refuse_constant)
