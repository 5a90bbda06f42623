"""Who is at the organisers' desk, and what they may do with an event.

In a club the desk is the laptop itself: whoever sits at it needs no account, and no password crosses the
Wi-Fi. A phone to which the desk has shown a code belongs to it for one evening and one event. Other devices,
and everybody in a federation, log in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout as log_out
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from config import addresses
from config.security import from_this_machine
from tournaments.access import audit, pace, secondfactor, sessions
from tournaments.access.logins import club_sentence, may_take_back, membership_of, owes_second
from tournaments.access.lookingon import without_ways_to_write
from tournaments.access.phones import phone_of
from tournaments.access.roles import OF_SERVER, Action, Part, may
from tournaments.events.ground.hearing import leader_of
from tournaments.events.ground.locking import followed
from tournaments.models import FIRST, SAMPLE, Club, ClubState, DeskPhone, Event, Grant, Role, Sitting

P = ParamSpec("P")
RANKS = (Part.SPECTATOR, Part.HELPER, Part.ORGANISER, Part.OWNER)  # who may more stands later
# What an account of a club is towards all its events; a helper helps where he was asked to.
CLUB_PARTS = {Role.OWNER: Part.OWNER, Role.ORGANISER: Part.ORGANISER, Role.HELPER: Part.SPECTATOR}
AS_PHONE = "Stammtisch-Phone"  # a header: whoever sends it wants to be no more than a table's phone


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody at the desk. `name` is what the log says; without an account: the laptop, or a phone.

    `club` is the number of the club he is of, and `part` what he is there: towards its people, its events,
    its rule sets. None and a spectator: of no club. An operator of a server perhaps (`operates`), to whom no
    club's data belong, or somebody who was asked to one event.
    """

    name: str
    user_id: int | None
    club: int | None = FIRST
    part: Part = Part.SPECTATOR
    operates: bool = False  # the installation itself: its backups, its clubs
    phone: DeskPhone | None = None

    def may(self, action: Action) -> bool:
        """Is this allowed in his club, whatever the event?"""
        return self.operates if action in OF_SERVER else may(self.part, action)

    @property
    def owns_all(self) -> bool:
        """Is he an owner of all events of his club?"""
        return self.part == Part.OWNER

    @property
    def tenant(self) -> int:
        """The number of his club, where an action was asked for; raises LookupError for somebody of none."""
        if self.club is None:
            raise LookupError("of no club")
        return self.club

    @property
    def tenants(self) -> tuple[int, ...]:
        """The clubs whose things he may open here: his own, and on a laptop the sample."""
        return (self.tenant, SAMPLE) if settings.PROFILE.club else (self.tenant,)


def for_club_of(actor: Actor, event: Event) -> Actor:
    """Whoever is at a laptop's desk is at that of its sample club, too."""
    in_sample = event.tenant_id == SAMPLE and actor.club == FIRST
    return replace(actor, club=SAMPLE) if in_sample else actor


@dataclass(frozen=True, slots=True)
class Desk:
    """An actor at the desk of one event."""

    actor: Actor
    event: Event
    part: Part

    def may(self, action: Action) -> bool:
        """Is this allowed here?"""
        return may(self.part, action)

    @property
    def by(self) -> str:
        """Who, for the ledger and the log."""
        return self.actor.name[:60]


def actor_of(request: HttpRequest) -> Actor | None:
    """Who is asking, if it is somebody of the desk."""
    user = request.user
    if user.is_authenticated and (not settings.PROFILE.club or settings.DESK_IN_WIFI):
        return _of_account(user, user.pk, user.get_username(), operates=user.is_superuser)
    if is_laptop(request):
        return Actor(gettext("Desk"), None, part=Part.OWNER, operates=True)
    phone = phone_of(request)
    return None if phone is None else Actor(phone.name, None, phone.event.tenant_id, phone=phone)


def _of_account(account: object, user: int, name: str, *, operates: bool) -> Actor | None:
    """Whoever has logged in; None where his club is closed. In a club who runs the laptop owns its events."""
    membership = membership_of(account)
    if settings.PROFILE.club and operates:
        return Actor(name, user, part=Part.OWNER, operates=True)
    if membership is None:
        return Actor(name, user, None, operates=operates)
    if membership.club.state != ClubState.OPEN and not operates:
        return None
    return Actor(name, user, membership.club_id, CLUB_PARTS[Role(membership.role)], operates)


def is_laptop(request: HttpRequest) -> bool:
    """Does the browser run on the club's laptop, and was the site called by the laptop's own name?

    The name counts too: a foreign page whose address has been bent to this machine has another one. And the
    robots of a rehearsal run here as well, but what they play is a table's phone.
    """
    if AS_PHONE in request.headers:
        return False
    name = request.get_host().rpartition(":")[0] or request.get_host()
    named_here = name == "localhost" or addresses.is_loopback(name.strip("[]"))
    return from_this_machine(request) and named_here


def part_in(actor: Actor | None, event: Event) -> Part:
    """What this actor is in the event."""
    if actor is None:
        return Part.SPECTATOR
    if actor.phone is not None:
        return Part(actor.phone.role) if actor.phone.event_id == event.pk else Part.SPECTATOR
    at_home = actor.part if for_club_of(actor, event).club == event.tenant_id else Part.SPECTATOR
    if at_home == Part.OWNER or actor.user_id is None:
        return at_home
    grant = Grant.objects.filter(event=event, user=actor.user_id).first()
    return at_home if grant is None else max(at_home, Part(grant.role), key=RANKS.index)


