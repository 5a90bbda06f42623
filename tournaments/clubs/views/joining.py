"""A club sees whom the federation lists under it, and says who of its register that is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import Unreadable
from tournaments.access import audit
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.clubs import joining
from tournaments.clubs import members as register
from tournaments.clubs.views.shared import REFUSED, end_of_join, refuse_on_a_laptop, whole
from tournaments.clubs.words import sentences
from tournaments.models import FederationMember, JoinSide, MemberJoin
from tournaments.people.searching import search as search_people

ON_A_PAGE = 50
LONGEST_SEARCH = 80
MOST_PEOPLE = 20  # who are found by name
FREE, ASKED, WAITING, JOINED = "free", "asked", "waiting", "joined"


@require_safe
@at_any_desk(Action.JOIN_MEMBERS)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The members of the club, and who of its register they are."""
    refuse_on_a_laptop()
    return _list(request, actor, {})


def _list(request: HttpRequest, actor: Actor, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    state = request.GET.get("state", "")
    fitting = register.searched(search, state=register.ACTIVE, club=actor.tenant)
    page = Paginator(_in_state(fitting, state), ON_A_PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    joins = {
        join.member_id: join
        for join in MemberJoin.objects.filter(member__in=rows, ended_at=None).select_related("person")
    }
    open_rows = [row for row in rows if row.pk not in joins or joins[row.pk].person_id is None]
    alike = joining.alike(actor.tenant, open_rows)
    context = {
        "rows": [{"member": row, "join": joins.get(row.pk), "alike": alike.get(row.pk)} for row in rows],
        "tickable": bool(alike),
        "ticked": "tick" in request.GET,
        "page": page,
        "total": page.paginator.count,
        "search": search,
        "state": state,
        "asked": urlencode({"q": search, "state": state}),
        "questions": joining.asked(actor.tenant),
        "states": (
            ("", gettext("All")),
            (FREE, pgettext("members", "Not joined")),
            (ASKED, pgettext("members", "Asked about")),
            (WAITING, pgettext("members", "Proposed")),
            (JOINED, pgettext("members", "Joined")),
        ),
        **more,
    }
    return render(request, "clubs/our_members.html", context, status=status)


def _in_state(rows: Any, state: str) -> Any:
    running = MemberJoin.objects.filter(member=OuterRef("pk"), ended_at=None)
    match state:
        case "free":
            return rows.filter(~Exists(running))
        case "asked":
            return rows.filter(Exists(running.filter(person=None)))
        case "waiting":
            return rows.filter(Exists(running.filter(confirmed_at=None, person__isnull=False)))
        case "joined":
            return rows.filter(Exists(running.exclude(confirmed_at=None)))
    return rows


@require_POST
@at_any_desk(Action.JOIN_MEMBERS)
def propose(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Those who are ticked are whom the page has named (`pair`: member and person)."""
    refuse_on_a_laptop()
    pairs = [
        (whole(number), whole(person))
        for number, _dash, person in (text.partition("-") for text in request.POST.getlist("pair"))
    ]
    if not pairs:
        return _list(request, actor, {"problems": [gettext("Nobody is ticked.")]}, REFUSED)
    answered = joining.one_by_one(
        [
            lambda number=number, person=person: joining.propose(  # type: ignore[misc]
                tenant=actor.tenant, member=number, person=person, by=actor.name
            )
            for number, person in pairs[: 2 * ON_A_PAGE]
        ]
    )
    audit.note(request, "members-proposed", club=actor.tenant, pairs=" ".join(f"{a}-{b}" for a, b in pairs))
    for sentence in sentences(Unreadable(answered.problems)) if answered.problems else ():
        messages.warning(request, sentence)
    _tell(request, answered.joined, answered.waiting)
    return redirect("desk-club-members")


def _tell(request: HttpRequest, joined: int, waiting: int) -> None:
    if joined:
        text = ngettext("{count} member is joined.", "{count} members are joined.", joined)
        messages.success(request, text.format(count=joined))
    if waiting:
        text = ngettext(
            "{count} is proposed; the federation answers.",
            "{count} are proposed; the federation answers.",
            waiting,
        )
        messages.success(request, text.format(count=waiting))


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.JOIN_MEMBERS)
def member(request: HttpRequest, actor: Actor, member: int) -> HttpResponse:
    """One member of the club; POST says which person of the register that is."""
    row, problems = _row(actor, member), []
    if request.method == "POST":
        person = whole(request.POST.get("person", ""))
        try:
            join = joining.propose(tenant=actor.tenant, member=row.pk, person=person, by=actor.name)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            audit.note(request, "member-proposed", member=row.pk, person=person)
            _tell(request, int(join.holds), int(join.waits))
            return redirect("desk-club-member", member=row.pk)
    asked = request.GET.get("q", "")[:LONGEST_SEARCH]
    join_now = joining.running(row)
    open_now = join_now is None or join_now.person_id is None
    context = {
        "member": row,
        "join": join_now,
        "open": open_now,
        "alike": joining.suggestions(actor.tenant, row) if open_now else (),
        "people": search_people(actor.tenant, asked).rows[:MOST_PEOPLE] if asked and open_now else (),
        "query": asked,
        "ended": row.joins.filter(club=actor.tenant).exclude(ended_at=None).select_related("person"),
        "problems": problems,
    }
    return render(request, "clubs/our_member.html", context, status=REFUSED if problems else 200)


def _row(actor: Actor, number: int) -> FederationMember:
    """A member who is listed under the club; everybody else is not there."""
    refuse_on_a_laptop()
    return get_object_or_404(joining.listed(actor.tenant), pk=number)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.JOIN_MEMBERS)
def end(request: HttpRequest, actor: Actor, member: int) -> HttpResponse:
    """A join is over, a proposal is taken back, a question is not answered; first what that means."""
    row = _row(actor, member)
    return end_of_join(
        request,
        row,
        back=reverse("desk-club-member", args=(row.pk,)),
        loses=gettext(
            "The number no longer stands with this person; the federation no longer sees the person."
        ),
        end=lambda join: joining.end(join=join, side=JoinSide.CLUB, by=actor.name, tenant=actor.tenant),
    )
