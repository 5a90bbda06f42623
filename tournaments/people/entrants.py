"""Who takes part in an event: entering, putting right, taking out again, and who does not want to meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Max, Q

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.cash import door
from tournaments.cash.pricing import keep_ticks
from tournaments.events.draw.drawing import discard_drafts
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked
from tournaments.events.ground.refusal import refuse_official
from tournaments.events.rounds.publishing import refuse_to_lose
from tournaments.lists import cleaned
from tournaments.lists.lengths import lengths_refused
from tournaments.models import (
    CashEntry,
    Entrant,
    EntrantState,
    Event,
    Member,
    PaidBy,
    Player,
    PrizeRecord,
    Round,
    RoundState,
    Ruling,
    Wish,
)
from tournaments.people.refusals import no_person

LENGTHS = {"name": 120, "club": 60, "category": 40, "team": 60}
HIGHEST_NUMBER = 9999


def next_round(event: Event) -> int:
    """The first round that has not been published yet: whoever comes now plays from there."""
    begun = event.rounds.exclude(state=RoundState.DRAWN).aggregate(last=Max("number"))["last"]
    return (begun or 0) + 1


def next_number(event: Event) -> int:
    """The start number after the highest one."""
    return (event.entrants.aggregate(last=Max("number"))["last"] or 0) + 1


def rounds_of(entrant: Entrant) -> list[Round]:
    """The rounds this entrant is drawn into, drafts too; sitting out counts."""
    rounds = Round.objects.filter(event=entrant.event_id).select_related("event", "stage").order_by("number")
    return [round_ for round_ in rounds if in_seating(round_, entrant.pk)]


def locked_entrant(entrant: Entrant) -> Entrant:
    """The entry as it stands now, with its event, which is kept from other writers.

    Raises Unreadable where it has been taken out meanwhile.
    """
    event = locked(entrant.event)
    fresh = Entrant.objects.filter(event=event, pk=entrant.pk).first()
    if fresh is None:
        raise no_person("unknown", _("This entrant is no longer there."))
    fresh.event = event
    return fresh


def in_seating(round_: Round, entrant: int) -> bool:
    """Is this entrant part of the draw of the round?"""
    seating = round_.seating
    return any(entrant in place for place in (*seating.get("tables", ()), seating.get("out", ())))


def enter(
    *,
    event: Event,
    players: Sequence[Player],
    name: str = "",
    club: str = "",
    category: str = "",
    team: str = "",
    rating: int | None = None,
    number: int | None = None,
    paid: bool = False,
    here: bool = False,
    by: str = "",
) -> Entrant:
    """A new entrant of these people, with the number asked for if it is free, else the next one.

    Raises Unreadable when one of them takes part already, or is of another club's register.
    """
    with writing():
        event = locked(event)
        refuse_strangers(event, players)
        playing = playing_in(event, next_round(event))
        for player in players:
            if player.pk in playing:
                raise no_person("takes_part", _("{name} takes part already."), name=player.name)
        if number is None or event.entrants.filter(number=number).exists():
            number = next_number(event)
        entrant = create(
            event=event,
            players=players,
            name=name,
            club=club,
            category=category,
            team=team,
            rating=rating,
            number=number,
            paid=False,
            here=here,
            joined_round=next_round(event),
        )
        begin_paying(event, entrant, way=PaidBy.CASH if paid else None, by=by)
        log.note(event, "entered", by=by, entrants=[entrant.pk], here=here, paid=paid)
        return entrant


def refuse_strangers(event: Event, players: Iterable[Player]) -> None:
    """Only people of the register of the event's club take part; raises Unreadable."""
    if any(player.whose != event.whose for player in players):
        raise no_person("stranger", _("This person is not in the register of the club that holds the event."))


def create(
    *,
    event: Event,
    players: Sequence[Player],
    name: str,
    club: str,
    category: str,
    team: str,
    rating: int | None,
    number: int,
    paid: bool,
    here: bool,
    joined_round: int,
) -> Entrant:
    """Write an entry that has been judged, within a transaction that tells the log."""
    entrant = Entrant.objects.create(
        event=event,
        number=number,
        name=name,
        club=club or players[0].club,
        category=category or players[0].category,
        team=team,
        rating=rating,
        state=(EntrantState.HERE if here else EntrantState.EXPECTED).value,
        paid=paid,
        joined_round=joined_round,
    )
    Member.objects.bulk_create(
        Member(entrant=entrant, player=player, place=place) for place, player in enumerate(players, start=1)
    )
    return entrant


def begin_paying(event: Event, entrant: Entrant, *, way: PaidBy | None, by: str = "") -> None:
    """What a new entry has to pay is taken at once; `way` None: later. Who has nothing to pay has paid."""
    if way is not None:
        door.settle(event, entrant, way=way, by=by)
    paid = way is not None or door.is_free(event, entrant)
    if paid:
        entrant.paid = True
        entrant.save(update_fields=("paid",))


