"""Papers for the prize-giving: prizes, the gift table, certificates."""

from __future__ import annotations

from typing import Literal

from django.utils.translation import gettext

from tournaments.hall.matches import places_of
from tournaments.hall.prizes import final_rows, prize_line, prizes_won
from tournaments.hall.words import spoken
from tournaments.models import Event, Member
from tournaments.papers.order import Order
from tournaments.plans.prizes import CertificatePlan, Design
from tournaments.plans.reading import answers
from tournaments.sheets.event import (
    BadPicture,
    Certificate,
    Certificates,
    Document,
    GiftTable,
    Logo,
    Prize,
    PrizeList,
    Signature,
    Standing,
    Standings,
    read_logo,
)

DESIGNS: dict[Design, Literal["classic", "modern", "cards"]] = {
    Design.CLASSIC: "classic",
    Design.MODERN: "modern",
    Design.CARDS: "cards",
}


def knockout_places(order: Order) -> list[Document]:
    """The ranking of an event that ends with a knockout, once somebody has won it."""
    places = {one.entrant: one for one in places_of(order.hall) if not one.open}
    if not any(one.first == one.last == 1 for one in places.values()):
        return []
    done = order.event.finished_at is not None
    rows = []
    for row in final_rows(order.hall):
        person, own = order.hall.people[row.entrant], places.get(row.entrant)
        span = f"{own.first}–{own.last}" if own is not None and own.shared else str(row.rank or "")
        rows.append(Standing(place=span, name=person.name, number=person.number, club=person.club, cells=()))
    title = gettext("Final standings") if done else gettext("Places")
    return [Standings(event=order.head, title=title, columns=(), rows=tuple(rows))]


def prize_list(order: Order) -> list[Document]:
    """Who gets what, to be read out."""
    won = prizes_won(order.hall)
    if not won:
        return []
    names, points = order.full_names(), _points(order)
    prizes = []
    for prize in won:
        line = prize_line(prize, names)
        alone = len(prize.entrants) == 1 and not prize.teams
        note = line.nobody or line.note or (points.get(prize.entrants[0], "") if alone else "")
        who = " · ".join(line.winners)
        prizes.append(Prize(rank=prize.label, prize=prize.prize, name=who, note=note))
    return [PrizeList(event=order.head, prizes=tuple(prizes))]


def gift_table(order: Order) -> list[Document]:
    """Everybody in picking order, with a line to sign on."""
    names, points = order.full_names(), _points(order)
    picks = tuple(
        Prize(rank=str(row.rank), prize="", name=names[row.entrant], note=points.get(row.entrant, ""))
        for row in final_rows(order.hall)
        if row.rank is not None
    )
    return [GiftTable(event=order.head, picks=picks)] if picks else []


def _points(order: Order) -> dict[int, str]:
    table = order.hall.standings
    if table is None:
        return {}
    name = gettext(table.criteria[0].name)
    return {row.entrant: f"{spoken(row.values[0].shown)} {name}" for row in table.rows}


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
    rows = [row for row in final_rows(order.hall) if row.rank is not None]
    if plan.places:
        rows = [row for row in rows if row.rank is not None and row.rank <= plan.places]
    points = _points(order)
    cards = []
    for row in rows:
        person = order.hall.people[row.entrant]
        now, before = members.get(row.entrant, ((), ()))
        named = person.members and person.name not in names.values()
        cards.append(
            Certificate(
                names=now or (names[row.entrant],),
                place=row.rank,
                team=person.name if named or (person.members and " / " not in person.name) else "",
                substitutes=before,
                points=points.get(row.entrant, ""),
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
            occasion=gettext(order.event.game_value().name),
        )
    ]


def _members(event: Event) -> dict[int, tuple[tuple[str, ...], tuple[str, ...]]]:
    """By entrant: who played at the end, and whose places they took over."""
    places: dict[int, dict[int, list[str]]] = {}
    rows = Member.objects.filter(entrant__event=event).select_related("player").order_by("from_round", "pk")
    for one in rows:
        places.setdefault(one.entrant_id, {}).setdefault(one.place, []).append(one.player.name)
    return {
        entrant: (
            tuple(people[-1] for _place, people in sorted(found.items())),
            tuple(name for _place, people in sorted(found.items()) for name in people[:-1]),
        )
        for entrant, found in places.items()
    }
