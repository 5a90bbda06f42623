"""Who is in the hall: checked in at the door, missing, gone home, come back, seated late."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from config.database import writing
from scoring import Unreadable
from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.cash import door
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked
from tournaments.events.ground.refusal import refuse_official
from tournaments.events.ground.stages import plan_of
from tournaments.events.seats import seating
from tournaments.models import Entrant, EntrantState, Event, Notice, Round, RoundState
from tournaments.people.entrants import in_seating, next_round, rounds_of
from tournaments.people.refusals import no_person

TICKED, UNTICKED = "door", "door_undone"


def tick(
    *, event: Event, entrant: int, here: bool | None = None, paid: bool | None = None, by: str = ""
) -> Entrant:
    """Say at the door who is here and who has paid; None leaves it as it is. Saying it twice changes nothing.

    Raises Unreadable where somebody is to be missing again whose seat is published.
    """
    with writing():
        locked_entrant = _locked(event, entrant)
        was = {"state": locked_entrant.state, "paid": locked_entrant.paid}
        if here is not None and here != (locked_entrant.state == EntrantState.HERE):
            _come(locked_entrant) if here else _stay_away(locked_entrant)
        booked: list[str] = []
        if here and not locked_entrant.paid and door.is_free(locked_entrant.event, locked_entrant):
            locked_entrant.paid = True
        if paid is not None and paid != locked_entrant.paid:
            booked = _pay(locked_entrant, paid=paid, by=by)
        now = {"state": locked_entrant.state, "paid": locked_entrant.paid}
        if now != was:
            locked_entrant.save(update_fields=("state", "paid", "joined_round", "left_after"))
            more: dict[str, Any] = {"booked": booked} if booked else {}
            log.note(event, TICKED, by=by, entrant=locked_entrant.pk, was=was, now=now, **more)
        return locked_entrant


def _pay(entrant: Entrant, *, paid: bool, by: str, entries: list[str] | None = None) -> list[str]:
    """The tick and the book: what is open is taken in cash, or what was booked is reversed. Ids of lines."""
    if paid:
        lines = door.settle(entrant.event, entrant, by=by)
    else:
        lines = door.take_back(entrant.event, entrant, entries, by=by)
    entrant.paid = paid
    return [str(line.pk) for line in lines]


def untick(*, event: Event, entrant: int, by: str = "") -> Entrant:
    """Take back what was said of somebody last, as long as nothing else has been said since; where there is
    nothing to take back, whoever is here is expected again."""
    with writing():
        locked_entrant = _locked(event, entrant)
        notice = (
            Notice.objects.filter(event=event, what__in=(TICKED, UNTICKED), data__entrant=locked_entrant.pk)
            .order_by("-pk")
            .first()
        )
        now = {"state": locked_entrant.state, "paid": locked_entrant.paid}
        if notice is not None and notice.what == TICKED and notice.data["now"] == now:
            was = notice.data["was"]
        elif locked_entrant.state == EntrantState.HERE:
            was = {"state": EntrantState.EXPECTED.value, "paid": locked_entrant.paid}
        else:
            return locked_entrant
        if locked_entrant.state == EntrantState.HERE and was["state"] != EntrantState.HERE:
            _stay_away(locked_entrant)
        if was["paid"] != locked_entrant.paid:
            entries = notice.data.get("booked", []) if notice is not None and not was["paid"] else None
            _pay(locked_entrant, paid=was["paid"], by=by, entries=entries)
        locked_entrant.state = was["state"]
        locked_entrant.save(update_fields=("state", "paid"))
        log.note(event, UNTICKED, by=by, entrant=locked_entrant.pk, was=now, now=was)
        return locked_entrant


def _locked(event: Event, entrant: int) -> Entrant:
    event = locked(event)
    locked_entrant = Entrant.objects.filter(event=event, pk=entrant).first()
    if locked_entrant is None:
        raise no_person("unknown", _("This entrant is no longer there."))
    locked_entrant.event = event
    return locked_entrant


def _come(entrant: Entrant) -> None:
    entrant.state = EntrantState.HERE.value
    entrant.left_after = None
    if not any(round_.state != RoundState.DRAWN for round_ in rounds_of(entrant)):
        entrant.joined_round = next_round(entrant.event)


def _stay_away(entrant: Entrant) -> None:
    if any(round_.state != RoundState.DRAWN for round_ in rounds_of(entrant)):
        raise no_person(
            "has_seats",
            _("A seat is published for this entrant already. If they leave, please choose “Goes home”."),
        )
    entrant.state = EntrantState.EXPECTED.value


def mark_missing(*, event: Event, by: str = "") -> int:
    """Everybody who is still expected does not come; how many that are."""
    with writing():
        event = locked(event)
        missing = list(Entrant.objects.filter(event=event, state=EntrantState.EXPECTED))
        Entrant.objects.filter(pk__in=[entrant.pk for entrant in missing]).update(
            state=EntrantState.NO_SHOW.value
        )
        if missing:
            log.note(event, "no_show", by=by, entrants=[entrant.pk for entrant in missing])
        return len(missing)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What came of a withdrawal: rounds in which the seat could not be given up, and why."""

    entrant: Entrant
    stuck: tuple[tuple[int, Text], ...] = ()


def withdraw(*, event: Event, entrant: int, by: str = "", reason: str = "") -> Withdrawal:
    """Somebody goes home. What was played counts; seats of rounds not yet begun are given up."""
    with writing():
        locked_entrant = _locked(event, entrant)
        refuse_official(locked_entrant.event)
        stuck = []
        last = 0
        for round_ in rounds_of(locked_entrant):
            if round_.state != RoundState.CLOSED:
                try:
                    with writing():
                        seating.remove(round_, locked_entrant.pk, by=by)
                    continue
                except Unreadable as refused:
                    stuck.append((round_.number, refused.problems[0].text))
            last = round_.number
        locked_entrant.state = EntrantState.WITHDRAWN.value
        locked_entrant.left_after = last or None
        locked_entrant.save(update_fields=("state", "left_after"))
        log.note(event, "withdrawn", by=by, reason=reason, entrant=locked_entrant.pk, after=last)
        return Withdrawal(locked_entrant, tuple(stuck))


def waiting_rounds(entrant: Entrant) -> list[Round]:
    """Rounds that are drawn and not over, in which somebody who is here has no seat yet."""
    if entrant.state != EntrantState.HERE:
        return []
    return [
        round_
        for round_ in Round.objects.filter(event=entrant.event_id)
        .exclude(state=RoundState.CLOSED)
        .select_related("event", "stage")
        .order_by("number")
        if not plan_of(round_.stage).takes and not in_seating(round_, entrant.pk)
    ]


def seat_now(*, event: Event, entrant: int, by: str = "") -> list[int]:
    """Give a seat in the rounds drawn already to somebody who has just come; the numbers of these rounds."""
    with writing():
        locked_entrant = _locked(event, entrant)
        if locked_entrant.state != EntrantState.HERE:
            raise no_person("not_here", _("This entrant is not here yet."))
        rounds = waiting_rounds(locked_entrant)
        for round_ in rounds:
            seating.add_late(round_, locked_entrant.pk, by=by)
        numbers = [round_.number for round_ in rounds]
        if numbers and min(numbers) < locked_entrant.joined_round:
            locked_entrant.joined_round = min(numbers)
            locked_entrant.save(update_fields=("joined_round",))
        return numbers


def still_seated(stuck: tuple[int, Text]) -> Text:
    """The sentence about a seat that could not be given up."""
    number, why = stuck
    return say(_("Still seated in round {round}: {why}"), round=number, why=why)
