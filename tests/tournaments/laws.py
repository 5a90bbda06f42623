"""What holds of every event at every moment, whatever has been done to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tournaments.events.ground.lineups import lineup
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.results.finals import layout_of, places
from tournaments.events.results.keeping import results_of
from tournaments.events.results.played import competition
from tournaments.events.rounds.publishing import seats_at
from tournaments.models import Chair, Event, Round, RoundState, SheetHead, Sitting
from tournaments.rehearsal.running import differences

BEGUN = (RoundState.OPEN, RoundState.CLOSED)


def broken_laws(event: Event) -> list[str]:
    """What is wrong; nothing, if all is well."""
    event = Event.objects.get(pk=event.pk)
    problems = [problem for round_ in event.rounds.all() for problem in _of_round(event, round_)]
    if sum(not round_.by_groups for round_ in event.rounds.filter(state=RoundState.OPEN)) > 1:
        problems.append("two rounds are open")
    return [*problems, *_accounts(event), *_goes_on(event), *differences(event)]


def _goes_on(event: Event) -> Iterator[str]:
    """What is kept from question to question is what is computed from nothing."""
    stamp = stamp_of(event.pk)
    assert stamp is not None
    results, known = results_of(stamp), competition(event)
    if results.competition != known:
        yield "the results that are kept are not what is written"
    if results.after() != places(layout_of(event), known):
        yield "standings that go on from others are not those that are computed from nothing"


def _of_round(event: Event, round_: Round) -> Iterator[str]:
    name, seating = f"round {round_.number}", round_.seating
    seated = Counter(who for place in (*seating["tables"], seating["out"]) for who in place)
    if twice := [who for who, times in seated.items() if times > 1]:
        yield f"{name}: {twice} sit twice"
    if missing := seated.keys() - set(event.entrants.values_list("pk", flat=True)):
        yield f"{name}: {missing} are no entrants"
    if len(seating["numbers"]) != len(seating["tables"]) or len(set(seating["numbers"])) != len(
        seating["numbers"]
    ):
        yield f"{name}: the numbers of the tables are {seating['numbers']}"
    sittings = {sitting.number: sitting for sitting in Sitting.objects.filter(round=round_)}
    if round_.state == RoundState.DRAWN:
        if sittings:
            yield f"{name} is a draft and has sheets"
        return
    if sittings.keys() != set(seating["numbers"]):
        yield f"{name}: sheets {sorted(map(str, sittings))}, tables {seating['numbers']}"
        return
    if len(sittings) != SheetHead.objects.filter(sitting__round=round_).count():
        yield f"{name}: a sheet has no head"
    if (
        round_.state == RoundState.CLOSED
        and SheetHead.objects.filter(sitting__round=round_, closed=False).exists()
    ):
        yield f"{name} is closed and a sheet is open"
    yield from _chairs(event, round_, sittings)


def _chairs(event: Event, round_: Round, sittings: dict[int | None, Sitting]) -> Iterator[str]:
    playing = lineup(event, round_.number)
    people: Counter[int] = Counter()
    for number, table in zip(round_.seating["numbers"], round_.seating["tables"], strict=True):
        chairs = Chair.objects.filter(sitting=sittings[number]).order_by("seat")
        there = tuple(chairs.values_list("entrant", "player"))
        people.update(player for _entrant, player in there)
        if there != seats_at(table, playing):
            yield f"round {round_.number} table {number}: chairs {there}, seats {seats_at(table, playing)}"
    if twice := [player for player, times in people.items() if times > 1]:
        yield f"round {round_.number}: people {twice} sit twice"


def _accounts(event: Event) -> Iterator[str]:
    """Points are written for those who are seated, and for nobody else."""
    rounds = {round_.number: round_ for round_ in event.rounds.filter(state__in=BEGUN)}
    known = competition(event)
    played = {(result.round, result.table): result for result in known.played}
    wanted = {
        (number, table): people
        for number, round_ in rounds.items()
        for table, people in zip(round_.seating["numbers"], round_.seating["tables"], strict=True)
    }
    if played.keys() != wanted.keys():
        yield f"tables {sorted(played)} count, {sorted(wanted)} are played"
        return
    for at, people in wanted.items():
        counted = sorted(who for account in played[at].accounts for who in account.entrants)
        if counted != sorted(people):
            yield f"table {at}: points for {counted}, seats of {sorted(people)}"
