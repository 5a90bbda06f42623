"""The document names every rule with its values, and its example comes out as it says."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path

from scoring.fields import AnswerKind, fields_of
from tests.season.builders import asked
from tournaments.engines.season import SeasonRules
from tournaments.engines.season.ordering import ticket
from tournaments.engines.season.reading import EVENT_KEYS, KEYS, PERSON_KEYS, RESULT_KEYS

DOCUMENT = (Path(__file__).parents[2] / "docs" / "season.md").read_text(encoding="utf-8")


def test_every_rule_has_its_row_with_its_values() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", DOCUMENT.partition("## The rules")[2], re.MULTILINE)
    for field in fields_of(SeasonRules):
        (values,) = [values for name, values in rows if name == field.name]
        shape = field.shape if field.shape.item is None else field.shape.item
        if shape.kind is AnswerKind.CHOICE:
            assert all(f"`{option.value}`" in values for option in shape.options), field.name
        elif shape.kind is AnswerKind.NUMBER and field.shape.between is not None:
            assert values.startswith(f"{field.shape.between.low} … {field.shape.between.high}")


def test_every_key_is_named() -> None:
    assert all(f"`{key}`" in DOCUMENT for key in KEYS | EVENT_KEYS | RESULT_KEYS | PERSON_KEYS)


def test_the_example_is_answered_as_it_says() -> None:
    example = re.search(r"<!-- example -->\n```json\n(.*?)```", DOCUMENT, re.DOTALL)
    assert example is not None
    reply = asked(**json.loads(example[1]))
    assert reply["text"] in " ".join(DOCUMENT.split())
    rows = re.findall(r"^\| ([\d–]+) \| (\w+) \| (\d+) \| (.*?) \|$", DOCUMENT, re.MULTILINE)
    assert [(row["place"], row["person"], row["shown"], row["text"][0]) for row in reply["rows"]] == rows


def test_the_ticket_of_the_document_can_be_repeated() -> None:
    line = re.search(r"printf '(.*?)' \| openssl dgst -sha256 -hmac '(.*?)'", DOCUMENT)
    assert line is not None
    message = line[1].replace("\\n", "\n").encode()
    assert (
        ticket(line[2], ["Cora", "Anna"], "Anna")
        == hmac.new(line[2].encode(), message, hashlib.sha256).hexdigest()
    )
