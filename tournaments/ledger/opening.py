"""Opening a table: people on seats, an empty sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from config.database import take_turns, writing
from scoring import Game, Problem, Seat, Table, Unreadable, game_for, opening, say
from scoring.dumping import dump_all
from scoring.fields import fields_of
from scoring.record import Answers
from scoring.text import mark as _
from tournaments.ledger.folding import games
from tournaments.lists import cleaned
from tournaments.lists.lengths import too_long
from tournaments.models import FIRST, Chair, Player, SheetHead, Sitting
from tournaments.models.naming import NAMES, typed

LONGEST_NAME = 60
LONGEST_TYPED = 123  # with the club behind it
LONGEST_TITLE = 120


def open_sitting(
    *,
    game: str,
    preset: str,
    rules: Any,
    names: Sequence[str],
    first_dealer: int | None,
    title: str = "",
    club: str = "",
    rules_name: str = "",
    seat_seed: str = "",
    confirming: str = "list",
    stakes: Answers | None = None,
    tenant: int = FIRST,
) -> Sitting:
    """A new table with an empty sheet; raises Unreadable with everything found wrong.

    `rules` is an instance of the game's rules; `names` are in seat order; `first_dealer` counts from 1.
    `confirming` is what somebody else confirms, as `engines.plans.Confirming` calls it. `stakes` is what is
    played for, as `table.stakes` stores it.
    `tenant` is the club whose table it is, and in whose register people are looked up and added.
    A name means the one person who has it, or somebody new; where several have it, `Name (club)` says which.
    """
    plays = game_for(game)
    people = [cleaned(name) for name in names]
    title, club = cleaned(title), cleaned(club)
    problems = [*_wrong_names(people), *_wrong_table(plays, preset, rules, len(people), first_dealer)]
    for field, text in (("title", title), ("club", club)):
        if len(text) > LONGEST_TITLE:
            problems.append(Problem(field, "length", too_long(LONGEST_TITLE)))
    if problems:
        raise Unreadable(problems)
    with writing():
        players = seated_players(people, tenant=tenant)
        sitting = Sitting.objects.create(
            tenant_id=tenant,
            title=title,
            club=club,
            game=game,
            preset=preset,
            rules=every_switch(rules),
            rules_name=rules_name,
            seat_seed=seat_seed,
            confirming=confirming,
            stakes=stakes,
            seats=len(people),
            first_dealer=first_dealer,
        )
        for seat, player in enumerate(players, start=1):
            Chair.objects.create(sitting=sitting, seat=seat, player=player)
        SheetHead.objects.create(sitting=sitting, games=games(opening(sitting.table())))
    return sitting


def longest(name: str) -> int:
    """How long a name may be that is typed for a seat: one in which the club says who is meant is longer."""
    return LONGEST_TYPED if name.endswith(")") else LONGEST_NAME


def seated_players(names: Sequence[str], there: Sequence[int] = (), *, tenant: int) -> list[Player]:
    """Who of a club is meant by these names, typed for the seats of one table; who is new is added.

    `there` are people who sit at the table anyway: by a name that is typed besides, somebody else is meant.
    Within a transaction. Raises Unreadable where several people have a name and it is not said which.
    """
    take_turns(NAMES)  # two tables that open with the same new people mean the same people
    players: list[Player] = []
    problems: list[Problem] = []
    for seat, name in enumerate(names, start=1):
        taken = {*there, *(player.pk for player in players)}
        meant = [player for player in typed(tenant, name) if player.pk not in taken]
        if len(meant) > 1:
            text = say(
                _("Several people are called “{name}”. Please say which one: {name} (club)."), name=name
            )
            problems.append(Problem("names", "name_ambiguous", text, (seat,)))
            continue
        if not meant and len(name) > LONGEST_NAME:
            problems.append(Problem("names", "length", too_long(LONGEST_NAME), (seat,)))
            continue
        players.append(meant[0] if meant else Player.objects.create(tenant_id=tenant, name=name))
    if problems:
        raise Unreadable(problems)
    return players


def every_switch(rules: Any) -> Answers:
    """The rules as raw answers, also where they equal the default: a later default changes no sheet."""
    return dump_all(fields_of(type(rules)), rules)


def _wrong_names(people: Sequence[str]) -> list[Problem]:
    problems = []
    seen: set[str] = set()
    for place, name in enumerate(people, start=1):
        if not name:
            text = say(_("Who sits on seat {seat}? The name is missing."), seat=place)
            problems.append(Problem("names", "name_missing", text, (place,)))
        elif len(name) > longest(name):
            problems.append(Problem("names", "length", too_long(LONGEST_NAME), (place,)))
        elif name.casefold() in seen:
            text = say(_("“{name}” sits here twice. Please tell the two apart."), name=name)
            problems.append(Problem("names", "name_twice", text, (place,)))
        seen.add(name.casefold())
    return problems


def _wrong_table(
    plays: Game[Any, Any], preset: str, rules: Any, seats: int, first_dealer: int | None
) -> list[Problem]:
    problems: list[Problem] = []
    if not isinstance(rules, plays.rules):
        raise TypeError(f"rules of {plays.key} are {plays.rules.__name__}, not {type(rules).__name__}")
    if preset not in {offered.key for offered in plays.presets}:
        text = say(_("There is no rule set “{preset}” for this game."), preset=preset)
        problems.append(Problem("preset", "unknown_preset", text))
    if first_dealer is not None and not 1 <= first_dealer <= seats:
        text = say(_("Please mark who deals first (seats 1 to {high})."), high=seats)
        problems.append(Problem("first_dealer", "range", text))
    if seats not in plays.seats:
        low, high = min(plays.seats), max(plays.seats)
        text = say(_("This game is played by {low} to {high} at a table."), low=low, high=high)
        return [*problems, Problem("seats", "table_size", text)]
    dealer = Seat(first_dealer - 1) if first_dealer else None
    return [*problems, *plays.playable(Table(plays.accounts(seats, rules), rules, dealer))]
