"""Everything that changes a season: its name, its rules, its dates. What was done stands in its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, time
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.utils import timezone

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.engines.plans.answers import answers, dumped
from tournaments.engines.season import SeasonRules, problems
from tournaments.lists import cleaned
from tournaments.models import ClubSeason, Event, MatchDay, SeasonDate, Sitting
from tournaments.seasons.gathering import is_from_file, matchday_of
from tournaments.seasons.recording import changing, is_counted, keep_outcome, write

LENGTHS = {"name": 120, "place": 120, "label": 60, "kind": 30, "host": 60, "home": 60, "seed": 60}
MOST_DATES = 200
MOST_VIEWS = 12
MOST_TABLES = 60


def no_season(code: str, message: str, field: str | None = None, **values: object) -> Unreadable:
    """One thing that is in the way; the message is marked where it is written."""
    return Unreadable([Problem(field, code, say(message, **values))])


def create_season(*, tenant: int, name: str, rules: SeasonRules, by: str = "") -> ClubSeason:
    """A new season without dates; raises Unreadable."""
    words = _words(name=name)
    if not words["name"]:
        raise no_season("name_missing", _("The name is missing."), "name")
    with writing():
        season = ClubSeason.objects.create(tenant_id=tenant, name=words["name"], rules=dumped(rules))
        write(season, "created", by=by)
    return season


def change_head(
    *, season: ClubSeason, name: str, home: str, seed: str, listed: bool, by: str = ""
) -> ClubSeason:
    """What it is called, whose people are members, what lots are drawn from, who may see it."""
    words = _words(name=name, home=home, seed=seed)
    if not words["name"]:
        raise no_season("name_missing", _("The name is missing."), "name")
    fresh = {**words, "listed": listed}
    with changing(season, by=by) as (row, note):
        if changes := _set(row, fresh):
            note("head", changes=changes)
    return row


def change_rules(*, season: ClubSeason, raw: Mapping[str, Any], by: str = "") -> ClubSeason:
    """Other rules; raises Unreadable with everything that is wrong."""
    asked = answers(SeasonRules, raw)
    if contradictions := problems(asked):
        raise Unreadable(contradictions)
    rules = dumped(asked)
    with changing(season, by=by) as (row, note):
        before = row.rules
        if rules != before:
            row.rules = dict(rules)
            note("rules", before=before)
    return row


def change_views(*, season: ClubSeason, views: Sequence[Mapping[str, Any]], by: str = "") -> ClubSeason:
    """Lists beside that of everybody, from the same evenings: [{"name": …, "rules": {…}}]."""
    if len(views) > MOST_VIEWS:
        raise no_season("too_many", _("At most {count} lists."), count=MOST_VIEWS)
    rows = []
    for number, view in enumerate(views, start=1):
        name = cleaned(str(view.get("name", "")))[:60]
        if not name:
            raise no_season("name_missing", _("The name is missing."), "name")
        rules = dict(view.get("rules", {}))
        refuse_contradicting(name, season.rules, rules)
        rows.append({"key": str(number), "name": name, "rules": rules})
    with changing(season, by=by) as (row, note):
        if row.views != rows:
            row.views = rows
            note("views", names=[view["name"] for view in rows])
    return row


def refuse_contradicting(name: str, rules: Mapping[str, Any], view_rules: Mapping[str, Any]) -> None:
    """A list beside whose own rules do not go together with the others; raises Unreadable."""
    contradictions = problems(answers(SeasonRules, {**rules, **view_rules}))
    if contradictions:
        message = _("{name}: {problem}")
        raise Unreadable(
            Problem("name", each.code, say(message, name=name, problem=each.text)) for each in contradictions
        )


def end_season(*, season: ClubSeason, over: bool, by: str = "") -> ClubSeason:
    """The season is over, or goes on after all."""
    with changing(season, by=by) as (row, note):
        if (row.over_at is not None) is not over:
            row.over_at = timezone.now() if over else None
            note("over" if over else "goes_on")
    return row


def delete_season(*, season: ClubSeason) -> None:
    """For ever, with what was typed; raises Unreadable once anything counts. Events stay."""
    with writing():
        row = ClubSeason.objects.select_for_update().get(pk=season.pk)
        if row.evenings.exists():
            text = _("There are evenings in this season. Take them out first.")
            raise no_season("not_empty", text)
        row.delete()


def add_date(
    *, season: ClubSeason, day: date, event: Event | None = None, by: str = "", **words: Any
) -> SeasonDate:
    """One more evening: a date, or an event of the same club; raises Unreadable."""
    facts = _date_words(words)
    if event is not None and event.tenant_id != season.tenant_id:
        raise no_season("no_event", _("There is no such event."), "event")
    with changing(season, by=by) as (row, note):
        if row.evenings.count() >= MOST_DATES:
            raise no_season("too_many", _("At most {count} evenings in a season."), count=MOST_DATES)
        if event is not None and row.evenings.filter(_is(event)).exists():
            raise no_season("event_twice", _("This event is in the season already."), "event")
        date_ = SeasonDate.objects.create(season=row, day=day, event=event, **facts)
        counts = event is not None and event.finished_at is not None
        if counts:
            keep_outcome(date_)
        note("date_added", date=date_.pk, day=date_.day.isoformat(), event=event is not None, counts=counts)
    return date_


def _is(event: Event) -> Q:
    """An evening that is this event, or of which it is one hall."""
    return Q(event=event) | Q(matchday__halls__event=event)


def add_matchday(*, season: ClubSeason, matchday: MatchDay, by: str = "") -> SeasonDate:
    """All halls of a match-day as one evening; raises Unreadable."""
    if matchday.tenant_id != season.tenant_id:
        raise no_season("no_event", _("There is no such event."), "event")
    with changing(season, by=by) as (row, note):
        fresh = MatchDay.objects.select_for_update().get(pk=matchday.pk)
        if fresh.evening_id is not None:
            raise no_season("event_twice", _("This match-day is an evening of a season already."))
        events = fresh.halls.exclude(event=None).values("event")
        if row.evenings.filter(event__in=events).exists():
            text = _("One of its events is an evening of this season already. Take it out there first.")
            raise no_season("event_twice", text)
        if row.evenings.count() >= MOST_DATES:
            raise no_season("too_many", _("At most {count} evenings in a season."), count=MOST_DATES)
        date_ = SeasonDate.objects.create(season=row, day=fresh.day, label=fresh.name[: LENGTHS["label"]])
        fresh.evening = date_
        fresh.revision += 1
        fresh.save(update_fields=["evening", "revision"])
        if counts := is_counted(row, date_):
            keep_outcome(date_)
        note("date_added", date=date_.pk, day=date_.day.isoformat(), event=True, counts=counts)
    return date_


def change_date(*, date_: SeasonDate, day: date, by: str = "", **words: Any) -> SeasonDate:
    """When, where, what it is called and what it weighs; raises Unreadable."""
    facts = _date_words(words)
    with changing(date_.season, by=by) as (season, note):
        row = season.evenings.get(pk=date_.pk)
        if changes := _set(row, {"day": day, **facts}):
            row.save()
            note("date_changed", date=row.pk, day=row.day.isoformat(), changes=changes)
    return row


def set_event(*, date_: SeasonDate, event: Event | None, by: str = "") -> SeasonDate:
    """The event that this evening is; None: it is none any more. Raises Unreadable."""
    if event is not None and event.tenant_id != date_.season.tenant_id:
        raise no_season("no_event", _("There is no such event."), "event")
    with changing(date_.season, by=by) as (season, note):
        row = season.evenings.get(pk=date_.pk)
        if event is not None and (row.tables.exists() or _has_other_results(row)):
            raise no_season(
                "has_results", _("This evening has results already. Take them out first."), "event"
            )
        if event is not None and season.evenings.filter(_is(event)).exclude(pk=row.pk).exists():
            raise no_season("event_twice", _("This event is in the season already."), "event")
        if row.event_id != (event.pk if event else None):
            row.event, row.outcome, row.outcome_of, row.counted_at = event, [], "", None
            row.save()
            counts = event is not None and event.finished_at is not None
            if counts:
                keep_outcome(row)
            note("event_set", date=row.pk, day=row.day.isoformat(), event=event is not None, counts=counts)
    return row


def set_tables(*, date_: SeasonDate, tables: Sequence[int], by: str = "") -> SeasonDate:
    """Tables of an evening without an event that count together; raises Unreadable."""
    if len(tables) > MOST_TABLES:
        raise no_season("too_many", _("Tables at once: at most {count}."), count=MOST_TABLES)
    with changing(date_.season, by=by) as (season, note):
        row = season.evenings.get(pk=date_.pk)
        if tables and (row.event_id is not None or _has_other_results(row)):
            raise no_season("has_results", _("This evening has results already. Take them out first."))
        chosen = Sitting.objects.filter(tenant=season.tenant_id, event=None, pk__in=tables).order_by("pk")
        before = list(row.tables.order_by("pk").values_list("pk", flat=True))
        if [table.pk for table in chosen] != before:
            row.tables.set(chosen)
            row.counted_at = row.counted_at or timezone.now()
            row.save(update_fields=["counted_at"])
            note("tables", date=row.pk, day=row.day.isoformat(), count=len(chosen))
    return row


def remove_date(*, date_: SeasonDate, by: str = "", reason: str = "") -> None:
    """Out of the season; an event stays as it is, what was typed stands in the log."""
    with changing(date_.season, by=by, reason=cleaned(reason)) as (season, note):
        row = season.evenings.filter(pk=date_.pk).first()
        if row is None:
            return
        typed = [[result.player_id, result.points] for result in row.results.all()]
        day = row.day.isoformat()
        row.delete()
        note("date_removed", day=day, results=typed)


def _date_words(sent: Mapping[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = _words(
        **{name: str(sent.get(name, "")) for name in ("place", "label", "kind", "host")}
    )
    moment = sent.get("time")
    facts["time"] = moment if isinstance(moment, time) else None
    facts["weight"] = weight_typed(str(sent.get("weight", "") or "1"))
    return facts


def weight_typed(text: str) -> str:
    """`2`, `1,5`, `3/2` as it is stored; raises Unreadable."""
    plain = text.strip().replace(",", ".")
    try:
        weight = Fraction(plain) if len(plain) <= 10 and plain.isascii() else None
    except (ValueError, ZeroDivisionError):
        weight = None
    if weight is None or not 0 <= weight <= 100 or len(str(weight)) > 12:
        text = _("The weight is a number from 0 to 100, for example 2 or 1.5.")
        raise no_season("weight", text, "weight")
    return str(weight)


def _words(**texts: str) -> dict[str, str]:
    words = {name: cleaned(text) for name, text in texts.items()}
    problems = [
        Problem(name, "length", say(_("At most {high} letters."), high=LENGTHS[name]))
        for name, text in words.items()
        if len(text) > LENGTHS[name]
    ]
    if problems:
        raise Unreadable(problems)
    return words


def _set(row: ClubSeason | SeasonDate, fresh: Mapping[str, Any]) -> dict[str, list[str]]:
    """What was and what is, of what differs."""
    changes = {}
    for name, value in fresh.items():
        before = getattr(row, name)
        if before != value:
            changes[name] = [
                str(before if before is not None else ""),
                str(value if value is not None else ""),
            ]
            setattr(row, name, value)
    return changes


def _has_other_results(row: SeasonDate) -> bool:
    """Were its results typed, do they come with a file, or from the halls of a match-day?"""
    return row.results.exists() or is_from_file(row) or matchday_of(row) is not None
