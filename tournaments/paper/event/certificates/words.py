"""What a certificate says, line by line, and how large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import get_language, gettext
from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics

from tournaments.paper.event.awards import Certificate, Certificates
from tournaments.paper.lettering import Face, Family, clean, fit, load_fonts, width_of, wrap_evenly
from tournaments.paper.page import joined, written_date

LEAST = 0.35  # of the size a line was meant in, before it is cut
ONE_LINE = 0.8  # a text stays on one line if it need not become smaller than this
SMALLER = (0.92, 0.82, 0.72, 0.62, 0.52)  # the sizes tried, beside the one that was meant
MANY_NAMES, MOST_MEMBER_LINES = 3, 3  # from so many on, names share lines


@dataclass(frozen=True, slots=True)
class Type:
    """How one kind of line looks."""

    size: float
    family: Family = "serif"
    color: Color | None = None  # None: that of the design
    tracking: float = 0.0  # extra room between letters, in sizes
    bold: bool = False
    above: float = 0.5  # room above, in sizes


@dataclass(frozen=True, slots=True)
class LetterStyles:
    """All kinds of lines of a design."""

    ink: Color
    club: Type
    title: Type
    event: Type
    occasion: Type
    team: Type
    name: Type
    member: Type
    substitute: Type
    rank: Type
    award: Type
    points: Type
    text: Type
    day: Type
    divider: Color | None = None  # of the ornament above the names
    family: Family = "serif"  # of signatures


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line as it will be drawn."""

    kind: str
    text: str
    face: Face
    tracking: float
    above: float

    @property
    def height(self) -> float:
        return self.above + self.face.size * 1.08


def ordinal(place: int, last: int | None = None) -> str:
    """The place in words: "1st place", "1. Platz", "1.er puesto"; shared ones as "5.–8. Platz"."""
    span = "–".join(map(_counted, (place,) if last is None or last <= place else (place, last)))
    match (get_language() or "en")[:2]:
        case "de":
            return f"{span} Platz"
        case "es":
            return f"{span} puesto"
        case _:
            return f"{span} place"


def _counted(place: int) -> str:
    match (get_language() or "en")[:2]:
        case "de":
            return f"{place}."
        case "es":
            return f"{place}.er" if place % 10 in (1, 3) and place != 11 else f"{place}.º"
        case _:
            ends = {1: "st", 2: "nd", 3: "rd"}
            teen = 11 <= place % 100 <= 13
            return f"{place}{'th' if teen else ends.get(place % 10, 'th')}"


def covered(text: str, face: Face) -> Face:
    """The same face, or the plain one where the fine letters have no sign for something."""
    if _has_all(face.font, text):
        return face
    return replace(face, family="sans", size=face.size * 0.84, squeeze=0.9)


@lru_cache(maxsize=2000)
def _has_all(font: str, text: str) -> bool:
    load_fonts()
    known = pdfmetrics.getFont(font).face.charToGlyph  # type: ignore[attr-defined]
    return all(ord(char) in known for char in text)


def lines_of(
    view: Certificates, certificate: Certificate, style: LetterStyles, width: float, scale: float
) -> list[TextLine]:
    """Everything between the club and the signatures, from top to bottom."""
    event = view.event
    text_lines: list[TextLine] = []

    def add(kind: str, text: str, type: Type) -> None:
        if clean(text):
            text_lines.extend(_lines(kind, clean(text), type, style.ink, width, scale))

    add("club", event.club, style.club)
    add("title", gettext("Certificate"), style.title)
    add("event", event.title, style.event)
    add("occasion", view.occasion, style.occasion)
    if style.divider is not None:
        text_lines.append(TextLine("divider", "", Face(9 * scale, color=style.divider), 0.0, 12 * scale))
    add("team", certificate.team, style.team)
    if certificate.team or len(certificate.names) >= MANY_NAMES:
        text_lines += _members(certificate.names, style, width, scale)
    else:
        for number, text in enumerate(certificate.names):
            add("name", text, style.name if number == 0 else replace(style.name, above=0.1))
    if certificate.substitutes:
        also = gettext("Also played: {names}").format(names=", ".join(certificate.substitutes))
        add("substitute", also, style.substitute)
    if certificate.place is not None:
        add("rank", ordinal(certificate.place, certificate.last), style.rank)
    add("award", certificate.award, style.award if certificate.place is not None else style.rank)
    add("points", certificate.points, style.points)
    add("text", certificate.text, style.text)
    add("day", joined(event.place, written_date(event.date)).replace(" · ", ", "), style.day)
    return text_lines


