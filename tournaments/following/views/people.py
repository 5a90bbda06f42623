"""The desk’s page on which the people of the other side are looked at before anything changes here."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import audit
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.requests import REFUSED
from tournaments.access.roles import Action
from tournaments.following.peers import announcing, joining
from tournaments.following.peers.people import (
    PEOPLE,
    ChangeKind,
    NoPeopleList,
    PersonChange,
    apply,
    changes_of,
    no_list,
    people_list,
    read_people,
)
from tournaments.following.peers.states import Unanswered, in_words
from tournaments.following.peers.wire import line_to
from tournaments.models import WRITERS, Club, ShownAs

MOST_BYTES = 8 * 1024 * 1024  # of a file
DATA = "list"


@require_safe
@at_any_desk(Action.PAIR)
def people_file(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The same as a file."""
    answer = JsonResponse(
        people_list(Club.objects.get(pk=actor.tenant)), json_dumps_params={"ensure_ascii": False}
    )
    answer["Content-Disposition"] = 'attachment; filename="stammtisch-people.json"'
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
@at_any_desk(Action.PAIR)
def compare(request: HttpRequest, actor: Actor, source: uuid.UUID) -> HttpResponse:
    """What a server that is sent our events says of our people."""
    row = joining.running(actor.tenant).filter(pk=source, kind__in=WRITERS).first()
    if row is None:
        raise Http404
    try:
        raw: object = line_to(row.address, row.token)(PEOPLE)
        return _look(request, actor, raw)
    except Unanswered as unanswered:
        return _page(request, problems=[unanswered.detail or in_words(unanswered.state)])
    except NoPeopleList as error:
        return _page(request, problems=[str(error)])


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.PAIR)
def people(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A file is looked at; or what was ticked of it is done."""
    if request.method != "POST":
        return _page(request)
    try:
        raw = _sent(request)
        if DATA not in request.POST:
            return _look(request, actor, raw)
        ticked = request.POST.getlist("change")
        count = apply(read_people(raw), actor.tenant, frozenset(ticked), actor.name[:60])
    except NoPeopleList as error:
        return _page(request, problems=[str(error)], status=REFUSED)
    announcing.forget(actor.tenant)
    audit.note(request, "people-compared", count=count)
    text = ngettext("{count} person changed.", "{count} people changed.", count)
    messages.success(request, text.format(count=count) if count else gettext("Nothing was changed."))
    return redirect("desk-following")


def _sent(request: HttpRequest) -> object:
    file = request.FILES.get("file")
    if file is None and DATA not in request.POST:
        raise NoPeopleList(gettext("Please choose a file first."))
    try:
        text = request.POST.get(DATA, "") if file is None else file.read(MOST_BYTES).decode("utf-8-sig")
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise no_list() from error


def _look(request: HttpRequest, actor: Actor, raw: Any) -> HttpResponse:
    listed = read_people(raw)
    changes = changes_of(listed, actor.tenant)
    wanted = {id(change.listed) for change in changes}
    pairs = zip(raw["people"], listed, strict=True)
    changing = [words for words, person in pairs if id(person) in wanted]
    return _page(
        request,
        looked=True,
        other=str(raw.get("name", ""))[:120],
        total=len(listed),
        rows=[(change.key, change.name, _in_words(change), change.listed.member) for change in changes],
        data=json.dumps({**raw, "people": changing}, ensure_ascii=False),
    )


def _page(
    request: HttpRequest, *, problems: Sequence[str] = (), status: int = 200, **more: object
) -> HttpResponse:
    return render(request, "following/people.html", {"problems": problems, **more}, status=status)


def _in_words(change: PersonChange) -> str:
    """What would become of him, as the page says it."""
    if change.kind is ChangeKind.FORGET:
        return gettext("Has been made anonymous there, and would be here, too. This cannot be taken back.")
    if change.kind is ChangeKind.NEW:
        return gettext("Is not in the register here, and would be added.")
    if change.wish is None:
        return gettext("Gets the number {number}.").format(number=change.listed.number)
    return gettext("Is shown with less: {how}").format(how=", ".join(_wish_in_words(change)))


def _wish_in_words(change: PersonChange) -> list[str]:
    before, wish = change.person, change.wish
    assert before is not None
    assert wish is not None
    parts = []
    if wish.shown_as != before.shown_as:
        words = {
            ShownAs.FULL: gettext("the whole name"),
            ShownAs.SHORT: gettext("first name and a letter"),
            ShownAs.INITIALS: gettext("initials"),
            ShownAs.PSEUDONYM: gettext("another name"),
        }
        parts.append(words[wish.shown_as])
    if wish.minor and not before.minor:
        parts.append(gettext("under age"))
    if wish.unlisted and not before.unlisted:
        parts.append(gettext("no page about the years"))
    return parts or [wish.pseudonym]
