"""Somebody takes over a place in the middle of an event, with all points."""

from __future__ import annotations

from config.database import writing
from scoring.text import mark as _
from tournaments.events import log, seating
from tournaments.models import Entrant, Member, Player, Round, RoundState
from tournaments.register.entrants import in_seating, playing_in
from tournaments.register.refusing import no_person


def substitute(
    *, entrant: Entrant, place: int, player: Player, from_round: int, by: str = "", reason: str = ""
) -> Member:
    """This person plays on a place of the entry from this round on; the points stay with the entry.

    Published seats where nothing is written follow at once; raises Unreadable where hands are written.
    """
    with writing():
        event = entrant.event
        now = (
            Member.objects.select_for_update().filter(entrant=entrant, place=place, until_round=None).first()
        )
        if now is None:
            raise no_person("no_place", _("There is nobody on this place."))
        if player.pk in playing_in(event):
            raise no_person("takes_part", _("{name} takes part already."), name=player.name)
        closed = event.rounds.filter(state=RoundState.CLOSED, number__gte=from_round)
        if closed.exists():
            raise no_person("closed", _("Round {round} is closed."), round=from_round)
        if from_round <= now.from_round:  # nobody has played on this place in the meantime
            now.player = player
            now.save(update_fields=("player",))
            member = now
        else:
            now.until_round = from_round - 1
            now.save(update_fields=("until_round",))
            member = Member.objects.create(entrant=entrant, player=player, place=place, from_round=from_round)
        rounds = Round.objects.filter(event=event, number__gte=from_round).select_related("event", "stage")
        for round_ in rounds.order_by("number"):
            if round_.state != RoundState.DRAWN and in_seating(round_, entrant.pk):
                seating.follow(round_, entrant.pk, by=by, reason=reason)
        log.note(
            event, "substituted", by=by, reason=reason, entrant=entrant.pk, player=player.pk, round=from_round
        )
        return member
