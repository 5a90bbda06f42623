"""The pages on which an event is made and changed, as a browser without a script uses them."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from config import databasenote
from scoring import game_for
from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import a_round, add_entrants, an_event
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.presets import PRESETS
from tournaments.engines.standings import By, RankingRules
from tournaments.events.ground.stages import plan_of, settings_of
from tournaments.hall.listing import events_now
from tournaments.models import FIRST, Event, Player, RoundState
from tournaments.safekeeping import keeping
from tournaments.table import rulesets

pytestmark = [pytest.mark.django_db, pytest.mark.event("cego-three", title="Herbst", place="Löwen")]


def form_of(page: str) -> dict[str, Any]:
    """What a browser would send of the page's main form if nothing were touched."""
    (body,) = re.findall(r"<form\b[^>]*\bdata-guard\b[^>]*>(.*?)</form>", page, re.DOTALL)
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input\b[^>]*>", body):
        attributes = {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if "name" not in attributes or attributes["name"] == "csrfmiddlewaretoken":
            continue
        if attributes.get("type") in ("radio", "checkbox") and not re.search(r"\schecked\b", tag):
            continue
        sent.setdefault(attributes["name"], []).append(attributes.get("value", ""))
    return sent


def words(page: str) -> str:
    """The text of a page on one line."""
    plain = re.sub(r"<(script|style|head)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", plain)).split())


# --- making ------------------------------


def test_the_page_offers_every_kind_every_game_and_earlier_events(laptop: Client) -> None:
    event = an_event(title="Frühling")
    page = laptop.get("/desk/new/").text
    for preset in PRESETS:
        assert f"/desk/new/kind/{preset.key}/" in page
    for key in ("cego", "caesar", "truco", "cabo", "ecarte"):
        assert f"/desk/new/game/{key}/" in page
    assert f"/desk/new/like/{event.pk}/" in page


@pytest.mark.usefixtures("time_stands_still")
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_kind_needs_nothing_but_a_tap(laptop: Client, preset: Any) -> None:
    """What stands in the form is enough: a name, today, the last place."""
    an_event(place="Löwen", club="SV")
    address = f"/desk/new/kind/{preset.key}/"
    answer = laptop.post(address, form_of(laptop.get(address).text))
    event = Event.objects.latest("pk")
    assert answer["Location"] == f"/desk/e/{event.pk}/"
    assert (event.day, event.place, event.club) == (timezone.localdate(), "Löwen", "SV")
    assert event.title
    assert laptop.get(f"/desk/e/{event.pk}/").status_code == 200
    assert laptop.get(f"/desk/e/{event.pk}/settings/").status_code == 200


@pytest.mark.parametrize("key", ["cego", "caesar", "truco", "cabo", "ecarte"])
def test_any_game_from_scratch(laptop: Client, key: str) -> None:
    address = f"/desk/new/game/{key}/"
    answer = laptop.post(address, form_of(laptop.get(address).text))
    event = Event.objects.get()
    assert (event.game, event.stages.count()) == (key, 1)
    assert answer["Location"] == f"/desk/e/{event.pk}/settings/"


def test_from_scratch_with_a_rule_set_of_one_s_own(laptop: Client) -> None:
    rules = game_for("cego").preset("schwarzwald").rules
    saved = rulesets.save(game_for("cego"), "Unsere", rules, FIRST)
    form = {"title": "x", "day": "2026-12-01", "preset": f"set-{saved.pk}"}
    laptop.post("/desk/new/game/cego/", form)
    event = Event.objects.get()
    assert (event.rules_name, event.rules["ultimo_value"]) == ("Unsere", 80)


@pytest.mark.parametrize("people", [True, False])
def test_like_an_earlier_one(laptop: Client, people: bool) -> None:
    event = an_event(here=5, title="Herbst", place="Löwen")
    address = f"/desk/new/like/{event.pk}/"
    form = form_of(laptop.get(address).text)
    assert form["title"] == ["Herbst"]
    laptop.post(address, {**form, "title": "Winter", "people": "1" if people else "0"})
    new = Event.objects.latest("pk")
    assert (new.title, new.place, new.entrants.count()) == ("Winter", "Löwen", 5 if people else 0)


