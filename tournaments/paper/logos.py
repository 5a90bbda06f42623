"""The logo of a club, once it has been judged."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture that is known to be readable: PNG data of at most 1200 pixels on an edge."""

    data: bytes
    width: int
    height: int


class BadPicture(ValueError):  # noqa: N818 - what is wrong with it is a sentence for people
    """A picture that cannot be printed; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text

    def __reduce__(self) -> tuple[type[BadPicture], tuple[Text]]:
        return BadPicture, (self.text,)
