"""The log says who did what with rights, files and people's data, one line each, and names nobody."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from config.logs import JsonLine
from scoring import game_for
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.visitors import named
from tournaments import exchange
from tournaments.access import credentials
from tournaments.models import FIRST, Credential, Player, Role
from tournaments.table import rulesets

pytestmark = pytest.mark.django_db

PASSWORD = "vogel-frosch-stein-9"
SECRETS = (PASSWORD, "Yggdrasilia", "ygg@example.org")


class Lines:
    """The lines of the audit log, as they stand in the file."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    def all(self) -> list[dict[str, Any]]:
        every = [json.loads(line) for line in self.stream.getvalue().splitlines()]
        return [record for record in every if record["logger"] == "stammtisch.audit"]

    @property
    def only(self) -> dict[str, Any]:
        """The one line since the last time somebody asked."""
        (line,) = self.all()
        self.stream.seek(0)
        self.stream.truncate()
        return line


@pytest.fixture
def lines() -> Iterator[Lines]:
    recorded = Lines()
    handler = logging.StreamHandler(recorded.stream)
    handler.setFormatter(JsonLine())
    logging.getLogger().addHandler(handler)
    yield recorded
    logging.getLogger().removeHandler(handler)
    assert not [secret for secret in SECRETS if secret in recorded.stream.getvalue()]


def test_who_logs_in_and_who_fails_to(lines: Lines, settings: Any) -> None:
    settings.DESK_IN_WIFI = True
    user = an_account("eva")
    user.set_password(PASSWORD)
    user.save()
    browser = Client(REMOTE_ADDR="192.168.178.77")
    browser.post("/desk/login/", {"username": "eva", "password": PASSWORD[:-1]})
    line = lines.only
    assert (line["message"], line["object"]) == ("login-failed", {"account": user.pk})
    assert (line["actor"], line["address"]) == ("device", "192.168.178.77")
    browser.post("/desk/login/", {"username": PASSWORD, "password": "eva"})  # in the wrong field
    assert lines.only["object"] == {"account": 0}
    browser.post("/desk/login/", {"username": "eva", "password": PASSWORD})
    assert (lines.all()[0]["message"], lines.only["actor"]) == ("login", "account eva")
    browser.post("/desk/logout/")
    assert (lines.all()[0]["message"], lines.only["actor"]) == ("logout", "account eva")


def test_which_device_comes_to_a_table_and_which_is_put_out(lines: Lines) -> None:
    sitting = a_sitting()
    phone = Client(REMOTE_ADDR="192.168.178.77")
    phone.post("/j", {"table": sitting.pk, "key": "AAAA-AAAA"})
    assert lines.only["message"] == "claim-failed"
    phone.post("/j", {"table": sitting.pk, "key": credentials.table_key(sitting)})
    line = lines.only
    assert line["message"] == "table-claimed"
    assert line["object"] == {"table": sitting.pk, "device": str(Credential.objects.get().pk)}
    phone.post("/new/cego/", named(("Yggdrasilia", "Ida", "Udo")))
    assert lines.only["message"] == "table-claimed"
    event = an_event(here=4)
    hall.begin(event)
    hall.scan(event, 1)
    assert lines.only["event"] == event.pk
    device = Credential.objects.get(sitting__event=event)
    hall.laptop().post(f"/desk/e/{event.pk}/devices/{device.pk}/out/")
    line = lines.only
    assert (line["message"], line["action"]) == ("desk-device-out", "revoke_devices")
    assert (line["actor"], line["event"], line["object"]) == ("laptop", event.pk, {"device": str(device.pk)})


def test_whose_data_are_changed_given_out_and_forgotten(lines: Lines) -> None:
    player = Player.objects.create(name="Yggdrasilia", contact="ygg@example.org")
    desk = hall.laptop()
    desk.get(f"/desk/people/{player.pk}/data.json")
    line = lines.only
    assert (line["message"], line["object"]) == ("desk-person-data", {"person": player.pk})
    form = {"name": "Yggdrasilia", "contact": "", "shown_as": "initials"}
    desk.post(f"/desk/people/{player.pk}/", form)
    assert lines.only["message"] == "desk-person"
    desk.post(f"/desk/people/{player.pk}/forget/", {"sure": "1"})
    assert lines.only["message"] == "desk-person-forget"
    desk.get(f"/desk/people/{player.pk}/")  # looking is no news
    assert lines.all() == []


def test_files_that_leave_and_that_come_in(lines: Lines, tmp_path: Any) -> None:
    event = an_event(here=4)
    hall.laptop().get(f"/desk/e/{event.pk}/files/event.zip")
    assert lines.only["action"] == "export_event"
    Client().get(f"/t/{a_sitting().pk}/sheet.csv")
    assert lines.only["message"] == "table-exported"
    file = tmp_path / "event.zip"
    file.write_bytes(exchange.as_file(event))
    event.entrants.all().delete()
    event.delete()
    call_command("take_in", str(file))
    assert (lines.all()[0]["actor"], lines.only["message"]) == ("terminal", "event-taken-in")


def test_rule_sets_that_are_kept_and_dropped(lines: Lines) -> None:
    game = game_for("cego")
    text = rulesets.to_json(game, rulesets.find(game, "baden2006", FIRST))
    Client().post("/rules/import/", {"text": text})
    saved = next(choice for choice in rulesets.choices(game, FIRST) if choice.saved)
    assert (lines.all()[0]["message"], lines.only["object"]) == ("rules-kept", {"rule_set": saved.saved})
    Client().post("/rules/cego/forget/", {"set": saved.key})
    assert lines.all() == []
    hall.laptop().post("/rules/cego/forget/", {"set": saved.key})
    assert lines.only["message"] == "rules-dropped"


def test_who_was_refused_at_the_desk(lines: Lines, settings: Any) -> None:
    settings.DESK_IN_WIFI = True
    event = an_event(here=4)
    helper = hall.logged_in(an_account("he", event, Role.HELPER), REMOTE_ADDR="192.168.178.77")
    lines.stream.truncate(0)
    helper.post(f"/desk/e/{event.pk}/archive/")
    line = lines.only
    assert (line["actor"], line["status"], line["action"]) == ("account he", 403, "archive_event")
