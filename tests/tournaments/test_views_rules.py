"""Rule sets from strangers: whatever arrives is read, refused in words, or not there; never a broken page."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting
from tests.tournaments.crawling import everything
from tournaments.models import RuleSet

pytestmark = pytest.mark.django_db

GOOD = {"format": "stammtisch-rules", "game": "cego", "name": "Ours", "rules": {"ultimo_value": 30}}
DEEP = "[" * 5000 + "]" * 5000


def text(**changed: object) -> str:
    return json.dumps({**GOOD, **changed})


BAD = {
    "nothing": "",
    "no json": "{",
    "a list": "[]",
    "a number": "1",
    "nothing in it": "{}",
    "no rules": json.dumps({"game": "cego", "name": "x"}),
    "rules that are a list": text(rules=[1, 2]),
    "rules that are null": text(rules=None),
    "unknown game": text(game="chess"),
    "game that is an object": text(game={"cego": 1}),
    "unknown switch": text(rules={"fun": True}),
    "surrogate in a switch": text(rules={"\ud800": 1}),
    "surrogate in a value": text(rules={"settlement": "\ud800"}),
    "surrogate in the name": text(name="\ud800"),
    "nul in the name": text(name="a\0b"),
    "turned name": text(name="a\u202eb"),
    "long name": text(name="x" * 61),
    "no name": text(name=" "),
    "huge number": '{"game": "cego", "name": "x", "rules": {"ultimo_value": ' + "9" * 5000 + "}}",
    "not a number": '{"game": "cego", "name": "x", "rules": {"ultimo_value": NaN}}',
    "half a point": text(rules={"ultimo_value": 1.5}),
    "truth for a number": text(rules={"ultimo_value": True}),
    "deep": DEEP,
    "deep inside": '{"game": "cego", "name": "x", "rules": {"ultimo_value": ' + DEEP + "}}",
    "contradiction": text(rules={"counting": "pairs", "value_scheme": "difference5"}),
    "too long": text(rules={"ultimo_value": 30}, more="x" * 70_000),
    "html": text(rules={"<img src=x onerror=alert(1)>": 1}),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("how", ["typed", "file"])
def test_what_is_no_rule_set_is_refused_in_words(client: Client, what: str, how: str) -> None:
    before = everything()
    form: dict[str, object] = {"text": BAD[what]}
    if how == "file":
        form = {"file": SimpleUploadedFile("rules.json", BAD[what].encode("utf-8", "replace"))}
    answer = client.post("/rules/import/", form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "<img src=x" not in answer.text
    assert everything() == before


def test_a_file_that_is_no_text_is_refused(client: Client) -> None:
    answer = client.post("/rules/import/", {"file": SimpleUploadedFile("rules.json", bytes(range(256)) * 40)})
    assert (answer.status_code, RuleSet.objects.count()) == (422, 0)


def test_a_file_that_is_too_large_is_refused_unread(client: Client) -> None:
    answer = client.post("/rules/import/", {"file": SimpleUploadedFile("rules.json", b" " * 2_000_000)})
    assert answer.status_code == 413


def test_a_good_one_is_taken_once(client: Client) -> None:
    for _try in range(2):
        assert client.post("/rules/import/", {"text": text()}).status_code == 302
    assert RuleSet.objects.get().name == "Ours"


@pytest.mark.parametrize(
    "key", ["", "set-", "set-x", "set-0", "set-999999", "set--1", "set-" + "9" * 400, "\ufffd"]
)
def test_a_rule_set_that_is_not_there_is_the_game_s_own(client: Client, key: str) -> None:
    for address in ("/rules/cego/", "/rules/cego/edit/", "/rules/cego/export.json", "/paper/cego/rules.pdf"):
        assert client.get(address, {"set": key}).status_code == 200
    assert client.get("/rules/cego/compare/", {"one": key, "other": key}).status_code == 200
    before = everything()
    assert hall.laptop().post("/rules/cego/forget/", {"set": key}).status_code == 302
    assert everything() == before


@pytest.mark.parametrize("place", ["", "edit/", "compare/", "export.json"])
def test_there_are_no_rules_of_a_game_nobody_knows(client: Client, place: str) -> None:
    assert client.get(f"/rules/chess/{place}").status_code == 404
    assert client.post("/rules/chess/forget/", {"set": "set-1"}).status_code == 404


def test_the_name_of_a_file_is_harmless(client: Client) -> None:
    RuleSet.objects.create(game="cego", name='a"; x="\r\n<b>/../é', rules={})
    answer = client.get("/rules/cego/export.json", {"set": f"set-{RuleSet.objects.get().pk}"})
    header = answer["Content-Disposition"]
    assert header.startswith('attachment; filename="cego-')
    assert header.count('"') == 2
    assert not set("\r\n<>/") & set(header)


def test_a_table_s_rules_are_kept_under_a_name_that_can_be_read(client: Client) -> None:
    sitting = a_sitting()
    assert client.post(f"/t/{sitting.pk}/rules/", {"name": "a\0b"}).status_code == 422
    assert client.post(f"/t/{sitting.pk}/rules/", {}).status_code == 422
    assert not RuleSet.objects.exists()
