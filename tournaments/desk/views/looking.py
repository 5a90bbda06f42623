"""Two steps: a page says what something would change; sent again, it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from scoring import Unreadable
from tournaments import ledger
from tournaments.desk.views.shared import REFUSED, refusal, sentences

Seen = TypeVar("Seen")
NEVER_CARRIED = ("csrfmiddlewaretoken", "entry", "seen", "desk-reason")


@dataclass(frozen=True, slots=True)
class Look(Generic[Seen]):
    """What such a page shows. `seen` is what would change; None: that cannot be said, or nobody has asked."""

    seen: Seen | None = None
    problems: Sequence[str] = ()
    refused: bool = False

    @property
    def status(self) -> int:
        """Of the page."""
        return REFUSED if self.refused else 200


def look_then_save(
    request: HttpRequest,
    *,
    look: Callable[[], Seen],
    save: Callable[[], str],
    back: str,
    again: bool = True,
) -> Look[Seen] | HttpResponse:
    """GET looks; POST saves what was looked at, says so, and goes `back` to that address.

    What is refused is said on the same page; `again`: with the look, as far as there still is one, because a
    reason may be all that is missing.
    """
    if request.method != "POST":
        return _looked(look)
    try:
        messages.success(request, save())
    except ledger.Refused as refused:
        return Look(problems=(refusal(refused),), refused=True)
    except Unreadable as unreadable:
        return Look(_looked(look).seen if again else None, sentences(unreadable), refused=True)
    return redirect(back)


def _looked(look: Callable[[], Seen]) -> Look[Seen]:
    try:
        return Look(look())
    except Unreadable as unreadable:
        return Look(problems=sentences(unreadable), refused=True)
    except ledger.Refused as refused:
        return Look(problems=(refusal(refused),), refused=True)


def sent(request: HttpRequest) -> QueryDict:
    """What is asked for: in the address while it is looked at, in the form when it is saved."""
    return request.POST if request.method == "POST" else request.GET


def carried(answers: QueryDict, names: Iterable[str] | None = None) -> list[tuple[str, str]]:
    """The answers that the form of the second step carries along: these, or all but its own."""
    wanted = [name for name in answers if name not in NEVER_CARRIED] if names is None else names
    return [(name, value) for name in wanted for value in answers.getlist(name)]