def playing_in(event: Event, number: int) -> dict[int, int]:
    """(entrant by player) for everybody who plays in this round of the event or in a later one."""
    members = Member.objects.filter(entrant__event=event)
    members = members.filter(Q(until_round=None) | Q(until_round__gte=number))
    return dict(members.values_list("player", "entrant"))


def change(
    *,
    entrant: Entrant,
    name: str,
    club: str,
    category: str,
    team: str,
    number: int | None,
    rating: int | None,
    ranked: bool,
    by: str = "",
) -> Entrant:
    """Put an entry right; raises Unreadable with what is wrong. Start numbers stay once a round is on."""
    texts = {
        "name": cleaned(name),
        "club": cleaned(club),
        "category": cleaned(category),
        "team": cleaned(team),
    }
    problems = lengths_refused(texts, LENGTHS)
    with writing():
        entrant = locked_entrant(entrant)
        problems += _wrong_number(entrant, number)
        if problems:
            raise Unreadable(problems)
        wanted: dict[str, Any] = {**texts, "number": number, "rating": rating, "ranked": ranked}
        changed = [key for key, value in wanted.items() if getattr(entrant, key) != value]
        if "ranked" in changed:
            refuse_official(entrant.event)
        if "number" in changed:
            refuse_to_lose(entrant.event)
            discard_drafts(entrant.event, by=by)  # draws call people by their numbers
        if changed:
            for key in changed:
                setattr(entrant, key, wanted[key])
            keep_ticks(entrant.event, lambda: entrant.save(update_fields=changed))
            log.note(entrant.event, "entrant_changed", by=by, entrant=entrant.pk, fields=changed)
        return entrant


def _wrong_number(entrant: Entrant, number: int | None) -> Iterable[Problem]:
    if number is None or not 1 <= number <= HIGHEST_NUMBER:
        text = say(_("Start numbers go from 1 to {most}."), most=HIGHEST_NUMBER)
        yield Problem("number", "range", text)
        return
    if number == entrant.number:
        return
    if entrant.event.entrants.filter(number=number).exists():
        yield Problem("number", "number_taken", say(_("Start number {number} is taken."), number=number))
    if entrant.event.rounds.exclude(state=RoundState.DRAWN).exists():
        text = say(_("Start numbers stay as they are once a round is published."))
        yield Problem("number", "number_fixed", text)


def remove(*, entrant: Entrant, by: str = "") -> None:
    """Take an entry out that should never have been there; whoever has been drawn is withdrawn instead."""
    with writing():
        entrant = locked_entrant(entrant)
        rounds = rounds_of(entrant)
        if any(round_.state != RoundState.DRAWN for round_ in rounds):
            raise no_person(
                "has_seats",
                _("Seats of this entrant are published already. Please choose “Goes home” instead."),
            )
        if _ruled_about(entrant):
            raise no_person(
                "has_rulings", _("There are decisions about this entrant. Please choose “Goes home” instead.")
            )
        if PrizeRecord.objects.filter(event=entrant.event_id, entrant=entrant).exists():
            raise no_person(
                "has_prizes", _("This entrant has been given a prize. Please choose “Goes home” instead.")
            )
        if CashEntry.objects.filter(entrant=entrant).exists():
            raise no_person(
                "has_cash", _("Money is booked for this entrant. Please choose “Goes home” instead.")
            )
        event, number = entrant.event, entrant.number
        if rounds:
            refuse_to_lose(event)
            discard_drafts(event, by=by)
        entrant.delete()
        log.note(event, "removed", by=by, number=number)


def _ruled_about(entrant: Entrant) -> bool:
    return any(
        ruling.entrant_id == entrant.pk or entrant.pk in ruling.data.get("order", ())
        for ruling in Ruling.objects.filter(event=entrant.event_id)
    )


def keep_apart(*, event: Event, first: int, second: int, by: str = "") -> None:
    """These two shall not meet at one table; raises Unreadable where they are not two of this event."""
    _wished(event, first, second, together=False, by=by)


def seat_together(*, event: Event, first: int, second: int, by: str = "") -> None:
    """These two shall sit at one table; raises Unreadable where they are not two of this event."""
    _wished(event, first, second, together=True, by=by)


def _wished(event: Event, first: int, second: int, *, together: bool, by: str) -> None:
    """The last wish of two counts."""
    low, high = min(first, second), max(first, second)
    with writing():
        event = locked(event)
        if low == high or event.entrants.filter(pk__in=(low, high)).count() != 2:
            raise no_person("not_two", _("Choose two who take part."))
        if Wish.objects.filter(event=event, entrant_id=low, other_id=high, together=together).exists():
            return
        Wish.objects.update_or_create(
            event=event, entrant_id=low, other_id=high, defaults={"together": together}
        )
        log.note(event, "kept_together" if together else "kept_apart", by=by, one=low, other=high)


def let_meet(*, event: Event, wish: int, by: str = "") -> None:
    """Take a wish back."""
    with writing():
        event = locked(event)
        for stored in Wish.objects.filter(event=event, pk=wish):
            what = "let_part" if stored.together else "let_meet"
            log.note(event, what, by=by, one=stored.entrant_id, other=stored.other_id)
            stored.delete()
