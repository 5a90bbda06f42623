"""People of an event that is followed.

Somebody is known again by the name he has in all events of where he comes from, else as when a file is
imported; else he is new. What is known of him there is known here; who was forgotten here stays forgotten. On
a server, where a club has a register of its own, whoever has asked there to be shown with less is shown so.
"""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone

from config.database import take_turns
from tournaments.engines.eventlog import PieceKind
from tournaments.events.ground.locking import touch_events_of
from tournaments.exchange.exporting import PERSON, PERSON_NEWER
from tournaments.exchange.people import known_person
from tournaments.exchange.values import save_valid
from tournaments.following.applying.rows import Rows
from tournaments.models import EventPiece, Player, ShownAs
from tournaments.models.naming import NAMES
from tournaments.models.stored import Raw
from tournaments.people import privacy
from tournaments.people.wishes import PublicWish

FIELDS = (*PERSON, *PERSON_NEWER, "unlisted")


def person(rows: Rows, key: str, body: Raw) -> int:
    ShownAs(body["shown_as"])
    take_turns(NAMES)
    player, words = _person_called(rows, key), {name: body[name] for name in FIELDS}
    if player is None:
        read = Player(tenant_id=rows.tenant, **words)
        taken = {piece.row or 0 for (kind, _key), piece in rows.pieces.items() if kind is PieceKind.PERSON}
        known = None if read.robot or body["forgotten"] else known_person(read, taken)
        if known is not None:
            return _with_wish(known, PublicWish.of(known).with_less(PublicWish.of(read))).pk
        read.anonymised_at = timezone.now() if body["forgotten"] else None
        save_valid(read)
        rows.newcomers.add((PieceKind.PERSON, key))
        return read.pk
    if player.anonymised_at is not None:
        return player.pk
    if body["forgotten"]:
        player = privacy.anonymise(player=player)
        player.name = body["name"]
        save_valid(player)
        return player.pk
    if not settings.PROFILE.club:
        sent = Player(**words)
        PublicWish.of(player).with_less(PublicWish.of(sent)).put_on(sent)
        words = {name: getattr(sent, name) for name in FIELDS}
    if any(getattr(player, name) != value for name, value in words.items()):
        for name, value in words.items():
            setattr(player, name, value)
        save_valid(player)
        touch_events_of([player])
    return player.pk


def _with_wish(player: Player, wish: PublicWish) -> Player:
    if wish != PublicWish.of(player):
        wish.put_on(player)
        save_valid(player)
        touch_events_of([player])
    return player


def _person_called(rows: Rows, key: str) -> Player | None:
    """Who is called so in this event, or in another one of this club."""
    row = rows.row_or_none(PieceKind.PERSON, key)
    if row is None:
        row = (
            EventPiece.objects.filter(kind=PieceKind.PERSON.value, key=key, event__tenant=rows.tenant)
            .exclude(row=None)
            .order_by("-pk")
            .values_list("row", flat=True)
            .first()
        )
    return Player.objects.filter(pk=row, tenant=rows.tenant).first() if row is not None else None
