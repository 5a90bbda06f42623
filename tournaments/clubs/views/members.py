"""The federation's register of members: its office keeps it, and agrees with clubs who is who."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import Unreadable
from scoring.text import mark as _
from tournaments.access import audit
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.clubs import joining, memberlist
from tournaments.clubs import members as register
from tournaments.clubs.views.shared import REFUSED, end_of_join, refuse_on_a_laptop, typed, whole, wholes
from tournaments.clubs.words import sentences
from tournaments.lists import ListRow, table_of_text
from tournaments.lists.members import only_read
from tournaments.models import Club, FederationMember, JoinSide, MemberJoin
from tournaments.people.importing import packed, unpacked
from tournaments.people.refusals import no_person
from tournaments.people.spreadsheets import file_of, table_of_file

ON_A_PAGE = 50
LONGEST_SEARCH = 80
MOST_WAITING = 100  # proposals on the first page
MOST_SHOWN = 200  # rows of each kind in the look at a list
FIELDS = ("number", "name", "club", "club_name", "born")


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_MEMBERS)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What clubs have proposed, and everybody; POST adds somebody."""
    refuse_on_a_laptop()
    if request.method != "POST":
        return _list(request, {})
    sent = typed(request, *FIELDS)
    try:
        added = register.add(**sent)
    except Unreadable as unreadable:
        return _list(request, {"typed": sent, "problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("{name} is in the member register.").format(name=added.name))
    return redirect("desk-member", member=added.pk)


def _list(request: HttpRequest, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    state = request.GET.get("state", register.ACTIVE)
    club = Club.objects.filter(pk=whole(request.GET.get("club", ""))).first()
    fitting = register.searched(search, state=state, club=club.pk if club else None)
    page = Paginator(fitting, ON_A_PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    waiting = joining.proposals()
    context = {
        "rows": [{"member": row, "state": memberlist.state_word(row)} for row in _with_joins(rows)],
        "page": page,
        "total": page.paginator.count,
        "search": search,
        "state": state,
        "club": club,
        "free": joining.without_join(joining.listed(club.pk)).count() if club else 0,
        "asked": urlencode({"q": search, "state": state, "club": str(club.pk if club else "")}),
        "states": (
            (register.ACTIVE, pgettext("members", "Active")),
            (register.LEFT, pgettext("members", "Left")),
            ("all", gettext("All")),
        ),
        "proposals": [
            {"join": join, "same": joining.same_name(join.member, join.person)}
            for join in waiting[:MOST_WAITING]
            if join.person is not None
        ],
        "waiting": waiting.count(),
        "homes": register.homes(),
        **more,
    }
    return render(request, "clubs/members.html", context, status=status)


def _with_joins(rows: list[FederationMember]) -> list[FederationMember]:
    """Each with what is proposed or holds, which is one at most."""
    running = MemberJoin.objects.filter(member__in=rows, ended_at=None).select_related("person")
    joins = {join.member_id: join for join in running}
    for row in rows:
        row.join = joins.get(row.pk)  # type: ignore[attr-defined]
    return rows


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_MEMBERS)
def member(request: HttpRequest, actor: Actor, member: int) -> HttpResponse:
    """One member; POST corrects what is known."""
    row = _row(member)
    if request.method != "POST":
        return _member(request, row, _known(row))
    sent = typed(request, *FIELDS)
    try:
        register.change(member=row.pk, by=actor.name, may_end="sure" in request.POST, **sent)
    except Unreadable as unreadable:
        return _member(request, row, sent, {"problems": sentences(unreadable)}, REFUSED)
    except register.WouldEnd:
        return _member(request, row, sent, {"would_end": True}, REFUSED)
    messages.success(request, gettext("Saved."))
    return redirect("desk-member", member=row.pk)


def _row(number: int) -> FederationMember:
    refuse_on_a_laptop()
    return get_object_or_404(FederationMember.objects.select_related("club"), pk=number)


def _member(
    request: HttpRequest,
    row: FederationMember,
    sent: Mapping[str, Any],
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "member": row,
        "state": memberlist.state_word(row),
        "typed": sent,
        "homes": register.homes(),
        "join": joining.running(row),
        "ended": row.joins.exclude(ended_at=None).select_related("club"),
        **(more or {}),
    }
    return render(request, "clubs/member.html", context, status=status)


@require_POST
@at_any_desk(Action.KEEP_MEMBERS)
def ask(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Ask a club who a member is (`member`), or who all are that it has not said yet (`club`)."""
    refuse_on_a_laptop()
    about, club = whole(request.POST.get("member", "")), whole(request.POST.get("club", ""))
    if about:
        row = _row(about)
        try:
            joining.ask_club(member=row.pk, by=actor.name)
        except Unreadable as unreadable:
            return _member(request, row, _known(row), {"problems": sentences(unreadable)}, REFUSED)
        audit.note(request, "member-asked", member=row.pk)
        messages.success(request, gettext("The club is asked who this is."))
        return redirect("desk-member", member=row.pk)
    home = get_object_or_404(Club, pk=club)
    count = joining.ask_whole_club(club=home.pk, by=actor.name)
    audit.note(request, "members-asked", club=home.pk, count=count)
    text = ngettext(
        "The club is asked about {count} member.", "The club is asked about {count} members.", count
    )
    messages.success(request, text.format(count=count))
    return redirect(f"{reverse('desk-members')}?club={home.pk}")


def _known(row: FederationMember) -> dict[str, Any]:
    return {
        "number": row.number,
        "name": row.name,
        "club_name": row.club_name,
        "club": row.club_id or "",
        "born": row.born or "",
    }


@require_POST
@at_any_desk(Action.KEEP_MEMBERS)
def answer(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What clubs have proposed and is ticked: agreed to, or refused."""
    refuse_on_a_laptop()
    ticked = wholes(request.POST.getlist("join"))
    if not ticked:
        return _list(request, {"problems": [gettext("Nobody is ticked.")]}, REFUSED)
    agrees = request.POST.get("answer") == "yes"
    answered = joining.one_by_one(
        [
            lambda join=join: (  # type: ignore[misc]
                joining.confirm(join=join, by=actor.name)
                if agrees
                else joining.refuse(join=join, by=actor.name)
            )
            for join in ticked
        ]
    )
    audit.note(request, "members-joined" if agrees else "members-refused", joins=" ".join(map(str, ticked)))
    for sentence in sentences(Unreadable(answered.problems)) if answered.problems else ():
        messages.warning(request, sentence)
    done = len(ticked) - len(answered.problems)
    if done:
        text = (
            ngettext("{count} member is joined.", "{count} members are joined.", done)
            if agrees
            else ngettext("{count} proposal is refused.", "{count} proposals are refused.", done)
        )
        messages.success(request, text.format(count=done))
    back = whole(request.POST.get("back", ""))
    return redirect("desk-member", member=back) if back else redirect("desk-members")


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_MEMBERS)
def left(request: HttpRequest, actor: Actor, member: int) -> HttpResponse:
    """No member any more, or one again; first what that means."""
    row = _row(member)
    if request.method == "POST":
        try:
            if request.POST.get("back") == "1":
                register.come_back(member=row.pk)
            else:
                register.leave(member=row.pk, by=actor.name)
        except Unreadable:
            raise Http404 from None
        messages.success(request, gettext("Saved."))
        return redirect("desk-member", member=row.pk)
    return render(request, "clubs/member_left.html", {"member": row, "join": joining.running(row)})


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_MEMBERS)
def remove(request: HttpRequest, actor: Actor, member: int) -> HttpResponse:
    """Away for good; only who has left."""
    row, problems = _row(member), []
    if request.method == "POST":
        try:
            register.remove(member=row.pk)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("Removed for good."))
            return redirect("desk-members")
    context = {"member": row, "problems": problems}
    return render(request, "clubs/member_remove.html", context, status=REFUSED if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_MEMBERS)
def end(request: HttpRequest, actor: Actor, member: int) -> HttpResponse:
    """A join, or a question to a club, is over; first what that means."""
    row = _row(member)
    return end_of_join(
        request,
        row,
        back=reverse("desk-member", args=(row.pk,)),
        loses=gettext("The club no longer sees the number with this person; you no longer see the person."),
        end=lambda join: joining.end(join=join, side=JoinSide.FEDERATION, by=actor.name),
    )


# --- lists in and out ------------------------------


@require_POST
@at_any_desk(Action.KEEP_MEMBERS)
def take_in(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A list of members: first shown, then taken."""
    refuse_on_a_laptop()
    changed = False
    try:
        rows = _rows_sent(request)
        if "confirm" in request.POST:
            seen, taken = memberlist.take(rows=rows, shown=request.POST.get("mark", ""), by=actor.name)
            if taken:
                counts = seen.counts
                audit.note(request, "members-imported", new=counts[memberlist.MemberFate.NEW])
                text = gettext("{new} new, {changed} changed.").format(
                    new=counts[memberlist.MemberFate.NEW], changed=counts[memberlist.MemberFate.CHANGED]
                )
                messages.success(request, text)
                return redirect("desk-members")
            changed = True
        else:
            seen = memberlist.look(rows)
    except Unreadable as unreadable:
        more = {"import_problems": sentences(unreadable), "text": request.POST.get("text", "")}
        return _list(request, more, REFUSED)
    context = {
        "seen": seen,
        "kinds": [
            (fate.value, words, (of_fate := seen.of(fate))[:MOST_SHOWN], len(of_fate))
            for fate, words in (
                (memberlist.MemberFate.REFUSED, gettext("Cannot be imported like this")),
                (memberlist.MemberFate.CHANGED, gettext("Changed")),
                (memberlist.MemberFate.NEW, pgettext("members", "New")),
            )
        ],
        "same": seen.counts[memberlist.MemberFate.SAME],
        "packed": packed(only_read(rows)),
        "changed_meanwhile": changed,
    }
    return render(request, "clubs/members_in.html", context, status=REFUSED if changed else 200)


def _rows_sent(request: HttpRequest) -> list[ListRow]:
    carried = request.POST.get("rows", "")
    if carried:
        return unpacked(carried)
    file = request.FILES.get("file")
    rows = table_of_text(request.POST.get("text", "")) if file is None else table_of_file(file.read())
    if not rows:
        raise no_person("empty", _("There is no member in this list."))
    return rows


@require_safe
@at_any_desk(Action.KEEP_MEMBERS)
def export(request: HttpRequest, actor: Actor, kind: str) -> HttpResponse:
    """The whole register as a file, those too who have left."""
    refuse_on_a_laptop()
    if kind not in ("csv", "xlsx"):
        raise Http404
    table = memberlist.members_table(list(register.searched()))
    return file_of(table, gettext("members"), kind)
