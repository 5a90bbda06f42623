"""From seats to sheets: a published round has one sitting per table, and follows its seating.

A table where nothing is written yet takes any other people; one where hands are written keeps them, and
people change places there by the ledger's own exchange only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone

from config.database import writing
from scoring import Unreadable, opening
from scoring.text import mark as _
from tournaments.events.ground import log
from tournaments.events.ground.lineups import Lineup, in_seat_order, lineup
from tournaments.events.ground.locking import locked, locked_round
from tournaments.events.ground.refusal import no_draw, official
from tournaments.events.ground.stages import plan_of
from tournaments.events.rounds import clock
from tournaments.ledger.folding import games
from tournaments.models import Chair, Event, Parked, Round, RoundState, Ruling, SheetHead, Sitting
from tournaments.models.stored import GameJson

FIRST_DEALER = 1
Seats = tuple[tuple[int, int], ...]  # (entrant, player) seat by seat


def mark_of(drafts: Sequence[Round]) -> str:
    """What somebody has seen of these drafts: another mark, other seats."""
    return ".".join(f"{draft.pk}-{draft.version}-{len(draft.changes)}" for draft in drafts)


def drafts_in(event: Event) -> list[Round]:
    """What is drawn and not published, first to last."""
    drafts = Round.objects.filter(event=event, state=RoundState.DRAWN).select_related("event", "stage")
    return list(drafts.order_by("number"))


def publish(round_: Round, *, by: str = "", seen: str | None = None) -> Round:
    """Show the seats to everybody and lay out the sheets. Raises Unreadable where a table cannot play, and
    where the draft is not the one that was `seen`."""
    with writing():
        round_ = locked_round(round_)
        if round_.state != RoundState.DRAWN:
            return round_
        drafts = Round.objects.filter(event=round_.event_id, state=RoundState.DRAWN)
        if drafts.filter(number__lt=round_.number).exists():
            raise no_draw(_("Publish the rounds one after the other."))
        refuse_unseen([round_], seen)
        lay_out(round_)
        round_.state = RoundState.PUBLISHED.value
        round_.published_at = timezone.now()
        round_.save(update_fields=("state", "published_at"))
        log.note(round_.event, "published", by=by, round=round_.number)
        return round_


def publish_all(event: Event, *, by: str = "", seen: str | None = None) -> list[Round]:
    """Publish everything that is drawn, if it is what was `seen`."""
    with writing():
        event = locked(event)
        drafts = drafts_in(event)
        refuse_unseen(drafts, seen)
        return [publish(draft, by=by) for draft in drafts]


def refuse_unseen(drafts: Sequence[Round], seen: str | None) -> None:
    """Raises Unreadable where somebody else has changed these drafts since they were looked at; None: nobody
    has looked."""
    if seen is not None and seen != mark_of(drafts):
        raise no_draw(_("Someone else has changed the draft. Here it is as it is now."))


def refuse_to_lose(event: Event) -> None:
    """Raises Unreadable where something else would throw away a draft that was changed by hand: that is
    decided on the draft's own page."""
    for draft in drafts_in(event):
        if any(change["what"] != "drawn_early" for change in draft.changes):
            raise no_draw(
                _("Round {number} is drawn and was changed by hand. Publish it or throw it away first."),
                number=draft.number,
            )


def keeps_hanging(round_: Round) -> Unreadable | None:
    """Why the seats of this round cannot be taken back any more; None: they can."""
    if round_.state not in (RoundState.PUBLISHED, RoundState.OPEN):
        return no_draw(_("The seats of this round are not published, or the round is closed."))
    if round_.event.finished_at is not None:
        return official()
    used = Q(sheethead__head_seq__gt=0) | Q(pk__in=_with_asides(round_))
    written = Sitting.objects.filter(used, round=round_).order_by("number").first()
    if written is not None:
        return no_draw(
            _("Hands have been entered at table {table}: the seats stay published."),
            table=written.number,
        )
    later = Round.objects.filter(event=round_.event_id, number__gt=round_.number)
    later = later.exclude(state=RoundState.DRAWN).order_by("-number")
    if after := later.first():
        return no_draw(
            _("Round {number} is published after this one: take its seats back first."), number=after.number
        )
    if Ruling.objects.filter(round=round_, withdrawn_at=None).exists():
        return no_draw(_("There is a decision in this round: take the decision back first."))
    return None


def _with_asides(round_: Round) -> set[int]:
    """The sheets for which something was put aside: people still have to see it there."""
    return set(Parked.objects.filter(sitting__round=round_.pk).values_list("sitting", flat=True))


