"""Public pages of an event: everybody may see them; they know the ranking only as far as the hall may."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_safe

from config.digits import number_in
from config.ourpages import from_our_pages
from config.packing import no_secrets
from config.shared import by_anybody, shared
from tournaments.access.requests import whole
from tournaments.events.ground.hearing import aged
from tournaments.events.ground.stamps import Stamp
from tournaments.hall import pages, persons
from tournaments.hall.checksums import on_the_wall
from tournaments.hall.facts import Hall
from tournaments.hall.gathering import hall
from tournaments.hall.matchdaypages import matchday_of_event
from tournaments.hall.numbers import numbers_view
from tournaments.hall.pieces import piece
from tournaments.hall.publicdecisions import public_decision_rows
from tournaments.hall.robots import let_robots_in
from tournaments.hall.views.watching import face_for, live_answer, short_answer, stamped
from tournaments.lists.surnames import by_surname, letters

OF_EVERYBODY = ("hall/event.html", "hall/standings.html")
"""What search engines may list of an event that is open to them; of one person they list nothing."""
ME_FOR = 7 * 24 * 3600  # seconds


@no_secrets
@shared("part")
@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the event is, where I sit, who leads, all tables.

    A page for everybody has a place where the browser puts the seat of whom it remembers.
    """
    stamp, me = stamped(pk), _me(request, pk)
    part = request.GET.get("part", "")
    who, letter = request.GET.get("who", "")[:60], request.GET.get("letter", "")[:1]
    if part == "live" and (short := short_answer(request, stamp.tag(me), stamp.age)):
        return short
    here = hall(stamp)
    if part == "found":
        return render(request, "hall/_found.html", _findings(here, who, letter))
    body_me = "" if by_anybody(request) else _my_seat(stamp, me)
    body = piece(
        stamp,
        "hall/_event.html",
        lambda: _page(here, pages.event_page(here)) | {"revision": stamp.revision},
    )
    more = {"initials": persons.initials(here), "clock": face_for(request, here.event), "body_me": body_me}
    more |= _findings(here, who, letter)
    return _answer(request, stamp, here, "hall/event.html", body_me + body, body=body, me=me, more=more)


def _page(here: Hall, page: object) -> dict[str, object]:
    return {"event": here.event, "page": page, "checksum": on_the_wall(here.closing)}


def _findings(here: Hall, who: str, letter: str) -> dict[str, Any]:
    people = persons.search(here, who) if who or not letter else persons.under(here, letter)
    findings = [persons.finding(here, person) for person in people]
    return {"event": here.event, "who": who, "letter": letter, "findings": findings}


def _my_seat(stamp: Stamp, me: int) -> str:
    here = hall(stamp)
    person = here.by_number.get(me)

    def context() -> dict[str, object]:
        view = persons.person_view(here, person) if person else None
        return {"event": here.event, "view": view, "revision": stamp.revision}

    return piece(stamp, "hall/_me.html", context, me)


@no_secrets
@from_our_pages
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest, pk: int) -> HttpResponse:
    """Remember on this device who looks; the start number is nothing secret. 0 forgets it.

    To look at, it is the seat of whom this device remembers: the way there for browsers without scripts.
    """
    stamp = stamped(pk)
    here = hall(stamp)
    address = reverse("event", args=(pk,))
    if request.method != "POST":
        number = _me(request, pk)
        if number not in here.by_number:
            return redirect(address)
        context = {"event": here.event, "here": "event", "me": number, "body": _my_seat(stamp, number)}
        return render(request, "hall/me.html", context)
    person = here.by_number.get(whole(request, "number") or 0)
    answer: HttpResponseRedirect = redirect(address)
    if person is None:
        answer.delete_cookie(f"me-{pk}", path=address)
    else:  # the page's script reads it, where the page itself is for everybody
        answer.set_cookie(f"me-{pk}", str(person.number), max_age=ME_FOR, path=address, samesite="Lax")
    return answer