def test_what_is_wrong_is_said_and_what_was_typed_stays(laptop: Client) -> None:
    form = {"title": "", "day": "morgen", "place": "<Löwen>"}
    answer = laptop.post("/desk/new/kind/cego-three/", form)
    assert answer.status_code == 422
    assert "Bitte ein Datum angeben" in words(answer.text)
    assert "&lt;Löwen&gt;" in answer.text
    assert not Event.objects.exists()
    answer = laptop.post("/desk/new/kind/cego-three/", {**form, "day": "2026-12-01"})
    assert "braucht einen Namen" in words(answer.text)


@pytest.mark.parametrize("path", ["kind/nothing", "game/skat", "like/99"])
def test_what_is_not_there_is_not_found(laptop: Client, path: str) -> None:
    assert laptop.get(f"/desk/new/{path}/").status_code == 404


# --- the settings ------------------------------


def page_of(laptop: Client, event: Event, what: str = "") -> str:
    answer = laptop.get(f"/desk/e/{event.pk}/settings/{what}")
    assert answer.status_code == 200
    return answer.text


def send(laptop: Client, event: Event, what: str, **changes: Any) -> Any:
    """The form of a page as it stands, with some answers changed."""
    form = {**form_of(page_of(laptop, event, what)), **changes}
    return laptop.post(f"/desk/e/{event.pk}/settings/{what}", form)


PAGES = ("head/", "rules/", "ranking/", "stages/1/")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.parametrize("what", PAGES)
def test_a_form_that_is_saved_untouched_changes_nothing(laptop: Client, preset: Any, what: str) -> None:
    event = an_event(preset.key)
    assert send(laptop, event, what).status_code == 302
    again = Event.objects.get(pk=event.pk)
    assert (again.rules, again.settings, again.ranking) == (event.rules, event.settings, event.ranking)
    assert [notice.what for notice in event.notices.all()] == ["created"]


def test_the_head_is_changed(laptop: Client, event: Event) -> None:
    answer = send(laptop, event, "head/", title="Winter", day="2026-12-24", fee="12,50 €", minutes="90")
    assert answer["Location"] == f"/desk/e/{event.pk}/settings/"
    event = Event.objects.get(pk=event.pk)
    assert (event.title, event.day.isoformat()) == ("Winter", "2026-12-24")
    assert (settings_of(event).fee, settings_of(event).minutes) == (1250, 90)
    assert 'value="12,50"' in page_of(laptop, event, "head/")
    assert "Startgeld 12,50 €" in words(page_of(laptop, event))


@pytest.mark.parametrize("typed", ["zwölf", "12,3456", "-3", "1.00.0"])
def test_a_fee_that_is_no_amount_is_refused_and_stays_in_the_field(
    laptop: Client, event: Event, typed: str
) -> None:
    answer = send(laptop, event, "head/", fee=typed)
    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.text


def test_how_many_persons_an_entry_has_is_shown_and_not_asked_once_there_are_entries(laptop: Client) -> None:
    event = an_event("truco-swiss", here=2)
    assert "Es gibt schon Teilnehmer" in words(page_of(laptop, event, "head/"))
    assert send(laptop, event, "head/", title="x").status_code == 302
    assert send(laptop, event, "head/", entrant="1").status_code == 422


def test_rules_are_changed_by_rule_set_and_switch_by_switch(laptop: Client, event: Event) -> None:
    event = an_event()
    page = laptop.get(f"/desk/e/{event.pk}/settings/rules/?preset=baden2006").text
    form = {**form_of(page), "rule-ultimo_value": "30"}
    assert laptop.post(f"/desk/e/{event.pk}/settings/rules/", form).status_code == 302
    event = Event.objects.get(pk=event.pk)
    assert (event.preset, event.rules["ultimo_value"], event.rules["halbe"]) == ("baden2006", 30, False)
    assert "Ultimo: 30" in words(page_of(laptop, event))


