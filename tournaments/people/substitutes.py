"""Somebody takes over a place in the middle of an event, with all points."""

from __future__ import annotations

from django.db.models import Q

from config.database import writing
from scoring.text import mark as _
from tournaments.events.ground import log
from tournaments.models import Chair, Entrant, Member, Player, RoundState
from tournaments.people.entrants import locked_entrant, playing_in, refuse_strangers
from tournaments.people.refusals import no_person


def substitute(
    *, entrant: Entrant, place: int, player: Player, from_round: int, by: str = "", reason: str = ""
) -> Member:
    """This person plays on a place of the entry from this round on; the points stay with the entry.

    Somebody may also take over in the middle of a round: the hands belong to the entry, and the sheet shows
    who sits there now. Raises Unreadable for rounds that are closed.
    """
    with writing():
        entrant = locked_entrant(entrant)
        event = entrant.event
        refuse_strangers(event, [player])
        still = Q(until_round=None) | Q(until_round__gte=from_round)
        replaced = list(Member.objects.filter(still, entrant=entrant, place=place).order_by("from_round"))
        if not replaced:
            raise no_person("no_place", _("There is nobody in this seat."))
        if player.pk in playing_in(event, from_round):
            raise no_person("takes_part", _("{name} takes part already."), name=player.name)
        if event.rounds.filter(state=RoundState.CLOSED, number__gte=from_round).exists():
            raise no_person("closed", _("Round {round} is closed."), round=from_round)
        chairs = Chair.objects.filter(entrant=entrant, player__in=[member.player_id for member in replaced])
        chairs.filter(sitting__round__number__gte=from_round).update(player=player)
        member, *later = replaced
        for later_member in later:  # substitutes who were to come in a later round
            later_member.delete()
        if from_round <= member.from_round:  # nobody has played on this place in the meantime
            member.player, member.until_round = player, None
            member.save(update_fields=("player", "until_round"))
        else:
            member.until_round = from_round - 1
            member.save(update_fields=("until_round",))
            member = Member.objects.create(entrant=entrant, player=player, place=place, from_round=from_round)
        facts = {"entrant": entrant.pk, "player": player.pk, "round": from_round}
        log.note(event, "substituted", by=by, reason=reason, **facts)
        return member


def choices(entrant: Entrant) -> list[int]:
    """From which rounds on somebody can take over, the likeliest first."""
    rounds = list(entrant.event.rounds.order_by("number").values_list("number", "state"))
    running = [number for number, state in rounds if state in (RoundState.OPEN, RoundState.PUBLISHED)]
    done = max([0, *(number for number, state in rounds if state == RoundState.CLOSED)])
    return sorted({done + 1, *running, *(number + 1 for number in running)})
