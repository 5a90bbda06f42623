"""Small pictures that stand in the page itself: one request less for whoever comes for the first time."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from urllib.parse import quote

from django import template
from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
@cache
def inlined(name: str) -> SafeString:
    """The address that is the picture: data:image/svg+xml,..."""
    file = finders.find(name)
    if file is None:
        raise template.TemplateSyntaxError(f"{name}: there is no such static file")
    # Escaped is whatever could end the attribute or the address; the rest stays, for it is compressed better.
    picture = quote(Path(file).read_text().replace('"', "'"), safe=" !$'()*+,-./:;=?@_~")
    return mark_safe(f"data:image/svg+xml,{picture}")