def test_a_bad_switch_is_refused_with_its_sentence(laptop: Client, event: Event) -> None:
    answer = send(laptop, event, "rules/", **{"rule-ultimo_value": "viel"})
    assert answer.status_code == 422
    assert 'value="viel"' in answer.text
    assert send(laptop, event, "rules/", preset="skat").status_code == 422


def test_rules_are_swapped_in_without_the_page_around_them(laptop: Client, event: Event) -> None:
    part = laptop.get(
        f"/desk/e/{event.pk}/settings/rules/?part=rules&preset=baden2006", headers={"HX-Request": "true"}
    ).text
    assert "<html" not in part
    assert 'id="rules"' in part


# --- stages ------------------------------


def test_a_stage_is_changed(laptop: Client, event: Event) -> None:
    assert send(laptop, event, "stages/1/", rounds="4", hands="12", name="Vorrunde").status_code == 302
    stage = event.stages.get()
    assert (plan_of(stage).rounds, plan_of(stage).hands, stage.name) == (4, 12, "Vorrunde")
    page = words(page_of(laptop, event))
    assert "Vorrunde" in page
    assert "4 Runden · 12 Spiele" in page


def test_answers_to_questions_that_do_not_arise_are_no_mistake(laptop: Client, event: Event) -> None:
    """Without a script everything is shown, and everything is sent."""
    form = form_of(page_of(laptop, event, "stages/1/"))
    assert {"groups", "power", "third_place"} <= form.keys()
    answer = send(laptop, event, "stages/1/", format="final", size="4", takes="4", rest="sit_out")
    assert answer.status_code == 302
    assert "groups" not in event.stages.get().plan


def test_a_stage_that_cannot_be_played_is_refused_at_its_question(laptop: Client, event: Event) -> None:
    answer = send(laptop, event, "stages/1/", format="swiss")
    assert answer.status_code == 422
    assert "nicht von zwei Parteien gespielt" in words(answer.text)
    assert send(laptop, event, "stages/1/", hands="tausend").status_code == 422


def test_rules_that_differ_in_a_stage_are_kept_with_the_stage(laptop: Client, event: Event) -> None:
    send(laptop, event, "stages/1/", **{"rule-ultimo_value": "80"})
    assert event.stages.get().rules == {"ultimo_value": 80}
    assert "Ultimo: 80" in words(page_of(laptop, event))
    send(laptop, event, "stages/1/", **{"rule-ultimo_value": "24"})
    assert event.stages.get().rules == {}


def test_stages_are_added_moved_and_removed(laptop: Client, event: Event) -> None:
    send(laptop, event, "stages/add/", name="Zweite")
    assert [stage.name for stage in event.stages.all()] == ["", "Zweite"]
    laptop.post(f"/desk/e/{event.pk}/settings/stages/2/move/", {"to": "up"})
    assert [stage.name for stage in event.stages.all()] == ["Zweite", ""]
    send(laptop, event, "stages/2/remove/")
    assert [stage.name for stage in event.stages.all()] == ["Zweite"]


def test_who_goes_on_is_said_of_groups_and_of_stages(laptop: Client) -> None:
    event = an_event("truco-groups")
    assert "die besten 2 jeder Gruppe" in words(page_of(laptop, event))
    event = an_event("cabo-evening")
    assert "die besten 4 des vorigen Abschnitts" in words(page_of(laptop, event))
    assert "Die Besten des vorigen Abschnitts" in words(page_of(laptop, event, "stages/2/"))
    summary = words(laptop.get("/desk/new/kind/truco-groups/").text)
    assert "die besten 2 jeder Gruppe" in summary


@pytest.mark.parametrize(
    ("kind", "entries", "takes", "warned"),
    [
        ("truco-groups", 12, "2", False),
        ("truco-groups", 8, "2", True),  # four groups of two
        ("truco-groups", 12, "0", True),  # a bracket that chooses nobody
        ("cabo-evening", 9, "4", False),
        ("cabo-evening", 4, "4", True),
        ("cabo-evening", 0, "4", False),
    ],
)
def test_a_stage_into_which_everybody_goes_on_is_warned_of(
    laptop: Client, kind: str, entries: int, takes: str, warned: bool
) -> None:
    event = an_event(kind, here=entries)
    send(laptop, event, "stages/2/", takes=takes)
    assert ("kommen alle weiter" in words(page_of(laptop, event))) is warned


