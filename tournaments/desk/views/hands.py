"""A hand put right at the desk: what it moves is on the page before it is saved."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring import Unreadable
from tournaments import ledger
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import entry_id, sent_id, whole
from tournaments.access.roles import Action
from tournaments.desk.hands import HandPage, answers, hand_page, raw_of, shown
from tournaments.desk.views.shared import REFUSED, find_round, find_table, official, page, sentences
from tournaments.events.decisions import asides, corrections
from tournaments.events.words.rounds import round_title
from tournaments.models import Answer, Entry, EntryKind, Parked, RoundState, Sitting
from tournaments.table import reading
from tournaments.table.papering import typed_problems


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.CORRECT)
def hand(request: HttpRequest, desk: Desk, number: int, table: int, hand: int) -> HttpResponse:
    """Give a hand another content, or take it out. GET with answers shows what that moves; POST saves."""
    sitting = find_table(find_round(desk, number), table)
    if reading.sheet(sitting).hand(hand) is None:
        return redirect("desk-table", pk=desk.event.pk, number=number, table=table)
    if refused := official(request, desk, here="rounds"):
        return refused
    if request.method == "POST":
        return _save(request, desk, sitting, hand)
    cells, out = answers(request.GET) or None, "desk-out" in request.GET
    return _show(request, desk, sitting, hand_page(sitting, hand, cells=cells, out=out))


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.CORRECT)
def add(request: HttpRequest, desk: Desk, number: int, table: int, what: str) -> HttpResponse:
    """What comes in after the round is over: one more hand, or totals from paper."""
    round_ = find_round(desk, number)
    sitting = find_table(round_, table)
    view = reading.sheet(sitting)
    if what not in ("hand", "paper"):
        raise Http404
    if round_.state != RoundState.CLOSED or view.so_far.over or view.full:
        return redirect("desk-table", pk=desk.event.pk, number=number, table=table)
    if refused := official(request, desk, here="rounds"):
        return refused
    paper = what == "paper"
    if request.method == "POST":
        return _save(request, desk, sitting, None, paper=paper)
    cells = answers(request.GET) or None
    return _show(request, desk, sitting, hand_page(sitting, None, paper=paper, cells=cells))


def _save(
    request: HttpRequest, desk: Desk, sitting: Sitting, hand_no: int | None, *, paper: bool = False
) -> HttpResponse:
    """Save what was shown; where the page has not shown what it moves, show that first."""
    view = reading.sheet(sitting)
    there = view.hand(hand_no)
    paper = there.on_paper if there else paper
    out = there is not None and "desk-out" in request.POST
    cells, reason = answers(request.POST), request.POST.get("desk-reason", "")
    sent_again = Entry.objects.filter(pk=entry_id(request), sitting=sitting).exists()
    if not sent_again and request.POST.get("desk-shown") != shown(view, None if out else cells):
        looked = request.POST.get("desk-shown", "")
        again = hand_page(sitting, hand_no, paper=paper, cells=cells, out=out)
        if looked and whole(request, "seen") != view.head_seq:
            again.notice = _changed_meanwhile()
        return _show(request, desk, sitting, again, reason=reason, status=409 if again.notice else 200)
    try:
        raw = None if out else raw_of(view, there, paper=paper, cells=cells)
        if hand_no is not None:
            done = corrections.correct(
                sitting=sitting,
                hand_no=hand_no,
                entry_id=entry_id(request),
                raw=raw,
                base_seq=whole(request, "seen"),
                reason=reason,
                by=desk.by,
            )
        else:
            done = corrections.add_late(
                sitting=sitting,
                kind=EntryKind.PAPER if paper else EntryKind.HAND,
                entry_id=entry_id(request),
                raw=raw or {},
                reason=reason,
                by=desk.by,
            )
    except Unreadable as unreadable:
        about_hand = [problem for problem in unreadable.problems if problem.field != "reason"]
        problems = tuple(typed_problems(about_hand) if paper else about_hand)
        again = hand_page(sitting, hand_no, paper=paper, cells=cells, out=out, problems=problems)
        if not about_hand:
            again.notice = " ".join(sentences(unreadable))
        return _show(request, desk, sitting, again, reason=reason, status=REFUSED)
    except ledger.Refused as refused:
        sitting.refresh_from_db()
        again = hand_page(sitting, hand_no, paper=paper, cells=cells, out=out)
        taken = isinstance(refused, ledger.HandTaken)
        again.notice = _changed_meanwhile() if taken else again.view.wording.say(refused.text)
        return _show(request, desk, sitting, again, reason=reason, status=refused.status)
    _settle_case(request, desk, sitting)
    messages.success(
        request, gettext("Saved.") if done is not None else gettext("This is already on the sheet.")
    )
    return redirect(_table_address(desk, sitting))


def _settle_case(request: HttpRequest, desk: Desk, sitting: Sitting) -> None:
    """Somebody has come here because two versions of the hand were both wrong: that is decided now."""
    about = sent_id(request, "desk-case")
    parked = None if about is None else Parked.objects.filter(pk=about, sitting=sitting.pk).first()
    if parked is None or ledger.is_decided(parked):
        return
    entry = Entry.objects.filter(pk=entry_id(request), sitting=sitting).first()
    reason = request.POST.get("desk-reason", "")
    asides.settle(parked=parked, answer=Answer.OTHER, entry=entry, base_seq=None, reason=reason, by=desk.by)


def _changed_meanwhile() -> str:
    return gettext("Someone else has just changed this sheet. Please reload the page.")


def _show(
    request: HttpRequest,
    desk: Desk,
    sitting: Sitting,
    shown: HandPage,
    *,
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    assert sitting.round is not None
    context = {
        "page": shown,
        "view": shown.view,
        "entry": shown.entry,
        "sitting": sitting,
        "round": sitting.round,
        "title": round_title(sitting.round),
        "path": request.path,
        "back": _table_address(desk, sitting),
        "reason": reason,
        "case": request.POST.get("desk-case", "") or request.GET.get("desk-case", ""),
    }
    if request.GET.get("part") == "preview" and getattr(request, "htmx", False):
        return render(request, "desk/_hand_preview.html", {**context, "desk": desk})
    return page(request, desk, "desk/hand.html", context, here="rounds", status=status)


def _table_address(desk: Desk, sitting: Sitting) -> str:
    number = sitting.round.number if sitting.round else 0
    return reverse("desk-table", args=(desk.event.pk, number, sitting.number))
