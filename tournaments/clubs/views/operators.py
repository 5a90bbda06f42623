"""Which clubs have a place on this server, and how much of it. An operator sees numbers, nobody's data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import Unreadable
from tournaments.access import audit, mails
from tournaments.access.accounts import NotSo
from tournaments.access.allowances import Usage, usage_of
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.clubs import keeping, letters, removal, words
from tournaments.clubs.views.shared import REFUSED, link_of, refuse_on_a_laptop, typed
from tournaments.clubs.words import sentences
from tournaments.models import Club, ClubState

ON_A_PAGE = 50
LONGEST_SEARCH = 80
MOST_REQUESTS = 20  # on the first page
MOST_NOTICES = 50


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_CLUBS)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All clubs, those that ask first; POST makes one."""
    refuse_on_a_laptop()
    if request.method != "POST":
        return _list(request, {})
    sent = typed(request, "name", "place", "owner", "mail")
    try:
        welcomed = keeping.new_club(**sent, by=actor.name)
    except (Unreadable, NotSo) as refused:
        return _list(request, {"typed": sent, "problems": _words(refused)}, REFUSED)
    audit.note(request, "club-made", club=welcomed.club.pk)
    return _welcome(request, welcomed, actor.name)


def _list(request: HttpRequest, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    state = request.GET.get("state", "")
    clubs = _fitting(search).exclude(state=ClubState.ASKED)
    if state == "leaving":
        clubs = clubs.exclude(leaves_at=None)
    elif state in list(ClubState):
        clubs = clubs.filter(state=state)
    asking = _fitting(search).filter(state=ClubState.ASKED).order_by("asked_at", "pk")
    page = Paginator(clubs.order_by("name", "pk"), ON_A_PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    usages = usage_of([club.pk for club in shown])
    context = {
        "rows": [
            {"club": club, "state": words.state_word(club), **_numbers(usages[club.pk])} for club in shown
        ],
        "page": page,
        "search": search,
        "state": state,
        "states": (
            ("", gettext("All")),
            (ClubState.OPEN.value, pgettext("club", "open")),
            (ClubState.CLOSED.value, pgettext("club", "closed")),
            ("leaving", pgettext("club", "leaving")),
        ),
        "asking": asking[:MOST_REQUESTS],
        "waiting": asking.count(),
        **more,
    }
    return render(request, "clubs/list.html", context, status=status)


def _fitting(search: str) -> QuerySet[Club]:
    """Clubs in whose name, place or address all words occur."""
    clubs = Club.objects.all()
    for word in search.split():
        clubs = clubs.filter(
            Q(name__icontains=word)
            | Q(place__icontains=word)
            | Q(slug__icontains=word)
            | Q(contact__icontains=word)
        )
    return clubs


def _numbers(usage: Usage) -> dict[str, Any]:
    return {"usage": usage, "size": words.size_word(usage.bytes)}


@require_safe
@at_any_desk(Action.KEEP_CLUBS)
def club(request: HttpRequest, actor: Actor, club: int) -> HttpResponse:
    """One club: what it uses, and what can be done about it."""
    return _club(request, _row(club), {})


def _club(request: HttpRequest, row: Club, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    usage = usage_of([row.pk])[row.pk]
    context = {
        "club": row,
        "state": words.state_word(row),
        "asks": row.state == ClubState.ASKED,
        "quotas": words.quota_lines(row, usage),
        "robots": words.robot_choices(row),
        "usage": usage,
        "due": removal.is_due(row),
        "accounts": row.memberships.count(),
        "mails": mails.here(),
        "notices": [
            {"row": notice, "what": words.notice_word(notice.what)}
            for notice in row.notices.all()[:MOST_NOTICES]
        ],
        **more,
    }
    return render(request, "clubs/club.html", context, status=status)


def _row(number: int) -> Club:
    refuse_on_a_laptop()
    return get_object_or_404(Club, pk=number)


@require_POST
@at_any_desk(Action.KEEP_CLUBS)
def answer(request: HttpRequest, actor: Actor, club: int) -> HttpResponse:
    """A club that has asked gets its place, or not; with words for it where mail can be sent."""
    row, letter = _row(club), request.POST.get("words", "").strip()[: letters.LONGEST]
    try:
        if request.POST.get("answer") == "yes":
            welcomed = keeping.approve(club=row, owner=row.name, by=actor.name, mail=row.contact)
            audit.note(request, "club-approved", club=row.pk)
            return _welcome(request, welcomed, actor.name, letter)
        if not letter:
            problem = gettext("Please write the club a few words: why not, or what is missing.")
            return _club(request, row, {"problems": [problem]}, REFUSED)
        keeping.refuse(club=row)
    except (Unreadable, NotSo) as refused:
        return _list(request, {"problems": _words(refused)}, REFUSED)
    audit.note(request, "club-refused", club=club)
    if letters.send_refusal(row, letter):
        messages.success(request, gettext("Refused. The words went to {mail}.").format(mail=row.contact))
    else:
        text = gettext("Refused. No mail is sent from here: please write to {mail} yourself.")
        messages.warning(request, text.format(mail=row.contact))
    return redirect("desk-clubs")


@require_POST
@at_any_desk(Action.KEEP_CLUBS)
def link(request: HttpRequest, actor: Actor, club: int) -> HttpResponse:
    """Another link for an owner."""
    row = _row(club)
    if row.state != ClubState.OPEN:
        problem = gettext("Nobody comes into a club that is not open.")
        return _club(request, row, {"problems": [problem]}, REFUSED)
    sent = typed(request, "owner", "mail")
    try:
        welcomed = keeping.invite_owner(club=row, **sent, by=actor.name)
    except NotSo as refused:
        return _club(request, row, {"problems": list(refused.sentences)}, REFUSED)
    audit.note(request, "club-owner-invited", club=row.pk)
    return _welcome(request, welcomed, actor.name)


def _welcome(request: HttpRequest, welcomed: keeping.Welcomed, by: str, letter: str = "") -> HttpResponse:
    """The link, shown once, on a page that nobody keeps."""
    address = link_of(request, welcomed)
    context = {
        "club": welcomed.club,
        "link": address,
        "until": welcomed.invitation.until,
        "mail": welcomed.invitation.mail,
        "sent": letters.send_invitation(welcomed, address, by, letter),
    }
    return render(request, "clubs/welcomed.html", context)


@require_POST
@at_any_desk(Action.KEEP_CLUBS)
def limits(request: HttpRequest, actor: Actor, club: int) -> HttpResponse:
    """Other limits than the server's own."""
    row = _row(club)
    try:
        keeping.set_limits(club=row, sent=request.POST, reason=request.POST.get("reason", ""), by=actor.name)
    except Unreadable as unreadable:
        quotas = words.quota_lines(row, usage_of([row.pk])[row.pk], request.POST)
        context = {"problems": sentences(unreadable), "quotas": quotas, "why": request.POST.get("reason", "")}
        return _club(request, row, {**context, "limiting": True}, REFUSED)
    messages.success(request, gettext("The limits are changed."))
    return redirect("desk-club-kept", club=row.pk)


@require_POST
@at_any_desk(Action.KEEP_CLUBS)
def switch(request: HttpRequest, actor: Actor, club: int) -> HttpResponse:
    """Closed, or open again; with a reason."""
    row, reason = _row(club), request.POST.get("reason", "")
    try:
        if request.POST.get("on") == "1":
            keeping.open_again(club=row, reason=reason, by=actor.name)
        else:
            keeping.close(club=row, reason=reason, by=actor.name)
    except Unreadable as unreadable:
        return _club(request, row, {"problems": sentences(unreadable), "reason": reason}, REFUSED)
    return redirect("desk-club-kept", club=row.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_CLUBS)
def remove(request: HttpRequest, actor: Actor, club: int) -> HttpResponse:
    """For ever, once the days are over in which it could be taken back."""
    row, problems = _row(club), []
    if request.method == "POST":
        try:
            removal.remove(club=row, by=actor.name)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            audit.note(request, "club-removed", club=club)
            messages.success(request, gettext("“{name}” is removed for good.").format(name=row))
            return redirect("desk-clubs")
    context = {
        "club": row,
        "due": removal.is_due(row),
        "usage": usage_of([row.pk])[row.pk],
        "problems": problems,
    }
    return render(request, "clubs/remove.html", context, status=REFUSED if problems else 200)


def _words(refused: Unreadable | NotSo) -> list[str]:
    return list(refused.sentences) if isinstance(refused, NotSo) else sentences(refused)