def test_an_uneven_number_of_deals_is_hinted_at(laptop: Client, event: Event) -> None:
    assert "gleich oft" not in words(page_of(laptop, event))
    send(laptop, event, "stages/1/", hands="14")
    assert "gibt nicht jeder gleich oft" in words(page_of(laptop, event))


def test_a_running_stage_goes_on_differently(laptop: Client, event: Event) -> None:
    add_entrants(event, 6)
    a_round(event, RoundState.CLOSED, heads=3)
    page = page_of(laptop, event)
    assert f"/desk/e/{event.pk}/settings/stages/1/replace/" in page
    assert f"/desk/e/{event.pk}/settings/stages/1/remove/" not in page
    assert send(laptop, event, "stages/1/replace/", format="standing").status_code == 302
    assert [plan_of(stage).format.value for stage in event.stages.all()] == ["tables", "standing"]
    assert "vorzeitig beendet" in words(page_of(laptop, event))


def test_a_stage_that_is_not_there_is_not_found(laptop: Client, event: Event) -> None:
    for what in ("stages/7/", "stages/7/remove/", "stages/7/replace/"):
        assert laptop.get(f"/desk/e/{event.pk}/settings/{what}").status_code == 404
    laptop.post(f"/desk/e/{event.pk}/settings/stages/7/move/", {"to": "up"})
    assert "gibt es nicht" in words(page_of(laptop, event))


# --- ranking ------------------------------


def criteria_of(page: str) -> list[str]:
    return re.findall(r'name="criteria" value="(\w+)"', page)


def press(laptop: Client, event: Event, page: str, **button: str) -> str:
    answer = laptop.post(f"/desk/e/{event.pk}/settings/ranking/", {**form_of(page), **button})
    assert answer.status_code == 200
    return answer.text


def test_criteria_are_moved_added_and_removed_before_anything_is_saved(laptop: Client, event: Event) -> None:
    page = page_of(laptop, event, "ranking/")
    assert criteria_of(page) == ["points", "last_round", "lot"]
    page = press(laptop, event, page, add="best_hand")
    assert criteria_of(page) == ["points", "last_round", "best_hand", "lot"]
    page = press(laptop, event, page, up="best_hand")
    page = press(laptop, event, page, up="best_hand")
    assert criteria_of(page) == ["best_hand", "points", "last_round", "lot"]
    page = press(laptop, event, page, down="points")
    page = press(laptop, event, page, remove="lot")
    assert criteria_of(page) == ["best_hand", "last_round", "points"]
    assert "Noch nicht gespeichert" in words(page)
    assert answers(RankingRules, Event.objects.get().ranking).criteria == (By.POINTS, By.LAST_ROUND, By.LOT)
    laptop.post(f"/desk/e/{event.pk}/settings/ranking/", form_of(page))
    saved = answers(RankingRules, Event.objects.get().ranking).criteria
    assert saved == (By.BEST_HAND, By.LAST_ROUND, By.POINTS)


def test_every_criterion_is_explained(laptop: Client, event: Event) -> None:
    page = words(page_of(laptop, event, "ranking/"))
    for criterion in By:
        assert criterion.label
        assert criterion.help
    assert "Die Summe aller Runden" in page