def desk_of_sitting(request: HttpRequest, sitting: Sitting) -> Desk | None:
    """The desk of the event a table belongs to, if the visitor is of that desk."""
    if sitting.event_id is None:
        return None
    actor = actor_of(request)
    if actor is None or sitting.event is None:
        return None
    part = part_in(actor, sitting.event)
    return None if part == Part.SPECTATOR else Desk(actor, sitting.event, part)


def keeps(request: HttpRequest, sitting: Sitting) -> bool:
    """Is this somebody who hides tables of evenings of this club, and brings them back?"""
    actor = actor_of(request)
    if actor is None or actor.club is None or not actor.may(Action.KEEP_TABLES):
        return False
    return sitting.tenant_id in actor.tenants


def at_desk(
    action: Action, *, also_followed: bool = False
) -> Callable[[Callable[Concatenate[HttpRequest, Desk, P], HttpResponse]], Callable[..., HttpResponse]]:
    """A view of one event (`pk`) for those who may do this; it gets the desk instead of the number.

    Of an event that another installation leads only pages are shown, but for what is `also_followed`.
    """

    def wrap(view: Callable[Concatenate[HttpRequest, Desk, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
            actor = actor_of(request)
            if actor is None:
                return strangers(request)
            if owing := second_factor_owed(request):
                return owing
            event: Any = get_object_or_404(Event.objects.annotate(is_followed=followed("pk")), pk=pk)
            pace.look(request, event.tenant_id)
            event.leader = leader_of(event.pk) if event.is_followed else None
            desk = Desk(for_club_of(actor, event), event, part_in(actor, event))
            if desk.part == Part.SPECTATOR and _is_elsewhere(actor, event):
                raise Http404  # as one that does not exist
            if not desk.may(action):
                response = refused(request)
            elif event.is_followed and request.method == "POST" and not also_followed:
                response = only_looked_at(request, event)
            else:
                response = view(request, desk, *args, **kwargs)
                if event.is_followed:
                    response = without_ways_to_write(response)
            audit.at_desk(request, response, action, pk, **kwargs)
            return response

        guarded.action = action  # type: ignore[attr-defined]  # read by the test of all addresses
        return guarded

    return wrap


def _is_elsewhere(actor: Actor, event: Event) -> bool:
    """Is this another club's event? On a server, who has no part in it does not learn that it is there."""
    return not settings.PROFILE.club and actor.club != event.tenant_id


def at_any_desk(
    action: Action | None = None, *, without_second: bool = False
) -> Callable[[Callable[Concatenate[HttpRequest, Actor, P], HttpResponse]], Callable[..., HttpResponse]]:
    """A view of no event in particular: for everybody of the desk, or for those who may do this in a club.

    `without_second`: also for who owes his club a second factor; it is made there.
    """

    def wrap(view: Callable[Concatenate[HttpRequest, Actor, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            actor = actor_of(request)
            if actor is None:
                return strangers(request)
            if not actor.operates:
                pace.look(request, actor.club)
            if not without_second and (owing := second_factor_owed(request)):
                return owing
            if action is not None and not actor.may(action):
                response = refused(request)
            else:
                response = view(request, actor, *args, **kwargs)
            audit.at_desk(request, response, action or "", None, **kwargs)
            return response

        guarded.action = action  # type: ignore[attr-defined]
        return guarded

    return wrap


def leaving_club(request: HttpRequest) -> Club | None:
    """The club that is going to leave, for an owner who has logged in: he can still say that it stays."""
    membership = None if settings.PROFILE.club else membership_of(request.user)
    return membership.club if membership is not None and may_take_back(membership) else None


def strangers(request: HttpRequest) -> HttpResponse:
    """Somebody from outside the desk: to the login where there is one, else told where the desk is."""
    if leaving_club(request) is not None:
        return redirect("desk-club-back")
    if settings.PROFILE.club and not settings.DESK_IN_WIFI:
        return render(request, "desk/elsewhere.html", {"port": request.get_port()}, status=403)
    membership = membership_of(request.user)
    if membership is not None and membership.club.state != ClubState.OPEN:
        context = {"sentence": club_sentence(membership.club)}
        return render(request, "desk/club_closed.html", context, status=403)
    return redirect(f"{reverse('desk-login')}?{urlencode({'next': request.get_full_path()})}")


def is_owing(request: HttpRequest) -> bool:
    """Does the club want more than the password that whoever is logged in here has shown?"""
    user = request.user
    if not user.is_authenticated or not owes_second(user, membership_of(user)):
        return False
    return not sessions.has_second(request)


def second_factor_owed(request: HttpRequest) -> HttpResponse | None:
    """Where the club wants more than a password of its owners: to the page where they add it, first."""
    user = request.user
    if not user.is_authenticated or not is_owing(request):
        return None
    if secondfactor.has_any(user):  # added elsewhere: this session has not shown it
        log_out(request)
        return strangers(request)
    messages.warning(request, gettext("Your club asks its owners for a second factor. Please add one now."))
    return redirect("desk-account")


def only_looked_at(request: HttpRequest, event: Event) -> HttpResponse:
    """Nothing is changed here: another installation leads the event."""
    sentence = gettext("This event is led elsewhere. It can only be looked at here.")
    messages.error(request, sentence)
    return redirect("desk-event", event.pk)


def refused(request: HttpRequest) -> HttpResponse:
    """Somebody of the desk who may not do this."""
    return render(request, "desk/refused.html", status=403)
