"""Who has a place on this server: clubs ask for one, operators let them in, close them, set limits."""

from __future__ import annotations

import datetime
import re
import unicodedata
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from config.allowances import HIGHEST, MB, Quota
from config.database import take_turns, writing
from config.digits import number_in
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.access import invitations, pace
from tournaments.jobs.limits import JOB_ROBOTS
from tournaments.lists import cleaned
from tournaments.lists.lengths import lengths_refused
from tournaments.models import FIRST, Club, ClubNotice, ClubState, Invitation, Role

LENGTHS = {"name": 120, "place": 120, "contact": 200, "wish": 500}
LONGEST_SLUG = 40
LONGEST_REASON = 300
MOST_REQUESTS = 200  # that wait for an answer at the same time
WAITING = "asked-"  # begins the slug of a club that has no place yet
ROBOTS = (0, 16, 32, 64, 128, 200)  # that may play in a club's rehearsals; 0: there are none
STAYS_FOR = datetime.timedelta(days=14)  # after its owner has said that it leaves
# What the operators' log says.
ASKED, MADE, APPROVED, CLOSED, OPENED, LIMITS = "asked", "made", "approved", "closed", "opened", "limits"
LEAVES, STAYS, INVITED = "leaves", "stays", "invited"

PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True, slots=True)
class Welcomed:
    """A club that has a place now, and the link by which its first owner comes in; it is shown once."""

    club: Club
    invitation: Invitation
    code: str = field(repr=False)


def judge_request(*, name: str, place: str, contact: str, wish: str) -> dict[str, str]:
    """What a club asks with, as it is stored; raises Unreadable."""
    return _judged(
        {"name": name, "place": place, "contact": contact, "wish": wish}, needed=("name", "contact")
    )


def ask(*, name: str, place: str, contact: str, wish: str) -> Club:
    """A club would like a place here; only operators see it. Raises Unreadable."""
    sent = judge_request(name=name, place=place, contact=contact, wish=wish)
    with writing():
        take_turns("clubs")
        if Club.objects.filter(state=ClubState.ASKED).count() >= MOST_REQUESTS:
            text = say(
                _("So many clubs are waiting for an answer that no more can ask now. Please come back later.")
            )
            raise Unreadable([Problem(None, "too_many", text)])
        club = Club.objects.create(
            slug=f"{WAITING}{uuid.uuid4().hex[:16]}", state=ClubState.ASKED.value, listed=False, **sent
        )
        _note(club, ASKED)
    return club


def new_club(*, name: str, place: str, owner: str, by: str, mail: str = "") -> Welcomed:
    """A club with a place at once; raises Unreadable. `owner`: for whom its first link is."""
    sent = _judged({"name": name, "place": place}, needed=("name",))
    with writing():
        take_turns("clubs")
        club = Club.objects.create(slug=free_slug(sent["name"]), opened_at=timezone.now(), **sent)
        _note(club, MADE, by=by)
        return _welcomed(club, owner, by, mail)


def approve(*, club: Club, owner: str, by: str, mail: str = "") -> Welcomed:
    """A club that has asked gets its place; raises Unreadable where somebody has answered it before."""
    with writing():
        take_turns("clubs")
        club = _waiting(club)
        club.slug, club.state, club.opened_at = free_slug(club.name), ClubState.OPEN.value, timezone.now()
        club.listed = True
        club.save(update_fields=("slug", "state", "opened_at", "listed"))
        _note(club, APPROVED, by=by)
        return _welcomed(club, owner, by, mail)


def refuse(*, club: Club) -> None:
    """A club that has asked gets no place, and nothing of its words stays. Raises Unreadable."""
    with writing():
        _waiting(club).delete()


def _waiting(club: Club) -> Club:
    row = Club.objects.select_for_update().filter(pk=club.pk, state=ClubState.ASKED).first()
    if row is None:
        text = say(_("Somebody has answered this club already."))
        raise Unreadable([Problem(None, "answered", text)])
    return row


def _welcomed(club: Club, owner: str, by: str, mail: str) -> Welcomed:
    name = cleaned(owner) or club.name
    invitation, code = invitations.invite(club=club, role=Role.OWNER, name=name, by=by, mail=mail)
    return Welcomed(club, invitation, code)


def invite_owner(*, club: Club, owner: str, by: str, mail: str = "") -> Welcomed:
    """Another link for an owner: the first one was lost, or nobody of the club comes in any more."""
    with writing():
        _note(club, INVITED, by=by)
        return _welcomed(club, owner, by, mail)


def change(*, club: Club, name: str, place: str, listed: bool) -> Club:
    """What its owners say about it themselves; raises Unreadable. Its address stays."""
    sent = _judged({"name": name, "place": place}, needed=("name",))
    with writing():
        row = Club.objects.select_for_update().get(pk=club.pk)
        row.name, row.place, row.listed = sent["name"], sent["place"], listed
        row.save(update_fields=("name", "place", "listed"))
    return row


def close(*, club: Club, reason: str, by: str) -> Club:
    """Nobody of it comes in, its pages are gone; everything stays. Raises Unreadable without a reason."""
    reason = _reason(reason)
    with writing():
        row = Club.objects.select_for_update().get(pk=club.pk)
        if row.state == ClubState.OPEN:
            row.state, row.closed_at = ClubState.CLOSED.value, timezone.now()
            row.save(update_fields=("state", "closed_at"))
            _note(row, CLOSED, reason=reason, by=by)
    pace.forget()
    return row