def test_few_criteria_are_in_sight_and_all_others_unfold_by_what_they_look_at(
    laptop: Client, event: Event
) -> None:
    page = page_of(laptop, event, "ranking/")
    before = page.partition("<details")[0].rpartition("<details")[2]
    listed = page.split('id="criteria"')[1].split("</fieldset>")[0]
    in_sight = re.findall(r'name="add" value="(\w+)"', listed.partition("<details")[0])
    assert in_sight == ["placement", "best_round"]  # the other three of the five are chosen already
    assert sorted(re.findall(r'name="(?:add|remove)" value="(\w+)"', listed)) == sorted(
        criterion.value for criterion in By
    )
    assert before
    assert "<details open" not in listed
    page = press(laptop, event, page, add="buchholz")
    assert re.search(r"<details open>\s*<summary><span>Die Gegner", page)
    swiss = page_of(laptop, an_event("truco-swiss"), "ranking/").split('id="criteria"')[1]
    assert "match_points" in swiss.partition("<details")[0]


def test_buttons_that_make_no_sense_change_nothing(laptop: Client, event: Event) -> None:
    page = page_of(laptop, event, "ranking/")
    for button in (
        {"up": "points"},
        {"down": "lot"},
        {"add": "points"},
        {"remove": "mean"},
        {"add": "magic"},
    ):
        assert criteria_of(press(laptop, event, page, **button)) == ["points", "last_round", "lot"]


def test_a_ranking_without_a_criterion_or_with_the_lot_first_is_refused(laptop: Client, event: Event) -> None:
    assert send(laptop, event, "ranking/", criteria=[]).status_code == 422
    assert send(laptop, event, "ranking/", criteria=["lot", "points"]).status_code == 422


def test_a_usual_ranking_is_filled_in_and_not_saved(laptop: Client, event: Event) -> None:
    page = laptop.get(f"/desk/e/{event.pk}/settings/ranking/?style=best_rounds").text
    assert criteria_of(page) == ["points", "best_round", "lot"]
    assert form_of(page)["best_rounds"] == ["3"]
    assert answers(RankingRules, Event.objects.get().ranking).best_rounds == 0


# --- after the first hand ------------------------------


def test_after_the_first_hand_a_change_needs_a_reason_which_is_shown(laptop: Client) -> None:
    event = an_event(here=8)
    a_round(event)
    record(event.sittings.get(number=1), eine(1))
    page = page_of(laptop, event, "ranking/")
    assert "Warum wird das geändert?" in words(page)
    keys = ["points", "lot"]
    assert send(laptop, event, "ranking/", criteria=keys).status_code == 422
    assert send(laptop, event, "ranking/", criteria=keys, reason="vergessen").status_code == 302
    page = words(page_of(laptop, event))
    assert "vergessen" in page
    assert "Punkte → Letzte Runde → Los → Punkte → Los" in page


def test_every_settings_page_asks_for_the_reason_once_hands_are_played(laptop: Client) -> None:
    event = an_event(here=8)
    a_round(event)
    for what in (*PAGES[1:], "stages/add/", "stages/1/replace/"):
        assert 'name="reason"' not in page_of(laptop, event, what)
    record(event.sittings.get(number=1), eine(1))
    for what in (*PAGES[1:], "stages/add/", "stages/1/replace/"):
        assert 'name="reason"' in page_of(laptop, event, what)
    assert 'name="reason"' not in page_of(laptop, event, "head/")


# --- the end ------------------------------


def test_results_become_official_and_open_again(laptop: Client) -> None:
    event = an_event(here=8)
    a_round(event)
    address = f"/desk/e/{event.pk}/"
    assert laptop.post(f"{address}finish/").status_code == 422
    page = laptop.get(f"{address}finish/").text
    assert f'href="{address}rounds/1/"' in page  # what is in the way, and no button that would be refused
    assert "data-guard" not in page
    event.rounds.update(state=RoundState.CLOSED)
    assert laptop.post(f"{address}finish/")["Location"] == address
    assert f'href="{address}reopen/"' in page_of(laptop, event, "ranking/")
    assert "Die Ergebnisse sind amtlich" in words(laptop.get(address).text)
    assert laptop.post(f"{address}reopen/", {"reason": " "}).status_code == 422
    laptop.post(f"{address}reopen/", {"reason": "Tisch 3"})
    assert Event.objects.get(pk=event.pk).finished_at is None


