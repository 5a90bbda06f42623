"""A plan that cannot be played is refused with all that would have to be switched; one button does it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client

from scoring import GAMES, Problem, Table, game_for
from scoring.fields import fields_of
from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import DAY, a_round, add_entrants, an_event
from tests.tournaments.paper import text_of
from tests.tournaments.test_views_event_setup import form_of, words
from tournaments.engines.plans import EventSettings, Format, Leftover, StagePlan
from tournaments.engines.plans.fitting import stage_problems
from tournaments.engines.plans.presets import blank
from tournaments.engines.plans.remedies import Remedy, remedies
from tournaments.events.draw.drawing import draw_next
from tournaments.events.ground.stages import settings_of
from tournaments.events.plan.changing import drafts_of, rules_of
from tournaments.events.plan.creating import create_event
from tournaments.events.plan.judging import rules_under
from tournaments.events.rounds.publishing import publish
from tournaments.events.rounds.running import close_round, open_round
from tournaments.models import Event
from tournaments.speech.wording import speak

pytestmark = pytest.mark.django_db


# --- what is found ------------------------------


def remedies_for(game: str, plan: StagePlan, preset: str | None = None, entrant: int = 1) -> list[list[str]]:
    plays = game_for(game)
    rules = plays.preset(preset).rules
    ways = remedies(plays, rules, EventSettings(entrant=entrant), plan)
    return [[f"{change.part}.{change.field.name}={change.value}" for change in remedy] for remedy in ways]


def test_every_switch_of_a_table_of_three_is_found_although_the_second_is_only_missed_after_the_first() -> (
    None
):
    three = StagePlan(size=3, rest=Leftover.SIT_OUT)
    assert remedies_for("cego", three, "schwarzwald") == [
        ["rules.table_of_three=True", "rules.pairs_three_players=True"],
        ["plan.size=4"],
    ]


@pytest.mark.parametrize(
    ("game", "plan", "entrant", "expected"),
    [
        ("caesar", StagePlan(format=Format.SWISS), 1, ["settings.entrant=2"]),
        ("caesar", StagePlan(format=Format.PARTNERS), 2, ["settings.entrant=1"]),
        ("caesar", StagePlan(format=Format.PARTNERS, hands=20), 1, ["rules.hands_per_round=20"]),
        ("caesar", StagePlan(format=Format.STANDING), 2, ["plan.rest=sit_out"]),
        ("ecarte", StagePlan(), 1, ["plan.size=2"]),
        ("truco", StagePlan(format=Format.STANDING), 2, ["plan.rest=sit_out"]),
    ],
)
def test_what_would_make_a_plan_playable(
    game: str, plan: StagePlan, entrant: int, expected: list[str]
) -> None:
    assert expected in remedies_for(game, plan, entrant=entrant)


def test_what_no_switch_can_mend_has_no_remedy() -> None:
    for format in (Format.SWISS, Format.PARTNERS, Format.KNOCKOUT):
        assert remedies_for("cego", StagePlan(format=format)) == []


def test_nothing_is_asked_of_the_rules_twice() -> None:
    asked: list[Table[Any]] = []

    def playable(table: Table[Any]) -> Iterable[Problem]:
        asked.append(table)
        return cego.playable(table)

    cego = game_for("cego")
    counted, rules = replace(cego, playable=playable), cego.preset("schwarzwald").rules
    plan = StagePlan(size=3, rest=Leftover.SIT_OUT)
    ways = remedies(counted, rules, EventSettings(), plan)
    assert ways == remedies(cego, rules, EventSettings(), plan)
    assert len(asked) == len(set(asked)) > 0
    asked.clear()
    assert remedies(counted, rules, EventSettings(), plan) == ways
    assert asked == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_remedy_mends_what_it_was_found_for(game: Any) -> None:
    """Every rule set, format and size: what is offered works, and with nothing wrong nothing is offered."""

    def changed(value: Any, remedy: Remedy, part: str) -> Any:
        new = {change.field.name: change.value for change in remedy if change.part == part}
        return type(value)(**{name: getattr(value, name) for name in value.__dataclass_fields__} | new)

    for preset in game.presets:
        for format in Format:
            for size in (2, 3, 4, 5, 6):
                for entrant in (1, 2):
                    settings = EventSettings(entrant=entrant)
                    plan = StagePlan(format=format, size=size, hands=30)
                    ways = remedies(game, preset.rules, settings, plan)
                    wrong = stage_problems(game, preset.rules, settings, plan)
                    assert wrong or not ways
                    for way in ways:
                        assert not stage_problems(
                            game,
                            changed(preset.rules, way, "rules"),
                            changed(settings, way, "settings"),
                            changed(plan, way, "plan"),
                        )


# --- what the pages do with it ------------------------------


def buttons(page: str) -> list[str]:
    return [unescape(value) for value in re.findall(r'name="remedy" value="([^"]+)"', page)]


def send(laptop: Client, event: Event, what: str, **answers: Any) -> Any:
    address = f"/desk/e/{event.pk}/settings/{what}"
    return laptop.post(address, {**form_of(laptop.get(address).text), **answers})


def stages_fit(event: Event) -> bool:
    event = Event.objects.get(pk=event.pk)
    game, rules = event.game_value(), rules_of(event)
    return not any(
        stage_problems(game, rules_under(game, rules, draft.rules), settings_of(event), draft.plan)
        for draft in drafts_of(event)
    )


def test_one_button_switches_everything_and_goes_on(laptop: Client) -> None:
    event = an_event()
    answer = send(laptop, event, "stages/1/", size="3", name="Kleine Tische")
    assert answer.status_code == 422
    page = words(answer.text)
    for field in ("table_of_three", "pairs_three_players"):
        label = next(rule.ask.label for rule in fields_of(game_for("cego").rules) if rule.name == field)
        assert f"{speak(label)} : ja" in page
    assert "So wird es möglich" not in page  # there are two ways
    assert 'href="#label-table_of_three"' in answer.text
    first, *_more = buttons(answer.text)
    again = {**form_of(answer.text), "remedy": first}
    assert laptop.post(f"/desk/e/{event.pk}/settings/stages/1/", again).status_code == 302
    stage = event.stages.get()
    assert (stage.plan["size"], stage.name, stage.rules) == (3, "Kleine Tische", {})
    rules = Event.objects.get().rules  # the only stage: all papers of the event say it
    assert rules["table_of_three"]
    assert rules["pairs_three_players"]
    assert stages_fit(event)


def test_where_there_are_other_stages_only_this_one_is_switched(laptop: Client) -> None:
    event = an_event()
    answer = send(laptop, event, "stages/add/", size="3")
    first, *_more = buttons(answer.text)
    laptop.post(f"/desk/e/{event.pk}/settings/stages/add/", {**form_of(answer.text), "remedy": first})
    assert event.stages.get(number=2).rules == {"table_of_three": True, "pairs_three_players": True}
    assert not Event.objects.get().rules["table_of_three"]
    assert stages_fit(event)
    card = " ".join(text_of(laptop.get(f"/desk/e/{event.pk}/paper/event-card.pdf").content).split())
    assert "Dreiertische: ja" in card


def test_how_many_persons_an_entry_has_is_switched_along(laptop: Client) -> None:
    event = an_event("caesar-partners")
    answer = send(laptop, event, "stages/1/", format="swiss")
    (only,) = buttons(answer.text)
    assert f"/desk/e/{event.pk}/settings/head/#ask-entrant" in answer.text
    again = {**form_of(answer.text), "remedy": only}
    assert laptop.post(f"/desk/e/{event.pk}/settings/stages/1/", again).status_code == 302
    assert settings_of(Event.objects.get()).entrant == 2
    assert stages_fit(event)


def test_where_people_are_entered_their_number_in_an_entry_is_not_offered(laptop: Client) -> None:
    event = an_event("caesar-partners", here=8)
    assert buttons(send(laptop, event, "stages/1/", format="swiss").text) == []


def test_a_rule_set_that_stages_need_otherwise(laptop: Client) -> None:
    event = an_event("cego-three")
    page = laptop.get(f"/desk/e/{event.pk}/settings/rules/?preset=schwarzwald").text
    address = f"/desk/e/{event.pk}/settings/rules/"
    answer = laptop.post(address, form_of(page))
    assert answer.status_code == 422
    (only,) = buttons(answer.text)
    assert laptop.post(address, {**form_of(answer.text), "remedy": only}).status_code == 302
    event = Event.objects.get()
    assert (event.preset, event.rules["table_of_three"]) == ("schwarzwald", True)
    assert stages_fit(event)


def test_stages_are_switched_along_with_the_number_of_persons(laptop: Client) -> None:
    event = create_event(
        title="x",
        day=DAY,
        game="truco",
        preset="clasico",
        stages=[StagePlan(), StagePlan(format=Format.STANDING)],
    )
    answer = send(laptop, event, "head/", entrant="2")
    (only,) = buttons(answer.text)
    assert f"/desk/e/{event.pk}/settings/stages/2/#ask-rest" in answer.text
    address = f"/desk/e/{event.pk}/settings/head/"
    assert laptop.post(address, {**form_of(answer.text), "remedy": only}).status_code == 302
    assert [draft.plan.rest for draft in drafts_of(event)] == [Leftover.SIT_OUT, Leftover.SIT_OUT]
    assert stages_fit(event)


def test_after_the_first_hand_the_button_needs_the_reason_like_every_change(laptop: Client) -> None:
    event = an_event(here=8)
    record(a_round(event).sittings.get(number=1), eine(1))
    answer = send(laptop, event, "stages/add/", size="3", reason="es werden mehr")
    first, *_more = buttons(answer.text)
    address = f"/desk/e/{event.pk}/settings/stages/add/"
    sent = {**form_of(answer.text), "remedy": first}
    assert laptop.post(address, {**sent, "reason": ""}).status_code == 422
    assert laptop.post(address, sent).status_code == 302
    assert event.stages.count() == 2


@pytest.mark.parametrize(
    "sent", ["rules.nothing=1", "plan.size=drei", "settings.entrant=9", "x", "rules.=", "="]
)
def test_a_button_nobody_has_offered_switches_nothing(laptop: Client, sent: str) -> None:
    event = an_event()
    send(laptop, event, "stages/1/", remedy=sent, size="3")
    assert event.stages.get().plan["size"] == 4


# --- what will be refused is not asked first ------------------------------


def formats(laptop: Client, event: Event) -> list[str]:
    page = laptop.get(f"/desk/e/{event.pk}/settings/stages/1/").text
    return re.findall(r'name="format" value="(\w+)"', page)


def test_formats_a_game_does_not_have_are_not_offered(laptop: Client) -> None:
    assert set(formats(laptop, an_event())) == {"tables", "standing", "final"}
    assert "partners" in formats(laptop, an_event("caesar-partners"))
    assert "swiss" in formats(laptop, an_event("caesar-partners"))
    assert "swiss" not in formats(laptop, an_event("caesar-partners", here=4))


def test_tables_of_another_size_are_offered_only_where_the_game_has_them(laptop: Client) -> None:
    def rests(event: Event) -> list[str]:
        page = laptop.get(f"/desk/e/{event.pk}/settings/stages/1/").text
        return re.findall(r'name="rest" value="(\w+)"', page)

    assert rests(an_event("caesar-pairs-standing")) == ["sit_out"]
    assert rests(an_event()) == ["smaller", "larger", "either", "sit_out"]


def test_the_first_stage_is_not_asked_who_goes_on_into_it(laptop: Client) -> None:
    event = an_event("truco-groups")
    assert 'name="takes"' not in laptop.get(f"/desk/e/{event.pk}/settings/stages/1/").text
    page = laptop.get(f"/desk/e/{event.pk}/settings/stages/2/").text
    assert 'name="takes"' in page
    assert "Die Besten jeder Gruppe" in words(page)


# --- from nothing ------------------------------


FROM_NOTHING = [(game.key, game.presets[0].key, count) for game in GAMES for count in (8, 9, 13, 61)]
OTHER_RULES = [(game.key, preset.key, 9) for game in GAMES for preset in game.presets[1:]]


@pytest.mark.parametrize(("game", "preset", "count"), [*FROM_NOTHING, *OTHER_RULES])
def test_an_event_from_nothing_can_be_drawn_and_played_as_it_stands(
    game: str, preset: str, count: int
) -> None:
    plays = game_for(game)
    settings, stage, ranking = blank(plays, plays.preset(preset).rules)
    event = create_event(
        title="x", day=DAY, game=game, preset=preset, settings=settings, stages=[stage], ranking=ranking
    )
    add_entrants(event, count)
    for number in (1, 2):
        drawn = draw_next(event, seed="x")[0]
        assert drawn.number == number
        heads = {len(table) for table in drawn.seating["tables"]}
        assert len(heads) == 1
        open_round(publish(drawn))
        assert drawn.sittings.count() == len(drawn.seating["tables"])
        close_round(drawn, reason="x")


# --- a quick evening ------------------------------


def test_three_people_at_a_table_whose_rules_have_none_are_one_button_away(laptop: Client) -> None:
    """Two switches are needed; they were refused one after the other."""
    page = laptop.get("/new/cego/?preset=schwarzwald").text
    form = {**form_of(page), "name_1": "Anna", "name_2": "Ben", "name_3": "Carla", "name_4": ""}
    answer = laptop.post("/new/cego/", form)
    assert answer.status_code == 422
    (only,) = buttons(answer.text)
    assert only == "rules.table_of_three=1 rules.pairs_three_players=1"
    assert laptop.post("/new/cego/", {**form_of(answer.text), "remedy": only}).status_code == 302
    assert buttons(laptop.post("/new/cego/", {**form, "name_2": "", "name_3": ""}).text) == []
