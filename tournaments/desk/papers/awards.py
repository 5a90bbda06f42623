"""Papers for the prize-giving: prizes, the gift table, certificates."""

from __future__ import annotations

from typing import Literal

from django.utils.translation import gettext

from tournaments.desk.papers.order import Order
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.prizes import CertificateDesign, CertificatePlan
from tournaments.engines.standings import StandingsRow
from tournaments.hall.prizes import prize_line, prizes_won
from tournaments.hall.progress import performances
from tournaments.models import Event, Member
from tournaments.paper.event import (
    BadPicture,
    Certificate,
    Certificates,
    Document,
    GiftTable,
    Logo,
    Prize,
    PrizeList,
    Signature,
    read_logo,
)
from tournaments.speech.wording import speak

DESIGNS: dict[CertificateDesign, Literal["classic", "modern", "cards"]] = {
    CertificateDesign.CLASSIC: "classic",
    CertificateDesign.MODERN: "modern",
    CertificateDesign.CARDS: "cards",
}


def prize_list(order: Order) -> list[Document]:
    """Who gets what, to be read out."""
    won = prizes_won(order.hall)
    if not won:
        return []
    names, facts = order.full_names(), performances(order.hall)
    prizes = []
    for prize in won:
        line = prize_line(prize, names)
        alone = len(prize.entrants) == 1 and not prize.teams
        note = line.nobody or line.note or (facts.get(prize.entrants[0], "") if alone else "")
        who = " · ".join(line.winners)
        prizes.append(Prize(rank=prize.label, prize=prize.prize, name=who, note=note))
    return [PrizeList(event=order.head, prizes=tuple(prizes))]


def gift_table(order: Order) -> list[Document]:
    """Everybody in picking order, with a line to sign on."""
    names, facts = order.full_names(), performances(order.hall)
    picks = tuple(
        Prize(rank=row.place, prize="", name=names[row.entrant], note=facts.get(row.entrant, ""))
        for row in _placed(order)
    )
    return [GiftTable(event=order.head, picks=picks)] if picks else []


def _placed(order: Order) -> list[StandingsRow]:
    """Everybody who has a place, the best first."""
    table = order.hall.standings
    return [] if table is None else [row for row in table.rows if row.rank is not None]


def certificate_plan(event: Event) -> CertificatePlan:
    """How this event's certificates look."""
    return answers(CertificatePlan, event.certificate)


def logo_of(event: Event) -> Logo | None:
    """The club's logo, if one was uploaded and is still readable."""
    if not event.logo:
        return None
    try:
        return read_logo(bytes(event.logo))
    except BadPicture:
        return None


def certificates(order: Order) -> list[Document]:
    """One for each of the first places, or for everybody."""
    plan = certificate_plan(order.event)
    names = order.full_names()
    members = _members(order.event)
    rows = _placed(order)
    if plan.places:
        rows = [row for row in rows if row.rank is not None and row.rank <= plan.places]
    facts = performances(order.hall)
    cards = []
    for row in rows:
        person = order.hall.people[row.entrant]
        now, before = members.get(row.entrant, ((), ()))
        named = person.members and person.name not in names.values()
        cards.append(
            Certificate(
                names=now or (names[row.entrant],),
                place=row.rank,
                last=row.worst,
                team=person.name if named or (person.members and " / " not in person.name) else "",
                substitutes=before,
                points=facts.get(row.entrant, ""),
                text=plan.text,
            )
        )
    if not cards:
        return []
    roles = [role for role in (plan.first_role, plan.second_role) if role]
    return [
        Certificates(
            event=order.head,
            certificates=tuple(cards),
            design=DESIGNS[plan.design],
            upright=plan.upright,
            logo=logo_of(order.event),
            signatures=tuple(Signature(role=role) for role in roles or [gettext("Tournament director")]),
            occasion=speak(order.event.game_value().name),
        )
    ]


def _members(event: Event) -> dict[int, tuple[tuple[str, ...], tuple[str, ...]]]:
    """By entrant: who played at the end, and whose places they took over."""
    places: dict[int, dict[int, list[str]]] = {}
    rows = Member.objects.filter(entrant__event=event).select_related("player").order_by("from_round", "pk")
    for row in rows:
        places.setdefault(row.entrant_id, {}).setdefault(row.place, []).append(row.player.name)
    return {
        entrant: (
            tuple(people[-1] for _place, people in sorted(holders.items())),
            tuple(name for _place, people in sorted(holders.items()) for name in people[:-1]),
        )
        for entrant, holders in places.items()
    }