def test_an_event_in_which_nothing_is_drawn_can_be_deleted(
    laptop: Client, settings: Any, tmp_path: Path
) -> None:
    settings.NOTE_FILE = tmp_path / "note"
    keeping.write_note()
    before = databasenote.read(settings.NOTE_FILE)
    event = an_event(here=4, title="Versehen")
    address = f"/desk/e/{event.pk}/"
    assert f'href="{address}delete/"' in page_of(laptop, event)
    assert "4 Teilnehmer stehen auf der Liste" in words(laptop.get(f"{address}delete/").text)
    people = Player.objects.count()
    assert laptop.post(f"{address}delete/")["Location"] == "/desk/"
    assert not Event.objects.filter(pk=event.pk).exists()
    assert Player.objects.count() == people
    assert "„Versehen“ ist gelöscht" in words(laptop.get("/desk/").text)
    after = databasenote.read(settings.NOTE_FILE)
    assert before is not None
    assert after is not None
    assert after.notices == before.notices, "the next start must not take it for an older copy"


def test_an_event_in_which_something_is_drawn_is_not_deleted(laptop: Client) -> None:
    event = an_event(here=8)
    a_round(event, RoundState.DRAWN)
    address = f"/desk/e/{event.pk}/"
    assert f'href="{address}delete/"' not in page_of(laptop, event)
    page = laptop.get(f"{address}delete/").text
    assert f'href="{address}draw/"' in page  # where the draft is thrown away
    refused = laptop.post(f"{address}delete/", headers={"accept-language": "en"})
    assert (refused.status_code, refused.text.count("Rounds are drawn")) == (422, 1)
    assert Event.objects.filter(pk=event.pk).exists()


# --- the first page ------------------------------


def titles_on_the_first_page() -> list[str]:
    return [event.title for event in events_now()]


def test_a_new_event_does_not_push_aside_one_that_is_not_finished(laptop: Client) -> None:
    today = timezone.localdate()
    old = an_event(here=8, title="Alt", day=today - timedelta(days=5))
    assert 'name="listed"' not in laptop.get("/desk/new/kind/cego-three/").text
    a_round(old)
    address = "/desk/new/kind/cego-three/"
    form = form_of(laptop.get(address).text)
    assert form["listed"] == ["seats"]
    laptop.post(address, {**form, "title": "Neu"})
    assert titles_on_the_first_page() == ["Alt"]
    new = Event.objects.latest("pk")
    add_entrants(new, 6)
    a_round(new, RoundState.PUBLISHED, heads=3)
    assert titles_on_the_first_page() == ["Neu", "Alt"]  # both are on, and this one is today's
    laptop.post(address, {**form, "title": "Gleich", "listed": "at_once"})
    old.rounds.update(state=RoundState.CLOSED)
    assert titles_on_the_first_page() == ["Neu", "Alt", "Gleich"]
    Event.objects.filter(pk=old.pk).update(finished_at=timezone.now())
    assert titles_on_the_first_page() == ["Neu", "Gleich"]  # five days ago


def test_when_an_event_appears_can_be_changed(laptop: Client) -> None:
    event = an_event(title="Still", day=timezone.localdate())
    send(laptop, event, "head/", listed="seats")
    assert titles_on_the_first_page() == []
    send(laptop, event, "head/", listed="at_once")
    assert titles_on_the_first_page() == ["Still"]


def test_an_event_goes_into_the_archive_and_comes_back(laptop: Client) -> None:
    event = an_event(title="Herbst", day=timezone.localdate() - timedelta(days=90))
    address = f"/desk/e/{event.pk}/"
    assert "Gelöscht wird nichts" in words(laptop.get(f"{address}archive/").text)
    assert laptop.post(f"{address}archive/")["Location"] == "/desk/"
    assert "Herbst" not in words(laptop.get("/desk/").text.split("<main")[1].split('id="events"')[1])
    assert "Herbst" in words(laptop.get("/desk/?archive").text)
    assert "Dieses Turnier liegt im Archiv" in words(laptop.get(address).text)
    laptop.post(f"{address}restore/")
    assert "Herbst" in words(laptop.get("/desk/").text)
