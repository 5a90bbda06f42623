"""Who comes to a table, and what he may do there: every page of a table asks here, and this asks `roles`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments.access import credentials, desk, doors
from tournaments.access.desk import Desk
from tournaments.access.roles import Action, Part, may
from tournaments.access.seen import OfDevice, Place, seen_mark
from tournaments.access.tablepaths import is_shared
from tournaments.ledger import RoundOver, out_of_round
from tournaments.ledger.appending import Origin
from tournaments.models import FIRST, Credential, Sitting, Via


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at one table: a device of it, somebody of its event's desk, or anybody who looks on."""

    sitting: Sitting
    part: Part
    device: Credential | None = None
    desk: Desk | None = None
    asked: int | None = None  # the number of a phone that asks for a seat of this table

    def may(self, action: Action) -> bool:
        """Is this allowed here?"""
        return may(self.part, action)

    @property
    def writes(self) -> bool:
        """May a hand be entered here and now?"""
        return self.may(Action.ENTER_HAND) and out_of_round(self.sitting, Via.OWN) is None

    @property
    def corrects(self) -> str:
        """Which hands this visitor may put right on the table's page: "all", the "last" one, or none."""
        if not self.writes:
            return ""
        if self.may(Action.CORRECT):
            return "all"
        return "" if self.desk else "last"

    @property
    def sends_late(self) -> bool:
        """May this device not write any more, although it once could? What it still has is put aside."""
        if self.device is None or self.desk is not None:
            return False
        over = isinstance(out_of_round(self.sitting, Via.OWN), RoundOver)
        return over or self.device.replaced_by_id is not None

    @property
    def calls(self) -> bool:
        """May the organisers be called from here?"""
        return self.desk is None and self.sitting.event_id is not None and self.may(Action.CALL)

    def again(self) -> Visitor:
        """The same after something was written: the table as it stands now."""
        return replace(self, sitting=credentials.table_now(self.sitting))

    @property
    def why_not(self) -> str:
        """Why nothing can be entered, for somebody who could at another time; else empty."""
        refused = out_of_round(self.sitting, Via.OWN)
        if self.writes or refused is None:
            return ""
        return gettext(refused.text.message)

    def origin(self, base_seq: int | None = None) -> Origin:
        """Who writes, for the ledger; `base_seq` is the last entry his page showed."""
        if self.desk is not None:
            return {"via": Via.DESK, "by": self.desk.by, "base_seq": base_seq}
        return {"via": Via.OWN, "credential": self.device, "base_seq": base_seq}

    @property
    def at(self) -> tuple[int, int, int]:
        """Event, round and number of the table: the address of its page at the desk. Raises LookupError for a
        quick evening."""
        if self.sitting.round is None or self.sitting.event_id is None:
            raise LookupError("a quick evening has no desk")
        return self.sitting.event_id, self.sitting.round.number, self.sitting.number or 0

    def whose(self, people: Sequence[str]) -> str:
        """Whose phone it is, as far as somebody has said so."""
        seat = self.device.seat if self.device and not self.was_replaced else None
        return people[seat - 1] if seat and seat <= len(people) else ""

    @property
    def was_replaced(self) -> bool:
        """Has another device taken over the seat of this one?"""
        return self.device is not None and self.device.replaced_by_id is not None

    @property
    def seen(self) -> str:
        """Changes whenever the table's page does."""
        sitting, head, device, round_ = self.sitting, self.sitting.sheethead, self.device, self.sitting.round
        place = None
        if round_ is not None:
            revision = sitting.event.revision if sitting.event is not None and head.closed else None
            place = Place(sitting.event_id or 0, round_.number, sitting.number or 0, round_.state, revision)
        return seen_mark(
            head_seq=head.head_seq,
            head_hash=head.head_hash,
            part=self.part,
            beside=sitting.beside,
            asked=self.asked,
            device=None if device is None else OfDevice(device.seat, device.seen_seq),
            place=place,
        )


def at_table(request: HttpRequest, pk: int) -> Visitor | None:
    """Who asks for this table; None where there is no such table, or none by this address.

    Without the secret part of a federation's addresses only those come in who may write there anyway.
    """
    arrival = credentials.arrive(request, pk)
    sitting, device = arrival.sitting, arrival.device
    if sitting is None or (sitting.hidden_at is not None and not desk.keeps(request, sitting)):
        return None
    behind = desk.desk_of_sitting(request, sitting)
    if device is None and behind is None and not is_shared(pk):
        return None
    part = part_at(sitting, device, behind)
    return Visitor(sitting, part, device, behind, arrival.asked)


def was_given(request: HttpRequest, pk: int) -> bool:
    """Did this visitor come by an address that was given to him, whether or not there is such a table?"""
    return is_shared(pk) or at_table(request, pk) is not None


def part_in_house(request: HttpRequest) -> Part:
    """What somebody is towards what belongs to a club and not to a table or an event: its rule sets.

    In a club everybody in its network is a guest who may open tables; in a federation people log in.
    """
    actor = desk.actor_of(request)
    if actor is not None and actor.club is not None:
        return Part.OWNER if actor.owns_all else Part.ORGANISER
    return Part.HOST if settings.PROFILE.club else Part.SPECTATOR


def house_of(request: HttpRequest) -> int | None:
    """Whose rule sets somebody is shown: those of the club of his account, or of the club whose door he came
    through; None: nobody's.

    A laptop has one club, and everybody in its network is its guest.
    """
    if settings.PROFILE.club:
        return FIRST
    actor = desk.actor_of(request)
    if actor is not None and actor.club is not None:
        return actor.club
    club = doors.club_of(request)
    return None if club is None else club.pk


def part_at(sitting: Sitting, device: Credential | None, behind: Desk | None) -> Part:
    """What somebody with this device and this desk is at a table."""
    if behind is not None:
        return behind.part
    if device is None or device.replaced_by_id is not None:
        return Part.SPECTATOR
    if sitting.round is None:
        return Part.HOST
    return Part.TABLE if sitting.round.plays(sitting.number or 0) else Part.SPECTATOR
