"""Why a log is not taken: nothing was stored, and the sentence says what to do."""

from __future__ import annotations

from typing import ClassVar

from scoring import Text, say
from scoring.text import mark as _


class LogRefused(Exception):  # noqa: N818 (an answer, not an error)
    """Nothing was stored of what was sent."""

    code: ClassVar[str] = "refused"

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(self.code)


class LogDamaged(LogRefused):
    """It contradicts itself, or cannot be read; `where` is for programs and logs."""

    code = "damaged"

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(say(_("The log of this event is damaged, or was changed on its way.")))

    def __str__(self) -> str:
        return f"{self.code}: {self.where}"


class LogGap(LogRefused):
    """It goes on after a position that is not known here, or is not whole; read from `known` on."""

    code = "gap"

    def __init__(self, known: int) -> None:
        self.known = known
        super().__init__(say(_("Parts of the log of this event are missing in between.")))


class LogDiverged(LogRefused):
    """It says something else at a position that is known here; `at` is the first such position."""

    code = "diverged"

    def __init__(self, at: int) -> None:
        self.at = at
        sentence = _(
            "From line {line} on, the log of this event is another one than here. Nothing was merged."
        )
        super().__init__(say(sentence, line=at))


class OldEpoch(LogRefused):
    """Whoever sends has led before somebody else took over; `epoch` is the one that counts."""

    code = "old_epoch"

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        super().__init__(say(_("This event is led elsewhere by now.")))


class LedHere(LogRefused):
    """This installation leads the event: it takes nothing from others."""

    code = "led_here"

    def __init__(self) -> None:
        super().__init__(say(_("This event is led here. It takes nothing from elsewhere.")))


class OthersEvent(LogRefused):
    """The event is here already: as a copy from a file, or of another club."""

    code = "others_event"

    def __init__(self) -> None:
        sentence = _(
            "This event is here already, as a copy of a file or of another club. It cannot be followed."
        )
        super().__init__(say(sentence))


class ElsewhereLed(LogRefused):
    """Only whoever leads an event may do this."""

    code = "led_elsewhere"

    def __init__(self) -> None:
        super().__init__(say(_("This event is led elsewhere. It can only be looked at here.")))