@no_secrets
@shared("part")
@require_safe
def person(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One person: seats, hands, places, and why; or only the seat, for the page of an event."""
    stamp = stamped(pk)
    seat = request.GET.get("part") == "seat"
    tag = stamp.tag("seat") if seat else stamp.tag()
    if (seat or _asks_again(request)) and (short := short_answer(request, tag, stamp.age)):
        return short
    here = hall(stamp)
    entrant = here.by_number.get(number)
    if entrant is None:
        raise Http404
    if seat:
        return aged(live_answer(request, tag, _my_seat(stamp, number)), stamp.age)

    def context() -> dict[str, object]:
        assert entrant is not None
        view = persons.person_view(here, entrant, whole=True)
        several = here.standings is not None and len(here.standings.rounds) > 1
        return {"event": here.event, "view": view, "hidden": pages.hidden(here), "chart_of": several}

    body = piece(stamp, "hall/_person.html", context, number)
    more = {"person": entrant, "me": _me(request, pk), "everybody": by_anybody(request)}
    return _answer(request, stamp, here, "hall/person.html", body, more=more)


@no_secrets
@shared("part", "by")
@require_safe
def rounds(request: HttpRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Who sits where: the round that is on, or another one."""
    stamp = stamped(pk)
    by_name = request.GET.get("by") == "name"
    if _asks_again(request) and (short := short_answer(request, stamp.tag(), stamp.age)):
        return short
    here = hall(stamp)
    shown = here.current if number is None else here.round(number)
    if shown is None and number is not None:
        raise Http404

    def context() -> dict[str, object]:
        page = pages.round_page(here, shown) if shown else None
        links = [pages.round_link(here, round_) for round_ in here.rounds]
        shown_names = page.by_name if page and by_name else ()
        jumps = letters(by_surname(name) for _person, name, _table, _seat in shown_names)
        return {"event": here.event, "page": page, "by_name": by_name, "rounds": links, "letters": jumps}

    body = piece(stamp, "hall/_round.html", context, shown and shown.number, by_name)
    return _answer(request, stamp, here, "hall/round.html", body, more={"here": "rounds"})


@no_secrets
@shared("part", "of", "who")
@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The ranking, in whatever form was asked for."""
    stamp = stamped(pk)
    if _asks_again(request) and (short := short_answer(request, stamp.tag(), stamp.age)):
        return short
    here, of, who = hall(stamp), request.GET.get("of", "")[:80], request.GET.get("who", "")
    chosen = number_in(who, 6)

    def context() -> dict[str, object]:
        return _page(here, pages.standings_page(here, of, chosen)) | {"chosen": chosen}

    body = piece(stamp, "hall/_standings.html", context, of, chosen)
    more = {"here": "standings", "matchday": None if _asks_again(request) else matchday_of_event(pk)}
    return _answer(request, stamp, here, "hall/standings.html", body, more=more)


@no_secrets
@shared("part")
@require_safe
def numbers(request: HttpRequest, pk: int) -> HttpResponse:
    """The evening in numbers, as far as the hall may know the results."""
    stamp = stamped(pk)
    if _asks_again(request) and (short := short_answer(request, stamp.tag(), stamp.age)):
        return short
    here = hall(stamp)

    def context() -> dict[str, object]:
        return {"event": here.event, "numbers": numbers_view(here), "hidden": pages.hidden(here)}

    body = piece(stamp, "hall/_numbers.html", context)
    return _answer(request, stamp, here, "hall/numbers.html", body, more={"here": "numbers"})


@no_secrets
@shared("part")
@require_safe
def corrections(request: HttpRequest, pk: int) -> HttpResponse:
    """What was put right after it had counted: by whom, why, and what it moved."""
    stamp = stamped(pk)
    if _asks_again(request) and (short := short_answer(request, stamp.tag(), stamp.age)):
        return short
    here = hall(stamp)

    def context() -> dict[str, object]:
        return {
            "event": here.event,
            "rows": public_decision_rows(here),
            "checksum": on_the_wall(here.closing),
        }

    body = piece(stamp, "hall/_corrections.html", context)
    return _answer(request, stamp, here, "hall/corrections.html", body, more={"here": "corrections"})


@no_secrets
@require_safe
def table(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The sheet of a table in the round that is on."""
    here = hall(stamped(pk))
    current = here.floor
    playing = next((table for table in current.tables if table.number == number), None) if current else None
    if playing is None:
        raise Http404
    return redirect("table", pk=playing.sitting)


def _asks_again(request: HttpRequest) -> bool:
    return request.GET.get("part") == "live"


def _me(request: HttpRequest, pk: int) -> int:
    """The start number this device is remembered for; 0: nobody, as on pages for everybody."""
    if by_anybody(request):
        return 0
    return number_in(request.COOKIES.get(f"me-{pk}", ""), 6) or 0


def _answer(
    request: HttpRequest,
    stamp: Stamp,
    here: Hall,
    template: str,
    live: str,
    *,
    me: int | None = None,
    body: str = "",
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    """The page, or just its living pieces with the tag by which they are asked for again."""
    tag = stamp.tag() if me is None else stamp.tag(me)
    if _asks_again(request):
        response = live_answer(request, tag, live)
    else:
        query = request.GET.copy()
        query["part"] = "live"
        context = {
            "event": here.event,
            "here": "event",
            "body": body or live,
            "poll": f"{request.path}?{query.urlencode()}",
            "tag": tag,
            "me": me,
            "everybody": by_anybody(request),
            "age": stamp.age,
        }
        response = render(request, template, {**context, **(more or {})})
        if template in OF_EVERYBODY:
            let_robots_in(response, here.event)
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return aged(response, stamp.age)
