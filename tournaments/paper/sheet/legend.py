"""The short letters of a sheet and what they mean, from the declaration of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.fields import AnswerKind, AtLeast, Condition, Field, OneOf, Option, Shape, When
from tournaments.paper.sheet.frequency import share_held
from tournaments.speech.wording import number, speak


@dataclass(frozen=True, slots=True)
class LegendLine:
    """One explanation of the legend."""

    short: str
    label: str  # empty: the same as the head
    codes: tuple[tuple[str, str], ...] = ()  # short letters and what they mean
    condition: str = ""  # "only with U, DM, B, P"

    @property
    def text(self) -> str:
        """`Made? (only with U, DM, B, P)`."""
        parts = [self.label, _listed(self.codes), f"({self.condition})" if self.condition else ""]
        return " ".join(filter(None, parts))

    @property
    def between(self) -> str:
        """What separates the codes."""
        return _between(self.codes)


def legend_line(field: Field, asked: Sequence[Field]) -> LegendLine:
    """What a column or a remark is called, its answers, and when it is asked."""
    short, label = speak(field.ask.short), speak(field.ask.label)
    codes = tuple(_codes(field.shape, field.default))
    if short == label:
        label = ""
    if label and codes and not label.endswith(("?", ":")):
        label = gettext("{label}:").format(label=label)
    before = {other.name: other for other in asked}
    conditions = [text for text in (_condition(condition, before) for condition in field.ask.when) if text]
    return LegendLine(short, label, codes, "; ".join(conditions))


def _codes(shape: Shape, usual: object = None) -> Iterator[tuple[str, str]]:
    """What the short letters mean; the usual answer needs none."""
    match shape.kind:
        case AnswerKind.CHOICE:
            for option in shape.options:
                if option != usual:
                    short, label = speak(option.short), speak(option.label)
                    yield ("", label) if short == label else (short, label)
        case AnswerKind.PARTIES:
            if shape.against is not None:
                these, those = speak(shape.against.these), speak(shape.against.those)
                yield "", gettext("{these} against {those}").format(these=these, those=those)
        case AnswerKind.LIST:
            if shape.item is not None:
                yield from _codes(shape.item)
        case AnswerKind.GROUP:
            for field in shape.fields:
                if not field.hidden:
                    yield _part(field)
        case AnswerKind.NUMBER | AnswerKind.FLAG | AnswerKind.SEAT | AnswerKind.SIDE | AnswerKind.TEXT:
            pass


def _part(field: Field) -> tuple[str, str]:
    """One answer of a group: `An`, `Answer (Q Quiero, N No quiero)`."""
    short, label = speak(field.ask.short), speak(field.ask.label)
    codes = _listed(tuple(_codes(field.shape, field.default)))
    return "" if short == label else short, f"{label} ({codes})" if codes else label


def _listed(codes: tuple[tuple[str, str], ...]) -> str:
    """`C Cego, 1 Eine`."""
    return f"{_between(codes)} ".join(" ".join(filter(None, code)) for code in codes)


def _between(codes: tuple[tuple[str, str], ...]) -> str:
    """A comma, or a semicolon where a wording has commas itself."""
    return ";" if any("," in label for _, label in codes) else ","


def _condition(condition: Condition, asked: Mapping[str, Field]) -> str:
    """When a question is asked, in short letters; empty when that needs no word."""
    if share_held(condition, asked) == 1.0:
        return ""
    match condition:
        case OneOf():
            words = [_condition(each, asked) for each in condition.conditions]
            return " / ".join(dict.fromkeys(word for word in words if word))
        case _ if condition.field not in asked:
            return ""
        case AtLeast():
            short = speak(asked[condition.field].ask.short)
            return gettext("only with {short} from {low} on").format(short=short, low=number(condition.low))
        case When():
            return _only_with(condition, asked[condition.field])


def _only_with(when: When, before: Field) -> str:
    offered: Sequence[object] = before.shape.options or when.among
    only = [value for value in offered if value in when.among]
    without = [value for value in offered if value not in when.among]
    if 0 < len(without) < len(only):
        return gettext("not with {answers}").format(answers=", ".join(map(_answer, without)))
    return gettext("only with {answers}").format(answers=", ".join(map(_answer, only)))


def _answer(value: object) -> str:
    match value:
        case Option():
            return speak(value.short)
        case bool():
            return gettext("yes") if value else gettext("no")
        case int():
            return number(value)
        case _:
            return str(value)
