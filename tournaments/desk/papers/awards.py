"""Papers for the prize-giving: prizes, the gift table, certificates."""

from __future__ import annotations

from typing import Literal

from django.utils.translation import gettext

from tournaments.desk.papers.order import Order
from tournaments.engines.amounts import Money
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.prizes import CertificateDesign, CertificatePlan
from tournaments.engines.standings import StandingsRow
from tournaments.events.words.prizes import sharing_rule
from tournaments.hall.prizes import donors_of, prize_line, prizes_won, state_in, team_words, won_in
from tournaments.hall.progress import performances
from tournaments.models import Event, Member
from tournaments.paper.event import (
    BadPicture,
    Certificate,
    Certificates,
    Document,
    DonorList,
    GiftTable,
    Logo,
    PayoutList,
    Prize,
    PrizeList,
    Signature,
    read_logo,
)
from tournaments.prizes.plans import prize_plan_of
from tournaments.prizes.records import in_force, records_of
from tournaments.speech.money import money
from tournaments.speech.wording import speak

DESIGNS: dict[CertificateDesign, Literal["classic", "modern", "cards"]] = {
    CertificateDesign.CLASSIC: "classic",
    CertificateDesign.MODERN: "modern",
    CertificateDesign.CARDS: "cards",
}


def prize_list(order: Order) -> list[Document]:
    """Who gets what, to be read out; below, by which rule, and the arithmetic of what is shared."""
    names, facts = order.full_names(), performances(order.hall)
    state = state_in(order.hall, names)
    if state is None:
        return []
    prizes, below = [], [sharing_rule(state.ground.plan)]
    for prize in won_in(state):
        line = prize_line(prize, names)
        alone = len(prize.entrants) == 1 and not prize.teams
        note = line.nobody or line.note or (facts.get(prize.entrants[0], "") if alone else "")
        who = " · ".join(line.winners)
        prizes.append(Prize(rank=prize.label, prize=prize.prize, name=who, note=note))
        if len(line.winners) > 1:
            below += prize.why[:1]
    without = [other.entrant for other in state.outcome.equal_without]
    equal = [names.get(who, "?") for who in without if isinstance(who, int)]
    if equal:
        text = gettext("As good as the last who wins, and without a prize: {names}")
        below.append(text.format(names=", ".join(equal)))
    if not prizes:
        return []
    total = ""
    if state.outcome.paid_in_all:
        text = gettext("Prizes of money: {amount}")
        total = text.format(amount=money(Money(state.outcome.paid_in_all, state.ground.currency)))
    return [PrizeList(event=order.head, prizes=tuple(prizes), total=total, below=tuple(below))]


def payouts(order: Order) -> list[Document]:
    """Everybody who gets something, with what there is and a line to sign on."""
    names = order.full_names()
    state = state_in(order.hall, names)
    if state is None or not state.dues:
        return []
    places = {row.entrant: row.place for row in state.table.rows}
    order_of = {row.entrant: at for at, row in enumerate(state.table.rows)}
    currency = state.ground.currency
    lines = []
    for due in sorted(state.dues.values(), key=lambda due: order_of.get(due.entrant, len(order_of))):
        things = [thing.what or gettext("a gift of one’s choice") for thing in due.goods]
        if due.amount:
            things.append(money(Money(due.amount, currency)))
        notes = [*team_words(state, due, names)]
        if due.done and due.touched:
            notes.append(gettext("handed over"))
        lines.append(
            Prize(
                rank=places.get(due.entrant, "–"),
                prize=" + ".join(things) or "–",
                name=names.get(due.entrant, "?"),
                note=". ".join(notes),
            )
        )
    total = gettext("Prizes of money: {amount}").format(
        amount=money(Money(state.outcome.paid_in_all, currency))
    )
    return [
        PayoutList(event=order.head, payouts=tuple(lines), total=total if state.outcome.paid_in_all else "")
    ]


def donors(order: Order) -> list[Document]:
    """A thank-you to hang up."""
    gifts = [gift for gift in prize_plan_of(order.event).gifts if gift.donor]
    given: dict[str, list[str]] = {}
    for gift in gifts:
        given.setdefault(gift.donor, []).append(gift.what)
    lines = [Prize(rank="", prize=", ".join(given[donor]), name=donor) for donor in donors_of(order.event)]
    return [DonorList(event=order.head, gifts=tuple(lines))] if lines else []


def gift_table(order: Order) -> list[Document]:
    """Everybody in picking order, with a line to sign on."""
    names, facts = order.full_names(), performances(order.hall)
    chosen = {record.entrant_id: record.what for record in in_force(records_of(order.event)) if record.gift}
    picks = tuple(
        Prize(
            rank=row.place,
            prize=chosen.get(row.entrant, ""),
            name=names[row.entrant],
            note=facts.get(row.entrant, ""),
        )
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
    won = _besides(order)
    rows += [row for row in _placed(order) if row.entrant in won and row not in rows]
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
                award=won.get(row.entrant, ""),
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


def _besides(order: Order) -> dict[int, str]:
    """What somebody was best in besides the ranking, as the prizes call it."""
    won: dict[int, list[str]] = {}
    for prize in prizes_won(order.hall):
        for entrant in () if prize.ranked or prize.teams or prize.note else prize.entrants:
            won.setdefault(entrant, []).append(prize.label)
    return {entrant: ", ".join(labels) for entrant, labels in won.items()}


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
