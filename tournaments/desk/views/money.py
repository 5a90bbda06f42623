"""Money and prizes: what everybody pays, who has paid, and what there is to win."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring import Problem, Unreadable
from scoring.table import alone
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.cash.hints import fee_hint
from tournaments.cash.plan import currency_of, has_price_list, plan_of_event
from tournaments.cash.words import fee_words, price_lines, spoken
from tournaments.desk.cashpages import owed_sums
from tournaments.desk.views.shared import REFUSED, page, sentences, whole_hall
from tournaments.engines.plans.prizes import MOST, aim_of, lines_from
from tournaments.events.plan import prizes as prizewriting
from tournaments.hall.prizes import PrizeLine, prize_lines
from tournaments.lostgames.owed import lost_plan_of
from tournaments.models import COMING, Event
from tournaments.speech.wording import Wording, speak
from tournaments.table.lostline import scale_sentence

FREE_LINES = 5


@dataclass(frozen=True, slots=True)
class Purse:
    """The money of an event, in words."""

    fee: str  # empty: there is none
    prices: tuple[tuple[str, str], ...]  # the price list, where there is one
    paid: int
    expected: int
    taken: str
    missing: str  # empty: everybody has paid


@dataclass(frozen=True, slots=True)
class PrizeFields:
    """One line of the form, with what is wrong with it and what is worth knowing."""

    label: str
    prize: str
    problems: tuple[str, ...] = ()
    hint: str = ""


def purse_of(event: Event) -> Purse:
    """What has been paid, also by those who have left, and what those who are coming still owe."""
    plan, sums = plan_of_event(event), owed_sums(event)
    paid = event.entrants.filter(paid=True).count()
    owing = event.entrants.filter(paid=False, state__in=COMING).count()
    return Purse(
        fee=fee_words(plan),
        prices=tuple(price_lines(plan)) if has_price_list(event) else (),
        paid=paid,
        expected=paid + owing,
        taken=spoken(plan, sums.paid),
        missing=spoken(plan, sums.open) if sums.open else "",
    )


@require_safe
@at_desk(Action.EDIT_PLAN)
def money(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All of it on one page, each with the way to where it is changed."""
    picture = whole_hall(desk.event)
    played = picture.standings is not None and bool(picture.standings.rounds)
    context = {
        "purse": purse_of(desk.event),
        "prizes": prize_lines(picture) if played else _unplayed(desk.event),
        "played": played,
        "lost": _lost(desk.event),
        "hint": fee_hint(desk.event),
        "may_keep": desk.may(Action.KEEP_CASH),
    }
    return page(request, desk, "desk/money.html", context, here="settings")


def _lost(event: Event) -> str:
    plan = lost_plan_of(event)
    if plan is None:
        return ""
    names = {option.value: speak(option.label) for option in event.game_value().lost_by}
    return scale_sentence(plan, currency_of(event), names)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def prizes(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What is won: one line for each prize."""
    event = desk.event
    if request.method != "POST":
        return _prizes_page(request, desk, event.prizes)
    if "undo" in request.POST:
        prizewriting.undo_prizes(event=event, by=desk.by)
        messages.success(request, gettext("The prizes are as they were before."))
        return redirect("desk-prizes", pk=event.pk)
    lines = lines_from(request.POST.getlist("for"), request.POST.getlist("prize"))
    before = len(event.prizes)
    try:
        saved = prizewriting.change_prizes(event=event, lines=lines, by=desk.by)
    except Unreadable as unreadable:
        return _prizes_page(request, desk, lines, unreadable)
    gone = before - len(saved.prizes)
    if gone > 0:
        text = ngettext("Saved. {count} prize is gone.", "Saved. {count} prizes are gone.", gone)
        messages.success(request, text.format(count=gone))
    else:
        messages.success(request, gettext("Saved."))
    return redirect("desk-prizes", pk=event.pk)


def _prizes_page(
    request: HttpRequest,
    desk: Desk,
    lines: Sequence[Mapping[str, str]],
    unreadable: Unreadable | None = None,
) -> HttpResponse:
    event = desk.event
    free = max(1, min(FREE_LINES, MOST - len(lines)))
    last = prizewriting.last_change(event)
    gone = (
        [] if last is None or unreadable else [line for line in last.data["old"] if line not in event.prizes]
    )
    context = {
        "lines": [*_lines(event, lines, unreadable), *(PrizeFields("", "") for _line in range(free))],
        "offered": _offered(event),
        "classes": prizewriting.classes_of(event),
        "gone": gone,
        "problems": sentences(unreadable) if unreadable else [],
    }
    status = REFUSED if unreadable else 200
    return page(request, desk, "desk/prizes.html", context, here="settings", status=status)


def _lines(
    event: Event, lines: Sequence[Mapping[str, str]], unreadable: Unreadable | None
) -> Iterable[PrizeFields]:
    wording = Wording(alone(1))
    problems: dict[int, list[Problem]] = {}
    for problem in unreadable.problems if unreadable else ():
        problems.setdefault(int(problem.at[0]) if problem.at else 0, []).append(problem)
    classes = {name.casefold() for name in prizewriting.classes_of(event)}
    teams = event.entrants.exclude(team="").exists()
    for place, line in enumerate(lines, start=1):
        wrong = tuple(wording.say(problem.text) for problem in problems.get(place, ()))
        yield PrizeFields(
            line["for"], line["prize"], wrong, "" if wrong else _hint(line["for"], classes, teams)
        )


def _offered(event: Event) -> list[str]:
    """What can be written on the left, as far as this event has it."""
    words = [gettext("last place"), gettext("second last"), gettext("middle")]
    if event.entrants.exclude(team="").exists():
        words.append(gettext("team"))
    return ["1", "2", "3", "4-10", *words, *prizewriting.classes_of(event)]


def _hint(label: str, classes: set[str], teams: bool) -> str:
    """What has to be there before somebody can win this."""
    aim = aim_of(label, classes)
    if aim.kind == "team" and not teams:
        return gettext("Nobody is in a team yet.")
    if aim.kind == "class" and aim.name.casefold() not in classes:
        return gettext("Nobody is in the class {name} yet.").format(name=aim.name)
    return ""


def _unplayed(event: Event) -> list[PrizeLine]:
    """The prizes before the first result: nobody has them yet, and nobody asks why."""
    return [PrizeLine(line["for"], line["prize"], (), "", "", True) for line in event.prizes]
