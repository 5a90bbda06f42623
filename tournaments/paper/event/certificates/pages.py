"""Certificates on their way to the paper."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from django.utils.translation import gettext
from reportlab.lib.colors import Color

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.awards import Certificate, Certificates, Signature
from tournaments.paper.event.certificates.cards import CARDS
from tournaments.paper.event.certificates.classic import CLASSIC
from tournaments.paper.event.certificates.design import Design, PageLayout
from tournaments.paper.event.certificates.modern import MODERN
from tournaments.paper.event.certificates.ornaments import divider
from tournaments.paper.event.certificates.words import TextLine, covered, largest, ordinal
from tournaments.paper.lettering import GREY, INK, Face, Family, fit
from tournaments.paper.page import A4_HEIGHT, A4_WIDTH, Area, joined

DESIGNS: dict[str, Design] = {"classic": CLASSIC, "modern": MODERN, "cards": CARDS}
MOST_SIGNATURES = 3
WIDEST_SIGNATURE = 190.0


def draw_certificates(paper: EventPdf, view: Certificates) -> None:
    """A page for each certificate. What is the same on all of them is in the file once."""
    design = DESIGNS[view.design]
    width, height = (A4_WIDTH, A4_HEIGHT) if view.upright else (A4_HEIGHT, A4_WIDTH)
    signatures = view.signatures[:MOST_SIGNATURES]
    sheet = design.sheet(width, height, len(signatures), view.logo is not None)
    logo = view.logo.data if view.logo is not None else b""
    stamp = f"{view.design}-{view.upright}-{len(signatures)}-{zlib.crc32(logo)}"
    with paper.chapter(gettext("Certificates")):
        for certificate in view.certificates:
            paper.page(width, height)
            paper.bookmark(_called(certificate))
            if not paper.has_stamp(stamp):
                with paper.stamp(stamp):
                    design.ground(paper, width, height)
                    _logo(paper, view, sheet.logo)
            paper.stamped(stamp)
            design.inscribe(paper, certificate, sheet, len(signatures))
            room = (sheet.words.width, sheet.words.height)
            _words(paper, largest(view, certificate, design.style, room, sheet.scale), sheet)
            _signatures(paper, signatures, sheet, design.style.family)


def _logo(paper: EventPdf, view: Certificates, area: Area) -> None:
    if view.logo is not None:
        paper.picture(view.logo, area.x, area.y, area.width, area.height)


def _called(certificate: Certificate) -> str:
    place = ordinal(certificate.place) if certificate.place is not None else ""
    return joined(place, certificate.award, certificate.team or " & ".join(certificate.names))


def _words(paper: EventPdf, lines: Sequence[TextLine], sheet: PageLayout) -> None:
    """The lines with spare room dealt out between them."""
    area = sheet.words
    spare = max(0.0, area.height - sum(line.height for line in lines))
    total = sum(line.above for line in lines) or 1.0
    stretch = 1 + min(0.9, spare / total)
    used = sum(line.height + line.above * (stretch - 1) for line in lines)
    y = area.y + (area.height - used) * 0.45
    for line in lines:
        y += line.above * stretch + line.face.size * 0.86
        x = area.x + area.width / 2 if sheet.align == "centre" else area.x
        if line.kind == "divider":
            for shape in divider(x, y - line.face.size * 0.3, line.face.size):
                paper.shape(shape, fill=line.face.color)
        else:
            paper.spaced(x, y, line.text, line.face, line.tracking, sheet.align)
        y += line.face.size * 0.22


def _signatures(paper: EventPdf, signatures: Sequence[Signature], sheet: PageLayout, family: Family) -> None:
    """Lines to sign on, the name below, then the role."""
    role_family: Family = "italic" if family == "serif" else family
    for signature, place in zip(signatures, _places(len(signatures), sheet), strict=True):
        base = place.y + 40
        paper.rule(place.x, base, place.x + place.width, base, 0.7, GREY)
        middle = place.x if sheet.align == "left" else place.x + place.width / 2
        name = covered(signature.name, _small(14, family, INK))
        run = fit(signature.name, name, place.width)
        paper.text(middle, base + 15, run.text, run.face, sheet.align)
        role = covered(signature.role, _small(12.5, role_family, GREY))
        run = fit(signature.role, role, place.width)
        paper.text(middle, base + (30 if signature.name else 15), run.text, run.face, sheet.align)


def _places(count: int, sheet: PageLayout) -> list[Area]:
    """Where the signatures stand: at the sides, one alone on the right."""
    area = sheet.signatures
    if count == 0:
        return []
    if count == MOST_SIGNATURES:
        width = (area.width - 40) / 3
        return [Area(area.x + number * (width + 20), area.y, width, area.height) for number in range(3)]
    width = min(WIDEST_SIGNATURE, (area.width - max(sheet.between, 30)) / 2)
    left = Area(area.x, area.y, width, area.height)
    right = Area(area.right - width, area.y, width, area.height)
    if count == 1:
        return [left if sheet.align == "left" else right]
    return [left, right]


def _small(size: float, family: Family, color: Color) -> Face:
    if family == "sans":
        return Face(size * 0.84, color=color, squeeze=0.92)
    return Face(size, color=color, squeeze=1.0, family=family)
