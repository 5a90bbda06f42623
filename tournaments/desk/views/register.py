"""The register of people: search, add, import, put right, merge, hand over, forget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.digits import number_in
from scoring import Unreadable
from tournaments.access import allowances
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.careers import asking
from tournaments.desk.views import importing
from tournaments.desk.views.shared import REFUSED, sentences
from tournaments.models import Player, ShownAs
from tournaments.people import alike, memberships, merging, privacy, register, searching
from tournaments.people.importing import take_in as take
from tournaments.people.listing import people_table
from tournaments.people.mentions import mentions_of
from tournaments.people.parting import partings_of
from tournaments.people.spreadsheets import file_of
from tournaments.seasons import recording

MOST_NAMES = 20  # on offer for merging
FIELDS = ("name", "distinction", "club", "category", "contact", "pseudonym", "club_number", "shown_as")
TICKS = ("minor", "unlisted")


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.ADD_PEOPLE)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Everybody, or those who are searched for; POST adds somebody."""
    if request.method == "POST":
        typed = {name: request.POST.get(name, "") for name in FIELDS}
        try:
            allowances.refuse_full(actor.tenant, people=1)
            added = register.add_person(
                tenant=actor.tenant,
                **{**typed, "shown_as": typed["shown_as"] or ShownAs.FULL},
                minor="minor" in request.POST,
                unlisted="unlisted" in request.POST,
            )
        except Unreadable as unreadable:
            typed |= {tick: request.POST.get(tick, "") for tick in TICKS}
            return _list(request, actor, {"typed": typed, "problems": sentences(unreadable)}, REFUSED)
        messages.success(request, gettext("{name} is in the register.").format(name=added.name))
        return redirect("desk-register")
    return _list(request, actor, {})


def _list(request: HttpRequest, actor: Actor, more: dict[str, Any], status: int = 200) -> HttpResponse:
    query = request.GET.get("q", "")[:100]
    letter = request.GET.get("letter", "")[:1]
    page = searching.search(actor.tenant, query, letter, page=number_in(request.GET.get("page", "")) or 1)
    context = {
        "query": query,
        "rows": page.rows,
        "total": page.total,
        "more": page.more,
        "page": page,
        "asked": _asked(query, letter),
        "letter": letter,
        "letters": page.letters,
        "firsts": _firsts(page.rows),
        "doubles": alike.doubles(actor.tenant) if "doubles" in request.GET else None,
        "shown": register.shown_choices(),
        **more,
    }
    return render(request, "desk/register.html", context, status=status)


def _asked(query: str, letter: str) -> str:
    """What the addresses of the other pages begin with."""
    asked = urlencode({key: text for key, text in (("q", query), ("letter", letter)) if text})
    return f"{asked}&" if asked else ""


def _firsts(rows: Sequence[searching.PersonRow]) -> set[int]:
    """The first under each letter, to jump to."""
    firsts: dict[str, int] = {}
    for row in rows:
        firsts.setdefault(row.letter, row.id)
    return set(firsts.values())


