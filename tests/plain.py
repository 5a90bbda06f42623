"""Texts as they are written: tests compare them without a thought of spaces at which no line may end.

Programs that tests start read the catalogues as everybody does.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from typing import Any

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
