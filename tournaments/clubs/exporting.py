"""Everything a club has here as one file: for another server, for a laptop, or to keep."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.text import slugify
from django.utils.translation import gettext

from tournaments import jobs
from tournaments.exchange.exporting import as_file, packed_evening
from tournaments.lists import DataTable, write_csv
from tournaments.matchdays.filing import whole_matchday
from tournaments.models import (
    CareerSwitches,
    Club,
    ClubSeason,
    Event,
    Job,
    MatchDay,
    MemberJoin,
    Membership,
    Player,
    RuleSet,
    Sitting,
)
from tournaments.models.filing import moment
from tournaments.people import memberships
from tournaments.seasons.filing import whole_season
from tournaments.table import exports, reading, rulesets

FORMAT = "stammtisch-club"
KIND, WHOLE = "club-export", "club.zip"  # of long work, and the file it makes
VERSION = 1
READ_ME = {"de": "LIESMICH.txt", "en": "README.txt", "es": "LEEME.txt"}
PERSON = (
    *(
        "name",
        "distinction",
        "club",
        "category",
        "contact",
        "shown_as",
        "pseudonym",
        "club_number",
        "unlisted",
    ),
    "anonymised_at",
)
Tell = Callable[[int, int], None]


def write_club(club: Club, stream: IO[bytes], tell: Tell | None = None) -> None:
    """The file of a club into this stream, part by part; `tell` hears how many of how many are there."""
    events = list(Event.objects.filter(tenant=club).order_by("day", "pk").values_list("pk", flat=True))
    evenings = list(
        Sitting.objects.filter(tenant=club, event=None).order_by("pk").values_list("pk", flat=True)
    )
    total = len(events) + len(evenings)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _small(club):
            archive.writestr(name, text)
        for done, (name, data) in enumerate(_large(events, evenings), start=1):
            archive.writestr(name, data)
            if tell is not None:
                tell(min(done, total), total)


def begin(club: Club, by: str) -> Job:
    """Let somebody put it together; who asks twice gets the same one."""
    return jobs.start(KIND, tenant=club.pk, by=by)


def run(work: jobs.Assignment) -> None:
    """What the job does; the file goes away piece by piece and is nowhere whole."""
    with work.file(WHOLE) as stream:
        write_club(work.job.tenant, stream, work.progress)


def file_name(club: Club) -> str:
    """`verein-2026-11-23.zip`."""
    return f"{club.slug}-{timezone.localdate().isoformat()}.zip"


def _small(club: Club) -> Iterator[tuple[str, str]]:
    for language, name in READ_ME.items():
        with translation.override(language):
            yield name, _read_me(club)
    yield "club.json", _json(_club(club))
    people = list(Player.objects.filter(tenant=club, robot=False).order_by("name", "pk"))
    numbers = memberships.numbers_in(club.pk)
    yield "people.json", _json([_person(player, numbers) for player in people])
    yield "people.csv", write_csv(_people_table(people, numbers))
    if joins := _joins(club):
        yield "members.json", _json(joins)
    for season in ClubSeason.objects.filter(tenant=club).order_by("created_at", "pk"):
        name = f"{slugify(season.name)[:60] or 'season'}-{season.pk}"
        yield f"seasons/{name}.json", _json(whole_season(season))
    for matchday in MatchDay.objects.filter(tenant=club).order_by("created_at", "pk"):
        name = f"{slugify(matchday.name)[:60] or 'matchday'}-{matchday.pk}"
        yield f"matchdays/{name}.json", _json(whole_matchday(matchday))
    for rule_set in RuleSet.objects.filter(tenant=club).order_by("game", "name"):
        sheet = {
            "format": rulesets.FORMAT,
            "game": rule_set.game,
            "name": rule_set.name,
            "rules": rule_set.rules,
        }
        name = f"{rule_set.game}-{slugify(rule_set.name) or 'rules'}-{rule_set.pk}"
        yield f"rules/{name}.json", _json(sheet)


def _large(events: Iterable[int], evenings: Iterable[int]) -> Iterator[tuple[str, bytes | str]]:
    for event in events:
        row = Event.objects.get(pk=event)
        name = f"{row.day.isoformat()}-{slugify(row.title)[:60] or 'event'}-{row.pk}"
        yield f"events/{name}.zip", as_file(row)
    sheets = Sitting.objects.select_related("sheethead", "event", "round__stage", "round__event")
    for evening in evenings:
        sitting = sheets.get(pk=evening)
        day = timezone.localdate(sitting.created_at).isoformat()
        name = f"{day}-{sitting.game}-{sitting.pk}"
        yield f"evenings/{name}.json", _json(packed_evening(sitting))
        yield f"evenings/{name}.csv", exports.csv_of(reading.sheet(sitting))


def _club(club: Club) -> dict[str, Any]:
    members = Membership.objects.filter(club=club).select_related("user").order_by("user__username")
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": settings.VERSION,
        "written_at": moment(timezone.now()),
        "uid": str(club.uid),
        "name": club.name,
        "place": club.place,
        "slug": club.slug,
        "opened_at": moment(club.opened_at),
        "years": _years(club),
        "accounts": [
            {"name": member.user.username, "role": member.role, "since": moment(member.since)}
            for member in members
        ],
    }


def _years(club: Club) -> dict[str, bool]:
    """What the club has chosen about the years of its people; the rest is counted anew wherever it goes."""
    row = CareerSwitches.objects.filter(club=club).first() or CareerSwitches(club=club)
    return {name: getattr(row, name) for name in ("evenings", "public", "rating")}


def _person(player: Player, numbers: Mapping[int, str]) -> dict[str, Any]:
    facts = {name: getattr(player, name) for name in PERSON}
    joined = {"member_number": numbers[player.pk]} if player.pk in numbers else {}
    return {**facts, "anonymised_at": moment(player.anonymised_at), **joined}


def _people_table(people: Iterable[Player], numbers: Mapping[int, str]) -> DataTable:
    """As the register reads it again; the number as a member, where somebody has one, it does not read."""
    known = (gettext("Name"), gettext("Club"), gettext("Category"), gettext("Contact"), gettext("Pseudonym"))
    heads = (*known, gettext("Number in the club"))
    rows = tuple(
        (
            *(
                player.name,
                player.club,
                player.category,
                player.contact,
                player.pseudonym,
                player.club_number,
            ),
            *((numbers.get(player.pk, ""),) if numbers else ()),
        )
        for player in people
        if player.anonymised_at is None
    )
    return DataTable(
        (*heads, gettext("Number in the federation")) if numbers else heads, rows, gettext("People")
    )


def _joins(club: Club) -> list[dict[str, Any]]:
    """Who of the club was or is which member of the federation, and who said so when."""
    rows = MemberJoin.objects.filter(club=club, person__isnull=False).select_related("member", "person")
    return [
        {
            "number": join.member.number,
            "person": join.person.name if join.person else "",
            "proposed_by": join.proposed_by,
            "proposed_at": moment(join.proposed_at),
            "confirmed_at": moment(join.confirmed_at),
            "ended_by": join.ended_by,
            "ended_at": moment(join.ended_at),
        }
        for join in rows.order_by("proposed_at", "pk")
    ]


def _read_me(club: Club) -> str:
    title = gettext("{club}: everything that was kept on this server").format(club=club.name or club.slug)
    written = gettext("Written on {day} by Stammtisch {version}.")
    parts = {
        "events/": gettext("The events, each as a file. “Import an event” on any Stammtisch takes it in."),
        "evenings/": gettext("Tables of evenings without an event: CSV to read, JSON with every hand."),
        "seasons/": gettext("Seasons: rules, dates, what was typed and what was changed, as JSON."),
        "matchdays/": gettext("Match-days of several halls: which events they are, as JSON."),
        "rules/": gettext("House rules. “Import” on the page of the rule sets takes them in."),
        "people": gettext("The register: CSV for spreadsheets and for importing it, JSON with everything."),
        "members": gettext("Who of the register is which member of the federation (where anybody is)."),
        "club.json": gettext("The club, its accounts and their roles; no passwords."),
    }
    lines = [
        title,
        "=" * len(title),
        written.format(day=timezone.localdate().isoformat(), version=settings.VERSION),
        "",
        gettext("This file has names and contacts of people in it. Keep it where only the club can read it."),
        "",
        *(f"{name:10} {what}" for name, what in parts.items()),
        "",
        gettext("The file of an event can be checked by anybody: its page of files has the program for it."),
    ]
    return "\r\n".join(lines) + "\r\n"


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, default=str) + "\n"
