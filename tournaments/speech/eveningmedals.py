"""Medals of an evening in words: what it is for, and who has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.engines.eveningmedals import EveningMedal, EveningMedalKind
from tournaments.speech.wording import listed


@dataclass(frozen=True, slots=True)
class EveningMedalLine:
    """A medal as pages and pictures show it."""

    kind: str
    title: str
    who: str

    @property
    def sentence(self) -> str:
        """In one line, for a messenger."""
        return f"{self.title}: {self.who}"


def medal_line(
    medal: EveningMedal, names: Mapping[int, str], after: Callable[[int], str]
) -> EveningMedalLine:
    """The medal in the active language; `after`: what a step is called, `Hand 8`, from its place."""
    who = listed([names[each] for each in medal.who])
    return EveningMedalLine(medal.kind.value, _title(medal, after), who)


def _title(medal: EveningMedal, after: Callable[[int], str]) -> str:
    match medal.kind:
        case EveningMedalKind.SAME:
            text = ngettext("{what}: {count} time in a row", "{what}: {count} times in a row", medal.count)
            return text.format(what=medal.what, count=medal.count)
        case EveningMedalKind.BEHIND:
            text = gettext("From place {place} after {step} to the top")
            return text.format(place=medal.count, step=after(medal.step))
        case EveningMedalKind.THROUGHOUT:
            return gettext("In front from beginning to end")
        case EveningMedalKind.LAST_STEP:
            return gettext("In front at the very last moment")
        case EveningMedalKind.EVERYTHING:
            text = ngettext(
                "Made what was played for, {count} time of {count}",
                "Made what was played for, {count} times of {count}",
                medal.count,
            )
            return text.format(count=medal.count)
        case EveningMedalKind.SERIES:
            text = ngettext("{count} hand won in a row", "{count} hands won in a row", medal.count)
            return text.format(count=medal.count)
