"""The whole event of a rehearsal: robots come, are drawn, play, and all is computed once more at the end."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from config.database import writing
from scoring import Game, Seat, Table, columns_for, opening, parse, play
from scoring.defaults import never_ends
from scoring.flat import to_flat
from tournaments import ledger
from tournaments.access import credentials
from tournaments.desk.papers import PAPERS, Order, documents
from tournaments.engines.plans import Confirming
from tournaments.engines.plans.presets import PRESETS
from tournaments.events.draw import drawing
from tournaments.events.ground.stages import settings_of
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.plan import shelving
from tournaments.events.plan.creating import event_from_preset, event_like
from tournaments.events.results.played import competition
from tournaments.events.results.ranking import standings_of
from tournaments.events.rounds import publishing
from tournaments.events.rounds import running as rounds
from tournaments.hall.gathering import hall
from tournaments.ledger import checking
from tournaments.ledger.opening import LONGEST_TITLE
from tournaments.models import Entrant, EntrantState, Event, Member, Player, Round, RoundState, Sitting
from tournaments.paper.event import printed
from tournaments.rehearsal import names
from tournaments.rehearsal.phones import NotTaken, Phone
from tournaments.rehearsal.robots import made_up
from tournaments.rehearsal.tidying import put_away
from tournaments.rehearsal.words import Tell, nobody_listens

PHONES_AT_ONCE = 8
MOST_HANDS = 400  # of a sheet that ends by its rules
OPEN_END = 12  # hands of a sheet that nobody ends
Visit = Callable[[], Phone]


@dataclass(slots=True)
class RehearsalReport:
    """What happened. `problems` is empty when every sheet and the standings came out the same twice."""

    event: int
    people: int
    rounds: int = 0
    tables: int = 0
    hands: int = 0
    sent_again: int = 0
    paper: int = 0  # bytes of everything on paper
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RobotSeat:
    """What a robot needs to know of its table, so that it never asks the database."""

    number: int
    sitting: int
    card: str  # what stands on the table's card before the key
    key: str
    game: Game[Any, Any]
    table: Table[Any]
    limit: int
    confirms: bool  # somebody else reads the list back


def rehearse(
    *,
    url: str,
    tenant: int,
    preset: str = PRESETS[0].key,
    like: Event | None = None,
    people: int = 150,
    seed: str = "Probe",
    pause: float = 0.0,
    visit: Visit | None = None,
    tell: Tell = nobody_listens,
) -> RehearsalReport:
    """Play a whole event of a club against the server at `url`; `pause` seconds between two hands of a table.

    An event of the kind `preset`, or one `like` an event that is to come. Earlier rehearsals are put away.
    `visit` makes another kind of phones than those that come to the address.
    """
    begun = time.monotonic()
    put_away(tenant, by="Robot")
    event = prepare(preset, people, tenant=tenant, seed=seed, like=like)
    report = RehearsalReport(event.pk, people)
    tell("here", people=people)

    def play_next(round_: Round) -> None:
        published = publishing.publish(round_, by="Robot")
        play_round(published, visit or (lambda: Phone(url)), seed, pause, report)
        tell("round", number=report.rounds, tables=report.tables, hands=report.hands)

    while drawing.stage_to_draw(event) is not None:
        if not Round.objects.filter(event=event, state=RoundState.DRAWN).exists():
            drawing.draw_next(event, seed=f"{seed} {report.rounds + 1}", by="Robot")
        round_ = Round.objects.filter(event=event, state=RoundState.DRAWN).order_by("number")[0]
        play_next(round_)
    for round_ in Round.objects.filter(event=event, state=RoundState.DRAWN).order_by("number"):
        play_next(round_)
    report.problems += differences(event)
    tell("twice")
    shelving.finish_event(event=event, by="Robot")
    report.paper = len(all_papers(event, url))
    tell("papers", size=report.paper // 1024)
    report.seconds = time.monotonic() - begun
    return report


def prepare(preset: str, people: int, *, tenant: int, seed: str = "", like: Event | None = None) -> Event:
    """An event full of robots who are all here; like a real one it has its clubs, its logo and its prizes."""
    with writing():
        event = _event(preset, like, tenant)
        heads = settings_of(event).entrant
        robots = iter(names.people(people // heads * heads, seed, _clubs(like)))
        for number in range(1, people // heads + 1):
            team = [next(robots) for _place in range(heads)]
            entrant = Entrant.objects.create(
                event=event, number=number, club=team[0][1], state=EntrantState.HERE.value, paid=True
            )
            for place, (name, club) in enumerate(team, start=1):
                player = Player.objects.create(tenant_id=tenant, name=name, club=club, robot=True)
                Member.objects.create(entrant=entrant, player=player, place=place)
    return event


def _event(preset: str, like: Event | None, tenant: int) -> Event:
    if like is None:
        return event_from_preset(
            preset_key=preset,
            title=gettext("Dress rehearsal"),
            day=date.today(),
            by="Robot",
            tenant=tenant,
        )
    event = event_like(
        event=like,
        title=gettext("Dress rehearsal: {title}").format(title=like.title)[:LONGEST_TITLE],
        day=date.today(),
        people=False,
        club=like.club,
        place=like.place,
        by="Robot",
        tenant=tenant,
    )
    event.prizes, event.prize_plan, event.certificate = like.prizes, like.prize_plan, like.certificate
    event.save(update_fields=["prizes", "prize_plan", "certificate"])
    return event


def _clubs(like: Event | None) -> list[str]:
    """As often as they occur: a club that comes with twenty people fills a table in the rehearsal, too."""
    if like is None:
        return []
    clubs = list(like.entrants.order_by("number").values_list("club", flat=True))
    return clubs if any(clubs) else []


def play_round(round_: Round, visit: Visit, seed: str, pause: float, report: RehearsalReport) -> None:
    """Open a round, let all its tables play at the same time, and close it."""
    round_ = rounds.open_round(round_, by="Robot")
    seats = [
        RobotSeat(
            number=sitting.number or 0,
            sitting=sitting.pk,
            card=f"e{round_.event_id}.{sitting.number}",
            key=credentials.event_table_key(round_.event, sitting.number or 0),
            game=sitting.game_value(),
            table=sitting.table(),
            limit=sitting.hands_limit,
            confirms=settings_of(round_.event).confirming is not Confirming.NOBODY,
        )
        for sitting in Sitting.objects.filter(round=round_).order_by("number")
    ]

    def sit_down(seat: RobotSeat) -> tuple[int, int]:
        return play_table(seat, visit(), random.Random(f"{seed} {round_.number} {seat.number}"), pause)

    with ThreadPoolExecutor(len(seats) if pause else PHONES_AT_ONCE) as crew:
        played: Sequence[tuple[int, int]] = list(crew.map(sit_down, seats))
    report.tables += len(seats)
    report.hands += sum(hands for hands, _again in played)
    report.sent_again += sum(again for _hands, again in played)
    report.rounds += 1
    rounds.close_round(round_, by="Robot")


def play_table(seat: RobotSeat, phone: Phone, chance: random.Random, pause: float) -> tuple[int, int]:
    """One table from the scan to the sheet handed in: hands played, and how many were sent again."""
    path = reverse("table", args=[seat.sitting])
    if not phone.scan(seat.card, seat.key).startswith(path):
        raise NotTaken(f"the card of table {seat.number} leads elsewhere")
    writer, reader = _two_sides(seat.table)
    phone.sit(path, writer)
    flat = columns_for(seat.game, seat.table)
    so_far = opening(seat.table)
    most = seat.limit or (OPEN_END if seat.game.ends is never_ends else MOST_HANDS)
    written = counted = 0
    while not so_far.over and counted < most and written < MOST_HANDS:
        raw = made_up(seat.game, seat.table, so_far, chance)
        written += 1
        phone.send_hand(path, written, to_flat(flat, raw))
        record = parse(seat.game, seat.table, so_far, raw)
        counted += seat.game.counts(record, seat.table)
        so_far = play(seat.game, seat.table, so_far, record)
        if pause:
            time.sleep(pause * (0.5 + chance.random()))
    phone.hand_in(path)
    if seat.confirms:
        phone.confirm(path, reader, len(so_far.totals))
    return written, phone.sent_again


def _two_sides(table: Table[Any]) -> tuple[int, int]:
    """Whose phone writes, and who of the other side reads the list back; as seats from 1."""
    sides = [table.seating.side_of(Seat(seat)) for seat in range(table.seating.seats)]
    other = next((seat for seat, side in enumerate(sides) if side != sides[0]), 0)
    return 1, other + 1


def all_papers(event: Event, url: str) -> bytes:
    """Every paper of the event in one file, from the list at the door to the certificates."""
    stamp = stamp_of(event.pk)
    assert stamp is not None
    order = Order(hall(stamp, desk=True), url)
    return printed(*documents(order, [paper.key for paper in PAPERS]))


def differences(event: Event) -> list[str]:
    """Everything computed again from every first entry; what does not agree with what is shown."""
    problems: list[str] = []
    again = {}
    for sitting in Sitting.objects.filter(event=event):
        report = checking.check(sitting)
        problems += [f"table {sitting.number}: {problem}" for problem in (*report.ledger, *report.derived)]
        again[sitting.pk] = ledger.replay(sitting)
    shown = standings_of(event)
    recomputed = standings_of(event, known=competition(event, instead=again))
    if shown.rows != recomputed.rows:
        problems.append("the standings differ from those computed again")
    return problems
