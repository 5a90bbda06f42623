"""New events: from a preset, like an earlier one, or from nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.dumping import dump_all
from scoring.fields import fields_of
from scoring.record import RawAnswers
from scoring.text import mark as _
from tournaments.engines.plans import EventSettings, StagePlan, dumped, event_settings
from tournaments.engines.plans.declared import ListedFrom
from tournaments.engines.plans.presets import preset_for
from tournaments.engines.plans.stages import StageDraft
from tournaments.engines.standings import RankingRules
from tournaments.events.ground.log import note
from tournaments.events.plan import judging
from tournaments.models import FIRST, Entrant, Event, Member, Stage, Wish
from tournaments.models.stored import Raw

CREATED = "created"
MONEY = ("currency", "bank")


def create_event(
    *,
    title: str,
    day: date,
    game: str,
    preset: str,
    rules: Any = None,
    rules_name: str = "",
    settings: RawAnswers | EventSettings | None = None,
    stages: Sequence[RawAnswers | StagePlan | StageDraft] = (),
    ranking: RawAnswers | RankingRules | None = None,
    club: str = "",
    place: str = "",
    by: str = "",
    tenant: int = FIRST,
) -> Event:
    """A new event of a club without people; raises Unreadable with what is wrong.

    `preset` is the key of one of the game's rule sets, `rules` an instance of the game's rules or raw
    switches that differ from the preset (None: exactly the preset). A stage is a draft, a plan or the raw
    answers of one.
    """
    plays = judging.known_game(game)
    chosen = next((offered for offered in plays.presets if offered.key == preset), None)
    if chosen is None:
        text = say(_("There is no rule set “{preset}” for this game."), preset=preset[:60])
        raise Unreadable([Problem("preset", "unknown_preset", text)])
    if rules is None or isinstance(rules, Mapping):
        rules = judging.rules_under(plays, chosen.rules, rules or {})
    title, club, place = judging.words(title, club, place)
    for_all = judging.settings_from(settings or {})
    drafts = [judging.draft_from(stage) for stage in stages]
    ranks = judging.ranking_from(ranking or RankingRules(low_wins=plays.low_wins))
    judging.refuse_misfits(plays, rules, for_all, drafts)
    with writing():
        event = Event.objects.create(
            tenant_id=tenant,
            title=title,
            club=club,
            place=place,
            day=day,
            game=plays.key,
            preset=preset,
            rules_name=rules_name,
            rules=dump_all(fields_of(plays.rules), rules),
            settings=dumped(for_all),
            ranking=dumped(ranks),
            money=usual_money(tenant),
        )
        for number, draft in enumerate(drafts, start=1):
            Stage.objects.create(
                event=event, number=number, name=draft.name, plan=dumped(draft.plan), rules=dict(draft.rules)
            )
        note(event, CREATED, by=by)
    return event


def usual_money(tenant: int) -> Raw:
    """What a new event begins with: currency and account of the club's last one."""
    last = Event.objects.filter(tenant=tenant).order_by("-created_at", "-pk").only("money").first()
    return {} if last is None else {name: last.money[name] for name in MONEY if name in last.money}


def event_from_preset(
    *,
    preset_key: str,
    title: str,
    day: date,
    club: str = "",
    place: str = "",
    listed: ListedFrom = ListedFrom.AT_ONCE,
    by: str = "",
    tenant: int = FIRST,
) -> Event:
    """A new event of a kind that clubs hold; raises Unreadable."""
    kind = preset_for(preset_key)
    if kind is None:
        text = say(_("There is no kind of event “{key}”."), key=preset_key[:60])
        raise Unreadable([Problem("kind", "unknown_preset", text)])
    return create_event(
        title=title,
        day=day,
        game=kind.game,
        preset=kind.rules,
        rules=kind.switches,
        settings=replace(kind.settings, listed=listed),
        stages=kind.stages,
        ranking=kind.ranking,
        club=club,
        place=place,
        by=by,
        tenant=tenant,
    )


def event_like(
    *,
    event: Event,
    title: str,
    day: date,
    people: bool,
    club: str = "",
    place: str = "",
    listed: ListedFrom = ListedFrom.AT_ONCE,
    by: str = "",
    tenant: int = FIRST,
) -> Event:
    """A new event with the settings of an earlier one, if wanted also with its people; raises Unreadable.

    Nobody has come yet and nobody has paid. Whoever played at the end takes part, also as a substitute then.
    From an event of another club only the settings are taken: its people are in a register of their own.
    """
    title, club, place = judging.words(title, club, place)
    with writing():
        new = Event.objects.create(
            tenant_id=tenant,
            title=title,
            club=club,
            place=place,
            day=day,
            game=event.game,
            preset=event.preset,
            rules_name=event.rules_name,
            rules=event.rules,
            settings=dumped(replace(event_settings(event.settings), listed=listed)),
            ranking=event.ranking,
            logo=event.logo,
            money=event.money,
            prizes=event.prizes,
            certificate=event.certificate,
        )
        for stage in event.stages.all():
            Stage.objects.create(
                event=new, number=stage.number, name=stage.name, plan=stage.plan, rules=stage.rules
            )
        if people and event.whose == tenant:
            _bring_people(event, new)
        note(new, CREATED, by=by, like=event.title)
    return new


def _bring_people(event: Event, new: Event) -> None:
    taken: dict[int, Entrant] = {}
    for entrant in event.entrants.all():
        taken[entrant.pk] = Entrant.objects.create(
            event=new,
            number=entrant.number,
            name=entrant.name,
            club=entrant.club,
            category=entrant.category,
            team=entrant.team,
            rating=entrant.rating,
            ranked=entrant.ranked,
            tariff=entrant.tariff,
        )
    # Who played at the end comes; who was replaced in the middle does not.
    members = Member.objects.filter(entrant__event=event, until_round=None)
    Member.objects.bulk_create(
        Member(entrant=taken[member.entrant_id], player_id=member.player_id, place=member.place)
        for member in members
    )
    Wish.objects.bulk_create(
        Wish(event=new, entrant=taken[wish.entrant_id], other=taken[wish.other_id], together=wish.together)
        for wish in Wish.objects.filter(event=event)
    )
