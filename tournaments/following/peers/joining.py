"""The side where a code is typed: it becomes a source, whose token only this installation has."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from config.database import writing
from tournaments.following.peers import pairing, reading
from tournaments.following.peers.addresses import NoAddress, read_address
from tournaments.following.peers.states import SourceState, Unanswered, in_words
from tournaments.following.peers.wire import WireLine, line_to
from tournaments.models import FIRST, Club, LogSource, PairingKind

PAIR = "/log/pair/"
EARLIEST = reading.LONGEST_AGO


class NotPaired(ValueError):  # noqa: N818 (what happened, as one would say it)
    """Why not, in a sentence."""


@dataclass(frozen=True, slots=True)
class Partner:
    """What the other side says of itself when a code is right."""

    base: str
    token: str
    kind: PairingKind
    name: str
    installation: uuid.UUID


def bring_code(*, address: str, code: str, line: WireLine | None = None) -> Partner:
    """Bring a code to the installation that shows it. Raises NotPaired."""
    try:
        typed = read_address(address)
    except NoAddress as error:
        raise NotPaired(str(error)) from error
    code = pairing.plain(code or typed.code)
    if len(code) != pairing.LETTERS:
        raise NotPaired(_("A code has sixteen letters and digits. The other side shows it."))
    here = pairing.installation_here()
    body = {
        "code": code,
        "name": reading.name_of(Club.objects.get(pk=FIRST)),
        "installation": str(here),
    }
    try:
        answer = (line or line_to(typed.base))(PAIR, body=body)
        partner = Partner(
            typed.base,
            str(answer["token"])[:64],
            PairingKind(answer["kind"]),
            str(answer["name"])[:120],
            uuid.UUID(str(answer["installation"])),
        )
    except Unanswered as unanswered:
        raise NotPaired(_sentence(unanswered)) from unanswered
    except (KeyError, ValueError) as error:
        raise NotPaired(in_words(SourceState.NO_STAMMTISCH)) from error
    if partner.installation == here:
        raise NotPaired(_("This is the address of this laptop itself."))
    return partner


def _sentence(unanswered: Unanswered) -> str:
    if unanswered.state == SourceState.REFUSED and unanswered.detail:
        return unanswered.detail
    if unanswered.state == SourceState.NO_ANSWER:
        return _("Nobody answers at this address. Is the other one on, and are both in the same network?")
    return in_words(unanswered.state, unanswered.detail)


def join(*, club: int, partner: Partner, since: datetime.date = EARLIEST) -> LogSource:
    """A source of this club; what was paired with the same installation before has ended."""
    now = timezone.now()
    with writing():
        running(club).filter(installation=partner.installation, kind=partner.kind).update(
            ended_at=now, token=""
        )
        return LogSource.objects.create(
            club_id=club,
            kind=partner.kind.value,
            address=partner.base,
            name=partner.name or partner.base,
            installation=partner.installation,
            token=partner.token,
            since=since,
            made_at=now,
        )


def running(club: int | None = None) -> QuerySet[LogSource]:
    """Sources that are asked."""
    rows = LogSource.objects.filter(ended_at=None)
    return rows if club is None else rows.filter(club=club)


def end(*, club: int, source: uuid.UUID) -> LogSource | None:
    """It is asked no longer; what has come stays."""
    with writing():
        row = running(club).filter(pk=source).first()
        if row is not None:
            LogSource.objects.filter(pk=row.pk).update(ended_at=timezone.now(), token="")
    return row
