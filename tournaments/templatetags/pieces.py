"""Pieces of a page that are rendered once for all to whom they show the same (`config.rendering`)."""

from __future__ import annotations

from collections.abc import Hashable

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from config import rendering
from tournaments.table.drawing import drawn
from tournaments.table.handview import HandView
from tournaments.table.sheetview import SheetView

register = template.Library()


@register.simple_tag
def piece(name: str, **values: Hashable) -> SafeString:
    """Another template with these values and nothing else: `{% piece "a/_seat.html" seat=seat %}`."""
    return rendering.piece(name, **values)


@register.simple_tag
def late(name: str, **places: int) -> SafeString:
    """In an entry screen, which outlives a hand: another template about the sheet as it stands now, at this
    seat or account, from 0."""
    return rendering.hole(" ".join((name, *(f"{what}={place}" for what, place in places.items()))))


@register.simple_tag(takes_context=True)
def screen(context: Context) -> SafeString:
    """The entry screen of the game, with the sheet as it stands now."""
    return SafeString(context["entry"].screen_html(context["view"]))


@register.simple_tag(takes_context=True)
def by_hand(context: Context, name: str) -> SafeString:
    """What another hand changes: another template, the entry screen or the drawing. While the frame of the
    page is made, a hole in it."""
    return rendering.hole(name) if context.get("is_frame") else SafeString(context["by_hand"](name))


@register.simple_tag
def hand_rows(view: SheetView, hands: list[HandView], corrects: str) -> SafeString:
    """The hands of a sheet, each with a way to put it right for whoever may: all of them, or the last one."""
    corrects = "" if view.closed else corrects
    confirmed, last, table, unit = view.confirmed, view.open_last, view.sitting.pk, view.unit
    rows = [
        rendering.piece(
            "tournaments/_hand_row.html",
            hand=hand.words,
            confirmed=(hand.number,) if hand.number in confirmed else (),
            edit=corrects == "all" or (corrects == "last" and hand.number == last),
            table=table,
            unit=unit,
        )
        for hand in hands
    ]
    return mark_safe("".join(rows))  # templates of our own


@register.simple_tag
def lines(view: SheetView) -> SafeString:
    """How the evening went, as a drawing."""
    return drawn(view)
