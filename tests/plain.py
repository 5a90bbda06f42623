"""What is written, without how it is laid out: tests compare texts and pages without a thought of spaces.

Programs that tests start read the catalogues and send the pages as everybody does.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import trans_real

from config.typography import HYPHEN, NO_BREAK


def plain_texts() -> None:
    """From now on the catalogues this process reads have plain spaces."""
    parse = gettext.GNUTranslations._parse

    def parsed(self: gettext.GNUTranslations, file: Any) -> None:
        parse(self, file)
        catalog: Mapping[Any, str] = self._catalog  # type: ignore[attr-defined]
        plain = {key: text.replace(NO_BREAK, " ").replace(HYPHEN, "-") for key, text in catalog.items()}
        self._catalog = plain  # type: ignore[attr-defined]

    gettext.GNUTranslations._parse = parsed  # type: ignore[assignment,method-assign]
    # What was read before, while the program was set up, is read anew.
    gettext._translations.clear()  # type: ignore[attr-defined]
    trans_real._translations.clear()  # type: ignore[attr-defined]
    trans_real._default = None  # type: ignore[attr-defined]


AS_IT_STANDS = re.compile(r"(<(script|style|textarea|pre)\b.*?</\2>|<!--.*?-->)", re.DOTALL)
TAG = re.compile(r"""<(/?)([a-zA-Z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
SPACES = re.compile(r"[ \t\r\n\f]+")
QUOTED = re.compile(r"""("[^"]*"|'[^']*')""")
BLOCKS = re.compile(
    "html|head|body|main|header|footer|nav|section|article|aside|div|p|ul|ol|li|dl|dt|dd|h[1-6]|form|fieldset"
    "|legend|details|summary|table|thead|tbody|tfoot|tr|th|td|caption|figure|figcaption|hr|br|noscript|title|meta"
    "|link|datalist|option|select|svg|g|path|line|polyline|circle|rect"
)


def plain_page(html: str) -> str:
    """The same page on one line: attributes a space apart, and no space where a browser shows none.

    What stands before and after text inside an element is dropped too: nobody writes a test about it.
    """
    pieces = AS_IT_STANDS.split(html)  # layout, what stands as it is, its tag, layout ...
    pieces[::3] = map(_plain_markup, pieces[::3])
    del pieces[2::3]
    return "".join(pieces)


def _plain_markup(html: str) -> str:
    plain: list[str] = []
    end, at_edge = 0, False
    for tag in TAG.finditer(html):
        closes, name, attributes = tag.groups()
        block = bool(BLOCKS.fullmatch(name.lower()))
        text = SPACES.sub(" ", html[end : tag.start()])
        text = text.lstrip(" ") if at_edge else text
        plain.append(text.rstrip(" ") if closes or block else text)
        plain.append(f"<{closes}{name}{_plain_attributes(attributes)}>")
        end, at_edge = tag.end(), block or not (closes or name == "input")
    rest = SPACES.sub(" ", html[end:])
    return "".join([*plain, rest.lstrip(" ") if at_edge else rest])


def _plain_attributes(attributes: str) -> str:
    parts = QUOTED.split(attributes)
    parts[::2] = [SPACES.sub(" ", part) for part in parts[::2]]
    parts[1::2] = map(_plain_value, parts[:-1:2], parts[1::2])
    return "".join(parts).rstrip(" ")


def _plain_value(before: str, quoted: str) -> str:
    """Only words are laid out in lines: classes, labels. What a field holds stays as it is."""
    if "\n" not in quoted or before.endswith(" value="):
        return quoted
    return f"{quoted[0]}{' '.join(quoted[1:-1].split())}{quoted[0]}"


def plain_pages() -> None:
    """From now on `answer.text` of a page is the plain page; `answer.content` is what was sent."""
    text = HttpResponse.__dict__["text"].func

    def plain(self: HttpResponse) -> str:
        whole: str = text(self)
        return plain_page(whole) if self.headers.get("Content-Type", "").startswith("text/html") else whole

    plain_text = cached_property(plain)
    plain_text.__set_name__(HttpResponse, "text")
    HttpResponse.text = plain_text  # type: ignore[assignment,method-assign]
