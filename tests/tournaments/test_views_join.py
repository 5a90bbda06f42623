"""From the QR code to a device that may write: by key, by typed code, and not otherwise."""

from __future__ import annotations

import io
import re

import pytest
import zxingcpp
from django.test import Client
from PIL import Image, ImageDraw

from tests.tournaments.builders import a_sitting
from tests.tournaments.pages import captured
from tests.tournaments.visitors import a_stranger, a_writer
from tournaments.access import credentials
from tournaments.models import Credential, Sitting

pytestmark = pytest.mark.django_db


def scanned(svg: str) -> str:
    """What a camera reads from the picture."""
    width = int(captured(r'viewBox="0 0 (\d+) ', svg))
    picture = Image.new("L", (width * 4, width * 4), 255)
    draw = ImageDraw.Draw(picture)
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", re.findall(r' d="([^"]+)"', svg)[-1]):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            draw.rectangle([x * 4, y * 4 - 2, (x + values[0]) * 4 - 1, y * 4 + 1], fill=0)
            x += values[0]
    (code,) = zxingcpp.read_barcodes(picture)
    return code.text


def test_the_picture_of_the_code_says_the_address_and_the_key(sitting: Sitting) -> None:
    shown = a_writer(sitting).get(f"/t/{sitting.pk}/qr/write.svg")
    assert shown["Content-Type"] == "image/svg+xml"
    assert scanned(shown.text) == f"http://testserver/j#{sitting.pk}-{credentials.table_key(sitting)}"


def test_the_picture_for_watching_needs_no_right_and_gives_none(sitting: Sitting) -> None:
    shown = a_stranger().get(f"/t/{sitting.pk}/qr/watch.svg")
    assert scanned(shown.text) == f"http://testserver/t/{sitting.pk}/"


def test_a_stranger_gets_no_key_and_no_code(sitting: Sitting) -> None:
    assert a_stranger().get(f"/t/{sitting.pk}/qr/write.svg").status_code == 403
    assert a_writer(a_sitting()).get(f"/t/{sitting.pk}/qr/write.svg").status_code == 403
    shown = a_stranger().get(f"/t/{sitting.pk}/invite/").text
    assert credentials.typed_code(sitting) not in shown
    assert "/qr/write.svg" not in shown
    assert "/qr/watch.svg" in shown


@pytest.mark.parametrize("purpose", ["admin", "Write", "watch.svg", "%00", "a%0ab"])
def test_there_are_two_codes_and_no_third(sitting: Sitting, purpose: str) -> None:
    assert a_writer(sitting).get(f"/t/{sitting.pk}/qr/{purpose}.svg").status_code in (400, 404)


def test_a_writer_sees_what_to_scan_and_what_to_type(sitting: Sitting) -> None:
    shown = a_writer(sitting).get(f"/t/{sitting.pk}/invite/").text
    assert credentials.typed_code(sitting) in shown
    assert credentials.table_key(sitting) not in shown
    assert "http://testserver/j" in shown


def test_on_the_laptop_itself_the_code_says_the_address_phones_can_reach(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.addresses.own_addresses", lambda: ["192.168.1.5"])
    for host in ("localhost:8000", "127.0.0.1:8000"):
        shown = a_stranger().get(f"/t/{sitting.pk}/qr/watch.svg", headers={"Host": host})
        assert scanned(shown.text) == f"http://192.168.1.5:8000/t/{sitting.pk}/"


@pytest.mark.parametrize("by", ["key", "code", "small letters", "without the hyphen", "look-alikes"])
def test_key_or_code_lets_a_device_write(client: Client, sitting: Sitting, by: str) -> None:
    code = credentials.typed_code(sitting)
    secret = {
        "key": credentials.table_key(sitting),
        "code": code,
        "small letters": f" {code.lower()} ",
        "without the hyphen": code.replace("-", " "),
        "look-alikes": code.translate(str.maketrans("OIB", "018")),
    }[by]
    answer = client.post("/j", {"table": f" {sitting.pk} ", "key": secret})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{sitting.pk}/")
    cookie = answer.cookies[credentials.cookie_name(sitting)]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert 'id="entry"' in client.get(f"/t/{sitting.pk}/").text


def test_each_device_has_a_secret_of_its_own(sitting: Sitting) -> None:
    form = {"table": sitting.pk, "key": credentials.typed_code(sitting)}
    cookies = {
        a_stranger().post("/j", form).cookies[credentials.cookie_name(sitting)].value for _device in range(3)
    }
    assert (len(cookies), Credential.objects.count()) == (3, 3)


def test_a_device_that_may_write_already_gets_nothing_new(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    answer = writer.post("/j", {"table": sitting.pk, "key": credentials.typed_code(sitting)})
    assert (answer.status_code, len(answer.cookies)) == (302, 0)
    assert Credential.objects.count() == 1


def test_a_device_that_was_put_out_comes_in_again_by_the_code(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    credentials.revoke(Credential.objects.get())
    writer.post("/j", {"table": sitting.pk, "key": credentials.typed_code(sitting)})
    assert 'id="entry"' in writer.get(f"/t/{sitting.pk}/").text


WRONG_KEYS = ["", " ", "AAAA-AAAA", "A" * 26, "A" * 100_000, "\0", "ß" * 8, "\u202eABCD", "' OR 1=1 --"]


@pytest.mark.parametrize("key", WRONG_KEYS)
def test_a_wrong_code_opens_nothing(client: Client, sitting: Sitting, key: str) -> None:
    answer = client.post("/j", {"table": sitting.pk, "key": key})
    assert answer.status_code == 403
    assert 'role="alert"' in answer.text
    assert not answer.cookies.keys() - {"csrftoken"}
    assert not Credential.objects.exists()


def test_part_of_a_key_or_a_longer_one_opens_nothing(client: Client, sitting: Sitting) -> None:
    key = credentials.table_key(sitting)
    for wrong in (key[:-1], key + "A", key[:8]):
        assert client.post("/j", {"table": sitting.pk, "key": wrong}).status_code == 403


def test_the_code_of_another_table_opens_nothing(client: Client, sitting: Sitting) -> None:
    other = a_sitting()
    for secret in (credentials.table_key(other), credentials.typed_code(other)):
        assert client.post("/j", {"table": sitting.pk, "key": secret}).status_code == 403


@pytest.mark.parametrize("number", ["", "0", "-1", "99999999", "9" * 400, "one", "1.0", "٣", "1;2", "\0"])
def test_a_table_that_is_none_answers_like_a_wrong_code(
    client: Client, sitting: Sitting, number: str
) -> None:
    wrong_table = client.post("/j", {"table": number, "key": credentials.typed_code(sitting)})
    wrong_code = client.post("/j", {"table": sitting.pk, "key": "AAAA-AAAA"})
    assert wrong_table.status_code == wrong_code.status_code == 403
    complaints = [captured(r'role="alert">([^<]*)', answer.text) for answer in (wrong_table, wrong_code)]
    assert complaints[0] == complaints[1]


def test_the_number_of_the_table_can_be_in_the_address_the_code_cannot(
    client: Client, sitting: Sitting
) -> None:
    shown = client.get("/j", {"table": "7", "key": credentials.typed_code(sitting)}).text
    assert 'name="table" inputmode="numeric" value="7"' in shown
    assert "value" not in captured(r'(<input [^>]*name="key"[^>]*>)', shown)
    assert not Credential.objects.exists()


def test_what_was_typed_as_a_code_is_not_shown_again(client: Client, sitting: Sitting) -> None:
    assert "ABCD-2345" not in client.post("/j", {"table": sitting.pk, "key": "ABCD-2345"}).text


def test_the_picture_is_square_and_has_a_quiet_border(sitting: Sitting) -> None:
    svg = a_stranger().get(f"/t/{sitting.pk}/qr/watch.svg").text
    width, height = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups()
    assert width == height
    assert io.BytesIO(svg.encode()).read(4) == b"<svg"