def _members(names: Sequence[str], style: LetterStyles, width: float, scale: float) -> list[TextLine]:
    """Several names to a line, the lines of much the same length; no name is broken."""
    face = _face(style.member, style.ink, scale)
    face = covered("".join(names), face)
    for factor in SMALLER:
        smaller = face.sized(factor)
        widest = [width_of(clean(name), smaller) for name in names]
        if max(widest, default=0.0) > width and factor > SMALLER[-1]:
            continue
        lines = _packed([clean(name) for name in names], smaller, width)
        if len(lines) <= MOST_MEMBER_LINES or factor == SMALLER[-1]:
            above = style.member.above * smaller.size
            return [
                TextLine("name", run.text, run.face, 0.0, above if number == 0 else 0.15 * smaller.size)
                for number, run in enumerate(fit(line, smaller, width) for line in lines)
            ]
    return []


def _packed(names: Sequence[str], face: Face, width: float) -> list[str]:
    """Names between dots, as few lines as they need, and the lines as even as that allows."""

    def packed(room: float) -> list[str]:
        lines: list[str] = []
        for name in names:
            if lines and width_of(f"{lines[-1]} · {name}", face) <= room:
                lines[-1] += f" · {name}"
            else:
                lines.append(name)
        return lines

    fewest, room = packed(width), width
    while room > width * 0.4 and len(packed(room - 8)) == len(fewest):
        room -= 8
    return packed(room)


def _face(type: Type, ink: Color, scale: float) -> Face:
    squeeze = 0.92 if type.family == "sans" else 1.0
    return Face(
        type.size * scale, bold=type.bold, color=type.color or ink, squeeze=squeeze, family=type.family
    )


def _lines(kind: str, text: str, type: Type, ink: Color, width: float, scale: float) -> list[TextLine]:
    """A text at its size; on more lines where that keeps it large, smaller where it must be."""
    face = covered(text, _face(type, ink, scale))
    tracking, above = type.tracking * face.size, type.above * face.size
    wide = width_of(text, face) + tracking * (len(text) - 1)
    if wide <= width:
        return [TextLine(kind, text, face, tracking, above)]
    if wide * ONE_LINE <= width or " " not in text or kind == "title":
        run = fit(text, face, width, least=face.size * LEAST)
        return [TextLine(kind, run.text, run.face, 0.0, above)]
    most = 3 if kind in ("name", "text", "substitute") else 2
    for factor in SMALLER:
        smaller = face.sized(factor)
        broken = wrap_evenly(text, smaller, width)
        whole = all(width_of(word, smaller) <= width for word in text.split(" "))
        if (len(broken) <= most and whole) or factor == SMALLER[-1]:
            return [
                TextLine(kind, run.text, run.face, 0.0, above if number == 0 else 0.08 * face.size)
                for number, run in enumerate(fit(part, smaller, width) for part in broken[:most])
            ]
    return []


def largest(
    view: Certificates, certificate: Certificate, style: LetterStyles, room: tuple[float, float], scale: float
) -> list[TextLine]:
    """The lines at this scale, or the largest one below it that fits the room."""
    width, height = room
    lines = lines_of(view, certificate, style, width, scale)
    while sum(line.height for line in lines) > height and scale > 0.4:
        scale -= 0.04
        lines = lines_of(view, certificate, style, width, scale)
    return lines