def take_back(round_: Round, *, by: str = "", reason: str = "") -> Round:
    """The seats are a draft again, and nobody but the organisers sees them. Raises Unreadable as soon as
    anything is written at one of the tables."""
    with writing():
        round_ = locked_round(round_)
        if round_.state == RoundState.DRAWN:
            return round_
        # No hand may be written at a table between the look at it and its end.
        heads = SheetHead.objects.select_for_update(of=("self",)).filter(sitting__round=round_)
        list(heads.order_by("pk").values_list("pk"))
        if refusal := keeps_hanging(round_):
            raise refusal
        if round_.state == RoundState.OPEN and not round_.by_groups:
            clock.take_away(event=round_.event, by=by)
        Sitting.objects.filter(round=round_).delete()
        round_.state = RoundState.DRAWN.value
        round_.published_at = round_.opened_at = None
        round_.seating.pop("ahead", None)
        round_.version += 1
        round_.save(update_fields=("state", "published_at", "opened_at", "version", "seating"))
        log.note(round_.event, "taken_back", by=by, reason=reason, round=round_.number)
        return round_


def lay_out(round_: Round) -> list[int]:
    """Make the sheets say what the seating says; the numbers of the tables that changed. In a transaction."""
    event, stage = round_.event, round_.stage
    playing = lineup(event, round_.number)
    wanted = {
        number: seats_at(table, playing)
        for number, table in zip(round_.seating["numbers"], round_.seating["tables"], strict=True)
    }
    # No hand may be written at a table between the look at it and its new sheet.
    list(SheetHead.objects.select_for_update(of=("self",)).filter(sitting__round=round_).order_by("pk"))
    there = {
        sitting.number or 0: sitting
        for sitting in Sitting.objects.filter(round=round_).select_related("sheethead")
    }
    now = _seated(list(there.values()))
    changed = sorted(
        number
        for number in wanted.keys() | there.keys()
        if wanted.get(number) != (now[there[number].pk] if number in there else None)
    )
    asides = _with_asides(round_)
    for number in changed:
        if number in there and (there[number].sheethead.head_seq or there[number].pk in asides):
            raise no_draw(
                _("Hands are written at table {table}; only people can change places there."), table=number
            )
    Sitting.objects.filter(pk__in=[there[number].pk for number in changed if number in there]).delete()
    rules = {**event.rules, **stage.rules}
    new = [_sitting(event, round_, number, rules, wanted[number]) for number in changed if number in wanted]
    Sitting.objects.bulk_create(new)
    starts: dict[int, list[GameJson]] = {}
    for sitting in new:
        if sitting.seats not in starts:
            starts[sitting.seats] = games(opening(sitting.table()))
    SheetHead.objects.bulk_create(SheetHead(sitting=sitting, games=starts[sitting.seats]) for sitting in new)
    Chair.objects.bulk_create(
        Chair(sitting=sitting, seat=seat, entrant_id=entrant, player_id=player)
        for sitting in new
        for seat, (entrant, player) in enumerate(wanted[sitting.number or 0], start=1)
    )
    return changed


def seats_at(table: Sequence[int], playing: Lineup) -> Seats:
    """Who sits where at a table of these entrants."""
    return tuple((entrant, player.pk) for entrant, player in in_seat_order(table, playing))


def _seated(sittings: Sequence[Sitting]) -> dict[int, Seats]:
    seats_of: dict[int, list[tuple[int, int]]] = {sitting.pk: [] for sitting in sittings}
    chairs = Chair.objects.filter(sitting__in=seats_of).order_by("sitting", "seat")
    for sitting, entrant, player in chairs.values_list("sitting", "entrant", "player"):
        seats_of[sitting].append((entrant or 0, player))
    return {sitting: tuple(seats) for sitting, seats in seats_of.items()}


def _sitting(event: Event, round_: Round, number: int, rules: Mapping[str, Any], seats: Seats) -> Sitting:
    game = event.game_value()
    if len(seats) not in game.seats:
        raise no_draw(
            _("Table {table}: this game cannot be played with this number of people ({count})."),
            count=len(seats),
            table=number,
        )
    return Sitting(
        tenant_id=event.whose,
        title=event.title,
        club=event.club,
        game=event.game,
        preset=event.preset,
        rules_name=event.rules_name,
        rules=dict(rules),
        seats=len(seats),
        first_dealer=FIRST_DEALER,
        event=event,
        round=round_,
        number=number,
        hands_limit=plan_of(round_.stage).hands,
    )
