"""Secrets are where they belong and nowhere else: in no page, file, log or row of the database too many."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.logs import JsonLine
from tests.tournaments import hall
from tests.tournaments.builders import eine
from tests.tournaments.crawling import crawl, everything
from tests.tournaments.visitors import a_stranger, hand_form
from tournaments import exchange
from tournaments.access import claims, credentials
from tournaments.models import Credential, Event, SeatRequest, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=16)]


@dataclass
class House:
    """A table with a phone that writes, one that waits, and the laptop."""

    sitting: Sitting
    phone: Client
    waiting: Client


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged, as it stands in the file."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLine())
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def house(event: Event, log: io.StringIO) -> House:
    sitting = hall.table(hall.begin(event), 2)
    phone = hall.scan(event, 2)
    phone.post(f"/t/{sitting.pk}/whose/", {"seat": "2"})
    phone.post(f"/t/{sitting.pk}/", hand_form(sitting, eine()))
    waiting = a_stranger()
    hall.show_card(event, 2, waiting)
    waiting.post(f"/t/{sitting.pk}/whose/", {"seat": "2", "pin": "000000"})
    waiting.post(f"/t/{sitting.pk}/whose/", {"seat": "2", "ask": "1"})
    return House(sitting, phone, waiting)


def secrets_of(house: House) -> dict[str, str]:
    """What nobody may read anywhere: what devices hold, and what all of it is derived from."""
    sitting = house.sitting
    return {
        "the phone's secret": house.phone.cookies[credentials.cookie_name(sitting)].value,
        "the waiting phone's secret": house.waiting.cookies[f"{claims.COOKIE}{sitting.pk}"].value,
        "the key of the installation": settings.SECRET_KEY,
        "the key of the card": credentials.table_key(sitting),
    }


def shown_to_some(house: House) -> dict[str, str]:
    """What stands on some pages: the code for who writes there and for the desk, the PIN for one phone."""
    pin = claims.pin_of(Credential.objects.get(seat=2))
    return {
        "the typed code": credentials.typed_code(house.sitting),
        "the PIN": pin,
        "the PIN as it is read": claims.spoken(pin),
    }


def betrayed(text: str, secrets: dict[str, str]) -> list[str]:
    return [name for name, secret in secrets.items() if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", text)]


def pages(browser: Client, start: str = "/") -> dict[str, str]:
    """Everything somebody can read who follows all links."""
    answers = crawl(browser, start).items()
    return {address: answer.text for address, answer in answers if not answer.streaming}  # type: ignore[attr-defined]


def test_no_page_has_a_secret_and_strangers_get_no_code_and_no_pin(event: Event, house: House) -> None:
    secrets, some = secrets_of(house), shown_to_some(house)
    wrong, seen = list[str](), set[str]()
    for who, browser in (
        ("a stranger", a_stranger()),
        ("another table's phone", hall.scan(event, 1)),
        ("the waiting phone", house.waiting),
        ("the phone", house.phone),
    ):
        more = {} if browser is house.phone else some  # the phone may show what it was given
        for start in ("/", f"/t/{house.sitting.pk}/whose/"):
            for address, text in pages(browser, start).items():
                wrong += [f"{who}, {address}: {name}" for name in betrayed(text, secrets | more)]
                seen.update(betrayed(text, some))
    assert wrong == []
    assert seen == {"the typed code", "the PIN as it is read"}  # the walk does come to where they are


def test_the_desk_never_sees_what_phones_hold(event: Event, house: House) -> None:
    pin = {name: text for name, text in shown_to_some(house).items() if "PIN" in name}
    for address in ("devices/", "tables/1/2/", "rounds/", "log/", ""):
        text = hall.laptop().get(f"/desk/e/{event.pk}/{address}").text
        assert betrayed(text, secrets_of(house) | pin) == []


def test_no_log_no_file_and_no_row_has_a_secret(event: Event, house: House, log: io.StringIO) -> None:
    secrets = secrets_of(house) | shown_to_some(house)
    assert betrayed(log.getvalue(), secrets) == []
    assert len(log.getvalue().splitlines()) > 5
    assert betrayed(json.dumps(exchange.packed(event), default=str), secrets) == []
    rows = {name: str(sorted(map(str, content))) for name, content in everything().items()}
    rows.pop("django_session")  # is in no backup and in no file
    assert [name for name, text in rows.items() if betrayed(text, secrets)] == []
    assert SeatRequest.objects.count() == 1


# --- what is valid is valid by what has happened, not by what a clock says ----------------------------------


@pytest.mark.parametrize("years", [-10, 10])
def test_a_clock_that_jumps_throws_no_phone_out(house: House, years: int) -> None:
    """Credentials, cards, PINs and questions know no time; only accounts' sessions end by the clock."""
    there = timezone.now().replace(year=timezone.now().year + years)
    with time_machine.travel(there, tick=False):
        page = house.phone.get(f"/t/{house.sitting.pk}/")
        assert 'id="entry"' in page.text
        form = hand_form(house.sitting, eine(2), 2, seen=1)
        assert house.phone.post(f"/t/{house.sitting.pk}/", form).status_code == 302
        asked = SeatRequest.objects.get()
        house.phone.post(f"/t/{house.sitting.pk}/whose/{asked.pk}/", {"answer": "yes"})
        assert house.waiting.get(f"/t/{house.sitting.pk}/whose/wait/").status_code == 302
        assert 'id="entry"' in house.waiting.get(f"/t/{house.sitting.pk}/").text