def open_again(*, club: Club, reason: str, by: str) -> Club:
    """It is at home here again, and does not leave; raises Unreadable without a reason."""
    reason = _reason(reason)
    with writing():
        row = Club.objects.select_for_update().get(pk=club.pk)
        if row.state == ClubState.CLOSED:
            _open(row)
            _note(row, OPENED, reason=reason, by=by)
    pace.forget()
    return row


def set_limits(*, club: Club, sent: Mapping[str, str], reason: str, by: str) -> Club:
    """Its own numbers where some are given, the server's where not; 0: no limit, of robots none.

    Raises Unreadable.
    """
    limits: dict[str, int] = {}
    problems = []
    robots = sent.get(JOB_ROBOTS, "").strip()
    if robots and robots not in map(str, ROBOTS):
        text = say(_("So many robots cannot be chosen here: please take one of the list."))
        problems.append(Problem(JOB_ROBOTS, "choice", text))
    elif robots:
        limits[JOB_ROBOTS] = int(robots)
    for quota in Quota:
        typed = sent.get(quota.value, "").strip()
        unit = MB if quota is Quota.BYTES else 1
        if not typed:
            continue
        limit = number_in(typed)
        if limit is None or limit * unit > HIGHEST[quota]:
            text = say(
                _("Please give whole numbers from 0 (no limit) to {most}."), most=HIGHEST[quota] // unit
            )
            problems.append(Problem(quota.value, "range", text))
            continue
        limits[quota.value] = limit * unit
    if problems:
        raise Unreadable(problems)
    with writing():
        row = Club.objects.select_for_update().get(pk=club.pk)
        others = {name: value for name, value in row.limits.items() if name not in (*Quota, JOB_ROBOTS)}
        if row.limits != {**others, **limits}:
            row.limits = {**others, **limits}
            row.save(update_fields=("limits",))
            _note(row, LIMITS, reason=cleaned(reason)[:LONGEST_REASON], by=by)
    pace.forget()
    return row


def leave(*, club: Club, typed: str, by: str) -> Club:
    """Its owner wants it to leave: it is closed at once, and may be removed for good after some days.

    `typed`: its name, so that nobody does it by mistake. Raises Unreadable.
    """
    if club.pk == FIRST:
        text = say(_("This is the club that the server began with: it can be closed, and not be removed."))
        raise Unreadable([Problem(None, "first", text)])
    if cleaned(typed).casefold() != club.name.casefold():
        text = say(_("Please type the name of the club as it stands above: {name}"), name=club.name)
        raise Unreadable([Problem("name", "name", text)])
    now = timezone.now()
    with writing():
        row = Club.objects.select_for_update().get(pk=club.pk)
        if row.leaves_at is None:
            row.state, row.leaves_at = ClubState.CLOSED.value, now + STAYS_FOR
            row.closed_at = row.closed_at or now
            row.save(update_fields=("state", "leaves_at", "closed_at"))
            _note(row, LEAVES, by=by)
    pace.forget()
    return row


def stay(*, club: Club, by: str) -> Club:
    """It does not leave after all."""
    with writing():
        row = Club.objects.select_for_update().get(pk=club.pk)
        if row.leaves_at is not None:
            _open(row)
            _note(row, STAYS, by=by)
    pace.forget()
    return row


def _open(row: Club) -> None:
    row.state, row.closed_at, row.leaves_at = ClubState.OPEN.value, None, None
    row.save(update_fields=("state", "closed_at", "leaves_at"))


def free_slug(name: str) -> str:
    """A slug made from the name that no club has; within a transaction, in turns."""
    stem = slug_from(name)
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in taken and not stem.startswith(WAITING):
        return stem
    numbers = (
        f"{stem[: LONGEST_SLUG - 1 - len(str(number))]}-{number}" for number in range(2, len(taken) + 1000)
    )
    return next(slug for slug in numbers if not Club.objects.filter(slug=slug).exists())


def slug_from(name: str) -> str:
    """`Cegofreunde Müllheim e. V.` → `cegofreunde-muellheim-e-v`; `verein` where nothing is left."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(PLAIN)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_SLUG].strip("-") or "verein"


def _judged(sent: Mapping[str, str], *, needed: Sequence[str]) -> dict[str, str]:
    fields = {key: cleaned(text) for key, text in sent.items()}
    problems = lengths_refused(fields, LENGTHS)
    if not fields["name"]:
        problems.append(Problem("name", "missing", say(_("The name of the club is missing."))))
    if "contact" in needed and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", fields["contact"]):
        text = say(_("Please give an address for mail at which the club can be reached."))
        problems.append(Problem("contact", "mail", text))
    if problems:
        raise Unreadable(problems)
    return fields


def _reason(reason: str) -> str:
    reason = cleaned(reason)[:LONGEST_REASON]
    if not reason:
        raise Unreadable(
            [Problem("reason", "missing", say(_("Please enter a reason: it stays in the log.")))]
        )
    return reason


def _note(club: Club, what: str, *, reason: str = "", by: str = "") -> None:
    ClubNotice.objects.create(club=club, what=what, reason=reason, by=by[:60])
