"""Two entries of the register are one person, once somebody has looked at both."""

from __future__ import annotations

from config.database import writing
from scoring.text import mark as _
from tournaments.events.ground.locking import lock_events_of, touch_events_of
from tournaments.models import Chair, EveningResult, Member, Player, ShownAs
from tournaments.people import memberships
from tournaments.people.parting import together
from tournaments.people.refusals import no_person


def merge(*, keep: Player, gone: Player) -> Player:
    """Two entries of the register are one person: everything of `gone` belongs to `keep` from now on.

    Raises Unreadable when they have sat at one table or taken part in one event, and says at which: then they
    are two people.
    """
    with writing():
        lock_events_of([keep, gone])
        locked = Player.objects.select_for_update().filter(pk__in=(keep.pk, gone.pk)).order_by("pk")
        both = {player.pk: player for player in locked}
        if len(both) < 2 or both[keep.pk].whose != both[gone.pk].whose:
            raise no_person("not_two", _("Choose somebody else of the register."))
        keep, gone = both[keep.pk], both[gone.pk]
        if both_at := together(keep, gone):
            raise no_person(
                "two_people",
                _("{kept} and {joined} were both there: {evening}. They are two people."),
                kept=keep.name,
                joined=gone.name,
                evening=both_at,
            )
        played_too = EveningResult.objects.filter(player=keep).values("evening")
        twice = EveningResult.objects.filter(player=gone, evening__in=played_too).select_related(
            "evening__season"
        )
        if (both_played := twice.first()) is not None:
            raise no_person(
                "two_people",
                _("{kept} and {joined} have both played on {day} ({season}): they are two people."),
                kept=keep.name,
                joined=gone.name,
                day=both_played.evening.day.isoformat(),
                season=both_played.evening.season.name,
            )
        if keep.club_number and gone.club_number:
            raise no_person(
                "two_numbers",
                _("{kept} and {joined} have two numbers in the club. Please take one of them away first."),
                kept=keep.name,
                joined=gone.name,
            )
        memberships.hand_over(keep=keep, gone=gone)
        EveningResult.objects.filter(player=gone).update(player=keep)
        Chair.objects.filter(player=gone).update(player=keep)
        Member.objects.filter(player=gone).update(player=keep)
        for key in ("distinction", "club", "category", "contact", "pseudonym"):
            setattr(keep, key, getattr(keep, key) or getattr(gone, key))
        # Whoever asked to be shown with less once is not shown with more now.
        if keep.shown_as == ShownAs.FULL:
            keep.shown_as = gone.shown_as
        keep.minor = keep.minor or gone.minor
        keep.unlisted = keep.unlisted or gone.unlisted
        number = gone.club_number
        touch_events_of([keep])
        gone.delete()
        keep.club_number = keep.club_number or number  # nobody has it for a moment
        keep.save()
        return keep
