"""The mark of a piece of a page, by which its script asks for news."""

from __future__ import annotations

from django import template

from config import etags

register = template.Library()


@register.filter
def etag(shown: object, more: object = None) -> str:
    """The ETag of a piece, from what it depends on."""
    return etags.etag(shown) if more is None else etags.etag(shown, more)
