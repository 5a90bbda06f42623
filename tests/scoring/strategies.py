"""Answers made from the declarations: whatever a game asks, without knowing which game it is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from scoring import Game, SoFar, Table, Unreadable, fields_for, opening, parse, parse_paper, play, set_up
from scoring.fields import REQUIRED, AnswerKind, Field, Shape, fields_of
from scoring.table import Seating

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["", "1", "redeal", -1, 0, 10**30, "\ud800"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def values(shape: Shape, seating: Seating) -> st.SearchStrategy[Any]:
    """Raw answers of this shape, each acceptable by itself."""
    match shape.kind:
        case AnswerKind.NUMBER:
            assert shape.between is not None
            return st.integers(shape.between.low, shape.between.high)
        case AnswerKind.CHOICE:
            return st.sampled_from([option.value for option in shape.options])
        case AnswerKind.FLAG:
            return st.booleans()
        case AnswerKind.SEAT:
            return st.integers(1, seating.seats)
        case AnswerKind.SIDE:
            return st.integers(1, seating.sides)
        case AnswerKind.TEXT:
            return st.text("aäé ñß1", min_size=1, max_size=12).map(str.strip).filter(bool)
        case AnswerKind.PARTIES:
            assert shape.against is not None
            high = min(shape.against.at_most, seating.seats - 1)
            low = min(shape.against.at_least, high)
            everybody = st.integers(1, seating.seats)
            return st.lists(everybody, min_size=low, max_size=high, unique=True).map(sorted)
        case AnswerKind.GROUP:
            return answers(shape.fields, seating)
        case AnswerKind.LIST:
            assert shape.item is not None
            exact, many = shape.length(seating), shape.many
            low, high = (exact, exact) if exact is not None else (many.at_least, min(many.at_most, 4))
            return st.lists(
                values(shape.item, seating), min_size=low, max_size=max(low, high), unique=many.distinct
            )


@st.composite
def answers(draw: st.DrawFn, fields: Sequence[Field], seating: Seating) -> dict[str, Any]:
    """Raw answers to the questions that are asked, optional ones now and then."""
    raw: dict[str, Any] = {}
    for field in fields:
        if not is_asked(field, fields, raw):
            continue
        if field.default is REQUIRED or field.ask.needed or draw(st.booleans()):
            raw[field.name] = draw(values(field.shape, seating))
    return raw


def is_asked(field: Field, fields: Sequence[Field], raw: dict[str, Any]) -> bool:
    """An option is a string, so raw answers compare with what `When` names."""
    defaults = {field.name: field.default for field in fields}
    return all(condition.holds({**defaults, **raw}) for condition in field.ask.when)


@st.composite
def hands(
    draw: st.DrawFn, game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any]
) -> dict[str, Any] | None:
    """A hand that is accepted, or None: what the game refuses is taken back or filled in, a few times."""
    fields = {field.name: field for field in fields_for(game, table)}
    raw = draw(answers(tuple(fields.values()), table.seating))
    for _attempt in range(6):
        try:
            parse(game, table, so_far, raw)
        except Unreadable as refused:
            for name in dict.fromkeys(problem.field for problem in refused.problems):
                if name in raw and draw(st.booleans()):
                    del raw[name]
                elif name in fields:
                    raw[name] = draw(values(fields[name].shape, table.seating))
        else:
            return raw
    return None


@dataclass(frozen=True)
class Drawn:
    """A table with accepted hands on it, as raw answers and as the sheet they give.

    `hands` are those that were entered one by one; the sheet may hold totals from paper besides.
    """

    table: Table[Any]
    hands: tuple[dict[str, Any], ...]
    so_far: SoFar[Any]


def plain_tables(game: Game[Any, Any]) -> list[tuple[str, int]]:
    """Every preset with every number of people it can be played by."""
    playable = []
    for preset in game.presets:
        for seats in game.seats:
            with suppress(Unreadable):
                set_up(game, seats, preset.key)
                playable.append((preset.key, seats))
    return playable


@st.composite
def tables(draw: st.DrawFn, game: Game[Any, Any], preset: str, seats: int) -> Table[Any]:
    """A table of this game; some with switches of their own, where these go together."""
    fields = fields_of(game.rules)
    switches: dict[str, Any] = {}
    for field in draw(st.lists(st.sampled_from(fields), max_size=4, unique_by=lambda field: field.name)):
        switches[field.name] = draw(values(field.shape, game.accounts(seats, game.preset(preset).rules)))
    try:
        return set_up(game, seats, preset, switches)
    except Unreadable:
        return set_up(game, seats, preset)


@st.composite
def stretches(
    draw: st.DrawFn, game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any]
) -> tuple[dict[str, Any], SoFar[Any]] | None:
    """Totals from paper as hands of the game in progress give them, and the sheet with those hands."""
    after = so_far
    for _hand in range(draw(st.integers(1, 3))):
        raw = draw(hands(game, table, after)) if len(after.earlier) == len(so_far.earlier) else None
        if raw is not None:
            after = play(game, table, after, parse(game, table, after, raw))
    decided = len(after.earlier) > len(so_far.earlier)
    totals, number = (
        (after.earlier[-1].totals, after.earlier[-1].number) if decided else (after.totals, after.number)
    )
    if number == so_far.number:
        return None
    points = [total - before for total, before in zip(totals, so_far.totals, strict=True)]
    return {"hands": number - so_far.number, "points": points}, after


@st.composite
def sheets(
    draw: st.DrawFn,
    game: Game[Any, Any],
    preset: str | None = None,
    seats: int | None = None,
    at_most: int = 5,
) -> Drawn:
    """A table and up to so many accepted hands; now and then some of them are on paper."""
    if preset is None or seats is None:
        preset, seats = draw(st.sampled_from(plain_tables(game)))
    table = draw(tables(game, preset, seats))
    so_far, taken = opening(table), []
    for _hand in range(draw(st.integers(1, at_most))):
        stretch = None
        if not so_far.over and draw(st.sampled_from((False, False, False, True))):
            stretch = draw(stretches(game, table, so_far))
        if stretch is not None:
            so_far = play(game, table, so_far, parse_paper(game, table, so_far, stretch[0]))
            continue
        raw = None if so_far.over else draw(hands(game, table, so_far))
        if raw is None:
            break
        so_far = play(game, table, so_far, parse(game, table, so_far, raw))
        taken.append(raw)
    return Drawn(table, tuple(taken), so_far)