@require_POST
@at_any_desk(Action.ADD_PEOPLE)
def take_in(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A list of people: first shown, then taken."""
    decisions = importing.decisions_sent(request)
    try:
        rows = importing.rows_sent(request, actor.tenant)
        if importing.goes_back(request):
            return _list(request, actor, importing.back_to_text(request, rows, decisions))
        decisions = importing.carried(request, rows, decisions)
        if importing.confirmed(request):
            importing.refuse_full(actor.tenant, rows, None, decisions)
            taken = take(rows=rows, tenant=actor.tenant, decisions=decisions, by=actor.name)
            if taken.done:
                text = ngettext(
                    "{count} person is new in the register.",
                    "{count} people are new in the register.",
                    taken.new_people,
                )
                messages.success(request, text.format(count=taken.new_people))
                return redirect("desk-register")
        text = importing.text_sent(request, rows)
        context = importing.looked_at(rows, actor.tenant, None, decisions, text)
    except Unreadable as unreadable:
        more = {"import_problems": sentences(unreadable), "text": request.POST.get("text", "")}
        return _list(request, actor, more, REFUSED)
    status = REFUSED if importing.confirmed(request) else 200
    return render(request, "desk/register_in.html", context, status=status)


@require_safe
@at_any_desk(Action.EXPORT_PERSON)
def export(request: HttpRequest, actor: Actor, kind: str) -> HttpResponse:
    """The whole register as a file."""
    if kind not in ("csv", "xlsx"):
        raise Http404
    rows = searching.everybody(actor.tenant)
    words = dict(register.shown_choices())
    yes = gettext("yes")
    shown = {row.id: (words.get(row.shown_as, ""), row.pseudonym, yes if row.minor else "") for row in rows}
    return file_of(people_table(rows, shown), gettext("people"), kind)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.ADD_PEOPLE)
def person(request: HttpRequest, actor: Actor, person: int) -> HttpResponse:
    """Somebody: everything that is known, to be put right."""
    player = _somebody(actor, person)
    if request.method != "POST":
        known = {name: getattr(player, name) for name in (*FIELDS, *TICKS)}
        return _person(request, actor, player, known)
    typed = {name: request.POST.get(name, "") for name in FIELDS}
    try:
        minor, unlisted = (tick in request.POST for tick in TICKS)
        register.change_person(player=player, minor=minor, unlisted=unlisted, **typed)
    except Unreadable as unreadable:
        typed |= {tick: request.POST.get(tick, "") for tick in TICKS}
        return _person(request, actor, player, typed, sentences(unreadable))
    messages.success(request, gettext("Saved."))
    return redirect("desk-person", person=player.pk)


def _somebody(actor: Actor, number: int) -> Player:
    """Somebody of the register of the actor's club; everybody else's are not there."""
    return get_object_or_404(Player, tenant=actor.tenant, pk=number)


def _person(
    request: HttpRequest,
    actor: Actor,
    player: Player,
    typed: dict[str, str],
    problems: list[str] | None = None,
) -> HttpResponse:
    asked = request.GET.get("with", "")[:100]
    namesakes = alike.acquaintances(player.whose, [player.name], but=[player.pk])
    context = {
        "player": player,
        "typed": typed,
        "problems": problems or [],
        "join": memberships.join_of(player),
        "partings": partings_of(player),
        "joins_members": actor.may(Action.JOIN_MEMBERS),
        "shown": register.shown_choices(),
        "entries": player.memberships.select_related("entrant__event").order_by("-entrant__event__day"),
        "alike": namesakes.judge(player.name).candidates,
        "names": searching.search(player.whose, asked).rows[:MOST_NAMES] if asked else (),
        "query": asked,
    }
    return render(request, "desk/person.html", context, status=REFUSED if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.ADD_PEOPLE)
def merge(request: HttpRequest, actor: Actor, person: int) -> HttpResponse:
    """Two entries of the register are one person: look at both, then put them together."""
    keep = _somebody(actor, person)
    asked = (request.POST if request.method == "POST" else request.GET).get("other", "")
    gone = _somebody(actor, number_in(asked) or 0)
    problems: list[str] = []
    if request.method == "POST":
        try:
            number = gone.pk
            merging.merge(keep=keep, gone=gone)
            recording.people_merged(actor.tenant, keep.pk, number, by=actor.name)
            asking.begin(actor.tenant, actor.name)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("Both are one person now."))
            return redirect("desk-person", person=keep.pk)
    numbers = memberships.numbers_of([keep.pk, gone.pk])
    context = {
        "keep": keep,
        "gone": gone,
        "keep_member": numbers.get(keep.pk),
        "gone_member": numbers.get(gone.pk),
        "problems": problems,
    }
    return render(request, "desk/merge.html", context, status=REFUSED if problems else 200)


@require_safe
@at_any_desk(Action.EXPORT_PERSON)
def data(request: HttpRequest, actor: Actor, person: int) -> HttpResponse:
    """All that is known of somebody, for himself."""
    player = _somebody(actor, person)
    response = JsonResponse(
        privacy.everything_about(player), json_dumps_params={"ensure_ascii": False, "indent": 2}
    )
    response["Content-Disposition"] = f'attachment; filename="person-{player.pk}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.EXPORT_PERSON)
def forget(request: HttpRequest, actor: Actor, person: int) -> HttpResponse:
    """Make somebody anonymous, once it has been said what that means."""
    player = _somebody(actor, person)
    if request.method == "POST":
        nobody = privacy.anonymise(player=player, by=actor.name, texts=set(request.POST.getlist("text")))
        messages.success(
            request, gettext("Made anonymous. The results stay as {name}.").format(name=nobody.name)
        )
        return redirect("desk-register")
    mentions = [] if player.anonymised_at is not None else mentions_of(player)
    context = {"player": player, "mentions": mentions, "member": memberships.number_of(player)}
    return render(request, "desk/forget.html", context)
